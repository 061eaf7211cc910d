"""Marks above a code fence of Markdown, which bind what a programme printed into it.

    <!-- exactdice block: P(d,k) d=1..3 k=1..6 -->     the table that the fence below holds
    <!-- exactdice block: EP(5) at=2 -->               the number of its second line

Several such marks may stand above one fence. What is between its lines is read as the output of a
notebook's cell is, or as rows of cells which two blanks, a tab or a bar part.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from ...exact.errors import ExactDiceError
from ..printed.markdown import Span
from ..printed.source import Source
from .bound_tables import indices_of
from .grids import Cell, cell_at
from .marks import Mark
from .notebooks import Output
from .outputs import SERIES_ENDS, PrintedTable, printed_text, tables_in, with_all_decimals
from .printed_marks import AT, Bound, bound_in_order, unbound

FURTHEST = 10_000  # characters between a mark and its fence
BARS = "|│┃║"
RULES = ("--", "==", "─", "━", "═")  # one of these stands in a line between rows,
OF_RULES = frozenset(f"-=+: \t{BARS}─━═┼╪╋├┤┌┬┐└┴┘╞╡╔╗╚╝╠╣╦╩╬")  # and these alone
BAR, GAP, BLANK = re.compile(rf"[{BARS}]"), re.compile(r"\t[ \t]*|[ ]{2,}"), re.compile(r"[ \t]+")
LINE = re.compile(r"[^\r\n]+")
UNEVEN = "its rows have different numbers of cells"
NO_FENCE = "expected a code fence (```) right below the mark, which holds what was printed"
IN_QUOTATION = "a code fence in a quotation (>) cannot be bound: take it out of the quotation"
NOT_AS_WRITTEN = (
    "the fence shows numbers as Python's objects or without the decimals that numpy leaves out: "
    "write 3/8 for Fraction(3, 8), 1.00 for `1.  ` beside 0.25"
)


def bound_to_fences(
    source: Source, marks: Sequence[Mark], fences: Sequence[Span]
) -> dict[int, Bound]:
    """{where a mark of a block stands: what it binds in the fence below it}."""
    found: dict[int, Bound] = {}
    for fence, group in groupby(marks, lambda mark: _fence_below(source, mark, fences)):
        meant = [replace(mark, head=_head_meant(mark)) for mark in group]
        wrong, output = NO_FENCE, None
        if fence:
            # Between the two lines of the fence; one that is never closed holds its last line too.
            start, last = source.text.find("\n", fence[0]) + 1, source.line_start(fence[1])
            is_closed = not source.text[last : fence[1]].strip("`~> \t\r")
            end = max(start, last if is_closed else fence[1])
            text = source.text[start:end]
            output = Output(start, end, tuple(_tables(text)))
            wrong = "" if with_all_decimals(printed_text(text)) == text else NOT_AS_WRITTEN
            if source.text[fence[0] : fence[1]].lstrip().startswith(">"):
                wrong = IN_QUOTATION
        if output is None or wrong:
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
    first, *comments = source.text[mark.end : fences[k][0]].split("<!--")
    between = first + "".join(comment.partition("-->")[2] for comment in comments)
    return None if between.strip() else fences[k]


def _tables(text: str) -> list[PrintedTable]:
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


def _rows_of_cells(text: str) -> Iterator[PrintedTable]:
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
            yield PrintedTable(tuple(map(tuple, rows)))


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
