"""Empirical probabilities: how often an event happens in some draws, beside its exact probability
and how far off that may be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import TypeVar

from flint import fmpz

from ..distribution import Distribution
from ..errors import RulesError
from ..exact import (
    Bounds,
    Exact,
    Rounding,
    Value,
    as_exact,
    as_whole,
    ratio,
    round_to_integer,
    shown,
    simplest,
)
from ..precision import working_precision
from .binomial import BITS, at_least, lower_end, upper_end

T = TypeVar("T")
# Draws up to which the chance to be off is one fraction; bounds beyond. Each of the terms is about
# as long as the draws, so that the time grows with their square.
MOST_EXACT = 20_000
MOST_DRAWS = 10**1000


@dataclass(frozen=True)
class Empirical:
    """An event in some draws: how many times it happened, its exact probability, and the chance
    that so many draws are off.

    - `off_chance`: the chance that the frequency in this many draws differs from `probability` by
      more than `tolerance`.
    """

    draws: int
    hits: int
    probability: Fraction
    tolerance: Exact
    off_chance: Value

    @property
    def frequency(self) -> Fraction:
        """hits / draws, the empirical probability."""
        return ratio(self.hits, self.draws)

    @property
    def off(self) -> bool:
        """Whether the frequency differs from the probability by more than the tolerance."""
        return abs(self.frequency - self.probability) > self.tolerance


def empirical(
    law: Distribution[T],
    event: Callable[[T], bool],
    draws: int,
    rng: Random,
    tolerance: Exact = Fraction(1, 20),
) -> Empirical:
    """How often the event happens in independent draws from the law.

    >>> from exactdice import die
    >>> found = empirical(die(6), lambda face: face == 6, 1000, Random(1))
    >>> found.probability, found.off, float(found.off_chance) < 0.0001
    (Fraction(1, 6), False, True)
    """
    chance = law.chance(event)
    # it checks the options too, so it comes before the draws
    off = off_chance(chance, draws, tolerance)
    hits = sum(bool(event(law.sample(rng))) for _ in range(draws))
    return Empirical(draws, hits, chance, tolerance, off)


def off_chance(probability: Exact, draws: int, tolerance: Exact = Fraction(1, 20)) -> Value:
    """The chance that the frequency of an event in `draws` draws differs from its probability p by
    more than the tolerance t.

    P(|X / n - p| > t) for X binomial(n, p): one fraction up to 20000 draws, beyond that `Bounds` by
    ball arithmetic.

    No head or two heads in two throws of a coin:

    >>> off_chance(Fraction(1, 2), 2, Fraction(1, 4))
    Fraction(1, 2)
    """
    p, t, draws = _checked(probability, tolerance, draws)
    # the fewest and the most hits that are within the tolerance
    least = max(round_to_integer(draws * (p - t), Rounding.CEILING), 0)
    most = min(round_to_integer(draws * (p + t), Rounding.FLOOR), draws)
    if least > most or p in (0, 1):
        return int(least > most)
    if draws <= MOST_EXACT:
        return simplest(1 - hits_between(Fraction(p), draws, least, most))
    return _outside(Fraction(p), draws, least, most)


def _checked(probability: Exact, tolerance: Exact, draws: int) -> tuple[Exact, Exact, int]:
    """The options as exact numbers; `RulesError` or `InexactError` when one is off."""
    p, t = as_exact(probability, "the probability"), as_exact(tolerance, "the tolerance")
    if not 0 <= p <= 1:
        raise RulesError(f"a probability must be between 0 and 1, got {shown(p)}")
    if t < 0:
        raise RulesError(f"the tolerance must be 0 or more, got {shown(t)}")
    draws = as_whole(draws, "the number of draws", 1)
    if draws > MOST_DRAWS:
        raise RulesError(f"the number of draws must be at most 10^1000, got {shown(draws)}")
    return p, t, draws


def hits_between(p: Fraction, draws: int, least: int, most: int) -> Fraction:
    """P(least <= X <= most), each term from the one before: C(n, k+1) a^(k+1) b^(n-k-1) = C(n, k)
    a^k b^(n-k) * (n-k) a / ((k+1) b).
    """
    a, b = fmpz(p.numerator), fmpz(p.denominator - p.numerator)
    term = fmpz.bin_uiui(draws, least) * a**least * b ** (draws - least)
    total = term
    for k in range(least, most):
        # exact, as the next term is a whole number too
        term = term * ((draws - k) * a) // ((k + 1) * b)
        total += term
    return ratio(total, fmpz(p.denominator) ** draws)


def _outside(p: Fraction, draws: int, least: int, most: int) -> Bounds:
    """Bounds on P(X < least) + P(X > most)."""
    above = at_least(p, draws, most + 1)
    below = at_least(1 - p, draws, draws - least + 1)
    with working_precision(BITS):
        both = above + below
    return Bounds(lower_end(both), upper_end(both))
