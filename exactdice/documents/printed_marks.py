"""Marks that bind what code printed: numbers and tables of a plain text, in the outputs of a
notebook or between code fences.

The marks bind numbers in order: all of them where they are as many, else one of each line, that
which stands alone there or ends it. `at=2` names the line, `at=2:1` the number of it, of a table
which one it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..exact import shown
from ..printed.beside import SIGN_WORDS, SIGNS, UNITS
from ..printed.source import Source
from ..printed.typeset import Output as OfOutput
from .grids import Cell, Grid
from .headings import says_unit
from .marks import Mark, bad_mark, place_before
from .notebooks import Output, printed_lines
from .outputs import PrintedTable, numbers_in

AT = "at"
PLACE = re.compile(r"(\d{1,6})(?::(\d{1,6}))?", re.ASCII)
ENDS_A_LINE = " \t,;.)]}"  # behind the number of a line


@dataclass(frozen=True)
class Bound:
    """A mark of what is printed, and the table where it binds one."""

    mark: Mark
    table: Grid | None = None


def bound_in_order(
    source: Source, marks: Sequence[Mark], outputs: Sequence[Output], where: str
) -> dict[int, Bound]:
    """{where a mark of a number or a table stands: what it binds of these outputs}; `where` names
    what printed them.
    """
    found = _with_tables(outputs, [mark for mark in marks if mark.head == "table"], where)
    bound = [one.table for one in found.values() if one.table]
    lines = _lines(source, outputs, bound)
    return found | _with_numbers(
        source, lines, [mark for mark in marks if mark.head == "number"], where
    )


def unbound(mark: Mark, why: str) -> Bound:
    """The mark that binds nothing, and why."""
    return Bound(bad_mark(mark.start, mark.end, why))


def _plain(mark: Mark) -> Mark:
    """The mark without what says where its number stands."""
    return replace(mark, words={key: text for key, text in mark.words.items() if key != AT})


def placed(rows: Sequence[Sequence[Cell]], by: int) -> tuple[tuple[Cell, ...], ...]:
    """The cells further on in the text."""
    return tuple(tuple(Cell(cell.text, cell.start + by) for cell in row) for row in rows)


def _place_named(mark: Mark) -> tuple[int, int | None] | None:
    """(line or table, number) that the mark names; None where it is no place."""
    found = PLACE.fullmatch(mark.words[AT])
    if found is None:
        return None
    return int(found[1]), int(found[2]) if found[2] else None


# --- tables that are printed ----------------------------------------------------------------------


def _with_tables(outputs: Sequence[Output], marks: Sequence[Mark], where: str) -> dict[int, Bound]:
    """{where the mark stands: the mark with its table}, in order as long as there are as many."""
    shown_here: list[Printed] = []
    for output in outputs:
        shown_here += [(output.start, table) for table in output.tables]
    in_order = iter(range(len(shown_here)))
    unnamed = sum(AT not in mark.words for mark in marks)
    found: dict[int, Bound] = {}
    for mark in marks:
        if AT in mark.words:
            number = _table_named(mark, len(shown_here))
        else:
            number = next(in_order, None) if unnamed == len(shown_here) else None
        if number is None:
            found[mark.start] = unbound(mark, _which_table(where, shown_here, len(marks)))
        else:
            found[mark.start] = _with_table(mark, *shown_here[number])
    return found


def _table_named(mark: Mark, count: int) -> int | None:
    """Which of so many tables the mark names, from 0; None where it names none of them."""
    named = _place_named(mark)
    if named is None or named[1] is not None or not 1 <= named[0] <= count:
        return None
    return named[0] - 1


Printed = tuple[int, PrintedTable]  # a table, and where its output begins


def _which_table(where: str, shown_here: Sequence[Printed], marks: int) -> str:
    # A table that is printed in parts looks like several.
    wrong = next((table.wrong for _, table in shown_here if table.wrong), "")
    return (
        f"{where} shows {len(shown_here)} tables and {marks} marks bind tables: expected as many, "
        "or at=2 in the mark for the second table"
    ) + (f"; of one {wrong}" if wrong else "")


def _with_table(mark: Mark, start: int, table: PrintedTable) -> Bound:
    if table.wrong:
        return unbound(mark, f"the table cannot be read: {table.wrong}")
    plain = _plain(mark)
    words = {**table.usual, **plain.words}
    return Bound(replace(plain, words=words), Grid(placed(table.rows, start)))


# --- numbers that are printed ---------------------------------------------------------------------

Span = tuple[int, int]


@dataclass(frozen=True)
class Line:
    """A line that the code printed, and where its numbers stand."""

    start: int
    end: int
    numbers: tuple[Span, ...]


def _with_numbers(
    source: Source, lines: Sequence[Line], marks: Sequence[Mark], where: str
) -> dict[int, Bound]:
    """{where the mark stands: the mark with its number}."""
    found: dict[int, Bound] = {}
    taken: set[Span] = set()
    for mark in marks:
        if AT in mark.words:
            found[mark.start] = _named_number(source, mark, lines, where)
            taken.add(found[mark.start].mark.number or (0, 0))
    in_order = [mark for mark in marks if AT not in mark.words]
    left = [_without(line, taken) for line in lines]
    left = [line for line in left if line.numbers]
    total = [(line, number) for line in left for number in line.numbers]
    for k, mark in enumerate(in_order):
        if len(total) == len(in_order):
            line, number = total[k]
            alone = len(line.numbers) == 1
            found[mark.start] = _of_line(source, mark, line) if alone else _bound(mark, number)
        elif len(left) == len(in_order):
            found[mark.start] = _of_line(source, mark, left[k])
        else:
            found[mark.start] = unbound(
                mark, _which_number(where, len(total), len(left), len(in_order))
            )
    return found


def _lines(source: Source, outputs: Sequence[Output], tables: Sequence[Grid]) -> list[Line]:
    """The lines of all outputs, those of bound tables without numbers."""
    bound = [(table.rows[0][0].start, table.rows[-1][-1].span[1]) for table in tables]
    lines: list[Line] = []
    for start, end in printed_lines(source, outputs):
        spans = [
            (start + first, start + last) for first, last in numbers_in(source.text[start:end])
        ]
        outside = [span for span in spans if not any(low <= span[0] < high for low, high in bound)]
        lines.append(Line(start, end, tuple(outside)))
    return lines


def _without(line: Line, taken: set[Span]) -> Line:
    left = tuple(number for number in line.numbers if number not in taken)
    return replace(line, numbers=left)


def _which_number(where: str, numbers: int, lines: int, marks: int) -> str:
    return (
        f"{where} prints {numbers} numbers on {lines} lines and {marks} marks bind numbers: "
        "expected as many numbers or lines, or at=2 in the mark for the second line that is "
        "printed and at=2:1 for its first number"
    )


def _named_number(source: Source, mark: Mark, lines: Sequence[Line], where: str) -> Bound:
    """The mark with the number of the line that it names."""
    named = _place_named(mark)
    if named is None:
        got = shown(mark.words[AT])
        return unbound(mark, f"at must be a line, or a line and a number, as at=2:1, got {got}")
    if not 1 <= named[0] <= len(lines):
        came = f"{len(lines)} lines"
        return unbound(mark, f"at={mark.words[AT]}: {where} prints {came}, empty ones not counted")
    line = lines[named[0] - 1]
    if named[1] is None:
        return _of_line(source, mark, line)
    if not 1 <= named[1] <= len(line.numbers):
        return unbound(mark, f"at={mark.words[AT]}: the line has {len(line.numbers)} numbers")
    return _bound(mark, line.numbers[named[1] - 1])


def _bound(mark: Mark, number: Span) -> Bound:
    return Bound(replace(_plain(mark), number=number))


def _of_line(source: Source, mark: Mark, line: Line) -> Bound:
    """The mark with the only number of the line, or with that which ends it."""
    text = source.text[line.start : line.end].rstrip(ENDS_A_LINE)
    alone = mark.words.get("kind") != "interval" and len(line.numbers) == 1
    end = line.numbers[0][1] - line.start if alone else len(text)
    here = Source(source.path, source.text[line.start : line.end])
    place = place_before(here, replace(mark, start=end), OfOutput(here))
    first, last = place.span
    plain = replace(_plain(mark), number=(line.start + first, line.start + last))
    return Bound(replace(plain, unclear=place.unclear or _said_beside(source, line)))


def _first_text(source: Source, numbers: Iterable[int]) -> str:
    """The first of these lines, numbered from 0, that holds text, in small letters."""
    starts = (source.starts[number] for number in numbers)
    lines = (source.text[start : source.line_end(start)].strip().lower() for start in starts)
    return next(filter(None, lines), "")


def _said_beside(source: Source, line: Line) -> str:
    """The complaint about a sign or a unit on the line above or below, "" where there is none."""
    number = source.line(line.start) - 1
    above = _first_text(source, range(number - 1, -1, -1))
    below = _first_text(source, range(number + 1, len(source.starts)))
    is_said = above in SIGN_WORDS or (above and set(above) <= SIGNS) or says_unit(above)
    if is_said or below in UNITS or below.startswith(("%", "‰")):
        return f"the line beside the number may change it: {shown(above)}, then {shown(below)}"
    return ""
