"""The options of a document in its front matter: the words under `exactdice:` in a block between
--- lines at the top.
"""

from __future__ import annotations

import re

from ...exact.errors import PlacedError
from ...exact.numbers import shown
from ..printed.markdown import end_of_span, parts_of
from ..printed.source import Source
from .marks import is_name

EXPECTED_HEAD = "expected `key: value` in an indented line under exactdice:, and no list"
# A line like `exactdice:` with an indented line `key:` below it, or `exactdice: {key:`.
HEAD = re.compile(
    r"^(?P<name>[^\s:]{1,80})[ \t]*:[ \t]*(?:\r?\n[ \t]+(?:-[ \t]+)?|\{[ \t]*)[A-Za-z_]\w*[ \t]*:",
    re.MULTILINE,
)
LATE = (
    "options under exactdice: are text here: they are read between two lines --- of which the "
    "first begins the document, or the first cell of a notebook, and nothing stands before it"
)


def front_matter(source: Source) -> dict[str, str]:
    """The words under `exactdice:` in a block between --- lines at the top; none without it.

    Each is an indented line `key: value`. Other keys of the block belong to other programmes.
    """
    end = source.front_matter_end
    for start, part_end in source.prose():
        _refuse_late_head(source, max(start, end), part_end)
    words = {}
    inside = False
    for number, line in enumerate(source.text[:end].splitlines(), 1):
        said, wrong = line.strip(), ""
        if not line.startswith((" ", "\t")):
            if inside and line.startswith("-") and not line.startswith("---"):
                wrong = EXPECTED_HEAD
            inside = line.rstrip() == "exactdice:"
            if not wrong and not inside and is_name(line.partition(":")[0].strip()):
                wrong = "expected `exactdice:` and indented lines below it"
        elif inside and said and not said.startswith("#"):
            key, _, value = (part.strip() for part in said.partition(":"))
            if not re.fullmatch(r"[A-Za-z_]\w*", key) or not value or key in words:
                wrong = "expected `key: value` under exactdice:, each key once"
            # As YAML reads it, without quotes; one quote alone is a character like any other.
            is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
            words[key] = value[1:-1] if is_quoted else value
        if wrong:
            raise in_line(source, number, f"{wrong}, got {shown(said)}")
    return words


def _refuse_late_head(source: Source, start: int, end: int) -> None:
    """Raise the complaint about options of a document in this part of its text, where they would
    pass for text, and the document for one without options.
    """
    part = Source(source.path, source.text[start:end])
    for found in HEAD.finditer(part.text):
        if is_name(found["name"]):
            code, at = parts_of(part), found.start()
            if all(end_of_span(spans, at, end) is None for spans in (code.fences, code.comments)):
                raise source.error(start + at, LATE)


def in_line(source: Source, line: int, message: str) -> PlacedError:
    """The complaint about this line of the text."""
    # Front matter may be cut into more lines than the text has.
    return source.error(source.starts[min(line, len(source.starts)) - 1], message)
