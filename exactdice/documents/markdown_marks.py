"""Marks in Markdown: HTML comments, `0,6489<!-- exactdice: QUERY -->`; those shown as code are no
marks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise, takewhile

from ..errors import PlacedError
from ..exact import shown
from ..printed.source import Source
from ..printed.typeset import Markdown
from .before_mark import number_before
from .grids import Cell, Grid, cell_at
from .marks import NAME, TWO_MARKS, Mark, bad_mark, is_mark, read_mark

FENCES = re.compile(r"```|~~~")
FENCE = re.compile(r"(```+|~~~+)([^\n]*)")
QUOTES = re.compile(r"^(?:[ \t]{0,3}>)*")
ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])[ \t]+")
MOST_ITEMS = 50  # within each other
MOST_SIGNS = 200  # characters of the signs of quotations
# lines that belong to no paragraph above them, and those to none below them either
APART = re.compile(
    r"[ \t>]*(?:$|\||```|~~~|#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|[-=:|][-=:| \t]*\r?$)",
    re.MULTILINE,
)
ALONE = re.compile(r"[ \t>]*(?:\r?$|\||```|~~~|#{1,6}[ \t]|[-=:|][-=:| \t]*\r?$)", re.MULTILINE)
OPENING, CLOSING = "<!--", "-->"
BACKTICKS = re.compile("`+")
BAR = re.compile(r"\\.|\|")  # or what is escaped, such as a bar that is text
LONGEST_BAD = 80  # characters of a mark that is never closed
DELIMITERS = re.compile(r"[ \t>]*(?:\|[ \t]*)?:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*(?:[ \t]*\|)?[ \t]*")


def markdown_marks(source: Source) -> Iterator[Mark]:
    """The marks of the document, in order, each claim with its number; a bad one says why."""
    form = Markdown(source)
    last = -1  # where the claim before ended
    for at, end, complaint in _comments(source):
        body = source.text[at + len(OPENING) : end - len(CLOSING)].strip()
        if complaint:
            yield bad_mark(at, end, complaint)
            continue
        if not is_mark(body):
            continue
        mark = read_mark(source, body, at, end)
        if mark.head != "claim":
            yield mark
        elif last >= 0 and not source.text[last:at].strip():
            # Nothing but blanks between the two: both would bind the same number.
            yield bad_mark(at, end, TWO_MARKS)
        else:
            yield _with_number(source, mark, form)
            last = end


def _comments(source: Source) -> Iterator[tuple[int, int, str]]:
    """Where each comment stands that is not shown as code, and what is wrong when it is a mark that
    is never closed.
    """
    text, fences, spans = source.text, fenced(source), CodeSpans(source)
    # From comment to comment and not by a pattern, so that the time stays linear in the text.
    at = text.find(OPENING)
    while at >= 0:
        fence_end = _end_of(fences, at, len(text))
        if fence_end is not None:
            at = text.find(OPENING, fence_end)
            continue
        following = at + len(OPENING)
        if not spans.holds(at):
            try:
                following = _comment_end(source, at)
                yield at, following, ""
            except PlacedError as error:
                yield at, min(at + LONGEST_BAD, source.line_end(at)), error.message
        at = text.find(OPENING, following)


def _end_of(spans: list[tuple[int, int]], offset: int, last: int) -> int | None:
    """Where the span ends that holds this place, None when none does; spans are in order."""
    # No span ends beyond `last`, so this finds the last one that begins here or before.
    k = bisect_right(spans, (offset, last)) - 1
    if k < 0 or offset >= spans[k][1]:
        return None
    return spans[k][1]


def _with_number(source: Source, mark: Mark, form: Markdown) -> Mark:
    place = number_before(source, mark.start, form)
    return replace(mark, number=place.span, unclear=place.unclear)


def _comment_end(source: Source, at: int) -> int:
    """Where the comment that begins here ends, after its `-->`."""
    end = source.text.find(CLOSING, at + len(OPENING))
    is_closed = end >= 0
    body = source.text[at + len(OPENING) : end if is_closed else len(source.text)]
    marked, named = is_mark(body.strip()), NAME in body.lower()
    holds_another = OPENING in body
    if (named and not is_closed) or (marked and (holds_another or not is_closed)):
        raise source.error(at, f"unclosed mark: expected --> after {shown(body.lstrip()[:40])}")
    if named and holds_another:
        raise source.error(at, "a mark within another comment: expected --> before it")
    return end + len(CLOSING) if is_closed else len(source.text)


def fenced(source: Source) -> list[tuple[int, int]]:
    """Where fenced code stands, by CommonMark: it ends with its fence, quotation or item."""
    # Most documents have no fence and need not be read line by line.
    if not FENCES.search(source.text):
        return []
    spans, opened, items, in_comment, blank = [], None, [0], False, True
    for start in source.starts:
        line = Line(source.text[start : source.line_end(start)])
        if opened and opened.holds(line):
            if opened.is_closed_by(line):
                spans.append((opened.start, source.line_end(start)))
                opened = None
            continue
        if opened:
            spans.append((opened.start, start))
            opened = None
        # A fence within a comment begins no code.
        in_comment = in_comment or line.text.startswith(OPENING)
        if in_comment:
            in_comment = CLOSING not in line.text
            continue
        items = _items_around(line, items, blank)
        blank = not line.text
        opened = _fence(start, line, items[-1])
    if opened is not None:
        _refuse_hidden_marks(source, opened)
        spans.append((opened.start, len(source.text)))
    return spans


def _refuse_hidden_marks(source: Source, opened: Fence) -> None:
    """Raise the complaint about code that is never closed and may hide marks."""
    if NAME in source.text[opened.start :]:
        raise source.error(
            opened.start,
            f"unclosed code: expected a line {opened.fence} before the end of the document",
        )


def _quotations(text: str, start: int) -> int:
    """How many quotations the line is in that begins here."""
    found = QUOTES.match(text[start : start + MOST_SIGNS])
    return found[0].count(">") if found else 0


class Line:
    """A line of Markdown: how many quotations it is in, how far its text is indented, the text,
    and the column where the text of an item begins with it, if it begins one.
    """

    def __init__(self, line: str) -> None:
        self.quotes = _quotations(line, 0)
        rest = QUOTES.sub("", line, count=1).expandtabs(4)
        self.text = rest.strip()
        self.indent = len(rest) - len(rest.lstrip())
        marker = ITEM.match(self.text)
        self.item = self.indent + marker.end() if marker else None
        self.inside = self.text[marker.end() :] if marker else self.text


def _items_around(line: Line, items: list[int], blank: bool) -> list[int]:
    """The columns of the items that hold this line, after a blank line or not; 0 for none."""
    if line.text and (blank or line.item is not None):
        # A line that is indented less ends the items beyond it, but not in the middle of a
        # paragraph, which may go on so.
        items = [0, *(column for column in items if 0 < column <= line.indent)]
    return items if line.item is None else [*items[-MOST_ITEMS:], line.item]


@dataclass(frozen=True)
class Fence:
    """A fence that opens code: where its line begins, its signs, the quotations around it, and the
    column of its item.
    """

    start: int
    fence: str
    quotes: int
    column: int

    def holds(self, line: Line) -> bool:
        """Whether the line is still within the quotation and the item of the fence."""
        return line.quotes >= self.quotes and (not line.text or line.indent >= self.column)

    def is_closed_by(self, line: Line) -> bool:
        """Whether the line is the fence that ends the code."""
        signs = set(line.text)
        return (
            signs == {self.fence[0]}
            and len(line.text) >= len(self.fence)
            # Indented by four more it would be a line of the code.
            and line.indent < self.column + 4
        )


def _fence(start: int, line: Line, column: int) -> Fence | None:
    """The fence that this line is, its item beginning at this column; None when it is none."""
    found = FENCE.match(line.inside)
    if found is None or ("`" in found[2] and found[1][0] == "`"):
        return None
    if line.item is None and line.indent >= column + 4:  # code by its indent
        return None
    return Fence(start, found[1], line.quotes, column)


class CodeSpans:
    """The code between backticks of a paragraph; the last paragraph asked about is kept."""

    def __init__(self, source: Source) -> None:
        self.source, self.end, self.spans = source, 0, [(0, 0)]
        self.start = 0

    def holds(self, offset: int) -> bool:
        """Whether this place is within code."""
        # Marks come in order, so the paragraph found last serves until they leave it.
        if not self.start <= offset < self.end:
            self.start, self.end = self._paragraph(offset)
            self.spans = list(_code_spans(self.source.text, self.start, self.end))
        return _end_of(self.spans, offset, len(self.source.text)) is not None

    def _paragraph(self, offset: int) -> tuple[int, int]:
        """Where the lines around this place begin and end that are one text."""
        starts = self.source.starts
        first = last = self.source.line(offset) - 1
        while first > 0 and self._goes_on(first - 1):
            first -= 1
        while last + 1 < len(starts) and self._goes_on(last):
            last += 1
        return starts[first], self.source.line_end(starts[last]) + 1

    def _goes_on(self, number: int) -> bool:
        """Whether the text of this line, counted from 0, goes on in the next."""
        text, (start, after) = self.source.text, self.source.starts[number : number + 2]
        deeper = _quotations(text, after) > _quotations(text, start)
        return not (deeper or ALONE.match(text, start) or APART.match(text, after))


def _code_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Pairs of runs of backticks of equal length; those within comments are none."""
    runs = [found.span() for found in BACKTICKS.finditer(text, start, end)]
    # Runs by their length, the nearest last: each is looked at once, where a search for the
    # partner of every run would be quadratic.
    places: dict[int, list[int]] = {}
    for k in range(len(runs) - 1, -1, -1):
        first, last = runs[k]
        places.setdefault(last - first, []).append(k)
    k, at = 0, start
    while k < len(runs):
        first, last = runs[k]
        at = _after_comments(text, at, first)
        if at > first:
            k += 1
            continue
        escaped = _is_escaped(text, start, first)  # its first backtick is text
        same = places.get(last - first - escaped, [])
        while same and same[-1] <= k:
            same.pop()
        if same:
            k = same[-1]
            at = runs[k][1]
            yield first, at
        k += 1


def _after_comments(text: str, at: int, place: int) -> int:
    """Where the comment ends that holds this place, or the place itself; none is open at `at`."""
    while True:
        opening = text.find(OPENING, at, place)
        if opening < 0:
            return place
        at = text.find(CLOSING, opening + len(OPENING)) + len(CLOSING)
        is_closed = at >= len(CLOSING)
        if not is_closed or at > place:
            return max(at, place)


def _is_escaped(text: str, start: int, at: int) -> bool:
    """Whether an odd number of backslashes stands directly before this place."""
    first = at
    while first > start and text[first - 1] == "\\":
        first -= 1
    return (at - first) % 2 == 1


# --- tables ---------------------------------------------------------------------------------------


def markdown_grid(source: Source, mark: Mark) -> Grid:
    """The pipe table after the mark: its heading row and its rows."""
    lines = _lines_from(source, source.line(mark.end))  # the lines after the mark's
    heading = next((line for line in lines if source.text[slice(*line)].strip()), None)
    delimiters = next(lines, None)
    if not _is_heading(source, heading, delimiters):
        raise source.error(
            mark.start,
            "expected a Markdown table after the mark: a heading row with |, then a row of ---",
        )
    assert heading is not None  # as `_is_heading` found
    below = takewhile(lambda line: "|" in source.text[slice(*line)], lines)
    return Grid(tuple(tuple(_cells(source, *line)) for line in chain([heading], below)))


Ends = tuple[int, int]  # where a line begins and ends


def _lines_from(source: Source, number: int) -> Iterator[Ends]:
    """The lines from this one on, numbered from 0."""
    for start in islice(source.starts, number, None):
        yield start, source.line_end(start)


def _is_heading(source: Source, heading: Ends | None, delimiters: Ends | None) -> bool:
    """Whether a pipe table begins with these two lines."""
    if heading is None or delimiters is None:
        return False
    has_bars = "|" in source.text[slice(*heading)]
    return has_bars and DELIMITERS.fullmatch(source.text[slice(*delimiters)]) is not None


def _cells(source: Source, start: int, end: int) -> Iterator[Cell]:
    """The cells between the bars of a row."""
    text = source.text
    bars = [found.start() for found in BAR.finditer(text, start, end) if found[0] == "|"]
    edges = [start - 1, *bars, end]
    # A bar at the beginning or the end of the row is optional, so no cell stands beyond it.
    if not text[start : edges[1]].strip(" \t>"):
        edges = edges[1:]
    if len(edges) > 2 and not text[edges[-2] + 1 : end].strip():
        edges = edges[:-1]
    for left, right in pairwise(edges):
        yield cell_at(text, left + 1, right)
