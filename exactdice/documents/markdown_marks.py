"""Marks in Markdown: HTML comments, `0,6489<!-- exactdice: QUERY -->`; those shown as code are no
marks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice, pairwise, takewhile

from ..errors import ClaimsError, PlacedError
from ..exact import shown
from ..printed.numbers import UNPARTED, parse_printed
from ..printed.source import Ahead, Source
from ..printed.typeset import Markdown
from .before_mark import Place
from .fences import bound_to_fences
from .grids import Cell, Grid, cell_at
from .headings import says_hundredths, scaled_by_label, scaled_cell
from .html_tables import html_grid
from .markdown_blocks import Blocks, end_of_span
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
    return bound_to_fences(source, marks, blocks_of(source).fences)


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
        if not is_mark(body) or (_is_indented(source, at) and source.line(at) - 1 in form.code):
            continue
        mark = read_mark(source, body, at, end)
        if mark.head == "claim":
            yield with_sentence(source, mark)
        elif mark.head != "number":
            yield mark
        elif last >= 0 and not source.text[last:at].strip():
            # Nothing but blanks between the two: both would bind the same number.
            yield bad_mark(at, end, TWO_MARKS)
        else:
            yield _with_number(source, mark, form, headings)
            last = end


def _is_indented(source: Source, at: int) -> bool:
    """Whether the line may be code by its indent, perhaps within a list or a quotation."""
    line = source.text[source.line_start(at) : at]
    return "    " in line or "\t" in line


def _comments(source: Source) -> Iterator[tuple[int, int, str]]:
    """Where each comment stands that is not shown as code, and what is wrong when it is a mark that
    is never closed.
    """
    text, blocks, comments = source.text, blocks_of(source), _Comments(source)
    fences, spans = blocks.fences, CodeSpans(source, blocks)
    # From comment to comment and not by a pattern, so that the time stays linear in the text.
    at = text.find(OPENING)
    while at >= 0:
        fence_end = end_of_span(fences, at, len(text))
        if fence_end is not None:
            at = text.find(OPENING, fence_end)
            continue
        following = at + len(OPENING)
        if not spans.holds(at):
            try:
                following = comments.end(at)
                yield at, following, ""
            except PlacedError as error:
                yield at, min(at + LONGEST_BAD, source.line_end(at)), error.message
        at = text.find(OPENING, following)


def _with_number(source: Source, mark: Mark, form: Markdown, headings: _Headings) -> Mark:
    place = place_before(source, mark, form)
    if place.unclear:
        place = _whole_cell(source, mark) or place
    if place.unclear:
        return replace(mark, number=place.span, unclear=place.unclear)
    at, number = place.span[0], source.text[slice(*place.span)]
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


class _Comments:
    """Where comments end. They are asked about in order, so that what stands ahead is searched for
    once, however many of them are never closed.
    """

    def __init__(self, source: Source) -> None:
        self.source, self.text = source, source.text
        self.closings, self.openings = Ahead(self.text, CLOSINGS), Ahead(self.text, OPENINGS)
        self.names = Ahead(self.text, NAMES)

    def end(self, at: int) -> int:
        """Where the comment that begins here ends, after its `-->`."""
        start = at + len(OPENING)
        end = self.closings.after(start)
        is_closed = end < len(self.text)
        if not is_closed or self.openings.after(start) < end:
            self._refuse_mark(at, start, end, is_closed)
        return end + len(CLOSING) if is_closed else end

    def _refuse_mark(self, at: int, start: int, end: int, is_closed: bool) -> None:
        """Raise the complaint about a mark in this comment, which is open or holds another."""
        shows = SHOWING.search(self.text, start, end)
        first = shows.start() if shows else end
        named = self.names.after(start) < end
        if begins_as_mark(self.text, first, end) or (named and not is_closed):
            begins = shown(self.text[first : min(first + 40, end)])
            raise self.source.error(at, f"unclosed mark: expected --> after {begins}")
        if named:
            raise self.source.error(at, "a mark within another comment: expected --> before it")


def blocks_of(source: Source) -> Blocks:
    """The blocks of the document; raises the complaint about code that is never closed and may hide
    marks.
    """
    blocks = Blocks(source)
    if blocks.fence and NAME in source.text[blocks.fence_start :]:
        raise source.error(
            blocks.fence_start,
            f"unclosed code: expected a line {blocks.fence} before the end of the document",
        )
    return blocks


class CodeSpans:
    """The code between backticks of a text; the last text asked about is kept."""

    def __init__(self, source: Source, blocks: Blocks) -> None:
        self.source, self.blocks = source, blocks
        self.start, self.end, self.spans = 0, 0, [(0, 0)]

    def holds(self, offset: int) -> bool:
        """Whether this place is within code."""
        # Marks come in order, so the text found last serves until they leave it.
        if not self.start <= offset < self.end:
            self.start, self.end = self.blocks.text_around(offset)
            self.spans = list(_code_spans(self.source.text, self.start, self.end))
        return end_of_span(self.spans, offset, len(self.source.text)) is not None and (
            self._is_in_code_of_cell(offset)
        )

    def _is_in_code_of_cell(self, offset: int) -> bool:
        """Whether this place is within code of its cell, or in no row of a table."""
        text, start = self.source.text, self.source.line_start(offset)
        end = self.source.line_end(offset)
        bars = [found.start() for found in BAR.finditer(text, start, end) if found[0] == "|"]
        if not bars or not _is_row(self.source, start):
            return True
        k = bisect_right(bars, offset)
        first = bars[k - 1] + 1 if k else start
        last = bars[k] if k < len(bars) else end
        spans = list(_code_spans(text, first, last))
        return end_of_span(spans, offset, len(text)) is not None


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


def _code_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Pairs of runs of backticks of equal length; those within comments are none."""
    runs = [found.span() for found in BACKTICKS.finditer(text, start, end)]
    if not runs:
        return
    raws = [found.span() for found in RAW.finditer(text, start, end)][::-1]
    # Runs by their length, the nearest last: each is looked at once, where a search for the
    # partner of every run would be quadratic.
    places: dict[int, list[int]] = {}
    for k in range(len(runs) - 1, -1, -1):
        first, last = runs[k]
        places.setdefault(last - first, []).append(k)
    k, at, closings = 0, start, Ahead(text, CLOSINGS)
    while k < len(runs):
        first, last = runs[k]
        at = _after_comments(text, _after_raw(raws, at, first), first, closings)
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


def _after_raw(raws: list[tuple[int, int]], at: int, place: int) -> int:
    """Where the last of the tags ends that begin before the place and are no code; none is kept."""
    while raws and raws[-1][0] < place:
        begin, end = raws.pop()
        at = end if begin >= at else at
    return at


def _after_comments(text: str, at: int, place: int, closings: Ahead) -> int:
    """Where the comment ends that holds this place, or the place itself; none is open at `at`."""
    while at <= place:
        opening = text.find(OPENING, at, place)
        if opening < 0:
            return place
        closing = closings.after(opening + len(OPENING))
        if closing == len(text):  # it is never closed
            return place
        at = closing + len(CLOSING)
    return at


def _is_escaped(text: str, start: int, at: int) -> bool:
    """Whether an odd number of backslashes stands directly before this place."""
    first = at
    while first > start and text[first - 1] == "\\":
        first -= 1
    return (at - first) % 2 == 1


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
    return Grid(tuple(tuple(_cells(source, *line)) for line in rows))


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
