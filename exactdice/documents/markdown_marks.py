"""Marks in Markdown: HTML comments, `0,6489<!-- exactdice: QUERY -->`; those shown as code are no
marks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

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
LONGEST_BAD = 80  # characters of a mark that is never closed
DELIMITERS = re.compile(r"[ \t>]*(?:\|[ \t]*)?:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*(?:[ \t]*\|)?[ \t]*")


def markdown_marks(source: Source) -> Iterator[Mark]:
    """The marks of the document, in order, each claim with its number; `ClaimsError` with the line
    for a bad one.
    """
    text, fences, last = source.text, fenced(source), -1
    spans, form = CodeSpans(source), Markdown(source)
    # From comment to comment and not by a pattern, so that the time stays linear in the text.
    at = text.find("<!--")
    while at >= 0:
        hidden = bisect_right(fences, (at, len(text))) - 1
        if hidden >= 0 and at < fences[hidden][1]:
            at = text.find("<!--", fences[hidden][1])
            continue
        if spans.holds(at):
            at = text.find("<!--", at + 4)
            continue
        try:
            end = _comment_end(source, at)
        except PlacedError as error:
            yield bad_mark(at, min(at + LONGEST_BAD, source.line_end(at)), error.message)
            at = text.find("<!--", at + 4)
            continue
        body = text[at + 4 : end - 3].strip()
        if is_mark(body):
            # Nothing but blanks after the last mark of a number: both would bind the same number.
            mark = read_mark(source, body, at, end)
            if mark.head == "claim" and last >= 0 and not text[last:at].strip():
                mark = bad_mark(at, end, TWO_MARKS)
            yield _with_number(source, mark, form) if mark.head == "claim" else mark
            last = end if mark.head == "claim" else last
        at = text.find("<!--", end)


def _with_number(source: Source, mark: Mark, form: Markdown) -> Mark:
    place = number_before(source, mark.start, form)
    return replace(mark, number=place.span, unclear=place.unclear)


def _comment_end(source: Source, at: int) -> int:
    """Where the comment that begins here ends, after its `-->`."""
    end = source.text.find("-->", at + 4)
    body = source.text[at + 4 : end if end >= 0 else len(source.text)]
    marked, named = is_mark(body.strip()), NAME in body.lower()
    if (end < 0 and (marked or named)) or (marked and "<!--" in body):
        raise source.error(at, f"unclosed mark: expected --> after {shown(body.lstrip()[:40])}")
    if "<!--" in body and named:
        raise source.error(at, "a mark within another comment: expected --> before it")
    return end + 3 if end >= 0 else len(source.text)


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
        in_comment = in_comment or line.text.startswith("<!--")
        if in_comment:
            in_comment = "-->" not in line.text
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
    if "exactdice" in source.text[opened.start :]:
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
        found = bisect_right(self.spans, (offset, len(self.source.text))) - 1
        return found >= 0 and offset < self.spans[found][1]

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
    runs = [(found.start(), found.end()) for found in re.compile("`+").finditer(text, start, end)]
    # Runs by their length, the nearest last: each is looked at once, where a search for the
    # partner of every run would be quadratic.
    places: dict[int, list[int]] = {}
    for k in range(len(runs) - 1, -1, -1):
        places.setdefault(runs[k][1] - runs[k][0], []).append(k)
    k, at = 0, start
    while k < len(runs):
        at = _after_comments(text, at, runs[k][0])
        if at > runs[k][0]:
            k += 1
            continue
        escaped = _is_escaped(text, start, runs[k][0])  # its first backtick is text
        same = places.get(runs[k][1] - runs[k][0] - escaped, [])
        while same and same[-1] <= k:
            same.pop()
        if same:
            yield runs[k][0], runs[same[-1]][1]
            k = same[-1]
            at = runs[k][1]
        k += 1


def _after_comments(text: str, at: int, place: int) -> int:
    """Where the comment ends that holds this place, or the place itself; none is open at `at`."""
    while (opening := text.find("<!--", at, place)) >= 0:
        at = text.find("-->", opening + 4) + 3
        if at < 3 or at > place:
            return max(at, place)
    return place


def _is_escaped(text: str, start: int, at: int) -> bool:
    """Whether an odd number of backslashes stands directly before this place."""
    first = at
    while first > start and text[first - 1] == "\\":
        first -= 1
    return (at - first) % 2 == 1


# --- tables ---------------------------------------------------------------------------------------


def markdown_grid(source: Source, mark: Mark) -> Grid:
    """The pipe table after the mark: its heading row and its rows."""
    starts = source.starts
    number = source.line(mark.end)  # the line after the mark's, counted from 0
    lines = [(start, source.line_end(start)) for start in starts[number : number + 2]]
    while lines and not source.text[slice(*lines[0])].strip() and number < len(starts) - 1:
        number += 1
        lines = [(start, source.line_end(start)) for start in starts[number : number + 2]]
    if (
        len(lines) < 2
        or "|" not in source.text[slice(*lines[0])]
        or not DELIMITERS.fullmatch(source.text[slice(*lines[1])])
    ):
        raise source.error(
            mark.start,
            "expected a Markdown table after the mark: a heading row with |, then a row of ---",
        )
    rows = [tuple(_cells(source, *lines[0]))]
    for row in range(number + 2, len(starts)):
        start, end = starts[row], source.line_end(starts[row])
        if "|" not in source.text[start:end]:
            break
        rows.append(tuple(_cells(source, start, end)))
    return Grid(tuple(rows))


def _cells(source: Source, start: int, end: int) -> Iterator[Cell]:
    """The cells between the bars of a row."""
    bars = [
        found.start()
        for found in re.compile(r"\\.|\|").finditer(source.text, start, end)
        if found[0] == "|"
    ]
    # An edge before the first cell and one after the last, which a row need not write as bars.
    edges = [start - 1, *bars, end]
    if not source.text[start : edges[1]].strip(" \t>"):
        edges = edges[1:]
    if len(edges) > 2 and not source.text[edges[-2] + 1 : end].strip():
        edges = edges[:-1]
    for left, right in pairwise(edges):
        yield cell_at(source.text, left + 1, right)
