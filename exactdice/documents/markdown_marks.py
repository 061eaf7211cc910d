"""Marks in Markdown: HTML comments, `0,6489<!-- exactdice: QUERY -->`; those shown as code are no
marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice, pairwise, takewhile

from ..errors import ClaimsError
from ..exact import shown
from ..printed.markdown import MarkdownParts, parts_of
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
    begins_as_mark,
    is_mark,
    place_before,
    read_mark,
    with_sentence,
)
from .printed_marks import Bound

OPENING, CLOSING = "<!--", "-->"
NEAR_TABLE = 300  # characters beside a table in which its caption is looked for
UNSEEN = "readers may see what is marked otherwise, or not at all: see the tags around it"
BLOCK = re.compile(r"<!--\s*exactdice[ \t]+block[ \t]*:")
SHOWING = re.compile(r"\S")
OPENINGS, CLOSINGS = re.compile("<!--"), re.compile("-->")
NAMES = re.compile("exactdice", re.IGNORECASE | re.ASCII)
BACKTICKS = re.compile("`+")
ATTRIBUTE = r"\s{1,9}[A-Za-z_:][\w:.-]{0,80}(?:\s{0,9}=\s{0,9}(?:\"[^\"]{0,500}\"|'[^']{0,500}'))?"
# A tag or an address, which holds its backticks when it begins before them.
RAW = re.compile(
    rf"(?<!\\)<(?:[A-Za-z][A-Za-z0-9-]{{0,40}}(?:{ATTRIBUTE}){{0,20}}\s{{0,9}}/?>"
    r"|[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{0,500}>|[^\s<>@]{1,80}@[A-Za-z0-9.-]{1,80}>)"
)
BAR = re.compile(r"\\.|\|")  # or what is escaped, such as a bar that is text
MOST_OF_TABLE = 20_000  # characters of a table in HTML before a cell that are looked at
HTML_TAG = re.compile(r"<[^<>]{0,300}>")
MOST_ROWS = 200  # above a row that are looked at
LONGEST_BAD = 80  # characters of a mark that is never closed
# Below a heading; pandoc and kramdown take + between the columns too.
DELIMITERS = re.compile(r"[ \t>]*(?:\|[ \t]*)?:?-+:?(?:[ \t]*[|+][ \t]*:?-+:?)*(?:[ \t]*\|)?[ \t]*")
# Between rows, as in kramdown. Without + and = it may be a row in which all numbers are missing.
RULE = re.compile(r"[ \t>]*\|(?=[^+=]*[+=])(?:-{3,}|={3,})(?:[|+](?:-{3,}|={3,}))*[|+]?[ \t]*")


def markdown_marks(source: Source) -> Iterator[Mark]:
    """The marks of the document, in order, each claim with its number; a bad one says why."""
    for mark in _marks(source):
        yield _in_fences(source)[mark.start].mark if mark.head == "block" else mark


@lru_cache(maxsize=2)  # each table of a fence asks for it
def _in_fences(source: Source) -> dict[int, Bound]:
    """{where a mark of a block stands: what it binds in the code fence below it}."""
    marks = [mark for mark in _marks(source) if mark.head == "block"]
    return bound_to_fences(source, marks, parts_of(source).fences)


def _marks(source: Source) -> Iterator[Mark]:
    """The same, those of a block as they are written."""
    held: Mark | None = None
    for mark in _one_by_one(source):
        if held and held.head == "number" and mark.unclear == TWO_MARKS:
            held = replace(held, unclear=TWO_MARKS)  # it may be meant by either
        if held:
            yield held
        held = mark
    if held:
        yield held


def _one_by_one(source: Source) -> Iterator[Mark]:
    """The same, where a mark after another on one number is bad, and the other is not."""
    form, headings = Markdown(source), _Headings(source)
    last = -1  # where the claim before ended
    for at, end, complaint in _comments(source):
        body = source.text[at + len(OPENING) : end - len(CLOSING)].strip()
        if complaint:
            yield bad_mark(at, end, complaint)
            continue
        if not is_mark(body):
            continue
        mark = read_mark(source, body, at, end)
        if mark.head == "claim":
            yield with_sentence(source, mark)
        elif mark.head != "number":
            unseen = mark.head == "table" and form.parts.is_unseen(at)
            yield bad_mark(at, end, UNSEEN) if unseen else mark
        elif last >= 0 and not source.text[last:at].strip():
            # Nothing but blanks between the two: both would bind the same number.
            yield bad_mark(at, end, TWO_MARKS)
        else:
            yield _with_number(source, mark, form, headings)
            last = end


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
                yield at, min(at + LONGEST_BAD, source.line_end(at)), wrong
            elif at in ends:
                yield at, end, ""
        at = text.find(OPENING, end)


def _wrong_with(source: Source, at: int, end: int | None) -> str:
    """What is wrong with the mark that begins here, "" where nothing is or it is no mark."""
    text, start = source.text, at + len(OPENING)
    last = source.line_end(at) if end is None else end
    inner = text.find(OPENING, start, last)
    stop = inner if inner >= 0 else last
    shows = SHOWING.search(text, start, stop)
    begins = text[shows.start() : stop] if shows else ""
    is_closed = inner < 0 and CLOSING in text[start:last]
    if begins_as_mark(text, stop - len(begins), stop) and (end is None or not is_closed):
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
    if _is_struck_out(source, at):
        unclear = "the number before the mark is struck out, so nobody claims it: remove the mark"
        return replace(mark, number=place.span, unclear=unclear)
    heading = headings.above(at)
    scaled = scaled_cell(number, heading, mark.query)
    beside = (scaled_by_label(number, one, mark.query) for one in headings.beside(at))
    unclear = scaled or next(filter(None, beside), "")
    in_percent = bool(scaled) and says_hundredths(heading)
    return replace(mark, number=place.span, unclear=unclear, in_percent=in_percent)


STRUCK = re.compile(r"(?<!\\)~~+|<(?P<tag>/?)(?:s|del|strike)>|\n[ \t\r]*\n", re.IGNORECASE)
MOST_STRUCK = 5000  # characters on either side in which strokes are looked for


def _is_struck_out(source: Source, at: int) -> bool:
    """Whether the number stands between ~~ and ~~ of its paragraph, or behind <s> or <del>."""
    text, is_open, in_tag = source.text, False, False
    for found in STRUCK.finditer(text, max(0, at - MOST_STRUCK), at):
        if found["tag"] is not None:
            in_tag = not found["tag"]
        else:
            is_open = found[0][0] == "~" and not is_open
    after = STRUCK.search(text, at, at + MOST_STRUCK)
    return in_tag or (is_open and after is not None and after[0][0] == "~")


def _whole_cell(source: Source, mark: Mark) -> Place | None:
    """The number that fills the cell of the mark, in a form such as `2:1` that is read in cells and
    not in running text; None where there is none.
    """
    if mark.words.get("kind") == "interval" or not _is_row(source, source.line_start(mark.start)):
        return None
    for cell in _cells_of(source, source.line_start(mark.start)):
        start, end = cell.span
        if start < mark.start and end == mark.end:
            text = source.text[start : mark.start].rstrip()
            return Place((start, start + len(text))) if _is_printed(text) else None
    return None


def _is_printed(text: str) -> bool:
    try:
        return parse_printed(text).spelling.fraction[1] not in UNPARTED
    except ClaimsError:
        return False


def _is_row(source: Source, start: int) -> bool:
    """Whether this line is a row of a table: a line of dashes follows it or stands above its
    rows.
    """
    number = source.line(start) - 1
    near = [number + 1, *range(number, max(number - MOST_ROWS, -1), -1)]
    for line in near:
        if line >= len(source.starts):
            continue
        text = source.text[source.starts[line] : source.line_end(source.starts[line])].rstrip("\r")
        if _is_delimiter(text):
            return True
        if line <= number and "|" not in text:
            return False
    return False


def _is_delimiter(line: str) -> bool:
    """Whether the line may stand below the heading of two columns or more."""
    return ("|" in line or "+" in line) and DELIMITERS.fullmatch(line) is not None


class _Headings:
    """The headings above marked cells; marks come in order, so the row asked about last is kept."""

    def __init__(self, source: Source) -> None:
        self.source, self.row, self.heads = source, -1, list[str]()

    def above(self, at: int) -> str:
        """The heading of the column of a table in which this place stands, "" where none does."""
        source, start = self.source, self.source.line_start(at)
        if "|" not in source.text[start : source.line_end(at)]:
            return ""
        row = source.line(at) - 1
        if row != self.row:
            self.heads, self.row = self._heads_above(row), row
        if not self.heads:
            return ""
        column = sum(cell.start <= at for cell in _cells_of(source, start)) - 1
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

    def _heads_above(self, row: int) -> list[str]:
        """The headings of the table of this row; none where it is in no table."""
        source, heads = self.source, list[str]()
        for line in range(row - 1, max(row - MOST_ROWS, 0), -1):
            if line == self.row:
                return self.heads
            start, above = source.starts[line], source.starts[line - 1]
            text = source.text[start : source.line_end(start)].rstrip("\r")
            # What looks like it nearer to the row may be a rule between rows.
            head = (above, source.line_end(above))
            if _is_delimiter(text) and _is_heading(source, head, (start, source.line_end(start))):
                heads = [cell.text for cell in _cells_of(source, above)]
            elif "|" not in text:
                break
        return heads


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
    lines = _lines_from(source, source.line(mark.end))  # the lines after the mark's
    heading = next((line for line in lines if source.text[slice(*line)].strip()), None)
    delimiters = next(lines, None)
    if _is_rule(source, heading) and not _is_heading(source, heading, delimiters):
        heading, delimiters = delimiters, next(lines, None)
    if not _is_heading(source, heading, delimiters):
        raise source.error(
            mark.start,
            "expected a Markdown table after the mark: a heading row with |, then a row of ---; or "
            "a <table> of HTML",
        )
    assert heading is not None  # as `_is_heading` found
    below = takewhile(lambda line: "|" in source.text[slice(*line)], lines)
    rows = (line for line in chain([heading], below) if not _is_rule(source, line))
    grid = Grid(tuple(tuple(_cells(source, *line)) for line in rows))
    return replace(grid, caption=_lines_beside(source, mark.start, grid))


def _lines_beside(source: Source, start: int, grid: Grid) -> str:
    """The lines above the mark and below the table, one of which may be its caption."""
    above = source.text[max(0, start - NEAR_TABLE) : start].rstrip().rpartition("\n")[2]
    end = source.line_end(grid.rows[-1][-1].start)
    below = source.text[end : end + NEAR_TABLE].lstrip().partition("\n")[0]
    return f"{above}. {below}".strip("# ")


Ends = tuple[int, int]  # where a line begins and ends


def _lines_from(source: Source, number: int) -> Iterator[Ends]:
    """The lines from this one on, numbered from 0."""
    for start in islice(source.starts, number, None):
        yield start, source.line_end(start)


def _is_heading(source: Source, heading: Ends | None, delimiters: Ends | None) -> bool:
    """Whether a pipe table begins with these two lines."""
    if heading is None or delimiters is None or _is_rule(source, heading):
        return False
    has_bars = "|" in source.text[slice(*heading)]
    below = source.text[slice(*delimiters)].rstrip("\r")
    return has_bars and DELIMITERS.fullmatch(below) is not None


def _is_rule(source: Source, line: Ends | None) -> bool:
    """Whether the line is one that kramdown draws between rows or above the heading."""
    return line is not None and RULE.fullmatch(source.text[slice(*line)].rstrip("\r")) is not None


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
