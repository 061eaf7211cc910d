"""Marks in Markdown: HTML comments, `0,6489<!-- exactdice: QUERY -->`; those shown as code are no
marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice, pairwise, takewhile

from ...exact.errors import ClaimsError
from ...exact.numbers import shown
from ..printed.markdown import MarkdownParts, Span, end_of_span, parts_of
from ..printed.numbers import UNPARTED, parse_printed
from ..printed.source import Source
from ..printed.typeset import Markdown
from .before_mark import Place
from .fences import bound_to_fences
from .grids import Cell, Grid, cell_at
from .headings import says_hundredths, scaled_by_label, scaled_cell
from .html_tables import html_grid
from .marks import (
    NAME,
    TWO_MARKS,
    Mark,
    bad_mark,
    is_mark,
    is_meant,
    place_before,
    read_mark,
    with_sentence,
)
from .printed_marks import Bound

OPENING, CLOSING = "<!--", "-->"
NEAR_TABLE = 300  # characters beside a table in which its caption is looked for
UNSEEN = "readers may see what is marked otherwise, or not at all: see the tags around it"
BLOCK = re.compile(r"<!--\s*exactdice[ \t]+block[ \t]*:")
NAMES = re.compile("exactdice", re.IGNORECASE | re.ASCII)
BAR = re.compile(r"\\.|\|")  # or what is escaped, such as a bar that is text
MOST_OF_TABLE = 20_000  # characters of a table in HTML before a cell that are looked at
HTML_TAG = re.compile(r"<[^<>]{0,300}>")
# Below a heading; pandoc and kramdown take + between the columns too.
DELIMITERS = re.compile(r"[ \t>]*(?:\|[ \t]*)?:?-+:?(?:[ \t]*[|+][ \t]*:?-+:?)*(?:[ \t]*\|)?[ \t]*")


def markdown_marks(source: Source) -> Iterator[Mark]:
    """The marks of the document, in order, each claim with its number; a bad one says why."""
    for mark in _marks(source):
        yield _in_fences(source)[mark.start].mark if mark.head == "block" else mark


@lru_cache(maxsize=2)  # each table of a fence asks for it
def _in_fences(source: Source) -> dict[int, Bound]:
    """{where a mark of a block stands: what it binds in the code fence below it}."""
    marks = [mark for mark in _marks(source) if mark.head == "block"]
    return bound_to_fences(source, marks, parts_of(source).fences)


def _marks(source: Source) -> list[Mark]:
    """The same, those of a block as they are written."""
    form, headings = Markdown(source), _Headings(source)
    marks = []
    last = -1  # where the claim before ended
    for at, end, complaint in _comments(source):
        body = source.text[at + len(OPENING) : end - len(CLOSING)].strip()
        if complaint:
            marks.append(bad_mark(at, end, complaint))
            continue
        if not is_mark(body):
            continue
        mark = read_mark(source, body, at, end)
        if mark.head == "claim":
            mark = with_sentence(source, mark)
        elif mark.head == "table" and form.parts.is_unseen(at):
            mark = bad_mark(at, end, UNSEEN)
        elif mark.head == "number" and last >= 0 and not source.text[last:at].strip():
            # Nothing but blanks between the two: the number may be meant by either.
            if marks[-1].head == "number":
                marks[-1] = replace(marks[-1], unclear=TWO_MARKS)
            mark = bad_mark(at, end, TWO_MARKS)
        elif mark.head == "number":
            mark, last = _with_number(source, mark, form, headings), end
        marks.append(mark)
    return marks


def _comments(source: Source) -> Iterator[tuple[int, int, str]]:
    """Where each comment stands that is not shown as code, and what is wrong when it is a mark that
    is never closed.
    """
    text, parts = source.text, parts_with_closed_code(source)
    ends = dict(parts.comments)
    at = text.find(OPENING)
    while at >= 0:
        end = parts.end_of_code(at)
        if end is None:
            end = ends.get(at, at + len(OPENING))
            wrong = _wrong_with(source, at, ends.get(at))
            if wrong:
                yield at, source.line_end(at), wrong
            elif at in ends:
                yield at, end, ""
        at = text.find(OPENING, end)


def _wrong_with(source: Source, at: int, end: int | None) -> str:
    """What is wrong with the mark that begins here, "" where nothing is or it is no mark."""
    text, start = source.text, at + len(OPENING)
    last = source.line_end(at) if end is None else end
    inner = text.find(OPENING, start, last)
    stop = inner if inner >= 0 else last
    begins = text[start:stop].lstrip()
    is_closed = inner < 0 and CLOSING in text[start:last]
    if is_meant(begins) and (end is None or not is_closed):
        if is_closed:
            return f"Markdown prints this mark, got {shown(text[max(0, at - 1) : at + 40])}"
        return f"unclosed mark: expected --> after {shown(begins[:40])}"
    if end is not None and inner >= 0 and NAMES.search(text, inner, end):
        return "a mark within another comment: expected --> before it"
    return ""


def parts_with_closed_code(source: Source) -> MarkdownParts:
    """The parts of the document; raises the complaint about code that is never closed and may hide
    marks.
    """
    parts = parts_of(source)
    fence = parts.open_fence
    start = parts.fences[-1][0] if fence else 0
    if fence and NAME in source.text[start:]:
        wrong = f"unclosed code: expected a line {fence.markup} before the end of the document"
        raise source.error(start, wrong)
    return parts


def _with_number(source: Source, mark: Mark, form: Markdown, headings: _Headings) -> Mark:
    place = place_before(source, mark, form)
    if place.unclear:
        place = _whole_cell(source, mark) or place
    if place.unclear:
        return replace(mark, number=place.span, unclear=place.unclear)
    at, number = place.span[0], source.text[slice(*place.span)]
    if at < source.front_matter_end or form.parts.is_unseen(at):
        return replace(mark, number=place.span, unclear=UNSEEN)
    if any(end_of_span(spans, at, len(source.text)) for spans in _struck_out(source)):
        unclear = "the number before the mark is struck out, so nobody claims it: remove the mark"
        return replace(mark, number=place.span, unclear=unclear)
    heading = headings.above(at)
    scaled = scaled_cell(number, heading, mark.query)
    beside = (scaled_by_label(number, one, mark.query) for one in headings.beside(at))
    unclear = scaled or next(filter(None, beside), "")
    in_percent = bool(scaled) and says_hundredths(heading)
    return replace(mark, number=place.span, unclear=unclear, in_percent=in_percent)


STRUCK = re.compile(r"(?<!\\)~~+|<(?P<tag>/?)(?:s|del|strike)>|\n[ \t\r]*\n", re.IGNORECASE)


@lru_cache(maxsize=2)  # each number asks for it
def _struck_out(source: Source) -> tuple[list[Span], list[Span]]:
    """What stands between ~~ and ~~ of a paragraph, and between <s> or <del> and its end."""
    in_strokes, in_tags = [], []
    stroke: int | None = None
    tag: int | None = None
    for found in STRUCK.finditer(source.text):
        if found["tag"] is None:
            is_stroke = found[0][0] == "~"
            if is_stroke and stroke is not None:
                in_strokes.append((stroke, found.start()))
            stroke = found.end() if is_stroke and stroke is None else None
        elif not found["tag"]:
            tag = found.end() if tag is None else tag
        elif tag is not None:
            in_tags.append((tag, found.start()))
            tag = None
    return in_strokes, in_tags if tag is None else [*in_tags, (tag, len(source.text))]


def _whole_cell(source: Source, mark: Mark) -> Place | None:
    """The number that fills the cell of the mark, in a form such as `2:1` that is read in cells and
    not in running text; None where there is none.
    """
    is_row = source.line(mark.start) - 1 in _pipe_rows(source)
    if mark.words.get("kind") == "interval" or not is_row:
        return None
    for cell in _cells_of(source, source.line_start(mark.start)):
        start, end = cell.span
        if start < mark.start and end == mark.end:
            text = source.text[start : mark.start].rstrip()
            try:
                is_printed = parse_printed(text).spelling.fraction[1] not in UNPARTED
            except ClaimsError:
                return None
            return Place((start, start + len(text))) if is_printed else None
    return None


@lru_cache(maxsize=2)  # each number asks for it
def _pipe_rows(source: Source) -> dict[int, int]:
    """{the number of each line of a table of bars, from 0: that of its heading, -1 without one}."""
    rows = dict[int, int]()
    heading: int | None = None  # of the rows that go on here
    above: Span | None = None
    for number, start in enumerate(source.starts):
        line = (start, source.line_end(start))
        text = source.text[slice(*line)].rstrip("\r")
        # Below the heading of two columns or more.
        if ("|" in text or "+" in text) and DELIMITERS.fullmatch(text):
            # What looks like it nearer to a row may be a rule between rows.
            if heading in (None, -1):
                heading = number - 1 if _is_heading(source, above, line) else -1
            rows.setdefault(number - 1, -1)
            rows[number] = heading
        elif heading is not None and "|" in text:
            rows[number] = heading
        else:
            heading = None
        above = line
    return rows


class _Headings:
    """The headings above marked cells; marks come in order, so those asked about last are kept."""

    def __init__(self, source: Source) -> None:
        self.source, self.last, self.heads = source, -1, list[str]()

    def above(self, at: int) -> str:
        """The heading of the column of a table in which this place stands, "" where none does."""
        source, row = self.source, self.source.line(at) - 1
        heading = _pipe_rows(source).get(row, -1)
        if heading < 0 or "|" not in source.text[source.starts[row] : source.line_end(at)]:
            return ""
        if heading != self.last:
            self.heads = [cell.text for cell in _cells_of(source, source.starts[heading])]
            self.last = heading
        column = sum(cell.start <= at for cell in _cells_of(source, source.starts[row])) - 1
        return self.heads[column] if 0 <= column < len(self.heads) else ""

    def beside(self, at: int) -> Iterator[str]:
        """What else may say a unit of the number here: the first cell of its row, and of a table
        in HTML all cells and the caption that stand before it.
        """
        source, start = self.source, self.source.line_start(at)
        if self.above(at):
            yield next(_cells(source, start, source.line_end(start))).text
        near = source.text[max(0, at - MOST_OF_TABLE) : at]
        _, opened, table = near.lower().rpartition("<table")
        if opened and "</table" not in table:
            yield from HTML_TAG.split(near[-len(table) :])


def _cells_of(source: Source, start: int) -> list[Cell]:
    return list(_cells(source, start, source.line_end(start)))


# --- tables ---------------------------------------------------------------------------------------


def markdown_grid(source: Source, mark: Mark) -> Grid:
    """The table after the mark, of bars, in HTML or in a code fence: its heading row and its
    rows.
    """
    if BLOCK.match(source.text, mark.start):
        table = _in_fences(source)[mark.start].table
        assert table is not None  # as the mark is that of a table
        return table
    html = html_grid(source, mark.end)
    if html is not None:
        return html
    # The lines after the mark's.
    below = islice(source.starts, source.line(mark.end), None)
    lines = ((start, source.line_end(start)) for start in below)
    heading = next((line for line in lines if source.text[slice(*line)].strip()), None)
    delimiters = next(lines, None)
    if heading is None or not _is_heading(source, heading, delimiters):
        raise source.error(
            mark.start,
            "expected a Markdown table after the mark: a heading row with |, then a row of ---; or "
            "a <table> of HTML",
        )
    rest = takewhile(lambda line: "|" in source.text[slice(*line)], lines)
    rows = [tuple(_cells(source, *line)) for line in chain([heading], rest)]
    # The lines above the mark and below the table, one of which may be its caption.
    before = source.text[max(0, mark.start - NEAR_TABLE) : mark.start]
    above = before.rstrip().rpartition("\n")[2]
    end = source.line_end(rows[-1][-1].start)
    after = source.text[end : end + NEAR_TABLE].lstrip().partition("\n")[0]
    return Grid(tuple(rows), caption=f"{above}. {after}".strip("# "))


def _is_heading(source: Source, heading: Span | None, delimiters: Span | None) -> bool:
    """Whether a pipe table begins with these two lines."""
    if heading is None or delimiters is None:
        return False
    has_bars = "|" in source.text[slice(*heading)]
    below = source.text[slice(*delimiters)].rstrip("\r")
    return has_bars and DELIMITERS.fullmatch(below) is not None


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
