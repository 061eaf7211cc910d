"""Square systems of integers, solved exactly: numbers over one denominator, sparse matrices, arrays
of floats with exponents of their own, and two ways from these to the solution.

**Dense.** python-flint solves systems of up to DENSE rows by itself.

**Refined**, by a factorisation in floats that is used again and again. The floats solve for what is
still missing, their solution is rounded to a whole number of the last binary place, and the part of
the right side that it leaves is calculated in integers: every round adds as many binary digits as
the floats are good for (Ursic and Patarra 1983; Wan 2006). When there are enough, continued
fractions give the solution, which is multiplied out before it is believed.

A fraction a/b is the only one with a denominator up to b within 1/(2 b^2) of itself, and the
continued fraction of any number that is nearer to it than that passes through it. The numbers of
one solved system share most of their denominator: each continued fraction begins with the number
times the denominator found so far, and most often there is nothing left to find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import fmpz, fmpz_mat

from ...exact.numbers import Exact, Progress, ratio, simplest

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
SHORT_COMMON = 500  # bits of a common denominator up to which Python's ints are as fast as flint's
DENSE = 500  # rows of a system, of which a dense one takes a second or two
GAIN = 52  # bits of a float that a round can use
SURE = 2**60  # int64 that come out larger may have passed 2^63, and are calculated again
GROWTH = 1.3  # digits from one attempt at the fractions to the next
# How many bits fewer than its error allows a fraction must have: another one fits by chance once
# in 2^SPARE.
SPARE = 16


# --- over one denominator -------------------------------------------------------------------------


@dataclass(frozen=True)
class Scaled:
    """Numbers over one common denominator: numerators / denominator."""

    numerators: list[fmpz]
    denominator: fmpz

    @staticmethod
    def of(numbers: Iterable[Exact]) -> Scaled:
        """The numbers over their least common denominator."""
        # Read twice below, and an iterator could be read once only.
        listed = list(numbers)
        # Of the set, as most numbers share a few denominators and lcm of equal ones is work for
        # nothing.
        denominators = {n.denominator for n in listed}
        common = fmpz(1)
        # The largest first: it is mostly a multiple of the others, and to see that costs less than
        # looking for a common divisor.
        for denominator in sorted(denominators, reverse=True):
            if common % denominator:
                common = common.lcm(fmpz(denominator))
        if len(denominators) < 2:
            return Scaled([fmpz(n.numerator) for n in listed], common)
        multiple = int(common) if common.bit_length() <= SHORT_COMMON else common
        return Scaled([fmpz(n.numerator * (multiple // n.denominator)) for n in listed], common)

    def numbers(self) -> list[Exact]:
        """The numbers themselves."""
        # many are 0, and a fraction costs far more than the question
        return [simplest(ratio(n, self.denominator)) if n else 0 for n in self.numerators]


def solve_integers(matrix: fmpz_mat, right: Iterable[Any]) -> Scaled | None:
    """The solution x of matrix . x = right; None where the matrix is singular."""
    try:
        # a `fmpq_mat`, which flint does not say of what `solve` gives
        solution: Any = matrix.solve(fmpz_mat([[n] for n in right]))
    except ZeroDivisionError:
        return None
    numerators, denominator = solution.numer_denom()
    return Scaled(numerators.entries(), denominator)


# --- sparse matrices ------------------------------------------------------------------------------


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
        columns = np.array([column for column, _ in entries], dtype=np.int64)
        return SparseMatrix(
            _starts(list(map(len, rows))), columns, integers(n for _, n in entries), width
        )

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
        return [pairs[first:end] for first, end in pairwise(self.starts.tolist())]

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
        # where each entry goes, -1 for one that is not chosen
        row_at = np.full(self.height, -1, dtype=np.int64)
        row_at[rows] = np.arange(len(rows))
        column_at = np.full(self.width, -1, dtype=np.int64)
        column_at[columns] = np.arange(len(columns))
        new_rows = row_at[self.row_of]
        new_columns = column_at[self.columns]
        chosen = np.flatnonzero((new_rows >= 0) & (new_columns >= 0))
        chosen = chosen[np.argsort(new_rows[chosen], kind="stable")]
        lengths = np.bincount(new_rows[chosen], minlength=len(rows))
        return SparseMatrix(
            _starts(lengths), new_columns[chosen], self.values[chosen], len(columns)
        )


def _starts(lengths: list[int] | Places) -> Places:
    return np.append(0, np.cumsum(lengths)).astype(np.int64)


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


def binary_of_exact(numbers: Sequence[Exact]) -> Binary:
    """The exact numbers to about the precision of floats."""
    if all(type(n) is int and -(2**DIGITS) < n < 2**DIGITS for n in numbers):
        return binary_of(np.array(numbers, dtype=np.int64))
    tops = binary_of(array_of([fmpz(n.numerator) for n in numbers]))
    bottoms = binary_of(array_of([fmpz(n.denominator) for n in numbers]))
    return Binary(tops.mantissas / bottoms.mantissas, tops.exponents - bottoms.exponents)


# --- solutions ------------------------------------------------------------------------------------


def solve_dense(square: SparseMatrix, right: Integers) -> Scaled | None:
    """The solution x of square . x = right by python-flint; None where the matrix is singular or
    has more than DENSE rows.
    """
    if square.height > DENSE:
        return None
    matrix = fmpz_mat(square.height, square.width)
    for i, row in enumerate(square.rows()):
        for j, n in row:
            matrix[i, j] = n
    return solve_integers(matrix, right.tolist())


def solve_refined(
    square: SparseMatrix,
    right: Integers,
    approximate: Callable[[Binary], Binary],
    progress: Progress | None = None,
) -> Scaled | None:
    """The solution x of square . x = right, by `approximate`, which gives about the solution for
    any right side; None where the floats do not get on.

    They do not when the matrix is singular or nearly so.
    """
    # As many binary places as are certainly enough, by Hadamard's bound on determinants
    longest = np.zeros(square.height, dtype=np.int64)
    np.maximum.at(longest, square.row_of, binary_of(square.values).tops() + 1)
    longest += np.log2(np.maximum(square.lengths, 1)).astype(np.int64) + 1
    enough = 2 * (int(longest.sum()) + max(binary_of(right).top(), 0)) + 4 * GAIN
    # x is about known / 2^places, and missing = 2^places (right - square . x).
    known = array_of([fmpz(0)] * square.height)
    places = 0
    missing = right
    hard: list[int] = []
    due = GAIN
    while missing.any():
        step = approximate(binary_of(missing))
        if places >= due:
            due = min(int(places * GROWTH), enough)
            # what the next round would add is what the digits so far are unsure by
            found = fractions_near(known.tolist(), places, max(step.top() + 1, 0), hard)
            if found is not None:
                product = square.times(array_of(found.numerators))
                if np.array_equal(product, long(right) * found.denominator):
                    return found
        gain = GAIN - step.top()
        gets_on = np.isfinite(step.mantissas).all() and step.mantissas.any()
        if places > enough or not gets_on or (places and gain < 1):
            return None
        gain = max(gain, 0)
        digits = step.times_powers(gain).rounded()
        known = (known << gain) + digits
        places += gain
        missing = _left_over(square, missing, digits, gain)
        if progress:
            progress(places, None)
    return Scaled(known.tolist(), fmpz(1) << places)


def _left_over(square: SparseMatrix, missing: Integers, digits: Integers, gain: int) -> Integers:
    """2^gain missing - square . digits."""
    # Both terms may pass 2^64 as int64, as long as their difference is far below it.
    if missing.dtype != object and digits.dtype != object:
        rest = (missing << gain) - square.times(digits)
        if np.abs(rest).max(initial=0) < SURE:
            return rest
    rest = (long(missing) << gain) - square.times(long(digits))
    is_short = square.values.dtype != object and abs(rest).max(initial=0) < SURE
    return rest.astype(np.int64) if is_short else rest


def fractions_near(
    numerators: Sequence[fmpz], places: int, unsure: int, hard: list[int]
) -> Scaled | None:
    """The fractions near numerators / 2^places, each less than 2^unsure / 2^places away, over one
    denominator; None when more digits are needed.

    It is a guess that its caller has to check. `hard` lists the numbers to begin with, and gains
    the one that needs more digits.
    """
    one = fmpz(1) << places
    common = fmpz(1)
    found: dict[int, tuple[fmpz, fmpz]] = {}
    for k in (*hard, *range(len(numerators))):
        if k in found:
            continue
        number = numerators[k] * common
        error = common << unsure
        denominator = fmpz(1)
        nearest = (number + (one >> 1)) >> places
        if abs(number - (nearest << places)) > error:
            denominator = fmpz(convergent_denominator(int(number), int(one), int(error)))
            nearest = (number * denominator + (one >> 1)) >> places
        # Numbers in whole are off by less than the error; those that are this near come by chance
        # once in 2^SPARE, so a fraction that is not the one is found only when digits are lacking.
        if (denominator * denominator * error) << SPARE > one:
            hard.insert(0, k)
            return None
        common *= denominator
        found[k] = nearest, common
    # each was found over a denominator that divides the last one
    in_order = (found[k] for k in range(len(found)))
    return Scaled([n if d == common else n * (common // d) for n, d in in_order], common)


def convergent_denominator(number: int, one: int, error: int) -> int:
    """The denominator of the first convergent n/q of number / one within error / one of it."""
    # With r = q number - n one, a convergent is near enough once |r| <= q error.
    before = one
    now = number % one
    q_before = 0
    q_now = 1
    while now > q_now * error:
        quotient, rest = divmod(before, now)
        before = now
        now = rest
        q_before, q_now = q_now, q_before + quotient * q_now
    return q_now
