"""Marks in Markdown: HTML comments, `0,6489<!-- exactdice: QUERY -->`; those shown as code are no
marks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from ..errors import PlacedError
from ..exact import shown
from ..printed.source import Source
from ..printed.typeset import Markdown
from .before_mark import number_before
from .grids import Cell, Grid, cell_at
from .marks import NAME, TWO_MARKS, Mark, bad_mark, is_mark, read_mark

FENCE = re.compile(r"^[ \t>]*((?:[-*+]|\d{1,9}[.)])[ \t]+)?(```+|~~~+)([^\n]*)", re.MULTILINE)
LONGEST_BAD = 80  # characters of a mark that is never closed
DELIMITERS = re.compile(r"[ \t>]*(?:\|[ \t]*)?:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*(?:[ \t]*\|)?[ \t]*")


def markdown_marks(source: Source) -> Iterator[Mark]:
    """The marks of the document, in order, each claim with its number; `ClaimsError` with the line
    for a bad one.
    """
    text, fences, last = source.text, fenced(source), -1
    spans, form = CodeSpans(source), Markdown(source)
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
    """Where fenced code stands."""
    spans, opened = [], None
    for found in FENCE.finditer(source.text):
        item, fence, rest = found[1], found[2], found[3].strip()
        if opened is None:
            opened = (found.start(), fence) if "`" not in rest or fence[0] == "~" else None
        elif fence[0] == opened[1][0] and len(fence) >= len(opened[1]) and not rest and not item:
            spans.append((opened[0], found.end()))
            opened = None
    if opened is not None:
        if "exactdice" in source.text[opened[0] :]:
            raise source.error(
                opened[0],
                f"unclosed code: expected a line {opened[1]} before the end of the document",
            )
        spans.append((opened[0], len(source.text)))
    return spans


class CodeSpans:
    """The code between backticks on a line; the last line asked about is kept."""

    def __init__(self, source: Source) -> None:
        self.source, self.line, self.spans = source, -1, [(0, 0)]

    def holds(self, offset: int) -> bool:
        """Whether this place is within code."""
        line = self.source.line_start(offset)
        if line != self.line:
            self.line, self.spans = (
                line,
                list(_code_spans(self.source.text, line, self.source.line_end(offset))),
            )
        found = bisect_right(self.spans, (offset, len(self.source.text))) - 1
        return found >= 0 and offset < self.spans[found][1]


def _code_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Pairs of runs of backticks of equal length."""
    runs = [(found.start(), found.end()) for found in re.compile("`+").finditer(text, start, end)]
    places: dict[int, list[int]] = {}
    for k in range(len(runs) - 1, -1, -1):
        places.setdefault(runs[k][1] - runs[k][0], []).append(k)
    k = 0
    while k < len(runs):
        escaped = _is_escaped(text, start, runs[k][0])  # its first backtick is text
        same = places.get(runs[k][1] - runs[k][0] - escaped, [])
        while same and same[-1] <= k:
            same.pop()
        if same:
            yield runs[k][0], runs[same[-1]][1]
            k = same[-1]
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
    edges = [start - 1, *bars, end]
    if not source.text[start : edges[1]].strip(" \t>"):
        edges = edges[1:]
    if len(edges) > 2 and not source.text[edges[-2] + 1 : end].strip():
        edges = edges[:-1]
    for left, right in pairwise(edges):
        yield cell_at(source.text, left + 1, right)
