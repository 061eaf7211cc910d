"""Fractions with one common denominator, found from their binary digits.

A fraction a/b is the only one with a denominator up to b within 1/(2 b^2) of itself, and the
continued fraction of any number that is nearer to it than that passes through it. The numbers of
one solved system share most of their denominator: each continued fraction begins with the number
times the denominator found so far, and most often there is nothing left to find.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpz

from .program import Scaled

# How many bits fewer than its error allows a fraction must have: another one fits by chance once
# in 2^SPARE.
SPARE = 16


@dataclass(frozen=True)
class Digits:
    """Numbers near numerators / 2^places, each less than 2^unsure / 2^places away."""

    numerators: Sequence[fmpz]
    places: int
    unsure: int

    def exactly(self) -> Scaled:
        """The numbers numerators / 2^places themselves."""
        return Scaled(list(self.numerators), fmpz(1) << self.places)


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
    before, now = one, number % one
    q_before, q_now = 0, 1
    while now > q_now * error:
        quotient, rest = divmod(before, now)
        before, now = now, rest
        q_before, q_now = q_now, q_before + quotient * q_now
    return q_now
