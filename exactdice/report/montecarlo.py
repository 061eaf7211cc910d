"""Is a printed mean of n random games plausible? The exact mean and variance of one game are known.

The mean of n games has the standard error s = sqrt(variance / n) and is nearly normal; z = (mean of the games - exact
mean) / s. A printed mean stands for all numbers that round to it; z and p are taken at the point of that cell that
speaks best for the claim (the worst point for contradicting it), so rounding alone never contradicts a claim. p is
enclosed by ball arithmetic and the upper end kept. The normal law itself is an approximation, good for the large n of
such estimates; nothing else is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint

from ..exact import Bounds, Exact, round_to_integer, simplest

QUANTILE = Fraction(196, 100)  # 95 % of a normal law lies within this many standard errors


@dataclass(frozen=True)
class Estimate:
    """What n games can say: the standard error and z as rounded squares kept exact, the two-sided p-value and its Holm correction.

    - `standard_error`, `z`: rational, to 12 decimals, for printing.
    - `p`: an upper bound on the two-sided p-value under the normal law; `corrected`: the same after Holm's correction.
    - `resolved`: the last decimal place that n games resolve: 10^-resolved is at least 2 standard errors.
    """

    games: int
    standard_error: Exact
    z: Exact
    p: Fraction
    resolved: int
    corrected: Fraction | None = None


def estimate(mean: Exact, variance: Exact, games: int, cell: Bounds) -> Estimate:
    """What a printed mean of `games` games, known to lie in the cell, says against the exact mean and variance.

    >>> round(float(estimate(0, 1, 10**6, Bounds(Fraction(2, 1000), Fraction(3, 1000))).p), 6)
    0.0455
    """
    nearest = min(max(mean, cell.lower), cell.upper)
    off = Fraction(nearest - mean)
    square = Fraction(variance) / games
    if square == 0:
        return Estimate(games, 0, 0, Fraction(int(off == 0)), 10**6)
    z = _root(off * off / square) * (-1 if off < 0 else 1)
    return Estimate(games, _root(square), simplest(z), two_sided_p(off * off / square), _resolved(square))


def two_sided_p(z_squared: Fraction) -> Fraction:
    """An upper bound, tight to 60 bits, on P(|Z| >= z) = erfc(z / sqrt 2) for a normal Z.

    >>> round(float(two_sided_p(Fraction(4))), 6)
    0.0455
    """
    with flint.ctx.workprec(96):
        ball = (flint.arb(flint.fmpq(z_squared.numerator, z_squared.denominator)) / 2).sqrt().erfc()
    mantissa, exponent = ball.upper().man_exp()
    return min(Fraction(1), Fraction(int(mantissa)) * Fraction(2) ** int(exponent))


def _root(square: Fraction) -> Fraction:
    """The square root rounded to 12 decimals."""
    import math

    scaled = square * 10**24
    return Fraction(math.isqrt(round_to_integer(scaled)), 10**12)


def _resolved(square: Fraction) -> int:
    """The largest k with 10^-k >= 2 s, where s^2 = square."""
    k = 0
    while Fraction(1, 100 ** (k + 1)) >= 4 * square:
        k += 1
    while Fraction(100) ** -k < 4 * square:
        k -= 1
    return k


def holm(p_values: Sequence[Fraction]) -> list[Fraction]:
    """The p-values after Holm's step-down correction, in the given order.

    >>> holm([Fraction(1, 100), Fraction(4, 100), Fraction(3, 100)])
    [Fraction(3, 100), Fraction(3, 50), Fraction(3, 50)]
    """
    order = sorted(range(len(p_values)), key=lambda k: p_values[k])
    corrected, largest = [Fraction(1)] * len(p_values), Fraction(0)
    for rank, k in enumerate(order):
        largest = max(largest, min(Fraction(1), p_values[k] * (len(p_values) - rank)))
        corrected[k] = largest
    return corrected
