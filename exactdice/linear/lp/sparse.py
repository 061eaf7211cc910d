"""Integer matrices of which only the entries that are not 0 are kept, row by row; and arrays of
floats with exponents of their own, for numbers beyond the range of floats.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import fmpz

from ...exact.numbers import Exact

Places = npt.NDArray[np.int64]
# of dtype int64, or of dtype object with fmpz (or ints) where these are longer
Integers = npt.NDArray[Any]
Floats = npt.NDArray[np.float64]
Exponents = npt.NDArray[np.int64]
SHORT = 2**31  # entries below it are kept as int64
BITS = 64  # kept of a numerator and of a denominator; a float has 53
DIGITS = 53
FAR_BELOW = -(2**30)  # as the exponent of 0
WHOLE = 62  # numbers below 2^62 fit into int64


@dataclass(frozen=True)
class SparseMatrix:
    """The matrix whose row i has values[k] in column columns[k] for starts[i] <= k < starts[i+1].

    >>> matrix = SparseMatrix.of([[(0, 2), (2, -1)], [], [(1, 5)]], 3)
    >>> matrix.times(np.array([1, 1, 3])).tolist(), matrix.transposed().rows()
    ([-1, 0, 5], [[(0, 2)], [(2, 5)], [(0, -1)]])
    """

    starts: Places
    columns: Places
    values: Integers
    width: int  # how many columns there are

    @staticmethod
    def of(rows: Sequence[Sequence[tuple[int, Any]]], width: int) -> SparseMatrix:
        """The matrix of the rows, each given as its (column, integer)."""
        entries = [entry for row in rows for entry in row]
        lengths = [len(row) for row in rows]
        columns = np.array([column for column, _ in entries], dtype=np.int64)
        return SparseMatrix(_starts(lengths), columns, integers(n for _, n in entries), width)

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(self.starts) - 1

    @cached_property
    def lengths(self) -> Places:
        """How many entries each row has."""
        return np.diff(self.starts)

    @cached_property
    def row_of(self) -> Places:
        """The row of each entry."""
        return np.repeat(np.arange(self.height), self.lengths)

    def rows(self) -> list[list[tuple[int, Any]]]:
        """Each row as its (column, integer)."""
        pairs = list(zip(self.columns.tolist(), self.values.tolist(), strict=True))
        ends = self.starts.tolist()
        return [pairs[first:end] for first, end in pairwise(ends)]

    def times(self, x: Integers) -> Integers:
        """The matrix times the column x.

        With int64 on both sides it is right modulo 2^64: so it is exact where the result is below
        2^63, however large its terms are.
        """
        products = self.values * x[self.columns]
        result = np.zeros(self.height, dtype=products.dtype)
        filled = self.lengths > 0
        if len(products):
            # empty rows have no entries between the starts of the others
            result[filled] = np.add.reduceat(products, self.starts[:-1][filled])
        return result

    def transposed(self) -> SparseMatrix:
        """The matrix with rows for columns."""
        order = np.argsort(self.columns, kind="stable")
        lengths = np.bincount(self.columns, minlength=self.width)
        return SparseMatrix(_starts(lengths), self.row_of[order], self.values[order], self.height)

    def part(self, rows: Places, columns: Places) -> SparseMatrix:
        """The entries in these rows and these columns, in their order."""
        row_at = _places(rows, self.height)
        column_at = _places(columns, self.width)
        new_rows = row_at[self.row_of]
        new_columns = column_at[self.columns]
        kept = np.flatnonzero((new_rows >= 0) & (new_columns >= 0))
        kept = kept[np.argsort(new_rows[kept], kind="stable")]
        lengths = np.bincount(new_rows[kept], minlength=len(rows))
        return SparseMatrix(_starts(lengths), new_columns[kept], self.values[kept], len(columns))


def _starts(lengths: Iterable[int] | Places) -> Places:
    return np.append(0, np.cumsum(np.array(lengths, dtype=np.int64))).astype(np.int64)


def _places(chosen: Places, count: int) -> Places:
    """Where each of so many is among the chosen; -1 for those that are not."""
    places = np.full(count, -1, dtype=np.int64)
    places[chosen] = np.arange(len(chosen))
    return places


def integers(numbers: Iterable[Any]) -> Integers:
    """The ints or fmpz as an array: int64 where all are short, else fmpz."""
    listed = list(numbers)
    if all(-SHORT < n < SHORT for n in listed):
        return np.array(list(map(int, listed)), dtype=np.int64)
    return array_of(list(map(fmpz, listed)))


def array_of(numbers: Sequence[Any]) -> Integers:
    """The numbers themselves in an array, of whatever type they are."""
    array = np.empty(len(numbers), dtype=object)
    array[:] = numbers
    return array


def long(numbers: Integers) -> Integers:
    """The integers as fmpz, which have no largest one."""
    return numbers if numbers.dtype == object else array_of(list(map(fmpz, numbers.tolist())))


# --- floats with exponents ------------------------------------------------------------------------


@dataclass(frozen=True)
class Binary:
    """The numbers mantissas * 2^exponents."""

    mantissas: Floats
    exponents: Exponents

    def tops(self) -> Exponents:
        """The least powers of 2 above the numbers, as exponents; those of 0 are far below."""
        tops = np.frexp(self.mantissas)[1] + self.exponents
        return np.where(self.mantissas == 0, FAR_BELOW, tops)

    def top(self) -> int:
        """The exponent of the least power of 2 above all the numbers, far below 0 for none."""
        return int(self.tops().max(initial=FAR_BELOW))

    def times_powers(self, powers: Exponents | int) -> Binary:
        """The numbers times 2^powers."""
        return Binary(self.mantissas, self.exponents + powers)

    def floats(self) -> Floats:
        """The numbers as floats: 0 where they are too small, infinite where they are too large."""
        # ldexp takes a C int
        exponents = np.clip(self.exponents, -(2**30), 2**30).astype(np.int32)
        with np.errstate(over="ignore", under="ignore"):
            return np.ldexp(self.mantissas, exponents)

    def rounded(self) -> Integers:
        """The nearest integers."""
        if self.top() <= WHOLE:
            return np.rint(self.floats()).astype(np.int64)
        mantissas, more = np.frexp(self.mantissas)
        leading = np.ldexp(mantissas, DIGITS).astype(np.int64).tolist()
        shifts = (self.exponents + more - DIGITS).tolist()
        return array_of(
            [
                (n << by if by >= 0 else ((n >> (-by - 1)) + 1) >> 1)
                for n, by in zip(leading, shifts, strict=True)
            ]
        )


def binary_of(numbers: Integers) -> Binary:
    """The integers to the precision of floats."""
    if numbers.dtype != object:
        return Binary(numbers.astype(np.float64), np.zeros(len(numbers), dtype=np.int64))
    listed = numbers.tolist()
    cuts = [max(n.bit_length() - BITS, 0) for n in listed]
    leading = [float(int(n >> cut)) for n, cut in zip(listed, cuts, strict=True)]
    return Binary(np.array(leading, dtype=np.float64), np.array(cuts, dtype=np.int64))


def binary_of_exact(numbers: list[Exact]) -> Binary:
    """The exact numbers to about the precision of floats."""
    if all(type(n) is int and -(2**DIGITS) < n < 2**DIGITS for n in numbers):
        return binary_of(np.array(numbers, dtype=np.int64))
    tops = binary_of(array_of([fmpz(n.numerator) for n in numbers]))
    bottoms = binary_of(array_of([fmpz(n.denominator) for n in numbers]))
    return Binary(tops.mantissas / bottoms.mantissas, tops.exponents - bottoms.exponents)
