"""Tables recognised by their shape: where they stand, their headings, labels and numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, product

from ..documents.csv_marks import csv_grid
from ..documents.documents import LATEX
from ..documents.grids import Cell, Grid, cell_at
from ..documents.latex_tables import TABULAR, latex_grid
from ..documents.markdown_marks import DELIMITERS, markdown_grid, parts_with_closed_code
from ..documents.marks import Mark
from ..documents.uncovered import VERBATIM
from ..errors import ClaimsError
from ..printed.numbers import Printed, is_empty_cell
from ..printed.source import Source
from .numbers import read_cell

MOST_CELLS = 20_000  # of a table that is looked at
MOST_HEADINGS = 2  # rows of headings, and columns of labels
MOST_TABLES = 200  # of a document
LABEL = re.compile(r"[A-Za-z_{}\\\d]{0,20}\s?=\s?")
MARKUP = re.compile(r"\\(?:text|textbf|mathrm|emph)\b|[$*`{}]|\\[()]")
TAB = "\t"


@dataclass(frozen=True)
class Shape:
    """A table: its labels, and its numbers with the cells they stand in; None where a cell is
    empty.
    """

    place: int  # where the line begins before which its mark stands
    can_be_marked: bool  # as a whole
    header: int  # rows of headings
    labels: int  # columns of labels
    across: tuple[str, ...]  # the label above each column of numbers
    down: tuple[str, ...]  # the label before each row; none without labels
    cells: tuple[tuple[Cell, ...], ...]
    numbers: tuple[tuple[Printed | None, ...], ...]

    @property
    def span(self) -> tuple[int, int]:
        """Where its numbers stand."""
        return self.cells[0][0].start, self.cells[-1][-1].span[1]

    def transposed(self) -> Shape:
        """The same with rows and columns exchanged, which no mark can bind as a whole."""
        cells, numbers = (tuple(zip(*rows, strict=True)) for rows in (self.cells, self.numbers))
        return Shape(
            self.place, False, self.labels, self.header, self.down, self.across, cells, numbers
        )


def shapes_in(source: Source, decimal: str | None) -> Iterator[Shape]:
    """The tables of the document whose cells are numbers under headings or beside labels."""
    suffix = source.path.suffix.lower()
    if suffix == ".csv":
        grids = _csv_grids(source)
    elif suffix in LATEX:
        grids = _latex_grids(source)
    else:
        grids = _text_grids(source)
    for count, (place, grid, can_be_marked) in enumerate(grids):
        if count >= MOST_TABLES:
            return
        shape = _shape(grid, place, can_be_marked, decimal)
        if shape is not None:
            yield shape


Placed = tuple[int, Grid, bool]  # where the line of the table begins, the table, whether marks bind


def _read(read: Callable[[Source, Mark], Grid], source: Source, at: int) -> Grid | None:
    """The table after this place; None where it cannot be read."""
    try:
        return read(source, Mark("table", "", {}, at, at))
    except ClaimsError:
        return None


def _text_grids(source: Source) -> Iterator[Placed]:
    """The pipe tables of Markdown, and lines whose cells are parted by tabs, in order."""
    try:
        fences = parts_with_closed_code(source).fences
    except ClaimsError:
        return
    found = [*_pipe_grids(source), *_tab_grids(source)]
    for place, grid, can_be_marked in sorted(found, key=lambda one: one[0]):
        if not any(start <= place < end for start, end in fences):
            yield place, grid, can_be_marked


def _pipe_grids(source: Source) -> Iterator[Placed]:
    text, starts, end = source.text, source.starts, 0
    for number in range(1, len(starts)):
        line = text[starts[number] : source.line_end(starts[number])]
        is_below = "|" in text[starts[number - 1] : starts[number]] and starts[number] >= end
        if is_below and "-" in line and DELIMITERS.fullmatch(line):
            # The heading is the line before; a table is looked for after the line before that.
            at = starts[number - 2] if number >= 2 else -1
            grid = _read(markdown_grid, source, at)
            if grid is not None:
                end = grid.rows[-1][-1].span[1]
                yield starts[number - 1], grid, True


def _tab_grids(source: Source) -> Iterator[Placed]:
    """Runs of lines with the same number of tabs, two or more, as programmes copy tables."""
    if TAB not in source.text:
        return
    lines = [(start, source.line_end(start)) for start in source.starts]
    for tabs, run in groupby(lines, key=lambda line: source.text.count(TAB, *line)):
        rows = list(run)
        if tabs >= 2 and len(rows) >= 2:
            yield rows[0][0], Grid(tuple(_parted(source, *row) for row in rows)), False


def _parted(source: Source, start: int, end: int) -> tuple[Cell, ...]:
    """The cells of a line between its tabs."""
    cells, at = list[Cell](), start
    for part in source.text[start:end].split(TAB):
        cells.append(cell_at(source.text, at, at + len(part)))
        at += len(part) + 1
    return tuple(cells)


def _latex_grids(source: Source) -> Iterator[Placed]:
    hidden = [found.start() for found in VERBATIM.finditer(source.text)]
    for begin in TABULAR.finditer(source.text):
        line = source.line_start(begin.start())
        in_comment = re.search(r"(?<!\\)%", source.text[line : begin.start()])
        verbatim = any(at < begin.start() < _end(source.text, at) for at in hidden)
        if in_comment or verbatim:
            continue
        grid = _read(latex_grid, source, begin.start())
        if grid is not None:
            yield line, grid, True


def _end(text: str, at: int) -> int:
    """Where the environment ends that begins here."""
    end = text.find("\\end{", at + 1)
    return end if end >= 0 else len(text)


def _csv_grids(source: Source) -> Iterator[Placed]:
    text, is_inside = source.text, False
    for number, start in enumerate(source.starts):
        line = text[start : source.line_end(start)]
        begins = bool(line) and not line.startswith("#")
        if begins and not is_inside:
            grid = _read(csv_grid, source, source.starts[number - 1] if number else -1)
            if grid is not None:
                yield start, grid, True
        is_inside = begins


# --- headings and labels --------------------------------------------------------------------------


def _shape(grid: Grid, place: int, can_be_marked: bool, decimal: str | None) -> Shape | None:
    """The table with the fewest headings and labels beside which all is numbers; None where there
    is none.
    """
    rows = grid.rows
    if len({len(row) for row in rows}) != 1 or len(rows) * len(rows[0]) > MOST_CELLS:
        return None
    read = [[_number(cell, decimal) for cell in row] for row in rows]
    ways = sorted(product(range(1, MOST_HEADINGS + 1), repeat=2), key=sum)
    for header, labels in ways:
        body = [row[labels:] for row in read[header:]]
        if body and body[0] and all(cell is not False for row in body for cell in row):
            return _shaped(rows, body, (header, labels), place, can_be_marked)
    return None


def _number(cell: Cell, decimal: str | None) -> Printed | bool | None:
    """The number in the cell, None where it is empty, False where it holds something else."""
    if is_empty_cell(cell.text):
        return None
    return read_cell(cell.text, decimal) or False


def _shaped(
    rows: Sequence[tuple[Cell, ...]],
    body: Sequence[Sequence[Printed | bool | None]],
    sizes: tuple[int, int],
    place: int,
    can_be_marked: bool,
) -> Shape | None:
    header, labels = sizes
    numbers = tuple(tuple(one if isinstance(one, Printed) else None for one in row) for row in body)
    if not any(any(row) for row in numbers):
        return None
    across = tuple(label_of(cell.text) for cell in rows[header - 1][labels:])
    down = tuple(label_of(row[labels - 1].text) for row in rows[header:])
    cells = tuple(row[labels:] for row in rows[header:])
    return Shape(place, can_be_marked, header, labels, across, down, cells, numbers)


def label_of(text: str) -> str:
    r"""The label without markup, what stands behind `=` where it has one.

    >>> label_of("$d_1=3$"), label_of("**Blind**"), label_of("d = 10")
    ('3', 'blind', '10')
    """
    plain = MARKUP.sub("", text).strip().lower()
    found = LABEL.match(plain)
    return plain[found.end() :].strip() if found else plain


def as_whole(label: str) -> int | None:
    """The whole number that the label is; None where it is none."""
    return int(label) if re.fullmatch(r"\d{1,6}", label, re.ASCII) else None
