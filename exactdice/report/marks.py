"""Marks: what ties a number or a table of a document to a query, without changing how the document renders.

exactdice: QUERY [key=value ...]             the number before the mark; keys: id, kind, n, where, note, options, values of names
exactdice table: QUERY i=0..9 j=0..9 [...]   the table after the mark: rows, then columns; `i=*` takes the labels that it prints
exactdice document: [key=value ...]          title, decimal, alpha and the options of every query
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..errors import ClaimsError
from ..exact import shown
from .numbers import GAP, MINUSES, NUMBER
from .source import Source

HEAD = re.compile(r"exactdice(?:[ \t]+(table|document))?[ \t]*:\s*")
WORD = re.compile(r'\s*([A-Za-z_]\w*)=("[^"]*"|[^\s"]\S*)(?=\s|\Z)', re.ASCII)
WORD_START = re.compile(r"[()]|\s(?=[A-Za-z_]\w*=)", re.ASCII)
OPENINGS = (b"exactdice", rb"\exactly")  # every mark begins with one of these
END_MARKS = ("exactdice end", "exactdice table end", "/exactdice")


@dataclass(frozen=True)
class Mark:
    """A mark: its head (`claim`, `table` or `document`), its query and words, where it stands, and the number it marks."""

    head: str
    query: str
    words: Mapping[str, str] = field(hash=False)
    start: int
    end: int
    number: tuple[int, int] | None = None


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
    query, words = ("", rest) if head == "document" else split_query(rest)
    if head != "document" and not query:
        raise source.error(start, "a mark must say a query after the colon, as in `exactdice: EP(5)`")
    try:
        return Mark(head, query, read_words(words), start, end)
    except ClaimsError as error:
        raise source.error(start, f"mark {shown(body)}: {error}") from error


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


# --- the number before a mark -----------------------------------------------------------------------------------------

ENDS_IN_NUMBER = re.compile(rf"(?:{NUMBER})\Z", re.ASCII)
OPENERS = "([{*_`$|=≈≃≅~<>≤≥:;&«\"'“„‘—→"
COMMAND = re.compile(r"\\(?:approx|simeq|sim|le|leq|ge|geq|quad|qquad)\Z")
CUT_BEFORE = re.compile(r"(?:\d|(?:\A|[\s(=])[-+\u2212\u2013]|[/^·×]|\\cdot|\\times|\\frac|\d[.,]|\d\{,\})[ \t\r]*\Z", re.ASCII)
SIGN_APART = re.compile(r"[-/^·×\u2212\u2013][ \t]+\Z|\\(?:cdot|times)[ \t]*\Z")
LONGEST_LOOK = 400  # characters of the line before that are looked at


def number_before(source: Source, end: int, closers: re.Pattern[str]) -> tuple[int, int]:
    """Where the number directly before this place stands, markup that `closers` knows between them left out."""
    line = source.line_start(end)
    stop = end
    for _ in range(8):
        while stop > line and source.text[stop - 1] in " \t":
            stop -= 1
        start = _number_start(source.text, line, stop)
        if start is not None:
            _check_before(source, line, start, stop)
            return start, stop
        closer = closers.search(source.text, max(line, stop - 12), stop)
        if closer is None:
            break
        stop = closer.start()
    came = source.text[max(line, end - 30) : end].strip()
    raise source.error(end, f"expected a number directly before the mark, on the same line, got {shown(came) if came else 'nothing'}")


def _number_start(text: str, line: int, stop: int) -> int | None:
    """Where the longest number that ends at stop begins; looks back in steps, so that long lines cost nothing."""
    width = 100
    while True:
        low = max(line, stop - width)
        found = ENDS_IN_NUMBER.search(text, low, stop)
        if found is None:
            return None
        if found.start() > low or low == line:
            return found.start()
        width *= 10


def _check_before(source: Source, line: int, start: int, stop: int) -> None:
    """Complain when what stands before the number may belong to it."""
    text = source.text
    before = text[max(line, start - LONGEST_LOOK) : start]
    number = text[start:stop]
    if not before.strip(" \t>*_`$([{|"):
        _check_line_before(source, line, start, number)
        return
    clear = before[-1] in OPENERS or before[-1] in " \t" or re.search(rf"{GAP}\Z", before) or COMMAND.search(before)
    split = re.search(rf"\d{GAP}\Z", before, re.ASCII) or (
        re.match(r"\d{3}(?!\d)|\d+/", number, re.ASCII) and re.search(r"\d[ \t]\Z", before, re.ASCII)
    )
    apart = SIGN_APART.search(before) and before.strip() not in MINUSES
    if not clear or split or apart or re.search(r"[\^_]\{\Z|[A-Za-z0-9]_\Z", before):
        raise source.error(start, f"where the number before the mark begins is not clear: {shown(text[max(line, start - 20) : stop])}")


def _check_line_before(source: Source, line: int, start: int, number: str) -> None:
    """Complain when the number stands at the start of its line and the line before may hold its beginning."""
    ending = source.text[max(0, line - 1 - LONGEST_LOOK) : max(0, line - 1)].rpartition("\n")[2]
    cut = CUT_BEFORE.search(ending)
    if cut and (cut[0].rstrip()[-1] not in ".,}" or number.isdigit()):
        came = f"{shown(ending.strip()[-20:])} then {shown(number)}"
        raise source.error(start, f"the number before the mark may be cut by a line break: {came}; write it on one line")
