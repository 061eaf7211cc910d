"""Endless laws as quotients of two polynomials: the probability of first + step * k is the
coefficient of z^k in the power series of numerator / denominator.

A die that is thrown again on a 6 has the series (z + ... + z^5)/6 / (1 - z^6/6). Sums of
independent draws multiply such quotients, so they are quotients again, and their means and
variances are exact: they are read off the derivatives at z = 1.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

from ..exact.cost import affordable, refuse_costly
from ..exact.errors import RulesError
from ..exact.numbers import Exact, as_fmpq, ratio, shown, simplest
from .weights import Weights, as_sums, common_spacing, spacing

STEPS_A_COEFFICIENT = 100  # of a power series, whose numbers grow with each
STEPS_A_TERM = 30  # of polynomials that are brought to lowest terms
BITS_A_STEP = 8  # of the probabilities
AT_ONCE = 16  # terms that are worked out at first


class Series(NamedTuple):
    """The law of the outcomes first, first + step, ...; the denominator does not vanish at 0 or
    1, and numerator and denominator are equal at 1.
    """

    first: Exact
    step: Exact
    numerator: fmpz_poly
    denominator: fmpz_poly

    def coefficients(self, count: int) -> list[Fraction]:
        """The probabilities of the first so many outcomes."""
        return [ratio(c.p, c.q) for c in self._terms(count)]

    def _terms(self, count: int) -> list[fmpq]:
        """The first so many coefficients of the power series of numerator / denominator.

        With x = 1/z, z^k becomes x^-k: multiplied by x^(count - 1), the terms that are wanted are
        the polynomial part of a quotient of the reversed polynomials, which division with remainder
        finds.
        """
        refuse_costly(f"{shown(count)} probabilities of an endless law", self._steps(count))
        above, below = (fmpq_poly(p.coeffs()[::-1]) for p in self[2:])
        shift = count - 1 + self.denominator.degree() - self.numerator.degree()
        if shift >= 0:
            above = above.left_shift(shift)
        else:
            below = below.left_shift(-shift)
        terms = (above // below).coeffs()
        # The largest power belongs to the first term; leading zeros are left out by flint.
        return [fmpq(0)] * (count - len(terms)) + terms[::-1]

    def _steps(self, count: int) -> int:
        """What so many probabilities cost, which have many bits: each has the denominator's first
        coefficient once and that of its factors once more than the one before.
        """

        def steps(factors: fmpz_poly) -> int:
            bits = self.denominator[0].bit_length() + count * int(factors[0].bit_length())
            return count * (STEPS_A_COEFFICIENT + bits // BITS_A_STEP)

        whole = self.denominator
        if affordable(steps(whole)):
            return steps(whole)
        # Of a sum of n draws each factor is there n times: the radical has each once.
        return min(steps(whole), steps(whole // whole.gcd(whole.derivative())))

    def quantile(self, share: Exact) -> Exact:
        """The least outcome x with P(X <= x) >= share, for 0 < share < 1."""
        # Divided by 1 - z, the series of the probabilities is that of their sums.
        sums = self._replace(denominator=self.denominator * fmpz_poly([1, -1]))
        wanted = as_fmpq(share)
        count = AT_ONCE
        # Worked out anew for twice as many: all of them together cost twice the last.
        while (known := sums._terms(count))[-1] < wanted:
            count *= 2
        return self.outcome(bisect_left(known, wanted))

    def modes(self) -> frozenset[Exact]:
        """The most likely outcomes: as soon as all that follow are together less likely than the
        most likely one, they are known.
        """
        count = AT_ONCE
        while True:
            known = self._terms(count)
            most = max(known)
            if 1 - sum(known, fmpq(0)) < most:
                return frozenset(
                    self.outcome(k) for k, chance in enumerate(known) if chance == most
                )
            count *= 2

    def outcome(self, k: int) -> Exact:
        """The outcome first + step * k."""
        return simplest(self.first + self.step * k)

    def place(self, outcome: Exact) -> Fraction:
        """k such that the outcome is first + step * k; whole for what may be an outcome."""
        return (Fraction(outcome) - self.first) / self.step

    def factorial_moments(self) -> tuple[Fraction, Fraction]:
        """E[k] and E[k (k - 1)] for the outcome first + step * k: the derivatives at 1."""
        n = self.numerator
        d = self.denominator
        n1 = n.derivative()
        d1 = d.derivative()
        n2 = n1.derivative()
        d2 = d1.derivative()
        # For f = n/d: f' = (n' - f d')/d and f'' = (n'' - 2 f' d' - f d'')/d, with f = 1 at 1.
        whole = d(1)
        once = fmpq(n1(1) - d1(1), whole)
        twice = (fmpq(n2(1) - d2(1)) - 2 * once * d1(1)) / whole
        return ratio(once.p, once.q), ratio(twice.p, twice.q)

    def mean(self) -> Exact:
        """E[first + step k]."""
        once, _ = self.factorial_moments()
        return simplest(self.first + self.step * once)

    def variance(self) -> Exact:
        """step^2 Var[k]."""
        once, twice = self.factorial_moments()
        return simplest(self.step * self.step * (twice + once - once * once))

    def plus(self, other: Series) -> Series:
        """The law of the sum of independent draws from both."""
        step = common_spacing(self.step, other.step)
        terms = self.terms(step) + other.terms(step)
        refuse_costly(f"an endless law over {shown(terms)} equal steps", STEPS_A_TERM * terms)
        one = self.stretched(step)
        two = other.stretched(step)
        return Series(
            simplest(one.first + two.first),
            step,
            one.numerator * two.numerator,
            one.denominator * two.denominator,
        )

    def terms(self, step: Exact) -> int:
        """How many coefficients both polynomials have with a step that divides its own."""
        return sum(len(p) for p in self[2:]) * int(self.step // step)

    def stretched(self, step: Exact) -> Series:
        """The same law with a step that divides its own."""
        factor = int(self.step // step)
        numerator, denominator = (_spread(p, factor) for p in self[2:])
        return Series(self.first, step, numerator, denominator)

    def times(self, factor: Exact) -> Series:
        """The law of its outcomes multiplied by a positive number."""
        return self._replace(first=simplest(self.first * factor), step=simplest(self.step * factor))

    def draws(self, count: int) -> Series:
        """The law of the sum of `count` independent draws."""
        degree = max(self.numerator.degree(), self.denominator.degree(), 1)
        bits = self.denominator(1).bit_length()
        refuse_costly(f"the sum of {shown(count)} draws", count * degree * (count * bits // 4 + 20))
        return Series(
            simplest(self.first * count),
            self.step,
            self.numerator**count,
            self.denominator**count,
        )


def some_draws(counts: Mapping[int, int], one: Series) -> Series:
    """The law of the sum of as many draws as a first draw says, whose weights are `counts`, the
    greatest above 0.

    Of n / d it is the sum over k of c_k (z^first n)^k d^(most - k) over d^most times the total of
    the counts; with a negative first, all exponents of z are raised together.
    """
    most = max(counts)
    # A sum of no draw is 0, so that 0 stands among the outcomes.
    step = common_spacing(one.step, one.first)
    shift = int(one.first / step)
    long = one.stretched(step)
    bits = one.denominator(1).bit_length()
    degree = max(long.numerator.degree(), long.denominator.degree()) + abs(shift)
    refuse_costly(f"the sum of up to {shown(most)} draws", most * degree * (most * bits // 4 + 20))
    drawn = long.numerator.left_shift(max(shift, 0))
    none = long.denominator.left_shift(max(-shift, 0))
    return Series(
        simplest(min(one.first, 0) * most),
        step,
        homogeneous([counts.get(k, 0) for k in range(most + 1)], none, drawn),
        sum(counts.values()) * long.denominator**most,
    )


def _spread(polynomial: fmpz_poly, factor: int) -> fmpz_poly:
    """p(z^factor)."""
    spread = [fmpz(0)] * (factor * max(polynomial.degree(), 0) + 1)
    spread[::factor] = polynomial.coeffs() or [fmpz(0)]
    return fmpz_poly(spread)


def reduced(series: Series) -> Series:
    """The same law in lowest terms: from its least possible outcome on, with the largest step, no
    common factor, and a positive denominator at 0.
    """
    common = series.numerator.gcd(series.denominator)
    above = series.numerator // common
    below = series.denominator // common
    if below[0] < 0:
        above = -above
        below = -below
    zeros = next(k for k, coefficient in enumerate(above.coeffs()) if coefficient)
    above = fmpz_poly(above.coeffs()[zeros:])
    powers = [k for p in (above, below) for k, coefficient in enumerate(p.coeffs()) if coefficient]
    factor = gcd(*powers) or 1
    return Series(
        series.outcome(zeros),
        simplest(series.step * factor),
        fmpz_poly(above.coeffs()[::factor]),
        fmpz_poly(below.coeffs()[::factor]),
    )


def finite_series(weights: Weights) -> Series:
    """A law of finitely many outcomes as a series."""
    sums = as_sums(weights, min(weights), common_spacing(spacing(weights)))
    return Series(*sums, fmpz_poly([sum(weights.values())]))


def repeated_series(stopping: Weights, again: Weights) -> Series:
    """The law of the total of draws up to the first that stops; `RulesError` where none stops, or
    the total may fall.

    >>> coin = repeated_series({0: 1}, {1: 1})  # how many heads before the first tails
    >>> coin.mean(), coin.variance(), coin.coefficients(3)
    (1, 2, [Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)])
    """
    if not stopping:
        raise RulesError(
            "every outcome adds another draw, so the total would have no end: give a depth, as in "
            "explode(3)"
        )
    if again and min(again) < 0:
        raise RulesError(
            "an outcome that adds another draw without end must be 0 or more, got "
            f"{shown(min(again))}: give a depth, as in explode(3)"
        )
    # What is drawn before moves the total, so it stands at whole steps from 0.
    step = common_spacing(spacing(stopping), *again)
    stop = as_sums(stopping, min(stopping), step)
    once = as_sums(again, 0, step).coefficients if again else fmpz_poly([])
    return Series(*stop, fmpz_poly([sum(stopping.values()) + sum(again.values())]) - once)


def homogeneous(coefficients: list[int], p: fmpz_poly, q: fmpz_poly) -> fmpz_poly:
    """The sum over k in 0..m of c_k p^(m - k) q^k, by halves: only powers with exponents 1, 2, 4,
    ... of q are made, and each multiplies a part of its own size.
    """
    powers = [q]
    while 2 ** len(powers) < len(coefficients):
        powers.append(powers[-1] ** 2)

    def part(some: list[int]) -> fmpz_poly:
        if len(some) == 1 or not any(some):
            return fmpz_poly(some[:1])
        exponent = (len(some) - 1).bit_length() - 1
        low = some[: 2**exponent]
        high = some[2**exponent :]
        result = powers[exponent] * part(high)
        return result + p ** len(high) * part(low) if any(low) else result

    return part(coefficients)
