"""Proven bounds on the chance that the mean of n random games falls far from the exact mean, or
very close to it.

Far, for a law of more than two outcomes: the smaller of
- Chernoff's bound 2 exp(-n (t x - log M(t))), true for every t of the right sign; floats choose t,
  ball arithmetic evaluates it;
- the normal tail plus 2 C rho / (sigma^3 sqrt n), by Berry and Esseen, with C = 0.4748
  (I. Shevtsova, 2011) and rho = E|X - mu|^3.

Close: the chance of a mean at most as far from mu as the farthest number that is printed so; exact
for two outcomes, the normal law plus the same term else. Several independent estimates are combined
by Fisher's method: m independent chances have a product of at most w with chance at most w (1 + l +
... + l^(m-1)/(m-1)!) where l = -log w.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import arb

from ..distribution import Distribution
from ..exact import Bounds, Exact, Rounding, round_to_integer
from ..precision import working_precision
from ..throws.binomial import at_least, ball, upper_end

SHEVTSOVA = Fraction(4748, 10_000)
PRECISION = 256  # bits of ball arithmetic


def far(law: Distribution[Any], games: int, mean_seen: Exact) -> Fraction:
    """A proven upper bound on twice the chance that the mean of the games is as far from the exact
    mean as this, on the same side.

    >>> die = Distribution(dict.fromkeys(range(1, 7), 1))
    >>> far(die, 100, Fraction(7, 2)), far(die, 100, 7), far(die, 1000, 4) < Fraction(1, 10**10)
    (Fraction(1, 1), Fraction(0, 1), True)
    """
    off = Fraction(mean_seen) - law.mean()
    if off == 0:
        return Fraction(1)
    if not min(law) <= mean_seen <= max(law):
        return Fraction(0)
    return min(chernoff(law, games, mean_seen), _normal_tail(law, games, off))


def chernoff(law: Distribution[Any], games: int, mean_seen: Exact) -> Fraction:
    """Twice Chernoff's bound on that tail."""
    tilt = _best_tilt(law, mean_seen)
    with working_precision(PRECISION + games.bit_length()):
        moment = (
            sum(
                (
                    weight * ball(tilt * (Fraction(x) - mean_seen)).exp()
                    for x, weight in law.items()
                ),
                arb(0),
            )
            / law.total
        )
        return upper_end(2 * (games * moment.log()).exp())


def _best_tilt(law: Distribution[Any], mean_seen: Exact) -> Fraction:
    """About the t at which the law tilted by exp(t x) has this mean: any t is valid, this one is
    near the best.
    """
    size: Fraction = max([abs(Fraction(x) - mean_seen) for x in law])
    steps = [
        (float((Fraction(x) - mean_seen) / size), float(Fraction(weight, law.total)))
        for x, weight in law.items()
    ]
    low, high = -40.0, 40.0
    for _ in range(60):
        t = (low + high) / 2
        if sum(weight * step * math.exp(t * step) for step, weight in steps) < 0:
            low = t
        else:
            high = t
    tilt = Fraction((low + high) / 2).limit_denominator(10**6)
    side = 1 if mean_seen > law.mean() else -1
    return max(tilt * side, Fraction(0)) * side / size


def _berry_esseen(law: Distribution[Any], games: int) -> Any:
    mean = law.mean()
    third = (
        sum((abs(Fraction(x) - mean) ** 3 * weight for x, weight in law.items()), Fraction(0))
        / law.total
    )
    sigma = ball(Fraction(law.variance())).sqrt()
    return 2 * ball(SHEVTSOVA * third) / (sigma**3 * arb(games).sqrt())


def _normal_tail(law: Distribution[Any], games: int, off: Fraction) -> Fraction:
    with working_precision(PRECISION):
        z_squared = ball(off * off * games / law.variance())
        return upper_end((z_squared / 2).sqrt().erfc() + _berry_esseen(law, games))


# --- too close ------------------------------------------------------------------------------------


def near(law: Distribution[Any], games: int, cell: Bounds) -> Fraction:
    """A proven upper bound on the chance that the mean of the games is as near the exact mean as
    every number in the cell.

    >>> half = Fraction(1, 2)
    >>> near(Distribution({0: 1, 1: 1}), 4, Bounds(half, half))  # two heads in four throws
    Fraction(3, 8)
    """
    mean = Fraction(law.mean())
    reach = max(abs(Fraction(cell.lower) - mean), abs(Fraction(cell.upper) - mean))
    if len(law) == 1:
        return Fraction(1)
    if len(law) == 2:
        return _binomial_near(law, games, reach)
    with working_precision(PRECISION):
        z_squared = ball(reach * reach * games / law.variance())
        return upper_end((z_squared / 2).sqrt().erf() + _berry_esseen(law, games))


def _binomial_near(law: Distribution[Any], games: int, reach: Fraction) -> Fraction:
    low, high = sorted(law)
    chance = Fraction(law.probability(high))
    ends = [
        ((law.mean() + side * reach) - low) * Fraction(games) / (high - low) for side in (-1, 1)
    ]
    least, most = (
        max(round_to_integer(ends[0], Rounding.CEILING), 0),
        min(round_to_integer(ends[1], Rounding.FLOOR), games),
    )
    if least > most:
        return Fraction(0)
    if games <= 64:
        return sum(
            (
                math.comb(games, k) * chance**k * (1 - chance) ** (games - k)
                for k in range(least, most + 1)
            ),
            Fraction(0),
        )
    with working_precision(PRECISION):
        return upper_end(at_least(chance, games, least) - at_least(chance, games, most + 1))


def all_near(chances: Sequence[Fraction]) -> Fraction:
    """An upper bound on the chance that independent estimates are together as near as these chances
    say, by Fisher's method.

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
