"""A square system of integers solved exactly by elimination, dense only where nothing else is left.

A row of one unknown gives that unknown; an unknown of one row is given by that row once all others
are known. What is left when both have been taken out again and again is the kernel, which
python-flint solves as a dense matrix, up to a size.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import fmpz_mat

from ..exact import Exact, ratio, simplest
from .program import Scaled, fraction_free
from .sparse import Integers, SparseMatrix

DENSE = 500  # rows of a kernel, of which a full one takes a second or two


def eliminated(square: SparseMatrix, right: Integers) -> Scaled | None:
    """The solution x of square . x = right; None where the matrix is singular or the kernel larger
    than DENSE.
    """
    order = Order(square)
    if not order.is_regular() or len(order.kernel_rows) > DENSE:
        return None
    system = _System(square, right)
    for row, column in order.first:
        system.give(row, column)
    try:
        system.give_kernel(order.kernel_rows, order.kernel_columns)
    except ZeroDivisionError:
        return None
    for row, column in reversed(order.last):
        system.give(row, column)
    return Scaled.of(system.x)


class Order:
    """Which row gives which unknown: those of `first` in their order, then the kernel, then those
    of `last` from its end.
    """

    def __init__(self, square: SparseMatrix) -> None:
        self.rows = [{column for column, _ in row} for row in square.rows()]
        self.columns = [{row for row, _ in column} for column in square.transposed().rows()]
        self.first: list[tuple[int, int]] = []
        self.last: list[tuple[int, int]] = []
        self._take_out()
        self.kernel_rows = [i for i, row in enumerate(self.rows) if row]
        self.kernel_columns = [j for j, column in enumerate(self.columns) if column]

    def is_regular(self) -> bool:
        """Whether every row outside of the kernel gives an unknown; else the matrix is singular."""
        taken = len(self.first) + len(self.last)
        size = len(self.rows) - taken
        return len(self.kernel_rows) == len(self.kernel_columns) == size

    def _take_out(self) -> None:
        """Take out rows and columns of one entry until there are none."""
        rows = [i for i, row in enumerate(self.rows) if len(row) == 1]
        columns = [j for j, column in enumerate(self.columns) if len(column) == 1]
        while rows or columns:
            if rows:
                i = rows.pop()
                pairs = [(i, j) for j in self.rows[i]]
                kept = self.first
            else:
                j = columns.pop()
                pairs = [(i, j) for i in self.columns[j]]
                kept = self.last
            # By now the line may have lost its entry, or be of the pair that was taken out.
            for pair in pairs:
                kept.append(pair)
                self._take(*pair, rows, columns)

    def _take(self, i: int, j: int, rows: list[int], columns: list[int]) -> None:
        for column in self.rows[i]:
            self.columns[column].discard(i)
            if len(self.columns[column]) == 1 and column != j:
                columns.append(column)
        for row in self.columns[j]:
            self.rows[row].discard(j)
            if len(self.rows[row]) == 1 and row != i:
                rows.append(row)
        self.rows[i].clear()
        self.columns[j].clear()


class _System:
    """The unknowns found so far, 0 for the others."""

    def __init__(self, square: SparseMatrix, right: Integers) -> None:
        self.entries = [{j: int(n) for j, n in row} for row in square.rows()]
        self.right = list(map(int, right.tolist()))
        self.x: list[Exact] = [0] * square.width

    def give(self, row: int, column: int) -> None:
        """Find the one unknown that is left in the row."""
        left = self._left(row)
        self.x[column] = simplest(ratio(left.numerator, left.denominator * self.entry(row, column)))

    def entry(self, row: int, column: int) -> int:
        """The entry, 0 where there is none."""
        return self.entries[row].get(column, 0)

    def _within(self, row: int, place: dict[int, int]) -> list[int]:
        """The entries of the row at these columns, each at its place; most are 0."""
        line = [0] * len(place)
        for column, n in self.entries[row].items():
            if column in place:
                line[place[column]] = n
        return line

    def _left(self, row: int) -> Exact:
        """The right side less what the known unknowns take."""
        known = sum(self._known(row), Fraction(0))
        return simplest(self.right[row] - known)

    def _known(self, row: int) -> Iterator[Exact]:
        for column, n in self.entries[row].items():
            if self.x[column]:
                yield n * self.x[column]

    def give_kernel(self, rows: list[int], columns: list[int]) -> None:
        """Find the unknowns of the kernel; ZeroDivisionError when it is singular."""
        if not rows:
            return
        left = Scaled.of([self._left(row) for row in rows])
        place = {column: k for k, column in enumerate(columns)}
        square = fmpz_mat([self._within(row, place) for row in rows])
        top, below = fraction_free(square.solve(fmpz_mat([[n] for n in left.numerators])))
        denominator = below * left.denominator
        for column, n in zip(columns, top.entries(), strict=True):
            self.x[column] = simplest(ratio(n, denominator))
