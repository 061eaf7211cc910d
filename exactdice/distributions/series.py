"""Power series of a quotient of two polynomials: the arithmetic under `InfiniteDistribution`, whose
probability of first + step * k is the coefficient of z^k.

A die that is rolled again on a 6 has the series (z + ... + z^5)/6 / (1 - z^6/6). Sums of
independent samples multiply such quotients, so they are quotients again, and their means and
variances are exact: they are read off the derivatives at z = 1.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

from ..exact.cost import affordable, refuse_costly
from ..exact.errors import RulesError
from ..exact.numbers import Exact, ratio, shown, simplest
from .weights import Weights, as_sums, common_spacing, spacing

STEPS_A_COEFFICIENT = 100  # of a power series, whose numbers grow with each
BITS_A_STEP = 8  # of the probabilities
# the first outcome, the distance of outcomes, numerator and denominator
Series = tuple[Exact, Exact, fmpz_poly, fmpz_poly]


def coefficients(numerator: fmpz_poly, denominator: fmpz_poly, count: int) -> list[fmpq]:
    """The first so many coefficients of the power series of numerator / denominator.

    With x = 1/z, z^k becomes x^-k: multiplied by x^(count - 1), the terms that are wanted are the
    polynomial part of a quotient of the reversed polynomials, which division with remainder finds.
    """

    # Each has the denominator's first coefficient once and that of its factors once more than the
    # one before.
    def steps(factors: fmpz_poly) -> int:
        bits = denominator[0].bit_length() + count * int(factors[0].bit_length())
        return count * (STEPS_A_COEFFICIENT + bits // BITS_A_STEP)

    cost = steps(denominator)
    if not affordable(cost):
        # Of a sum of n samples each factor is there n times: the radical has each once.
        radical = denominator // denominator.gcd(denominator.derivative())
        refuse_costly(f"{shown(count)} probabilities of an endless law", min(cost, steps(radical)))
    above, below = (fmpq_poly(p.coeffs()[::-1]) for p in (numerator, denominator))
    shift = count - 1 + denominator.degree() - numerator.degree()
    if shift >= 0:
        above = above.left_shift(shift)
    else:
        below = below.left_shift(-shift)
    terms = (above // below).coeffs()
    # The largest power belongs to the first term; leading zeros are left out by flint.
    return [fmpq(0)] * (count - len(terms)) + terms[::-1]


def factorial_moments(numerator: fmpz_poly, denominator: fmpz_poly) -> tuple[Fraction, Fraction]:
    """E[k] and E[k (k - 1)] where P(k) is the coefficient of z^k: the derivatives at 1."""
    n1 = numerator.derivative()
    d1 = denominator.derivative()
    # For f = n/d: f' = (n' - f d')/d and f'' = (n'' - 2 f' d' - f d'')/d, with f = 1 at 1.
    whole = denominator(1)
    once = fmpq(n1(1) - d1(1), whole)
    twice = (fmpq(n1.derivative()(1) - d1.derivative()(1)) - 2 * once * d1(1)) / whole
    return ratio(once.p, once.q), ratio(twice.p, twice.q)


def stretched(polynomial: fmpz_poly, factor: int) -> fmpz_poly:
    """p(z^factor)."""
    spread = [fmpz(0)] * (factor * max(polynomial.degree(), 0) + 1)
    spread[::factor] = polynomial.coeffs() or [fmpz(0)]
    return fmpz_poly(spread)


def lowest_terms(first: Exact, step: Exact, numerator: fmpz_poly, denominator: fmpz_poly) -> Series:
    """The same probabilities from the least possible outcome on, with the largest step, no common
    factor, and a positive denominator at 0.
    """
    common = numerator.gcd(denominator)
    if (denominator[0] < 0) != (common[0] < 0):
        common = -common
    above = numerator // common
    below = denominator // common
    zeros = next(k for k, coefficient in enumerate(above.coeffs()) if coefficient)
    above = above.right_shift(zeros)
    powers = [k for p in (above, below) for k, coefficient in enumerate(p.coeffs()) if coefficient]
    factor = gcd(*powers) or 1
    return (
        simplest(first + step * zeros),
        simplest(step * factor),
        fmpz_poly(above.coeffs()[::factor]),
        fmpz_poly(below.coeffs()[::factor]),
    )


def finite_series(weights: Weights) -> Series:
    """The series of finitely many outcomes with these weights."""
    sums = as_sums(weights, min(weights), common_spacing(spacing(weights)))
    return (*sums, fmpz_poly([sum(weights.values())]))


def repeated_series(stopping: Weights, again: Weights) -> Series:
    """The series of the total of samples up to the first that stops; `RulesError` where none stops,
    or the total may fall.
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
    return (*stop, fmpz_poly([sum(stopping.values()) + sum(again.values())]) - once)


def homogeneous(coefficients: list[int], p: fmpz_poly, q: fmpz_poly) -> fmpz_poly:
    """The sum over k in 0..m of c_k p^(m - k) q^k, by halves."""
    if len(coefficients) == 1:
        return fmpz_poly(coefficients)
    half = len(coefficients) // 2
    low = coefficients[:half]
    high = coefficients[half:]
    return p ** len(high) * homogeneous(low, p, q) + q**half * homogeneous(high, p, q)
