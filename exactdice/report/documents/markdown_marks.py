"""Marks in Markdown: HTML comments, `0,6489<!-- exactdice: QUERY -->`; those shown as code are no
marks. Marks above a code fence bind what a program printed into it:

    <!-- exactdice block: P(d,k) d=1..3 k=1..6 -->     the table that the fence below holds
    <!-- exactdice block: EP(5) at=2 -->               the number of its second line

Several such marks may stand above one fence.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, pairwise, takewhile

from ...exact.errors import ClaimsError, ExactDiceError
from ...exact.numbers import shown
from ..printed.markdown import MarkdownParts, Span, end_of_span, parts_of
from ..printed.numbers import UNPARTED, parse_printed
from ..printed.source import Source
from ..printed.typeset import Markdown
from .before_mark import place_before, with_sentence
from .bound_tables import indices_of
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
    read_mark,
)
from .notebooks import LINE, Output
from .outputs import SERIES_ENDS, printed_text, tables_in, with_all_decimals
from .printed_marks import AT, bound_in_order, unbound

OPENING, CLOSING = "<!--", "-->"
NEAR_TABLE = 300  # characters beside a table in which its caption is looked for
UNSEEN = "readers may see what is marked otherwise, or not at all: see the tags around it"
NAMES = re.compile("exactdice", re.IGNORECASE | re.ASCII)
BAR = re.compile(r"\\.|\|")  # or what is escaped, such as a bar that is text
MOST_OF_TABLE = 20_000  # characters of a table in HTML before a cell that are looked at
HTML_TAG = re.compile(r"<[^<>]{0,300}>")
# Below a heading; pandoc and kramdown take + between the columns too.
DELIMITERS = re.compile(r"[ \t>]*(?:\|[ \t]*)?:?-+:?(?:[ \t]*[|+][ \t]*:?-+:?)*(?:[ \t]*\|)?[ \t]*")


def markdown_marks(source: Source) -> Iterator[Mark]:
    """The marks of the document, in order, each claim with its number; a bad one says why."""
    marks = _marks(source)
    bound = _bound_to_fences(source, [mark for mark in marks if mark.head == "block"])
    yield from (bound.get(mark.start, mark) for mark in marks)


def _marks(source: Source) -> list[Mark]:
    """The same, those of a block as they are written."""
    form = Markdown(source)
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
            mark = _with_number(source, mark, form)
            last = end
        marks.append(mark)
    return marks


def _comments(source: Source) -> Iterator[tuple[int, int, str]]:
    """Where each comment stands that is not shown as code, and what is wrong when it is a mark that
    is never closed.
    """
    text = source.text
    parts = parts_with_closed_code(source)
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
    text = source.text
    start = at + len(OPENING)
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


def _with_number(source: Source, mark: Mark, form: Markdown) -> Mark:
    span, unclear = place_before(source, mark, form)
    in_cell = _whole_cell(source, mark) if unclear else None
    if unclear and not in_cell:
        return replace(mark, number=span, unclear=unclear)
    span = in_cell or span
    number = source.text[slice(*span)]
    at = span[0]
    unclear = ""
    in_percent = False
    if at < source.front_matter_end or form.parts.is_unseen(at):
        unclear = UNSEEN
    elif any(end_of_span(spans, at, len(source.text)) for spans in _struck_out(source)):
        unclear = "the number before the mark is struck out, so nobody claims it: remove the mark"
    else:
        heading = _heading_above(source, at)
        scaled = scaled_cell(number, heading, mark.query)
        beside = _beside(source, at, bool(heading))
        said = (scaled_by_label(number, one, mark.query) for one in beside)
        unclear = scaled or next(filter(None, said), "")
        in_percent = bool(scaled) and says_hundredths(heading)
    return replace(mark, number=span, unclear=unclear, in_percent=in_percent)


STRUCK = re.compile(r"(?<!\\)~~+|<(?P<tag>/?)(?:s|del|strike)>|\n[ \t\r]*\n", re.IGNORECASE)


@lru_cache(maxsize=2)  # each number asks for it
def _struck_out(source: Source) -> tuple[list[Span], list[Span]]:
    """What stands between ~~ and ~~ of a paragraph, and between <s> or <del> and its end."""
    in_strokes = []
    in_tags = []
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


def _whole_cell(source: Source, mark: Mark) -> Span | None:
    """The number that fills the cell of the mark, in a form such as `2:1` that is read in cells and
    not in running text; None where there is none.
    """
    is_row = source.line(mark.start) - 1 in _pipe_rows(source)
    if mark.words.get("kind") == "interval" or not is_row:
        return None
    for cell in _cells(source, source.line_start(mark.start)):
        start, end = cell.span
        if start < mark.start and end == mark.end:
            text = source.text[start : mark.start].rstrip()
            try:
                is_printed = parse_printed(text).spelling.fraction[1] not in UNPARTED
            except ClaimsError:
                return None
            return (start, start + len(text)) if is_printed else None
    return None


@lru_cache(maxsize=2)  # each number asks for it
def _pipe_rows(source: Source) -> dict[int, int]:
    """{the number of each line of a table of bars, from 0: that of its heading, -1 without one}."""
    rows = dict[int, int]()
    heading: int | None = None  # of the rows that go on here
    for number in range(len(source.starts)):
        text = _line(source, number)
        # Below the heading of two columns or more.
        if ("|" in text or "+" in text) and DELIMITERS.fullmatch(text):
            # What looks like it nearer to a row may be a rule between rows.
            if heading in (None, -1):
                heading = number - 1 if begins_table(source, number - 1) else -1
            rows.setdefault(number - 1, -1)
            rows[number] = heading
        elif heading is not None and "|" in text:
            rows[number] = heading
        else:
            heading = None
    return rows


def _heading_above(source: Source, at: int) -> str:
    """The heading of the column of a table in which this place stands, "" where none does."""
    row = source.line(at) - 1
    heading = _pipe_rows(source).get(row, -1)
    if heading < 0 or "|" not in _line(source, row):
        return ""
    heads = _cells(source, source.starts[heading])
    column = sum(cell.start <= at for cell in _cells(source, source.starts[row])) - 1
    return heads[column].text if 0 <= column < len(heads) else ""


def _beside(source: Source, at: int, is_in_row: bool) -> Iterator[str]:
    """What else may say a unit of the number here: the first cell of its row, and of a table in
    HTML all cells and the caption that stand before it.
    """
    if is_in_row:
        yield _cells(source, source.line_start(at))[0].text
    near = source.text[max(0, at - MOST_OF_TABLE) : at]
    _, opened, table = near.lower().rpartition("<table")
    if opened and "</table" not in table:
        yield from HTML_TAG.split(near[-len(table) :])


# --- tables ---------------------------------------------------------------------------------------


def markdown_grid(source: Source, mark: Mark) -> Grid:
    """The table after the mark, of bars, in HTML or in a code fence: its heading row and its
    rows.
    """
    if mark.table is not None:
        return mark.table
    html = html_grid(source, mark.end)
    if html is not None:
        return html
    below = range(source.line(mark.end), len(source.starts))  # the lines after the mark's
    heading = next((number for number in below if _line(source, number).strip()), -1)
    if not begins_table(source, heading):
        raise source.error(
            mark.start,
            "expected a Markdown table after the mark: a heading row with |, then a row of ---; or "
            "a <table> of HTML",
        )
    rest = takewhile(lambda number: "|" in _line(source, number), below[heading - below[0] + 2 :])
    rows = [tuple(_cells(source, source.starts[number])) for number in (heading, *rest)]
    # The lines above the mark and below the table, one of which may be its caption.
    before = source.text[max(0, mark.start - NEAR_TABLE) : mark.start]
    above = before.rstrip().rpartition("\n")[2]
    end = source.line_end(rows[-1][-1].start)
    after = source.text[end : end + NEAR_TABLE].lstrip().partition("\n")[0]
    return Grid(tuple(rows), caption=f"{above}. {after}".strip("# "))


def _line(source: Source, number: int) -> str:
    """The text of this line, numbered from 0."""
    start = source.starts[number]
    return source.text[start : source.line_end(start)]


def begins_table(source: Source, number: int) -> bool:
    """Whether a table of bars begins with this line, numbered from 0, and the next."""
    if not 0 <= number < len(source.starts) - 1 or "|" not in _line(source, number):
        return False
    return DELIMITERS.fullmatch(_line(source, number + 1)) is not None


def _cells(source: Source, start: int) -> list[Cell]:
    """The cells between the bars of the row that begins here."""
    text = source.text
    end = source.line_end(start)
    bars = [found.start() for found in BAR.finditer(text, start, end) if found[0] == "|"]
    edges = [start - 1, *bars, end]
    # A bar at the beginning or the end of the row is optional, so no cell stands beyond it.
    if not text[start : edges[1]].strip(" \t>"):
        edges = edges[1:]
    if len(edges) > 2 and not text[edges[-2] + 1 : end].strip():
        edges = edges[:-1]
    return [cell_at(text, left + 1, right) for left, right in pairwise(edges)]


# --- marks above a code fence ---------------------------------------------------------------------

# What is between the lines of a fence is read as the output of a notebook's cell is, or as rows of
# cells which two blanks, a tab or a bar part.
FURTHEST = 10_000  # characters between a mark and its fence
BARS = "|│┃║"
RULES = ("--", "==", "─", "━", "═")  # one of these stands in a line between rows,
OF_RULES = frozenset(f"-=+: \t{BARS}─━═┼╪╋├┤┌┬┐└┴┘╞╡╔╗╚╝╠╣╦╩╬")  # and these alone
BAR, GAP, BLANK = re.compile(rf"[{BARS}]"), re.compile(r"\t[ \t]*|[ ]{2,}"), re.compile(r"[ \t]+")
UNEVEN = "its rows have different numbers of cells"
NO_FENCE = "expected a code fence (```) right below the mark, which holds what was printed"
IN_QUOTATION = "a code fence in a quotation (>) cannot be bound: take it out of the quotation"
NOT_AS_WRITTEN = (
    "the fence shows numbers as Python's objects or without the decimals that numpy leaves out: "
    "write 3/8 for Fraction(3, 8), 1.00 for `1.  ` beside 0.25"
)


def _bound_to_fences(source: Source, marks: Sequence[Mark]) -> dict[int, Mark]:
    """{where a mark of a block stands: the mark with what it binds in the code fence below it}."""
    fences = parts_of(source).fences
    found = dict[int, Mark]()
    for fence, group in groupby(marks, lambda mark: _fence_below(source, mark, fences)):
        meant = [replace(mark, head=_head_meant(mark)) for mark in group]
        wrong = NO_FENCE
        if fence:
            # Between the two lines of the fence; one that is never closed holds its last line too.
            start = source.text.find("\n", fence[0]) + 1
            last = source.line_start(fence[1])
            is_closed = not source.text[last : fence[1]].strip("`~> \t\r")
            end = max(start, last if is_closed else fence[1])
            text = source.text[start:end]
            output = Output(start, end, tuple(_tables(text)))
            wrong = "" if with_all_decimals(printed_text(text)) == text else NOT_AS_WRITTEN
            if source.text[fence[0] : fence[1]].lstrip().startswith(">"):
                wrong = IN_QUOTATION
        if wrong:
            found |= {mark.start: unbound(mark, wrong) for mark in meant}
        else:
            found |= bound_in_order(source, meant, [output], "the fence")
    return found


def _head_meant(mark: Mark) -> str:
    """Whether the mark binds a table: where its words give labels, and it names no line."""
    if ":" in mark.words.get(AT, ""):
        return "number"
    try:
        indices_of(mark, {})
    except ExactDiceError:
        return "number"
    return "table"


def _fence_below(source: Source, mark: Mark, fences: Sequence[Span]) -> Span | None:
    """The fence that follows the mark, but for other comments; None where none does."""
    k = bisect_left(fences, (mark.end, 0))
    if k == len(fences) or fences[k][0] - mark.end > FURTHEST:
        return None
    between = without_comments(source.text[mark.end : fences[k][0]])
    return None if between.strip() else fences[k]


def without_comments(text: str) -> str:
    """The text without its comments, also one that is not closed in it."""
    first, *comments = text.split(OPENING)
    return first + "".join(comment.partition(CLOSING)[2] for comment in comments)


def _tables(text: str) -> list[Grid]:
    """The tables of the text: as rows of equally many cells where they are such, else as Python and
    its libraries print them.
    """
    found = list(_rows_of_cells(text)) if "[" not in text else []
    if found and all(len(set(map(len, table.rows))) == 1 for table in found):
        return found
    known = tables_in(text)
    for line in LINE.finditer(text) if known and found else ():
        within = (one.span[0] <= line.end() and line.start() < one.span[1] for one in known)
        said = line[0].strip()
        if not any(within) and GAP.search(said) and not _is_rule(said):
            # A line of several cells beside these tables, unless it ends a series, is a row too.
            is_end = SERIES_ENDS.fullmatch(said)
            return known if is_end else [replace(one, wrong=UNEVEN) for one in known]
    return known or found


def _rows_of_cells(text: str) -> Iterator[Grid]:
    """The tables whose rows are lines without an empty one among them, parted into cells; lines of
    one cell above and below are text.
    """
    for is_row, group in groupby(LINE.finditer(text), lambda line: bool(line[0].strip())):
        lines = [line.span() for line in group if is_row and not _is_rule(line[0])]
        rows = _parted(text, lines, GAP)
        if all(len(row) == 1 for row in rows):
            rows = _parted(text, lines, BLANK)
        held = [k for k, row in enumerate(rows) if len(row) > 1]
        rows = rows[held[0] : held[-1] + 1] if held else []
        if len(rows) > 1:
            # A heading may leave its corner empty, and then begins further right than the rows do.
            heading, *below = rows
            column = [cell.start - text.rfind("\n", 0, cell.start) for cell, *_ in rows]
            is_short = all(len(row) == len(heading) + 1 for row in below)
            if is_short and column[0] > max(column[1:]):
                heading.insert(0, Cell("", heading[0].start))
            yield Grid(tuple(map(tuple, rows)))


def _is_rule(line: str) -> bool:
    """Whether the line stands between rows and prints nothing."""
    return OF_RULES.issuperset(line) and any(rule in line for rule in RULES)


def _parted(text: str, lines: Sequence[Span], between: re.Pattern[str]) -> list[list[Cell]]:
    """The cells of each line, which bars part where it has some."""
    rows = []
    for start, end in lines:
        line = text[start:end]
        has_bars = BAR.search(line) is not None
        is_framed = has_bars and line.strip()[0] in BARS and line.strip()[-1] in BARS
        if is_framed or not has_bars:
            start += len(line) - len(line.lstrip()) + is_framed
            end -= len(line) - len(line.rstrip()) + is_framed
        parts = (BAR if has_bars else between).finditer(text, start, end)
        edges = [(start, start), *(part.span() for part in parts), (end, end)]
        rows.append([cell_at(text, left[1], right[0]) for left, right in pairwise(edges)])
    return rows
