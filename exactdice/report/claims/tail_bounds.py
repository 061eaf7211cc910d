"""Proven bounds on the chance that the mean of n random games is far from, or very near, its own.

Far, for a law of more than two outcomes: the smaller of
- Chernoff's bound 2 exp(-n (t x - log M(t))), true for every t of the right sign; floats choose t,
  ball arithmetic evaluates it;
- the normal tail plus 2 C rho / (sigma^3 sqrt n), by Berry and Esseen, with C = 0.4748
  (I. Shevtsova, 2011) and rho = E|X - mu|^3.

Where the law is not written out:
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
from fractions import Fraction

from flint import arb

from ...distributions.binomial import at_least, ball, upper_end
from ...distributions.distribution import Distribution
from ...exact.numbers import Exact, Interval, Rounding, round_to_integer, working_precision
from ...query.laws import Within

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
    """About the t at which the law tilted by exp(t x) has this mean.

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
    """Twice the farthest that the law of the mean is from the normal law."""
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


def far_within(law: Within, games: int, cell: Interval) -> Fraction:
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
        entropy = _relative(seen, mean) + _relative(1 - seen, 1 - mean)
        return upper_end(2 * (-games * entropy).exp())


def _relative(seen: Fraction, mean: Fraction) -> arb:
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
