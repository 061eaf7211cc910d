"""Is a printed mean of n random games plausible? The exact law of one game is known, or some of it.

A printed mean stands for all means that print so, rounded to nearest or cut off. z and p are taken
at the point of that cell that speaks best for the claim (the worst point for contradicting it), so
neither rounding nor truncation alone contradicts a claim.

- When one game has two outcomes (a win or a loss), the number of wins among n is binomial and p is
  exact: twice the smaller tail, at most 1, enclosed by ball arithmetic (`binomial.py`). A mean that
  no number of wins gives has p = 0.
- Otherwise p = erfc(|z| / sqrt 2), by the normal approximation; the estimate says so, and holds a
  proven bound on p besides: the smaller of Chernoff's and that of Berry and Esseen.
  Only a proven bound contradicts a claim.
- Of a distribution that is not written out mean and variance are known, and a least outcome: the
  proven bound is Chebyshev's, s^2 / off^2, and no mean lies below the least outcome.
- Of two outcomes whose mean is known within bounds p is found for both ends. Where no more is known
  than a range of the outcomes, Hoeffding's bound stands for p.

A test that would let pass nearly any number says nothing: `blind` is the proven bound on p for a
number twice as far away, see `blindness`.

z = (mean of the games - exact mean) / s with the standard error s = sqrt(variance / n) is shown in
either case.

The bounds, for a mean that is far from the exact one. Of a distribution of more than two outcomes,
the smaller of
- Chernoff's bound 2 exp(-n (t x - log M(t))), true for every t of the right sign; floats choose t,
  ball arithmetic evaluates it;
- the normal tail plus 2 C rho / (sigma^3 sqrt n), by Berry and Esseen, with C = 0.4748
  (I. Shevtsova, 2011) and rho = E|X - mu|^3.

Where the distribution is not written out:
- Chebyshev's bound from its variance;
- Hoeffding's (1963, theorem 1) from the range of its outcomes, 2 exp(-n KL(x, q)) for the mean x
  seen and the mean q, both scaled to 0..1, with KL(x, q) = x log(x/q) + (1-x) log((1-x)/(1-q)).

Close: the chance of a mean at most as far from mu as the farthest number that is printed so; exact
for two outcomes, the normal law plus the same term else. Several independent estimates are combined
by Fisher's method: m independent chances have a product of at most w with chance at most w (1 + l +
... + l^(m-1)/(m-1)!) where l = -log w.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from flint import arb

from ...distributions.binomial import BITS, at_least, ball, upper_end
from ...distributions.distribution import Distribution, InfiniteDistribution
from ...exact.errors import QueryError
from ...exact.numbers import Exact, Interval, Rounding, round_to_integer, working_precision
from ...query.laws import Sampled, Within, ends_of_draws
from ...query.register import Moments, Outcomes
from ..printed.spellings import Printed
from .claim import Estimate
from .values import meant_mean

SHEVTSOVA = Fraction(4748, 10_000)
PRECISION = 256  # bits of ball arithmetic


def far(law: Distribution[Exact], games: int, mean_seen: Exact) -> Fraction:
    """A proven upper bound on twice the chance of a mean of the games as far off as this.

    As far off, from the exact mean and on the same side of it.

    >>> die = Distribution(dict.fromkeys(range(1, 7), 1))
    >>> far(die, 100, Fraction(7, 2)), far(die, 100, 7), far(die, 1000, 4) < Fraction(1, 10**10)
    (Fraction(1, 1), Fraction(0, 1), True)
    """
    off = Fraction(mean_seen) - law.mean()
    if off == 0:
        return Fraction(1)
    if not min(law) <= mean_seen <= max(law):  # no games have this mean
        return Fraction(0)
    with working_precision(PRECISION):
        tail = _reduced_deviation(law, games, off).erfc()
        normal = upper_end(tail + _berry_esseen(law, games))
    return min(chernoff(law, games, mean_seen), normal)


def chernoff(law: Distribution[Exact], games: int, mean_seen: Exact) -> Fraction:
    """Twice Chernoff's bound on that tail."""
    tilt = _best_tilt(law, mean_seen)
    # The exponent is a multiple of the number of games, so its error is too.
    with working_precision(PRECISION + games.bit_length()):
        moment = arb(0)  # the mean of exp(t (X - x)), that is M(t) exp(-t x)
        for x, weight in law.items():
            moment += weight * ball(tilt * (Fraction(x) - mean_seen)).exp()
        moment /= law.total
        return upper_end(2 * (games * moment.log()).exp())


def _best_tilt(law: Distribution[Exact], mean_seen: Exact) -> Fraction:
    """About the t at which the distribution tilted by exp(t x) has this mean.

    There Chernoff's bound is the best; since it holds for any t of the right sign, floats may find
    one that is near.
    """
    off = {x: Fraction(x) - mean_seen for x in law}
    size = max(map(abs, off.values()))  # scaled by it, no exponential leaves the range of floats
    steps = [(float(law.probability(x)), float(far / size)) for x, far in off.items()]
    low, high = -40.0, 40.0
    for _ in range(60):  # the derivative of M(t) exp(-t x) grows with t and is 0 at the best
        t = (low + high) / 2
        if sum(chance * step * math.exp(t * step) for chance, step in steps) < 0:
            low = t
        else:
            high = t
    # A short fraction makes the exponents short, and any t near the best is as good.
    tilt = Fraction((low + high) / 2).limit_denominator(10**6)
    side = 1 if mean_seen > law.mean() else -1
    # Of the wrong sign it would bound nothing; 0 gives the trivial bound, which is true.
    strength = max(tilt * side, Fraction(0))
    return strength * side / size


def _berry_esseen(law: Distribution[Exact], games: int) -> arb:
    """Twice the farthest that the distribution of the mean is from the normal law."""
    mean = law.mean()
    third = law.map(lambda x: abs(Fraction(x) - mean) ** 3).mean()
    sigma = ball(Fraction(law.variance())).sqrt()
    return 2 * ball(SHEVTSOVA * third) / (sigma**3 * arb(games).sqrt())


def _reduced_deviation(law: Distribution[Exact], games: int, off: Fraction) -> arb:
    """z / sqrt 2, at which erf and erfc are the two tails of the normal law or what is between."""
    return (ball(off * off * games / law.variance()) / 2).sqrt()


# --- laws that are not written out ----------------------------------------------------------------


def chebyshev(z_squared: Fraction) -> Fraction:
    """The bound on the chance to be z standard errors or more from the mean.

    >>> chebyshev(Fraction(25))
    Fraction(1, 25)
    """
    return min(Fraction(1), 1 / z_squared) if z_squared else Fraction(1)


def far_by_hoeffding(law: Within, games: int, cell: Interval) -> Fraction:
    """A proven upper bound on the p-value of a mean in the cell, from the bounds on the exact mean
    and the range of the outcomes: 1 where they overlap or the range has an open end.
    """
    least, greatest = law.outcomes.least, law.outcomes.greatest
    is_above = cell.lower > law.mean.upper
    is_beside = is_above or cell.upper < law.mean.lower
    if not is_beside or least is None or greatest is None:
        return Fraction(1)
    # Of all means within the bounds the nearest to the cell makes it the least rare.
    mean, seen = (law.mean.upper, cell.lower) if is_above else (law.mean.lower, cell.upper)
    width = Fraction(greatest - least)
    return hoeffding((mean - least) / width, (seen - least) / width, games)


def hoeffding(mean: Fraction, seen: Fraction, games: int) -> Fraction:
    """Twice Hoeffding's bound on the chance of a mean of draws from 0..1 as far as this from the
    exact one, on this side.

    >>> float(hoeffding(Fraction(1, 2), Fraction(1), 10)) * 2**9  # ten heads, or ten tails
    1.0
    """
    if not 0 <= seen <= 1 or mean in (0, 1):
        return Fraction(int(seen == mean))
    with working_precision(PRECISION + games.bit_length()):
        entropy = _relative_entropy(seen, mean) + _relative_entropy(1 - seen, 1 - mean)
        return upper_end(2 * (-games * entropy).exp())


def _relative_entropy(seen: Fraction, mean: Fraction) -> arb:
    return ball(seen) * ball(seen / mean).log() if seen else arb(0)


# --- too close ------------------------------------------------------------------------------------


def near(law: Distribution[Exact], games: int, cell: Interval) -> Fraction:
    """A proven upper bound on the chance of a mean as near the exact one as all of the cell.

    >>> half = Fraction(1, 2)
    >>> float(near(Distribution({0: 1, 1: 1}), 4, Interval(half, half)))  # two heads in four throws
    0.375
    """
    mean = Fraction(law.mean())
    reach = max(abs(cell.lower - mean), abs(cell.upper - mean))
    if len(law) == 1:
        return Fraction(1)
    with working_precision(PRECISION):
        if len(law) > 2:
            between = _reduced_deviation(law, games, reach).erf()
            return upper_end(between + _berry_esseen(law, games))
        chance = Fraction(law.probability(max(law)))
        least, most = counts_within(law, games, Interval(mean - reach, mean + reach))
        if least > most:
            return Fraction(0)
        return upper_end(at_least(chance, games, least) - at_least(chance, games, most + 1))


def counts_within(law: Distribution[Exact], games: int, cell: Interval) -> tuple[int, int]:
    """The least and the largest number of the larger of two outcomes whose mean is in the cell.

    The least is above the largest when there is none.
    """
    low, high = sorted(law)
    scale = Fraction(games) / (high - low)  # the mean is low + count / scale
    least = round_to_integer((cell.lower - low) * scale, Rounding.CEILING)
    most = round_to_integer((cell.upper - low) * scale, Rounding.FLOOR)
    return max(least, 0), min(most, games)


def all_near(chances: Sequence[Fraction]) -> Fraction:
    """An upper bound, by Fisher's method, on the chance that all are as near as these say.

    The chances are of independent estimates.

    >>> all_near([Fraction(1, 10)])
    Fraction(1, 10)
    """
    product = math.prod(chances, start=Fraction(1))
    if product == 0 or len(chances) == 1:
        return product
    with working_precision(PRECISION):
        log = -ball(product).log()
        terms = [arb(1)]
        for j in range(1, len(chances)):
            terms.append(terms[-1] * log / j)
        return upper_end(ball(product) * sum(terms[1:], terms[0]))


BINOMIAL, NORMAL = "exact binomial tail", "normal approximation"
HOEFFDING = "Hoeffding's bound"
ALL_PLACES = 10**6  # said to be resolved where nothing is known of the standard error


def estimate(law: Sampled, games: int, cell: Interval) -> Estimate:
    """A printed mean of `games` games, known to lie in the cell, compared with what is known of the
    law of one.

    >>> coin = Distribution({0: 1, 1: 1})
    >>> float(estimate(coin, 4, Interval(1, 1)).p)  # four heads in four throws: twice 1/16
    0.125
    """
    if isinstance(law, InfiniteDistribution):
        law = Moments.of(law)
    if not isinstance(law, Within):
        found = _estimate_by_deviation(law, games, cell)
    elif law.outcomes.has_two:
        found = _estimate_between(law, games, cell)
    else:  # no more is known than the mean and the range of the outcomes
        bound = far_by_hoeffding(law, games, cell)
        found = Estimate(games, None, bound, HOEFFDING, ALL_PLACES, bound=bound)
    return replace(found, law=law, cell=cell)


def _estimate_by_deviation(
    law: Distribution[Exact] | Moments, games: int, cell: Interval
) -> Estimate:
    """The mean compared with a distribution whose mean and variance are known."""
    known = Moments.of(law)
    off = Fraction(min(max(known.mean, cell.lower), cell.upper) - known.mean)
    square = Fraction(known.variance) / games
    if square == 0:  # all games give the same
        p = Fraction(int(off == 0))
        return Estimate(games, 0, p, BINOMIAL, ALL_PLACES, bound=p)
    z_squared = off * off / square
    p, method, close = normal_p(z_squared), NORMAL, Fraction(1)
    if isinstance(law, Moments):
        bound = chebyshev(z_squared)
        if law.least is not None and cell.upper < law.least:
            p, bound, method = Fraction(0), Fraction(0), f"no game has less than {law.least}"
    elif len(law) == 2:
        p = bound = binomial_p(law, games, cell)
        method, close = BINOMIAL, near(law, games, cell)
    else:
        bound = far(law, games, known.mean + off)
        close = near(law, games, cell)
    z = rounded_root(z_squared) * (-1 if off < 0 else 1)
    return Estimate(games, z, p, method, _resolved_places(square), bound=bound, near=close)


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
    if isinstance(law, Within):
        mean, drawn = law.mean, law.outcomes
    else:
        known = Moments.of(law)
        mean = Interval(known.mean, known.mean)
        drawn = ends_of_draws(law) or Outcomes(known.least, None)
    ends = [end for end in (drawn.least, drawn.greatest) if end is not None]
    distances = {
        abs(Fraction(end - edge)) for end in (mean.lower, mean.upper) for edge in (0, *ends)
    }
    apart = min((one for one in distances if one), default=Fraction(0))
    if not apart and isinstance(law, Moments):
        apart = Fraction(rounded_root(Fraction(law.variance)))
    # The mean of games nearest to each number: of two outcomes only some are possible.
    half = Fraction(max(ends) - min(ends)) / (2 * games) if drawn.has_two else Fraction(0)
    return max(
        (estimate(law, games, Interval(number - half, number + half)).bound, Fraction(number))
        for number in (mean.lower - apart, mean.upper + apart)
    )


def _estimate_between(law: Within, games: int, cell: Interval) -> Estimate:
    """The mean compared with two outcomes, where bounds c..d enclose the chance of the larger one.

    Let the means with c and with d lie below the cell, and k be the least count in it. For every
    chance t in c..d the mean n t is below k, so the median is at most k, P(X <= k) >= 1/2, the best
    count is k, and p = min(1, 2 P(X >= k)), which grows with t: so the ends give the least p and
    the most. It is the same above the cell, mirrored. Where the means lie on different sides of the
    cell, or one in it, p is at most 1, and only falls as t leaves the cell: the least p is at
    an end.
    """
    ends = [_estimate_by_deviation(one, games, cell) for one in law.laws()]
    least, most = sorted(ends, key=lambda found: found.p)
    low, high = (Fraction(found.z or 0) for found in ends)
    is_aside = low * high > 0
    p = most.p if is_aside or most.p == 0 else Fraction(1)
    nearest = most if is_aside else replace(most, z=0)
    return replace(nearest, p=p, bound=p, near=Fraction(1), least=least.p)


def possible_means(printed: Printed, law: Sampled, games: int) -> Interval:
    """The least and the largest mean of the games that may print so; `QueryError` for a number that
    does not show how it was rounded. Of `1 in N` it is N that was rounded or cut off.

    >>> from exactdice.report.printed.numbers import parse_printed
    >>> coin = Distribution({0: 1, 1: 1})
    >>> means = possible_means(parse_printed("1 in 2"), coin, 100)
    >>> means == Interval(Fraction(1, 3), Fraction(2, 3))
    True
    """
    said = meant_mean(printed, law)
    if said is not None:
        return said
    if printed.per is not None:
        unit = Fraction(10) ** -(printed.per.places or 0)
        return 1 / Interval(printed.per.value - unit / 2, printed.per.value + unit)
    if printed.places is None:
        raise QueryError(
            "an estimate must be printed as a decimal or as `1 in N`, which show how it was rounded"
        )
    # What is cut off lies less than a unit beyond the value; no mean lies between the last one
    # below that edge and the edge itself.
    unit, finest = Fraction(10) ** -printed.places, _finest_step(printed, law, games)
    value = printed.value
    lower = value - unit / 2 if value > 0 else value - unit + finest
    upper = value + unit / 2 if value < 0 else value + unit - finest
    return Interval(lower, -finest if printed.is_minus_zero else upper)


def _finest_step(printed: Printed, law: Sampled, games: int) -> Fraction:
    """A part of which all means of the games and the edges of what is printed are multiples; 0,
    which leaves the edge in, where the outcomes are not known.
    """
    if isinstance(law, Within) and law.outcomes.has_two:
        law = law.laws()[0]
    if not isinstance(law, Distribution):
        return Fraction(0)
    half = Fraction(10) ** -(printed.places or 0) / 2
    common = math.lcm(*(number.denominator for number in (*law, printed.value, half)))
    return Fraction(1, games * common)


def binomial_p(law: Distribution[Exact], games: int, cell: Interval) -> Fraction:
    """The largest two-sided p-value of a count of the larger outcome whose mean is in the cell."""
    chance = law.probability(max(law))
    least, most = counts_within(law, games, cell)
    if least > most:
        return Fraction(0)
    # The median of a binomial law is its mean rounded up or down, and the p-value falls from there
    # to either side: so the best count is the nearest one or beside it.
    nearest = min(max(round_to_integer(chance * games), least), most)
    counts = {max(nearest - 1, least), nearest, min(nearest + 1, most)}
    # Of each count min(1, 2 P(X >= count), 2 P(X <= count)).
    return max(
        min(
            Fraction(1),
            2 * at_least_bound(chance, games, count),
            2 * at_least_bound(1 - chance, games, games - count),
        )
        for count in counts
    )


def at_least_bound(chance: Fraction, games: int, count: int) -> Fraction:
    """An upper bound, tight to 12 digits, on P(X >= count) for X binomial."""
    return upper_end(at_least(chance, games, count))


def normal_p(z_squared: Fraction) -> Fraction:
    """An upper bound, tight to 12 digits, on P(|Z| >= z) = erfc(z / sqrt 2) for a normal Z.

    >>> round(float(normal_p(Fraction(4))), 6)
    0.0455
    """
    with working_precision(BITS):
        return upper_end((ball(z_squared) / 2).sqrt().erfc())


def rounded_root(square: Fraction) -> Fraction:
    """The square root, cut off after 13 decimals and rounded to 12, to be printed."""
    scaled = square * 10**26
    root = math.isqrt(scaled.numerator // scaled.denominator)
    return Fraction(round_to_integer(Fraction(root, 10)), 10**12)


def _resolved_places(square: Fraction) -> int:
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


# --- printed errors -------------------------------------------------------------------------------


OF_ERROR = "normal approximation of the printed error"


def printed_error(printed: Printed) -> Interval:
    """The printed error before rounding, an interval; `QueryError` where none is printed."""
    if printed.error is None:
        raise QueryError(
            f"an uncertain number needs a printed error, as in 0.0672 ± 0.001, got {printed.text}"
        )
    error, unit = Fraction(printed.error), Fraction(1)
    # The decimal place of the last digit that is not 0; the number itself of a fraction.
    while (error / unit).denominator > 1 and unit > Fraction(1, 10**30):
        unit /= 10
    while (error / (unit * 10)).denominator == 1:
        unit *= 10
    return Interval(max(error - unit / 2, error / 2), error + unit / 2)


def standard_deviations(printed: Printed, level: Exact | None) -> Interval:
    """The standard deviations that the printed error may stand for."""
    error = printed_error(printed)
    if level is None:
        return error
    with working_precision(BITS):
        # The z with P(|Z| <= z) = level for a normal Z, as P(|Z| <= z) = erf(z / sqrt 2).
        return error / Interval.of_ball(ball(Fraction(level)).erfinv() * arb(2).sqrt())


def uncertain(printed: Printed, level: Exact | None, value: Interval) -> Estimate:
    """The printed number, which stands for all that is rounded to it, and its error compared with
    the value, known within these bounds.
    """
    sigma, cell = standard_deviations(printed, level).upper, printed.cell
    # How far the ends are from the nearest number of the cell.
    near, far = sorted(
        Fraction(max(cell.lower - end, end - cell.upper, 0)) for end in (value.lower, value.upper)
    )
    is_inside = value.lower <= cell.upper and cell.lower <= value.upper
    z_squared = Fraction(0) if is_inside else (near / sigma) ** 2
    return Estimate(
        None,
        rounded_root(z_squared) * (-1 if cell.upper < value.lower else 1),
        normal_p(z_squared),
        OF_ERROR,
        ALL_PLACES,
        bound=chebyshev(z_squared),
        least=normal_p((far / sigma) ** 2) if value.width else None,
    )
