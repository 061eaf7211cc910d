"""Tables of a document as grids of cells: what each format's reader returns.

A cell that spans several rows or columns stands in the grid at every place that it covers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from ..printed.markdown import Span
from ..printed.source import Source
from .mark_words import Words

LARGEST_TABLE = 1_000_000  # cells of a table that is read, those that are missing too
TOO_LARGE = f"a table must have at most {LARGEST_TABLE} cells"


# What stands in a row or a column for others that are not printed.
ELLIPSES = frozenset(["...", "…", "..", r"\dots", r"\ldots", r"\cdots", r"\vdots", r"\ddots"])


def is_ellipsis(text: str) -> bool:
    """Whether a cell stands for others that are not printed.

    >>> is_ellipsis("..."), is_ellipsis(r"$\\vdots$"), is_ellipsis("")
    (True, True, False)
    """
    return text.strip("$ ") in ELLIPSES


def without_markup(text: str) -> str:
    """The label in small letters, without markup and blanks."""
    return re.sub(r"\\[A-Za-z]+|[\\$*_`{}\s]", "", text).lower()


@dataclass(frozen=True)
class Cell:
    """The text of a cell and where it begins in the source."""

    text: str
    start: int

    @property
    def span(self) -> Span:
        """Where the text stands."""
        return self.start, self.start + len(self.text)


Row = tuple[Cell, ...]
Rows = tuple[Row, ...]


@dataclass(frozen=True)
class Grid:
    """The rows of a table, headings first."""

    rows: Rows
    either_mark: bool = False  # whether its numbers have either decimal mark, as siunitx takes them
    may_end_early: bool = False  # whether a row may leave its last cells out
    caption: str = ""  # and lines beside the table that may be one
    # Of a table that code printed: its usual header and labels, and what is wrong with it where it
    # does not show all of itself.
    usual: Words = field(default_factory=dict)
    wrong: str = ""

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.rows[0][0].start, self.rows[-1][-1].span[1]


class Spanning(NamedTuple):
    """A cell as it is written, and how many columns and rows it spans; above 0 downwards."""

    cell: Cell
    columns: int = 1
    rows: int = 1

    def moved(self, by: int) -> Spanning:
        """The same cell, so many characters further on in the source."""
        return self._replace(cell=Cell(self.cell.text, self.cell.start + by))


def cell_at(text: str, start: int, end: int) -> Cell:
    """The cell that stands at start..end, spaces around its text left out."""
    inside = text[start:end]
    return Cell(inside.strip(), start + len(inside) - len(inside.lstrip()))


def spread(source: Source, written: Sequence[Sequence[Spanning]]) -> Rows:
    """The rows with each cell at every place that it covers; rows in which nothing is written are
    left out.

    A cell that spans rows has an empty cell of its own in each of them. It ends where a cell has a
    text, and with the table.
    """
    count = 0
    for cell, columns, _ in chain.from_iterable(written):
        if not 1 <= columns <= LARGEST_TABLE:
            raise source.error(cell.start, spans_too_much(columns))
        count += columns
        if count > LARGEST_TABLE:
            raise source.error(cell.start, TOO_LARGE)
    rows = [[one.cell for one in row for _ in range(one.columns)] for row in written]
    for direction in (1, -1):  # what spans rows downwards, then upwards
        spanning: dict[int, tuple[Cell, int]] = {}  # by column: what spans on, over how many rows
        for row, cells in [*zip(written, rows, strict=True)][::direction]:
            for column, (cell, left) in list(spanning.items()):
                if left and column < len(cells) and not cells[column].text:
                    cells[column] = cell
                    spanning[column] = (cell, left - 1)
                else:
                    del spanning[column]
            column = 0
            for cell, columns, count in row:
                more = count * direction - 1
                if cell.text and more > 0:
                    spanning |= dict.fromkeys(range(column, column + columns), (cell, more))
                column += columns
    pairs = zip(written, rows, strict=True)
    return tuple(tuple(cells) for row, cells in pairs if any(one.cell.text for one in row))


def spans_too_much(columns: int) -> str:
    """The complaint about a cell that spans so many columns."""
    return f"a cell must span 1 to {LARGEST_TABLE} columns, got {columns}"
