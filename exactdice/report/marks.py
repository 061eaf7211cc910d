"""Marks: what ties a number or a table of a document to a query, without changing how the document renders.

exactdice: QUERY [key=value ...]             the number before the mark; keys: id, kind, n, where, note, options, values of names
exactdice table: QUERY i=0..9 j=0..9 [...]   the table after the mark: rows, then columns; `i=*` takes the labels that it prints;
                                             `table --check` makes it again in its style, decimal and format
exactdice document: [key=value ...]          title, decimal, alpha and the options of every query
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..errors import ClaimsError, ExactDiceError
from ..exact import shown
from .source import Source
from .words import read_table_words

HEAD = re.compile(r"exactdice(?:[ \t]+(table|document))?[ \t]*:\s*")
WORD = re.compile(r'\s*([A-Za-z_]\w*)=("[^"]*"|[^\s"]\S*)(?=\s|\Z)', re.ASCII)
WORD_START = re.compile(r"[()]|\s(?=[A-Za-z_]\w*=)", re.ASCII)
OPENINGS = (b"exactdice", rb"\exactly")  # every mark begins with one of these
END_MARKS = ("exactdice end", "exactdice table end", "/exactdice", "exactdice formula:")  # a formula claims no number


@dataclass(frozen=True)
class Mark:
    """A mark: its head (`claim`, `table` or `document`), its query and words, where it stands, and the number it marks.

    When it is not clear which number that is, `unclear` says why.
    """

    head: str
    query: str
    words: Mapping[str, str] = field(hash=False)
    start: int
    end: int
    number: tuple[int, int] | None = None
    unclear: str = ""


def may_hold_marks(data: bytes) -> bool:
    """Whether a mark of any kind may stand in the file, in whichever encoding: a file that is not UTF-8 is still to be refused."""
    text = data.replace(b"\0", b"")  # UTF-16 and UTF-32 write ASCII so
    return any(opening in text for opening in OPENINGS)


def is_mark(body: str) -> bool:
    """Whether the text of a comment, spaces removed, is meant as a mark that says something."""
    return body.startswith("exactdice") and not body.startswith(END_MARKS)


def read_mark(source: Source, body: str, start: int, end: int) -> Mark:
    """The mark with this text at start..end of the source, its number still to be found."""
    found = HEAD.match(body)
    if found is None:
        raise source.error(start, f"a mark must begin `exactdice:`, `exactdice table:` or `exactdice document:`, got {shown(body)}")
    head, rest = found[1] or "claim", body[found.end() :].strip()
    try:
        query, words = _query_and_words(head, rest)
    except ExactDiceError as error:
        raise source.error(start, f"mark {shown(body)}: {error}") from error
    if head != "document" and not query:
        raise source.error(start, "a mark must say a query after the colon, as in `exactdice: EP(5)`")
    return Mark(head, query, words, start, end)


def _query_and_words(head: str, text: str) -> tuple[str, Mapping[str, str]]:
    """The query, or a table's queries separated by `;`, and the words by their keys."""
    if head == "table":
        read = read_table_words(text)
        return "; ".join(read.queries), read.words
    query, words = ("", text) if head == "document" else split_query(text)
    return query, read_words(words)


def split_query(text: str) -> tuple[str, str]:
    """(query, words): the words begin at the first `key=` outside parentheses.

    >>> split_query("gain(dice(1), dice(1)) dice=3 target=2")
    ('gain(dice(1), dice(1))', 'dice=3 target=2')
    """
    depth = 0
    for found in WORD_START.finditer(text):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if found[0] not in "()" and depth == 0:
            return " ".join(text[: found.start()].split()), text[found.end() :]
    return " ".join(text.split()), ""


def read_words(text: str) -> dict[str, str]:
    """{key: value} from `key=value` or `key="several words"`, each key once; `ClaimsError` otherwise."""
    words: dict[str, str] = {}
    at, end = 0, len(text.rstrip())
    while at < end:
        found = WORD.match(text, at)
        if found is None:
            raise ClaimsError(f'expected key=value or key="several words", got {shown(text[at:end].strip())}')
        if found[1] in words:
            raise ClaimsError(f"{found[1]} is given twice")
        words[found[1]] = found[2].strip('"')
        at = found.end()
    return words
