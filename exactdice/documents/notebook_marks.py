"""Marks in notebooks: in Markdown cells as in Markdown, in code cells comments, which bind what the
code printed.

    EP[5]     # exactdice: EP(5)                      the number that the cell prints
    table     # exactdice table: P(d,k) d=1..3 k=1..6   the table that it shows

The marks of a cell bind its numbers in order: all of them where they are as many, else one of each
line, that which stands alone there or ends it. `at=2` names the line, `at=2:1` the number of it,
of a table which one it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..errors import PlacedError
from ..exact import shown
from ..printed.source import Source
from ..printed.typeset import Markdown
from .grids import Cell, Grid
from .markdown_marks import markdown_grid, markdown_marks
from .marks import Mark, bad_mark, is_mark, place_before, read_mark
from .notebooks import CellKind, Notebook, NotebookCell
from .outputs import PrintedTable, numbers_in

AT = "at"
MOST_MARKS = 200  # of a cell of code
PLACE = re.compile(r"(\d{1,6})(?::(\d{1,6}))?", re.ASCII)
ENDS_A_LINE = " \t,;.)]}"  # behind the number of a line
SIGN = re.compile(r'\\.|"""|\'\'\'|["\'#\n]', re.DOTALL)  # that begins or ends a text or a comment
OPENING = frozenset(["#", '"', "'", '"""', "'''"])
NOTE = "it is printed by code, so no patch corrects it: correct the code and run the notebook again"
NO_OUTPUT = (
    "the cell has no output: run the notebook and save it, as `jupyter nbconvert --execute "
    "--to notebook --inplace` does"
)
IN_RAW = "a mark in a raw cell binds nothing: write it in a Markdown cell, or as a comment in code"
IN_CODE = (
    "a mark in code binds the number or the table that is printed, as in `# exactdice: EP(5)` or "
    "`# exactdice table: EP(d) d=1..6`; a sentence stands in a Markdown cell"
)


@dataclass(frozen=True)
class Bound:
    """A mark of a code cell, and the table where it binds one."""

    mark: Mark
    table: Grid | None = None


def notebook_marks(source: Source) -> Iterator[Mark]:
    """The marks of the notebook, in order."""
    assert isinstance(source, Notebook)  # as `document_from` opens it
    for cell in source.cells:
        if _is_code(cell):
            yield from (bound.mark for bound in _bound_in(source, cell))
        else:
            yield from _marks_of_prose(source, cell)


def notebook_grid(source: Source, mark: Mark) -> Grid:
    """The table that the mark binds: the one after it in Markdown, in code one that is printed."""
    assert isinstance(source, Notebook)
    cell = source.cell(mark.start)
    if not _is_code(cell):
        return _grid_of_prose(source, cell, mark)
    (table,) = (
        bound.table
        for bound in _bound_in(source, cell)
        if bound.table is not None and bound.mark.start == mark.start
    )
    return table


def _is_code(cell: NotebookCell) -> bool:
    return cell.kind == CellKind.CODE and cell.prose == cell.end


# --- Markdown cells -------------------------------------------------------------------------------


def _marks_of_prose(source: Notebook, cell: NotebookCell) -> Iterator[Mark]:
    """The marks of the cell's Markdown, which ends with the cell whatever is left open there."""
    start = cell.start if cell.kind == CellKind.RAW else cell.prose
    text = Source(source.path, source.text[start : cell.end])
    try:
        for mark in markdown_marks(text):
            moved = _moved(mark, start)
            is_raw = cell.kind == CellKind.RAW
            yield bad_mark(moved.start, moved.end, IN_RAW) if is_raw else moved
    except PlacedError as error:
        raise source.error(start + text.starts[error.line - 1], error.message) from error


def _moved(mark: Mark, by: int) -> Mark:
    """The same mark further on in the text."""
    number = mark.number and (mark.number[0] + by, mark.number[1] + by)
    return replace(mark, start=mark.start + by, end=mark.end + by, number=number)


def _grid_of_prose(source: Notebook, cell: NotebookCell, mark: Mark) -> Grid:
    text = Source(source.path, source.text[cell.prose : cell.end])
    try:
        found = markdown_grid(text, _moved(mark, -cell.prose))
    except PlacedError as error:
        at = cell.prose + text.starts[error.line - 1]
        raise source.error(at, error.message) from error
    return Grid(_placed(found.rows, cell.prose), found.either_mark)


def _placed(rows: Sequence[Sequence[Cell]], by: int) -> tuple[tuple[Cell, ...], ...]:
    """The cells further on in the text."""
    return tuple(tuple(_cell_moved(cell, by) for cell in row) for row in rows)


def _cell_moved(cell: Cell, by: int) -> Cell:
    return Cell(cell.text, cell.start + by)


# --- code cells -----------------------------------------------------------------------------------


def _bound_in(source: Notebook, cell: NotebookCell) -> list[Bound]:
    """The marks in the comments of a code cell, each with what it binds."""
    marks = list(_comments(source, cell))
    binding = [mark for mark in marks if mark.head in ("number", "table")]
    wrong = _why_nothing(cell, len(binding))
    if wrong:
        found = {mark.start: _unbound(mark, wrong) for mark in binding}
    else:
        tables = [mark for mark in binding if mark.head == "table"]
        numbers = [mark for mark in binding if mark.head == "number"]
        found = _with_tables(cell, tables)
        bound = [one.table for one in found.values() if one.table]
        found |= _with_numbers(source, cell, numbers, bound)
    others = {mark.start: Bound(_refused_in_code(mark)) for mark in marks}
    return list({**others, **found}.values())


def _why_nothing(cell: NotebookCell, count: int) -> str:
    if count > MOST_MARKS:
        return f"a cell of code must have at most {MOST_MARKS} marks, got {count}"
    if cell.failed:
        return f"the code of the cell ended in {shown(cell.failed)}: correct it and run it again"
    return "" if cell.outputs else NO_OUTPUT


def _comments(source: Notebook, cell: NotebookCell) -> Iterator[Mark]:
    """The comments of the cell that are meant as marks."""
    for start in _sharps(source.text, cell.start, cell.end):
        end = source.line_end(start)
        body = source.text[start:end].strip("# \t")
        if is_mark(body):
            yield read_mark(source, body, start, end)


def _sharps(text: str, start: int, end: int) -> Iterator[int]:
    """Where the comments of the code begin; a # within a text begins none."""
    opened = ""  # by which sign: a quote, or # for a comment
    for found in SIGN.finditer(text, start, end):
        sign = found[0]
        if not opened:
            if sign == "#":
                yield found.start()
            opened = sign if sign in OPENING else ""
        elif sign == "\n":
            opened = opened if len(opened) == 3 else ""
        elif opened != "#" and sign.startswith(opened):
            opened = ""


def _refused_in_code(mark: Mark) -> Mark:
    is_right = mark.head in ("number", "table", "document", "unknown")
    return mark if is_right else bad_mark(mark.start, mark.end, IN_CODE)


def _unbound(mark: Mark, why: str) -> Bound:
    return Bound(bad_mark(mark.start, mark.end, why))


def _plain(mark: Mark) -> Mark:
    """The mark without what says where its number stands, and with a note for its finding."""
    words = {key: text for key, text in mark.words.items() if key != AT}
    return replace(mark, words={"note": NOTE, **words})


def _place_named(mark: Mark) -> tuple[int, int | None] | None:
    """(line or table, number) that the mark names; None where it is no place."""
    found = PLACE.fullmatch(mark.words[AT])
    if found is None:
        return None
    return int(found[1]), int(found[2]) if found[2] else None


# --- tables that are printed ----------------------------------------------------------------------


def _with_tables(cell: NotebookCell, marks: Sequence[Mark]) -> dict[int, Bound]:
    """{where the mark stands: the mark with its table}, in order as long as there are as many."""
    shown_here: list[Printed] = []
    for output in cell.outputs:
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
            found[mark.start] = _unbound(mark, _which_table(shown_here, len(marks)))
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


def _which_table(shown_here: Sequence[Printed], marks: int) -> str:
    # A table that is printed in parts looks like several.
    wrong = next((table.wrong for _, table in shown_here if table.wrong), "")
    return (
        f"the cell shows {len(shown_here)} tables and {marks} marks bind tables: expected as many, "
        "or at=2 in the mark for the second table"
    ) + (f"; of one {wrong}" if wrong else "")


def _with_table(mark: Mark, start: int, table: PrintedTable) -> Bound:
    if table.wrong:
        return _unbound(mark, f"the table cannot be read: {table.wrong}")
    plain = _plain(mark)
    words = {**table.usual, **plain.words}
    return Bound(replace(plain, words=words), Grid(_placed(table.rows, start)))


# --- numbers that are printed ---------------------------------------------------------------------

Span = tuple[int, int]


@dataclass(frozen=True)
class Line:
    """A line that the code printed, and where its numbers stand."""

    start: int
    end: int
    numbers: tuple[Span, ...]


def _with_numbers(
    source: Notebook, cell: NotebookCell, marks: Sequence[Mark], tables: Sequence[Grid]
) -> dict[int, Bound]:
    """{where the mark stands: the mark with its number}."""
    lines = _lines(source, cell, tables)
    found: dict[int, Bound] = {}
    taken: set[Span] = set()
    for mark in marks:
        if AT in mark.words:
            found[mark.start] = _named_number(source, mark, lines)
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
            found[mark.start] = _unbound(mark, _which_number(len(total), len(left), len(in_order)))
    return found


def _lines(source: Notebook, cell: NotebookCell, tables: Sequence[Grid]) -> list[Line]:
    """The lines of all outputs, those of bound tables without numbers."""
    bound = [(table.rows[0][0].start, table.rows[-1][-1].span[1]) for table in tables]
    lines: list[Line] = []
    for start, end in source.printed_lines(cell):
        spans = [
            (start + first, start + last) for first, last in numbers_in(source.text[start:end])
        ]
        outside = [span for span in spans if not any(low <= span[0] < high for low, high in bound)]
        lines.append(Line(start, end, tuple(outside)))
    return lines


def _without(line: Line, taken: set[Span]) -> Line:
    left = tuple(number for number in line.numbers if number not in taken)
    return replace(line, numbers=left)


def _which_number(numbers: int, lines: int, marks: int) -> str:
    return (
        f"the cell prints {numbers} numbers on {lines} lines and {marks} marks bind numbers: "
        "expected as many numbers or lines, or at=2 in the mark for the second line that is "
        "printed and at=2:1 for its first number"
    )


def _named_number(source: Notebook, mark: Mark, lines: Sequence[Line]) -> Bound:
    """The mark with the number of the line that it names."""
    named = _place_named(mark)
    if named is None:
        got = shown(mark.words[AT])
        return _unbound(mark, f"at must be a line, or a line and a number, as at=2:1, got {got}")
    if not 1 <= named[0] <= len(lines):
        came = f"{len(lines)} lines"
        return _unbound(
            mark, f"at={mark.words[AT]}: the cell prints {came}, empty ones not counted"
        )
    line = lines[named[0] - 1]
    if named[1] is None:
        return _of_line(source, mark, line)
    if not 1 <= named[1] <= len(line.numbers):
        return _unbound(mark, f"at={mark.words[AT]}: the line has {len(line.numbers)} numbers")
    return _bound(mark, line.numbers[named[1] - 1])


def _bound(mark: Mark, number: Span) -> Bound:
    return Bound(replace(_plain(mark), number=number))


def _of_line(source: Notebook, mark: Mark, line: Line) -> Bound:
    """The mark with the only number of the line, or with that which ends it."""
    text = source.text[line.start : line.end].rstrip(ENDS_A_LINE)
    alone = mark.words.get("kind") != "interval" and len(line.numbers) == 1
    end = line.numbers[0][1] - line.start if alone else len(text)
    here = Source(source.path, source.text[line.start : line.end])
    place = place_before(here, replace(mark, start=end), Markdown(here))
    first, last = place.span
    plain = replace(_plain(mark), number=(line.start + first, line.start + last))
    return Bound(replace(plain, unclear=place.unclear))
