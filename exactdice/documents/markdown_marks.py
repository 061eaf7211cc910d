"""Marks in Markdown: HTML comments, as in `0,6489<!-- exactdice: QUERY -->`.

A comment that is shown as code, between fences or backticks, is no mark.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice, pairwise, takewhile

from ..exact import shown
from ..printed.source import Source
from ..printed.typeset import Markdown
from .before_mark import number_before
from .grids import Cell, Grid, cell_at
from .marks import NAME, Mark, is_mark, read_mark

FENCE = re.compile(r"^[ \t>]*((?:[-*+]|\d{1,9}[.)])[ \t]+)?(```+|~~~+)([^\n]*)", re.MULTILINE)
OPENING, CLOSING = "<!--", "-->"
BACKTICKS = re.compile("`+")
BAR = re.compile(r"\\.|\|")  # or what is escaped, such as a bar that is text
DELIMITERS = re.compile(r"[ \t>]*(?:\|[ \t]*)?:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*(?:[ \t]*\|)?[ \t]*")


def markdown_marks(source: Source) -> Iterator[Mark]:
    """The marks of the document, in order, each claim with its number.

    Raises `ClaimsError` with the line for a bad one.
    """
    form = Markdown(source)
    last = -1  # where the claim before ended
    for at, end in _comments(source):
        body = source.text[at + len(OPENING) : end - len(CLOSING)].strip()
        if not is_mark(body):
            continue
        mark = read_mark(source, body, at, end)
        if mark.head != "claim":
            yield mark
            continue
        if last >= 0 and not source.text[last:at].strip():
            raise source.error(at, "two marks on one number: a number can have one mark")
        yield _with_number(source, mark, form)
        last = end


def _comments(source: Source) -> Iterator[tuple[int, int]]:
    """Where each comment stands that is not shown as code."""
    text, fences, spans = source.text, fenced(source), CodeSpans(source)
    at = text.find(OPENING)
    while at >= 0:
        fence_end = _end_of(fences, at, len(text))
        if fence_end is not None:
            at = text.find(OPENING, fence_end)
        elif spans.holds(at):
            at = text.find(OPENING, at + len(OPENING))
        else:
            end = _comment_end(source, at)
            yield at, end
            at = text.find(OPENING, end)


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
    """Where fenced code stands; `ClaimsError` when code is never closed and may hide a mark."""
    spans = []
    opened: re.Match[str] | None = None
    for found in FENCE.finditer(source.text):
        if opened is None:
            opened = found if _opens(found) else None
        elif _closes(found, opened):
            spans.append((opened.start(), found.end()))
            opened = None
    if opened is not None:
        start = opened.start()
        if NAME in source.text[start:]:
            raise source.error(
                start, f"unclosed code: expected a line {opened[2]} before the end of the document"
            )
        spans.append((start, len(source.text)))
    return spans


def _opens(found: re.Match[str]) -> bool:
    """By CommonMark a line such as ```x``` is text with code in it, and opens no block."""
    return "`" not in found[3] or found[2][0] == "~"


def _closes(found: re.Match[str], opened: re.Match[str]) -> bool:
    """A block ends with a line of as many of the same sign or more, and nothing else."""
    same = found[2].startswith(opened[2])
    return same and not found[1] and not found[3].strip()


class CodeSpans:
    """The code between backticks on a line; the last line asked about is kept."""

    def __init__(self, source: Source) -> None:
        self.source, self.line, self.spans = source, -1, [(0, 0)]

    def holds(self, offset: int) -> bool:
        """Whether this place is within code."""
        line = self.source.line_start(offset)
        if line != self.line:
            self.line = line
            self.spans = list(_code_spans(self.source.text, line, self.source.line_end(offset)))
        return _end_of(self.spans, offset, len(self.source.text)) is not None


def _code_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Pairs of runs of backticks of equal length."""
    runs = [found.span() for found in BACKTICKS.finditer(text, start, end)]
    # The runs of each length, the first on top: each is taken off once, so that a line of many
    # runs costs no search for each of them.
    places: dict[int, list[int]] = {}
    for k in range(len(runs) - 1, -1, -1):
        first, last = runs[k]
        places.setdefault(last - first, []).append(k)
    k = 0
    while k < len(runs):
        first, last = runs[k]
        escaped = _is_escaped(text, start, first)  # its first backtick is text
        same = places.get(last - first - escaped, [])
        while same and same[-1] <= k:
            same.pop()
        if same:
            k = same[-1]
            yield first, runs[k][1]
        k += 1


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


Line = tuple[int, int]  # where it begins and ends


def _lines_from(source: Source, number: int) -> Iterator[Line]:
    """The lines from this one on, numbered from 0."""
    for start in islice(source.starts, number, None):
        yield start, source.line_end(start)


def _is_heading(source: Source, heading: Line | None, delimiters: Line | None) -> bool:
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
