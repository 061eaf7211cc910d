"""Is a printed mean of n random games plausible? The exact law of one game is known.

A printed mean stands for all means that print so, rounded to nearest or cut off. z and p are taken
at the point of that cell that speaks best for the claim (the worst point for contradicting it), so
neither rounding nor truncation alone contradicts a claim.

- When one game has two outcomes (a win or a loss), the number of wins among n is binomial and p is
  exact: twice the smaller tail, at most 1, enclosed by ball arithmetic (`binomial.py`). A mean that
  no number of wins gives has p = 0.
- Otherwise p = erfc(|z| / sqrt 2), by the normal approximation; the estimate says so, and holds a
  proven bound on p besides: the smaller of Chernoff's and that of Berry and Esseen (`tail_bounds`).
  Only a proven bound contradicts a claim.

z = (mean of the games - exact mean) / s with the standard error s = sqrt(variance / n) is shown in
either case.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..distribution import Distribution
from ..exact import Bounds, Exact, round_to_integer
from ..precision import working_precision
from ..throws.binomial import BITS, at_least, ball, upper_end
from .tail_bounds import MOST_SUMMED, binomial_sum, counts_within, far, near

BINOMIAL, NORMAL = "exact binomial tail", "normal approximation"
LARGEST_Z_SQUARED = 10_000  # beyond it p is below 10^-2000, and that is all that is said


@dataclass(frozen=True)
class Estimate:
    """What a printed mean of n games says.

    - `z`: how many standard errors the nearest point of the cell is off, rounded to 12 decimals for
      printing.
    - `p`: an upper bound, tight to 12 digits, on the two-sided p-value by `method`; `corrected`:
      after Holm's correction.
    - `bound`: a proven upper bound on p; it is p itself for two outcomes. `corrected_bound`: after
      Holm's correction.
    - `near`: a proven upper bound on the chance that a mean is as near the exact one as every
      number in the cell.
    - `resolved`: the last decimal place that n games resolve: 10^-resolved is at least 2 standard
      errors.
    """

    games: int
    z: Exact
    p: Fraction
    method: str
    resolved: int
    corrected: Fraction | None = None
    bound: Fraction = Fraction(1)
    corrected_bound: Fraction | None = None
    near: Fraction = Fraction(1)


def estimate(law: Distribution[Exact], games: int, cell: Bounds) -> Estimate:
    """What a printed mean of `games` games, known to lie in the cell, says against the law of one.

    >>> coin = Distribution({0: 1, 1: 1})
    >>> estimate(coin, 4, Bounds(1, 1)).p  # four heads in four throws: twice 1/16
    Fraction(1, 8)
    """
    mean = law.mean()
    off = Fraction(min(max(mean, cell.lower), cell.upper) - mean)
    square = Fraction(law.variance()) / games
    if square == 0:
        p = Fraction(int(off == 0))
        return Estimate(games, 0, p, BINOMIAL, 10**6, bound=p)
    z_squared = off * off / square
    if len(law) == 2:
        p = bound = binomial_p(law, games, cell)
        method = BINOMIAL
    else:
        p, bound = normal_p(z_squared), far(law, games, mean + off)
        method = NORMAL
    z = _rounded_root(z_squared) * (-1 if off < 0 else 1)
    resolved = _resolved(square)
    return Estimate(games, z, p, method, resolved, bound=bound, near=near(law, games, cell))


def means_printed(value: Exact, places: int, law: Distribution[Exact], games: int) -> Bounds:
    """The least and the largest mean of the games that may print as this value.

    It is printed with these decimals, rounded to nearest or cut off.

    What is cut off lies less than a unit beyond the value; no mean lies between the last one below
    that edge and the edge itself, since all are whole multiples of 1/(games times the denominators
    of the outcomes).

    >>> means_printed(Fraction(1, 2), 1, Distribution({0: 1, 1: 1}), 10)
    Bounds(lower=Fraction(9, 20), upper=Fraction(119, 200))
    """
    unit = Fraction(10) ** -places
    finest = _finest(value, places, law, games)
    lower = value - unit / 2 if value > 0 else value - unit + finest
    upper = value + unit / 2 if value < 0 else value + unit - finest
    return Bounds(lower, upper)


def negative_means_printed(places: int, law: Distribution[Exact], games: int) -> Bounds:
    """The same for a printed -0.00, to which only negative means are rounded.

    >>> negative_means_printed(1, Distribution({-1: 1, 1: 1}), 10)
    Bounds(lower=Fraction(-19, 200), upper=Fraction(-1, 200))
    """
    return Bounds(means_printed(0, places, law, games).lower, -_finest(0, places, law, games))


def _finest(value: Exact, places: int, law: Distribution[Exact], games: int) -> Fraction:
    """A part of which all means of the games and the edges of what is printed are multiples."""
    half = Fraction(10) ** -places / 2
    common = math.lcm(*(number.denominator for number in (*law, value, half)))
    return Fraction(1, games * common)


def binomial_p(law: Distribution[Exact], games: int, cell: Bounds) -> Fraction:
    """The largest two-sided p-value of a count of the larger outcome whose mean is in the cell."""
    chance = law.probability(max(law))
    least, most = counts_within(law, games, cell)
    if least > most:
        return Fraction(0)
    # The median of a binomial law is its mean rounded up or down, and the p-value falls from there
    # to either side: so the best count is the nearest one or beside it.
    nearest = min(max(round_to_integer(chance * games), least), most)
    counts = {max(nearest - 1, least), nearest, min(nearest + 1, most)}
    return max(_two_sided(chance, games, count) for count in counts)


def _two_sided(chance: Fraction, games: int, count: int) -> Fraction:
    """min(1, 2 P(X >= count), 2 P(X <= count)) for X binomial."""
    return min(
        Fraction(1),
        2 * at_least_bound(chance, games, count),
        2 * at_least_bound(1 - chance, games, games - count),
    )


def at_least_bound(chance: Fraction, games: int, count: int) -> Fraction:
    """P(X >= count) for X binomial: exact for few games, else an upper bound tight to 12 digits.

    >>> at_least_bound(Fraction(1, 2), 3, 2)
    Fraction(1, 2)
    """
    if count <= 0:
        return Fraction(1)
    if games <= MOST_SUMMED:
        return binomial_sum(chance, games, range(count, games + 1))
    return upper_end(at_least(chance, games, count))


def normal_p(z_squared: Fraction) -> Fraction:
    """An upper bound, tight to 12 digits, on P(|Z| >= z) = erfc(z / sqrt 2) for a normal Z.

    >>> round(float(normal_p(Fraction(4))), 6)
    0.0455
    """
    z_squared = min(z_squared, Fraction(LARGEST_Z_SQUARED))
    with working_precision(BITS):
        return upper_end((ball(z_squared) / 2).sqrt().erfc())


def _rounded_root(square: Fraction) -> Fraction:
    """The square root, cut off after 13 decimals and rounded to 12, to be printed."""
    scaled = square * 10**26
    root = math.isqrt(scaled.numerator // scaled.denominator)
    return Fraction(round_to_integer(Fraction(root, 10)), 10**12)


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
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected, largest = [Fraction(1)] * len(p_values), Fraction(0)
    for rank, k in enumerate(order):
        left = len(p_values) - rank  # hypotheses that are not rejected yet
        largest = max(largest, min(Fraction(1), p_values[k] * left))
        corrected[k] = largest
    return corrected
