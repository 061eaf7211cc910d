"""Is a printed mean of n random games plausible? The exact law of one game is known, or some of it.

A printed mean stands for all means that print so, rounded to nearest or cut off. z and p are taken
at the point of that cell that speaks best for the claim (the worst point for contradicting it), so
neither rounding nor truncation alone contradicts a claim.

- When one game has two outcomes (a win or a loss), the number of wins among n is binomial and p is
  exact: twice the smaller tail, at most 1, enclosed by ball arithmetic (`binomial.py`). A mean that
  no number of wins gives has p = 0.
- Otherwise p = erfc(|z| / sqrt 2), by the normal approximation; the estimate says so, and holds a
  proven bound on p besides: the smaller of Chernoff's and that of Berry and Esseen (`tail_bounds`).
  Only a proven bound contradicts a claim.
- Of a law with infinitely many outcomes the generating function is known, for Chernoff's bound.
  Where it is too long mean and variance are, and a least outcome: the proven bound is Chebyshev's,
  s^2 / off^2, below the mean also Maurer's, and no mean lies below the least outcome.
- Of two outcomes whose mean is known within bounds p is found for both ends (`_between`). Where no
  more is known than a range of the outcomes, Hoeffding's bound stands for p, and Markov's where the
  range has one end.

A test that would let pass nearly any number says nothing: `blind` is the proven bound on p for a
number twice as far away, see `blindness`.

z = (mean of the games - exact mean) / s with the standard error s = sqrt(variance / n) is shown in
either case.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from ..distribution import Distribution, EndlessLaw
from ..errors import QueryError
from ..exact import Bounds, Exact, round_to_integer
from ..precision import working_precision
from ..printed.numbers import Printed
from ..queries.laws import Sampled, Within
from ..throws.binomial import BITS, at_least, ball, upper_end
from ..words.register import Moments
from .tail_bounds import (
    MOST_SUMMED,
    below_mean,
    binomial_sum,
    chebyshev,
    chernoff_endless,
    counts_within,
    far,
    far_within,
    near,
    near_within,
)
from .without_decimals import meant_mean

BINOMIAL, NORMAL = "exact binomial tail", "normal approximation"
HOEFFDING, MARKOV = "Hoeffding's bound", "Markov's bound"
ALL_PLACES = 10**6  # said to be resolved where nothing is known of the standard error
LARGEST_Z_SQUARED = 10_000  # beyond it p is below 10^-2000, and that is all that is said


@dataclass(frozen=True)
class Range:
    """The numbers of games with which an estimate is consistent at a level.

    - `least`: the fewest; None where there is none at all.
    - `most`: the most that was found; None where there is no end, as the exact mean prints so.
    - `none_from`: it is proved that none from here on is consistent.
    """

    level: Fraction
    least: int | None
    most: int | None = None
    none_from: int | None = None
    is_proved: bool = True  # where there is none


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
    - `least`: where the mean is known within bounds, a lower bound on all that p may be; `p` and
      `bound` are then the most. `corrected_least`: after Holm's correction.
    - `together`: a proven upper bound on the chance that the independent estimates of the document
      are together as near the exact means as they are, after Holm's correction.
    - `blind`: the largest proven bound on p of the numbers twice as far away, and `passing`: the
      one that has it, where the games are too few to contradict that.
    - `law`, `cell`: what the estimate was compared with, and where the printed mean lies.
    """

    games: int | None  # None where the author does not say how many, or says an error instead
    z: Exact | None  # None where the standard error is not known
    p: Fraction
    method: str
    resolved: int
    corrected: Fraction | None = None
    bound: Fraction = Fraction(1)
    corrected_bound: Fraction | None = None
    near: Fraction = Fraction(1)
    least: Fraction | None = None
    corrected_least: Fraction | None = None
    # Of a mean with a printed error: why that cannot be the standard error of so many games.
    error_doubt: str = ""
    # The tie-break of the optimal strategies that makes it likeliest; "" for that of the query.
    ties: str = ""
    range: Range | None = None  # where no number of games is printed
    blind: Fraction = Fraction(0)
    passing: Exact | None = None
    together: Fraction | None = None  # None for a document of fewer than two
    law: Sampled | None = field(default=None, repr=False, compare=False)
    cell: Bounds | None = field(default=None, repr=False, compare=False)


def estimate(law: Sampled, games: int, cell: Bounds) -> Estimate:
    """What a printed mean of `games` games, known to lie in the cell, says against what is known of
    the law of one.

    >>> coin = Distribution({0: 1, 1: 1})
    >>> estimate(coin, 4, Bounds(1, 1)).p  # four heads in four throws: twice 1/16
    Fraction(1, 8)
    """
    if isinstance(law, EndlessLaw):
        moments = Moments.of(law)
        found = _of_moments(moments, games, cell)
        seen = min(max(law.mean(), cell.lower), cell.upper)
        bound = min(found.bound, chernoff_endless(law, games, seen))
        return replace(found, bound=bound, law=moments, cell=cell)
    if isinstance(law, Moments):
        found = _of_moments(law, games, cell)
    elif isinstance(law, Within):
        found = _between(law, games, cell) if law.outcomes.has_two else _ranging(law, games, cell)
    else:
        found = _of_law(law, games, cell)
    return replace(found, law=law, cell=cell)


def _of_law(law: Distribution[Exact], games: int, cell: Bounds) -> Estimate:
    mean = law.mean()
    off = Fraction(min(max(mean, cell.lower), cell.upper) - mean)
    square = Fraction(law.variance()) / games
    if square == 0:
        return _of_no_chance(games, off)
    z_squared = off * off / square
    if len(law) == 2:
        p = bound = binomial_p(law, games, cell)
        method = BINOMIAL
    else:
        p, bound = normal_p(z_squared), far(law, games, mean + off)
        method = NORMAL
    z = rounded_root(z_squared) * (-1 if off < 0 else 1)
    resolved = _resolved(square)
    return Estimate(games, z, p, method, resolved, bound=bound, near=near(law, games, cell))


def _of_no_chance(games: int, off: Fraction) -> Estimate:
    """What a mean says that all games give alike."""
    p = Fraction(int(off == 0))
    return Estimate(games, 0, p, BINOMIAL, ALL_PLACES, bound=p)


def blindness(law: Sampled, games: int) -> tuple[Fraction, Exact]:
    """The largest proven bound on p of the two numbers twice as far away as the exact mean is, and
    that number.

    The distance of the mean is that to 0, or to the nearer end of the outcomes where that is less:
    a chance of 1/6 is compared with 0 and 1/3, one of 5/6 with 2/3 and 1. Where the bound is not
    small, half of all samples with such a mean, or more, pass as samples with the exact one.

    >>> die = Distribution(dict.fromkeys(range(1, 7), 1))
    >>> blindness(die, 1)[0] > Fraction(1, 3), blindness(die, 100)[0] < Fraction(1, 10**9)
    (True, True)
    """
    mean, ends = _known(law)
    edges: list[Exact] = [0, *ends]
    distances = {abs(Fraction(m - edge)) for m in (mean.lower, mean.upper) for edge in edges}
    apart = min((one for one in distances if one), default=Fraction(0))
    if not apart and isinstance(law, Moments):
        apart = Fraction(rounded_root(Fraction(law.variance)))
    # The mean of games nearest to each number: of two outcomes only some are possible.
    has_two = isinstance(law, Distribution) and len(law) == 2
    if isinstance(law, Within):
        has_two = law.outcomes.has_two
    half = Fraction(max(ends) - min(ends)) / (2 * games) if has_two else Fraction(0)
    numbers = (Fraction(mean.lower - apart), Fraction(mean.upper + apart))
    return max(
        (estimate(law, games, Bounds(number - half, number + half)).bound, number)
        for number in numbers
    )


def _known(law: Sampled) -> tuple[Bounds, list[Exact]]:
    """The mean, and the least and the greatest outcome where they are known."""
    if isinstance(law, Within):
        ends = (law.outcomes.least, law.outcomes.greatest)
        return law.mean, [end for end in ends if end is not None]
    if isinstance(law, Moments):
        return Bounds(law.mean, law.mean), [] if law.least is None else [law.least]
    mean = law.mean()
    found = [law.series.first] if isinstance(law, EndlessLaw) else [min(law), max(law)]
    return Bounds(mean, mean), found


def _of_moments(law: Moments, games: int, cell: Bounds) -> Estimate:
    off = Fraction(min(max(law.mean, cell.lower), cell.upper) - law.mean)
    square = Fraction(law.variance) / games
    if square == 0:
        return _of_no_chance(games, off)
    z_squared = off * off / square
    z, p, method = rounded_root(z_squared) * (-1 if off < 0 else 1), normal_p(z_squared), NORMAL
    bound = chebyshev(z_squared)
    if law.least is not None and off < 0:
        bound = min(bound, below_mean(law, games, -off))
        if cell.upper < law.least:
            p, bound, method = Fraction(0), Fraction(0), f"no game has less than {law.least}"
    return Estimate(games, z, p, method, _resolved(square), bound=bound)


def _between(law: Within, games: int, cell: Bounds) -> Estimate:
    """What it says against two outcomes, where bounds c..d enclose the chance of the larger one.

    Let the means with c and with d lie below the cell, and k be the least count in it. For every
    chance t in c..d the mean n t is below k, so the median is at most k, P(X <= k) >= 1/2, the best
    count is k, and p = min(1, 2 P(X >= k)), which grows with t: so the ends give the least p and
    the most. It is the same above the cell, mirrored. Where the means lie on different sides of the
    cell, or one in it, p is at most 1, and only falls as t leaves the cell: the least p is at
    an end.
    """
    ends = [_of_law(one, games, cell) for one in law.laws()]
    least, most = sorted(ends, key=lambda found: found.p)
    low, high = (Fraction(found.z or 0) for found in ends)
    is_aside = low * high > 0
    p = most.p if is_aside or most.p == 0 else Fraction(1)
    nearest = most if is_aside else replace(most, z=0)
    close = near_within(law, games, cell)
    return replace(nearest, p=p, bound=p, near=close, least=least.p)


def _ranging(law: Within, games: int, cell: Bounds) -> Estimate:
    """What it says where no more is known than the mean and the range of the outcomes."""
    has_ends = None not in (law.outcomes.least, law.outcomes.greatest)
    bound = far_within(law, games, cell)
    method = HOEFFDING if has_ends else MARKOV
    return Estimate(games, None, bound, method, ALL_PLACES, bound=bound)


def means_of(printed: Printed, law: Sampled, games: int) -> Bounds:
    """The least and the largest mean of the games that may print so; `QueryError` for a number that
    does not show how it was rounded. Of `1 in N` it is N that was rounded or cut off.

    >>> from exactdice.printed.numbers import parse_printed
    >>> coin = Distribution({0: 1, 1: 1})
    >>> means_of(parse_printed("1 in 2"), coin, 100) == Bounds(Fraction(1, 3), Fraction(2, 3))
    True
    """
    said = meant_mean(printed, law)
    if said is not None:
        return said
    if printed.per is not None:
        unit = Fraction(10) ** -(printed.per.places or 0)
        return 1 / Bounds(printed.per.value - unit / 2, printed.per.value + unit)
    if printed.places is None:
        raise QueryError(
            "an estimate must be printed as a decimal or as `1 in N`, which show how it was rounded"
        )
    if printed.is_minus_zero:
        return negative_means_printed(printed.places, law, games)
    return means_printed(printed.value, printed.places, law, games)


def means_printed(value: Exact, places: int, law: Sampled, games: int) -> Bounds:
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


def negative_means_printed(places: int, law: Sampled, games: int) -> Bounds:
    """The same for a printed -0.00, to which only negative means are rounded.

    >>> negative_means_printed(1, Distribution({-1: 1, 1: 1}), 10)
    Bounds(lower=Fraction(-19, 200), upper=Fraction(-1, 200))
    """
    return Bounds(means_printed(0, places, law, games).lower, -_finest(0, places, law, games))


def _finest(value: Exact, places: int, law: Sampled, games: int) -> Fraction:
    """A part of which all means of the games and the edges of what is printed are multiples; 0,
    which leaves the edge in, where the outcomes are not known.
    """
    if isinstance(law, Within) and law.outcomes.has_two:
        ends = (law.outcomes.least, law.outcomes.greatest)
        outcomes = {end for end in ends if end is not None}
    elif isinstance(law, Distribution):
        outcomes = set(law)
    else:
        return Fraction(0)
    half = Fraction(10) ** -places / 2
    common = math.lcm(*(number.denominator for number in (*outcomes, value, half)))
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


def rounded_root(square: Fraction) -> Fraction:
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
