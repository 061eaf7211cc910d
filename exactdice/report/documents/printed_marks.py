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

from ...exact.numbers import shown
from ..printed.beside import SIGN_WORDS, SIGNS, UNITS
from ..printed.markdown import Span
from ..printed.source import Source
from ..printed.typeset import Output as OfOutput
from .before_mark import place_before
from .grids import Cell, Rows
from .headings import says_unit
from .marks import Mark, bad_mark
from .notebooks import Output, printed_lines
from .outputs import numbers_in

AT = "at"
PLACE = re.compile(r"(\d{1,6})(?::(\d{1,6}))?", re.ASCII)
ENDS_A_LINE = " \t,;.)]}"  # behind the number of a line


@dataclass(frozen=True)
class Line:
    """A line that the code printed, and where its numbers stand."""

    start: int
    end: int
    numbers: tuple[Span, ...]


def bound_in_order(
    source: Source, marks: Sequence[Mark], outputs: Sequence[Output], where: str
) -> dict[int, Mark]:
    """{where a mark of a number or a table stands: what it binds of these outputs}; `where` names
    what printed them.
    """
    found = _with_tables(outputs, [mark for mark in marks if mark.head == "table"], where)
    bound = [mark.table.span for mark in found.values() if mark.table]
    # The lines of all outputs, those of bound tables without numbers.
    lines = []
    for start, end in printed_lines(source, outputs):
        places = ((start + a, start + b) for a, b in numbers_in(source.text[start:end]))
        outside = (one for one in places if not any(low <= one[0] < high for low, high in bound))
        lines.append(Line(start, end, tuple(outside)))
    numbered = [mark for mark in marks if mark.head == "number"]
    return found | _with_numbers(source, lines, numbered, where)


def unbound(mark: Mark, why: str) -> Mark:
    """The mark that binds nothing, and why."""
    return bad_mark(mark.start, mark.end, why)


def _plain(mark: Mark) -> Mark:
    """The mark without what says where its number stands."""
    return replace(mark, words={key: text for key, text in mark.words.items() if key != AT})


def placed(rows: Sequence[Sequence[Cell]], by: int) -> Rows:
    """The cells further on in the text."""
    return tuple(tuple(Cell(cell.text, cell.start + by) for cell in row) for row in rows)


def _with_tables(outputs: Sequence[Output], marks: Sequence[Mark], where: str) -> dict[int, Mark]:
    """{where the mark stands: the mark with its table}, in order as long as there are as many."""
    here = [(output.start, table) for output in outputs for table in output.tables]
    in_order = iter(here)
    are_as_many = sum(AT not in mark.words for mark in marks) == len(here)
    found = dict[int, Mark]()
    for mark in marks:
        chosen = next(in_order, None) if AT not in mark.words and are_as_many else None
        named = PLACE.fullmatch(mark.words.get(AT, ""))
        if named and not named[2] and 1 <= int(named[1]) <= len(here):
            chosen = here[int(named[1]) - 1]
        if chosen is None:
            # A table that is printed in parts looks like several.
            wrong = next((f"; of one {table.wrong}" for _, table in here if table.wrong), "")
            why = (
                f"{where} shows {len(here)} tables and {len(marks)} marks bind tables: expected as "
                "many, or at=2 in the mark for the second table"
            )
            found[mark.start] = unbound(mark, why + wrong)
            continue
        start, table = chosen
        if table.wrong:
            found[mark.start] = unbound(mark, f"the table cannot be read: {table.wrong}")
        else:
            plain = _plain(mark)
            grid = replace(table, rows=placed(table.rows, start))
            found[mark.start] = replace(plain, words={**table.usual, **plain.words}, table=grid)
    return found


def _with_numbers(
    source: Source, lines: Sequence[Line], marks: Sequence[Mark], where: str
) -> dict[int, Mark]:
    """{where the mark stands: the mark with its number}."""
    found = {
        mark.start: _named_number(source, mark, lines, where) for mark in marks if AT in mark.words
    }
    taken = {one.number for one in found.values()}
    in_order = [mark for mark in marks if AT not in mark.words]
    free = (
        replace(line, numbers=tuple(one for one in line.numbers if one not in taken))
        for line in lines
    )
    left = [line for line in free if line.numbers]
    total = [(line, number) for line in left for number in line.numbers]
    for k, mark in enumerate(in_order):
        if len(total) == len(in_order):
            line, number = total[k]
            alone = len(line.numbers) == 1
            found[mark.start] = _of_line(source, mark, line) if alone else _bound(mark, number)
        elif len(left) == len(in_order):
            found[mark.start] = _of_line(source, mark, left[k])
        else:
            why = (
                f"{where} prints {len(total)} numbers on {len(left)} lines and {len(in_order)} "
                "marks bind numbers: expected as many numbers or lines, or at=2 in the mark for "
                "the second line that is printed and at=2:1 for its first number"
            )
            found[mark.start] = unbound(mark, why)
    return found


def _named_number(source: Source, mark: Mark, lines: Sequence[Line], where: str) -> Mark:
    """The mark with the number of the line that it names."""
    said = mark.words[AT]
    named = PLACE.fullmatch(said)
    if named is None:
        got = shown(said)
        return unbound(mark, f"at must be a line, or a line and a number, as at=2:1, got {got}")
    if not 1 <= int(named[1]) <= len(lines):
        came = f"{len(lines)} lines"
        return unbound(mark, f"at={said}: {where} prints {came}, empty ones not counted")
    line = lines[int(named[1]) - 1]
    if named[2] is None:
        return _of_line(source, mark, line)
    if not 1 <= int(named[2]) <= len(line.numbers):
        return unbound(mark, f"at={said}: the line has {len(line.numbers)} numbers")
    return _bound(mark, line.numbers[int(named[2]) - 1])


def _bound(mark: Mark, number: Span) -> Mark:
    return replace(_plain(mark), number=number)


def _of_line(source: Source, mark: Mark, line: Line) -> Mark:
    """The mark with the only number of the line, or with that which ends it."""
    text = source.text[line.start : line.end].rstrip(ENDS_A_LINE)
    alone = mark.words.get("kind") != "interval" and len(line.numbers) == 1
    end = line.numbers[0][1] - line.start if alone else len(text)
    here = Source(source.path, source.text[line.start : line.end])
    (first, last), unclear = place_before(here, replace(mark, start=end), OfOutput(here))
    plain = replace(_plain(mark), number=(line.start + first, line.start + last))
    return replace(plain, unclear=unclear or _said_beside(source, line))


def _said_beside(source: Source, line: Line) -> str:
    """The complaint about a sign or a unit on the line above or below, "" where there is none."""

    def first_text(numbers: Iterable[int]) -> str:
        """The first of these lines, numbered from 0, that holds text, in small letters."""
        starts = (source.starts[number] for number in numbers)
        lines = (source.text[start : source.line_end(start)].strip().lower() for start in starts)
        return next(filter(None, lines), "")

    number = source.line(line.start) - 1
    above = first_text(range(number - 1, -1, -1))
    below = first_text(range(number + 1, len(source.starts)))
    is_said = above in SIGN_WORDS or (above and set(above) <= SIGNS) or says_unit(above)
    if is_said or below in UNITS or below.startswith(("%", "‰")):
        return f"the line beside the number may change it: {shown(above)}, then {shown(below)}"
    return ""
