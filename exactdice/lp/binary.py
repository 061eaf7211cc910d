"""Arrays of floats with exponents of their own, for numbers beyond the range of floats."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from flint import fmpz

from ..exact import Exact
from .sparse import Integers, array_of

Floats = npt.NDArray[np.float64]
Exponents = npt.NDArray[np.int64]
# Kept of a numerator and of a denominator; a float has 53.
BITS = 64
DIGITS = 53
FAR_BELOW = -(2**30)  # as the exponent of 0
WHOLE = 62  # numbers below 2^62 fit into int64


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
        return array_of([_shifted(n, by) for n, by in zip(leading, shifts, strict=True)])


def _shifted(n: int, by: int) -> int:
    """The integer nearest to n * 2^by."""
    return n << by if by >= 0 else ((n >> (-by - 1)) + 1) >> 1


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
