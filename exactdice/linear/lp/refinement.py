"""A square system of integers solved exactly, by a factorisation in floats that is used again and
again.

The floats solve for what is still missing, their solution is rounded to a whole number of the last
binary place, and the part of the right side that it leaves is calculated in integers: every round
adds as many binary digits as the floats are good for (Ursic and Patarra 1983; Wan 2006). When there
are enough, continued fractions give the solution, which is multiplied out before it is believed.

A fraction a/b is the only one with a denominator up to b within 1/(2 b^2) of itself, and the
continued fraction of any number that is nearer to it than that passes through it. The numbers of
one solved system share most of their denominator: each continued fraction begins with the number
times the denominator found so far, and most often there is nothing left to find.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from flint import fmpz

from ...exact.numbers import Progress
from .program import Scaled
from .sparse import Binary, Integers, SparseMatrix, array_of, binary_of, long

GAIN = 52  # bits of a float that a round can use
SURE = 2**60  # int64 that come out larger may have passed 2^63, and are calculated again
GROWTH = 1.3  # digits from one attempt at the fractions to the next
# How many bits fewer than its error allows a fraction must have: another one fits by chance once
# in 2^SPARE.
SPARE = 16

# about the solution of the system for a right side
Approximate = Callable[[Binary], Binary]


def refined(
    square: SparseMatrix,
    right: Integers,
    approximate: Approximate,
    progress: Progress | None = None,
) -> Scaled | None:
    """The solution x of square . x = right; None where the floats do not get on.

    They do not when the matrix is singular or nearly so.
    """
    rounds = _Rounds(square, right, [fmpz(0)] * square.height)
    hard: list[int] = []
    due = GAIN
    # As many binary places as are certainly enough, by Hadamard's bound on determinants
    longest = np.zeros(square.height, dtype=np.int64)
    np.maximum.at(longest, square.row_of, binary_of(square.values).tops() + 1)
    of_lengths = np.log2(np.maximum(square.lengths, 1)).astype(np.int64) + 1
    determinant = int((longest + of_lengths).sum())
    enough = 2 * (determinant + max(binary_of(right).top(), 0)) + 4 * GAIN
    while rounds.missing.any():
        step = approximate(binary_of(rounds.missing))
        if rounds.places >= due:
            due = min(int(rounds.places * GROWTH), enough)
            # what the next round would add is what the digits so far are unsure by
            found = fractions_near(rounds.digits(unsure=step.top() + 1), hard)
            if found is not None:
                product = square.times(array_of(found.numerators))
                if np.array_equal(product, long(right) * found.denominator):
                    return found
        if rounds.places > enough or not rounds.add(step):
            return None
        if progress:
            progress(rounds.places, None)
    return Scaled(list(rounds.digits(unsure=0).numerators), fmpz(1) << rounds.places)


@dataclass
class _Rounds:
    """What is known of x after some rounds.

    x is about (known and then the new digits) / 2^places, and missing = 2^places (right - square .
    x).
    """

    square: SparseMatrix
    missing: Integers
    known: list[fmpz]
    places: int = 0
    new: list[tuple[Integers, int]] = field(default_factory=list)

    def add(self, step: Binary) -> bool:
        """Add the digits of one round; False when the floats do not get on."""
        if not np.isfinite(step.mantissas).all() or not step.mantissas.any():
            return False
        gain = GAIN - step.top()
        if self.places and gain < 1:
            return False
        gain = max(gain, 0)
        digits = step.times_powers(gain).rounded()
        self.new.append((digits, gain))
        self.places += gain
        # Both terms may pass 2^64 as int64, as long as their difference is far below it.
        if self.missing.dtype != object and digits.dtype != object:
            missing = (self.missing << gain) - self.square.times(digits)
            if np.abs(missing).max(initial=0) < SURE:
                self.missing = missing
                return True
        missing = (long(self.missing) << gain) - self.square.times(long(digits))
        is_short = self.square.values.dtype != object and abs(missing).max(initial=0) < SURE
        self.missing = missing.astype(np.int64) if is_short else missing
        return True

    def digits(self, unsure: int) -> Digits:
        """What is known, which is less than 2^unsure / 2^places away from x."""
        if self.new:
            digits, gain = _joined(self.new)
            self.known = [(n << gain) + d for n, d in zip(self.known, digits.tolist(), strict=True)]
            self.new.clear()
        return Digits(self.known, self.places, max(unsure, 0))


def _joined(parts: list[tuple[Integers, int]]) -> tuple[Integers, int]:
    """The digits of several rounds in one, and how many places they take."""
    if len(parts) == 1:
        return parts[0]
    # By halves, so that long numbers are not shifted once a round.
    middle = len(parts) // 2
    high, high_gain = _joined(parts[:middle])
    low, low_gain = _joined(parts[middle:])
    return (high.astype(object) << low_gain) + low, high_gain + low_gain


# --- fractions from their digits ------------------------------------------------------------------


@dataclass(frozen=True)
class Digits:
    """Numbers near numerators / 2^places, each less than 2^unsure / 2^places away."""

    numerators: Sequence[fmpz]
    places: int
    unsure: int


def fractions_near(digits: Digits, hard: list[int]) -> Scaled | None:
    """The fractions near the digits over one denominator; None when more digits are needed.

    It is a guess that its caller has to check. `hard` lists the numbers to begin with, and gains
    the one that needs more digits.
    """
    common = fmpz(1)
    found: list[tuple[fmpz, fmpz]] = [(fmpz(0), common)] * len(digits.numerators)
    done: set[int] = set()
    for k in (*hard, *range(len(found))):
        if k in done:
            continue
        fraction = _fraction(digits.numerators[k] * common, common, digits)
        if fraction is None:
            hard.insert(0, k)
            return None
        numerator, more = fraction
        common *= more
        found[k] = (numerator, common)
        done.add(k)
    # each was found over a denominator that divides the last one
    return Scaled([n if d == common else n * (common // d) for n, d in found], common)


def _fraction(number: fmpz, common: fmpz, digits: Digits) -> tuple[fmpz, fmpz] | None:
    """The fraction n/q near number / 2^places, where `number` is the digits times `common`; None
    when more digits are needed.
    """
    error = common << digits.unsure
    one = fmpz(1) << digits.places
    nearest = (number + (one >> 1)) >> digits.places
    if abs(number - (nearest << digits.places)) <= error:
        denominator = fmpz(1)
    else:
        denominator = fmpz(_denominator(int(number), int(one), int(error)))
        nearest = (number * denominator + (one >> 1)) >> digits.places
    # Numbers in whole are off by less than the error; those that are this near come by chance once
    # in 2^SPARE, so that a fraction that is not the one is found only when digits are lacking.
    if (denominator * denominator * error) << SPARE > one:
        return None
    return nearest, denominator


def _denominator(number: int, one: int, error: int) -> int:
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
