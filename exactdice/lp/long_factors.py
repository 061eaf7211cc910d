"""A sparse factorisation of a basis in balls of many bits, brought up to date step by step.

Where coefficients have very different sizes, the factors of a basis in floats may have no right
digit left. Balls of python-flint have as many digits as one asks for, and say how many are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flint import arb

# A number of a vector; 0 is an int, which is quick to see and to leave out.
Long = arb | int
Weights = Iterable[tuple[int, arb]] | Iterable[tuple[int, Long]]
Column = Sequence[tuple[int, arb]]  # the (row, entry) of a column

LEAST = 64  # bits that every pivot must be sure of
NEAR = 2.0**-10  # of the largest entry of a column: a pivot may be so small if it is in a short row
MOST_ENTRIES = 1_000_000  # of the factors: more take minutes, and gigabytes


class Unsure(Exception):
    """So few bits are sure that more are to be asked for."""


class TooDense(Exception):
    """The factors have more than MOST_ENTRIES entries."""


@dataclass(frozen=True)
class Pivot:
    """What one step of the elimination leaves: its row of U, and by how much the row was taken from
    the other rows.
    """

    row: int
    column: int
    entry: arb
    rest: list[tuple[int, arb]]
    taken: list[tuple[int, arb]]


@dataclass(frozen=True)
class Exchange:
    """The basic column at `place` was exchanged for one that is `entry` there and `rest` elsewhere,
    in terms of the basis before.
    """

    place: int
    entry: Long
    rest: list[tuple[int, Long]]


class LongFactors:
    """A basis B, factorised: its columns by their places."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self.pivots = _Elimination(columns).pivots
        self.exchanges: list[Exchange] = []

    def solve(self, right: list[Long]) -> list[Long]:
        """The x of B x = right, by the places; `right` is used up."""
        for pivot in self.pivots:
            at = right[pivot.row]
            if at:
                _take(right, at, pivot.taken)
        x: list[Long] = [0] * len(right)
        for pivot in reversed(self.pivots):
            left = right[pivot.row] - _sum(x, pivot.rest)
            x[pivot.column] = _quotient(left, pivot.entry)
        for exchange in self.exchanges:
            at = x[exchange.place] = _quotient(x[exchange.place], exchange.entry)
            if at:
                _take(x, at, exchange.rest)
        return x

    def solve_transposed(self, right: list[Long]) -> list[Long]:
        """The y of B' y = right, where `right` is by the places and used up."""
        for exchange in reversed(self.exchanges):
            left = right[exchange.place] - _sum(right, exchange.rest)
            right[exchange.place] = _quotient(left, exchange.entry)
        y: list[Long] = [0] * len(right)
        for pivot in self.pivots:
            at = y[pivot.row] = _quotient(right[pivot.column], pivot.entry)
            if at:
                _take(right, at, pivot.rest)
        for pivot in reversed(self.pivots):
            if pivot.taken:
                y[pivot.row] -= _sum(y, pivot.taken)
        return y

    def exchange(self, place: int, column: list[Long]) -> None:
        """Exchange the basic column at the place for the one that B times `column` is."""
        entry = column[place]
        if not is_sure(entry):
            raise Unsure
        rest = [(k, n) for k, n in enumerate(column) if n and k != place]
        self.exchanges.append(Exchange(place, entry, rest))


def is_sure(number: Long) -> bool:
    """Whether enough bits of the number are sure to divide by it."""
    return bool(number) and arb(number).rel_accuracy_bits() >= LEAST


def _quotient(above: Long, below: Long) -> Long:
    return arb(above) / below if above else 0


def _sum(x: list[Long], weights: Weights) -> Long:
    """The sum of the weights times their numbers of x."""
    total: Long = 0
    for k, weight in weights:
        if x[k]:
            total += weight * x[k]
    return total


def _take(x: list[Long], times: Long, weights: Weights) -> None:
    """Subtract the weights, so many times, from their numbers of x."""
    for k, weight in weights:
        x[k] -= weight * times


class _Elimination:
    """Gaussian elimination that keeps the factors sparse: the next column is one of the shortest,
    and its pivot in the shortest row among the entries that are not too small (Markowitz 1957).
    """

    def __init__(self, columns: Sequence[Column]) -> None:
        self.rows: list[dict[int, arb]] = [{} for _ in columns]
        self.columns: list[set[int]] = []
        for place, column in enumerate(columns):
            self.columns.append({i for i, _ in column})
            for i, entry in column:
                self.rows[i][place] = entry
        self.by_length: list[set[int]] = [set() for _ in range(len(columns) + 1)]
        for place, rows in enumerate(self.columns):
            self.by_length[len(rows)].add(place)
        self.pivots: list[Pivot] = []
        self.entries = 0
        for _ in columns:
            self._eliminate(self._shortest())

    def _shortest(self) -> int:
        """One of the shortest columns that are left."""
        return next(iter(next(places for places in self.by_length if places)))

    def _eliminate(self, column: int) -> None:
        """Take out the column and the row of its pivot."""
        i = self._pivot_row(column)
        row = self.rows[i]
        entry = row.pop(column)
        others = self.columns[column] - {i}
        self.by_length[len(self.columns[column])].discard(column)
        rest = list(row.items())
        for k in row:
            self._leave(k, i)
        taken = [(other, self._times(other, column, entry)) for other in others]
        for other, times in taken:
            self._subtract(other, times, rest)
        self.pivots.append(Pivot(i, column, entry, rest, taken))
        self.entries += len(rest) + len(taken)
        if self.entries > MOST_ENTRIES:
            raise TooDense

    def _pivot_row(self, column: int) -> int:
        """The row of the pivot."""
        sizes = {i: abs(float(self.rows[i][column])) for i in self.columns[column]}
        enough = NEAR * max(sizes.values(), default=0)
        large = [i for i, size in sizes.items() if size >= enough]
        found = min(large, key=lambda i: (len(self.rows[i]), -sizes[i]), default=None)
        # A column without an entry is dependent on the others, or too few digits were kept.
        if found is None or not is_sure(self.rows[found][column]):
            raise Unsure
        return found

    def _times(self, row: int, column: int, entry: arb) -> arb:
        """How often the row of the pivot is to be taken from another one."""
        return self.rows[row].pop(column) / entry

    def _subtract(self, row: int, times: arb, rest: list[tuple[int, arb]]) -> None:
        entries = self.rows[row]
        for k, n in rest:
            old = entries.get(k)
            if old is None:
                entries[k] = -times * n
                self._enter(k, row)
                continue
            entries[k] = new = old - times * n
            if new.contains(0):
                # All digits cancelled: the entry is 0, as far as can be seen.
                del entries[k]
                self._leave(k, row)

    def _enter(self, column: int, row: int) -> None:
        self.by_length[len(self.columns[column])].discard(column)
        self.columns[column].add(row)
        self.by_length[len(self.columns[column])].add(column)

    def _leave(self, column: int, row: int) -> None:
        self.by_length[len(self.columns[column])].discard(column)
        self.columns[column].discard(row)
        self.by_length[len(self.columns[column])].add(column)
