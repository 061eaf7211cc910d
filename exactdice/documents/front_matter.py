"""The options of a document in its front matter: the words under `exactdice:` in a block between
--- lines at the top.
"""

from __future__ import annotations

import re

from ..errors import PlacedError
from ..exact import shown
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
    lines = source.text[:end].splitlines()
    words: dict[str, str] = {}
    inside = False
    for number, line in enumerate(lines, 1):
        if not line.startswith((" ", "\t")):
            if inside and line.startswith("-") and not line.startswith("---"):
                raise in_line(source, number, f"{EXPECTED_HEAD}, got {shown(line)}")
            inside = line.rstrip() == "exactdice:"
            if not inside and is_name(line.partition(":")[0].strip()):
                raise in_line(
                    source,
                    number,
                    f"expected `exactdice:` and indented lines below it, got {shown(line.strip())}",
                )
        elif inside and line.strip() and not line.strip().startswith("#"):
            key, value = _key_and_value(line)
            if not value or key in words:
                raise in_line(
                    source,
                    number,
                    "expected `key: value` under exactdice:, each key once, got "
                    f"{shown(line.strip())}",
                )
            words[key] = _unquoted(value)
    return words


def _refuse_late_head(source: Source, start: int, end: int) -> None:
    """Raise the complaint about options of a document in this part of its text, where they would
    pass for text, and the document for one without options.
    """
    part = Source(source.path, source.text[start:end])
    heads = [found.start() for found in HEAD.finditer(part.text) if is_name(found["name"])]
    if not heads:
        return
    parts = parts_of(part)
    for at in heads:
        if all(end_of_span(spans, at, end) is None for spans in (parts.fences, parts.comments)):
            raise source.error(start + at, LATE)


def in_line(source: Source, line: int, message: str) -> PlacedError:
    """The complaint about this line of the text."""
    # Front matter may be cut into more lines than the text has.
    return source.error(source.starts[min(line, len(source.starts)) - 1], message)


def _key_and_value(line: str) -> tuple[str, str]:
    """What the line says; no value where it is not `key: value`."""
    key, _, text = line.strip().partition(":")
    is_key = re.fullmatch(r"[A-Za-z_]\w*", key) is not None
    return key, text.strip() if is_key else ""


def _unquoted(value: str) -> str:
    """The text without the quotes around it, as YAML reads it."""
    # One quote alone is a character like any other.
    is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if is_quoted else value
