"""The words of counts that a document prints: tails and p-values of the binomial law, and intervals
for a chance of which k of n draws are known.

The intervals are irrational, and enclosed by balls: two ends at most 10^-digits apart.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from flint import arb

from ...distributions.binomial import (
    BITS,
    MOST_EXACT,
    Ball,
    at_least,
    ball,
    hits_between,
    lower_end,
    upper_end,
)
from ...exact.cost import bits_for
from ...exact.errors import QueryError
from ...exact.numbers import (
    Exact,
    Interval,
    Value,
    as_fmpq,
    ends_of,
    exact_text,
    simplest,
    working_precision,
)
from ..register import DIGITS, READERS, Argument, derived, digits_asked, few_steps, size, whole
from .distributions import a_number

STEPS_A_TERM = 3  # of a sum over a binomial law, for each draw
STEPS_A_TAIL = 400_000  # of a tail enclosed as finely as usual
GUARD = 64  # bits more than the digits of an interval need


def tail_cost(_: Argument, n: Argument, chance: Exact) -> int:
    """About as many as the digits of all terms of the sum."""
    terms = size(n)
    if terms > MOST_EXACT:
        return STEPS_A_TAIL
    return terms * (terms * chance.denominator.bit_length() // 64 + 1) * STEPS_A_TERM


def _reader(name: str, wanted: str, allows: Callable[[Exact], bool]) -> Callable[..., Exact]:
    """The reader of a number that must be as wanted."""

    def read(given: Argument, _: str) -> Exact:
        number = a_number(given)
        if not allows(number):
            raise QueryError(f"{name} must be {wanted}, got {exact_text(number)}")
        return number

    return read


HitChance = Exact
Level = Exact
READERS["HitChance"] = _reader("the chance of a hit", "within 0 and 1", lambda p: 0 <= p <= 1)
READERS["Level"] = _reader(
    "the confidence level", "between 0 and 1, as 0.95", lambda level: 0 < level < 1
)
tail = partial(derived, cost=tail_cost, k="hits", n="draws", chance="chance of a hit")


@tail()
def binomial_at_least(k: Argument, n: Argument, chance: HitChance) -> Value:
    """Probability of k hits or more in n draws that hit with this chance."""
    hits, draws = _checked_counts(k, n)
    return _probability_between(chance, draws, hits, draws)


@tail()
def binomial_at_most(k: Argument, n: Argument, chance: HitChance) -> Value:
    """Probability of k hits or fewer in n draws that hit with this chance."""
    hits, draws = _checked_counts(k, n)
    return _probability_between(chance, draws, 0, hits)


@tail()
def binomial_p(k: Argument, n: Argument, chance: HitChance) -> Value:
    """Two-sided exact p-value of k hits in n draws: twice the smaller tail, at most 1."""
    hits, draws = _checked_counts(k, n)
    tails = (
        _probability_between(chance, draws, 0, hits),
        _probability_between(chance, draws, hits, draws),
    )
    ends = zip(*map(ends_of, tails), strict=True)
    lower, upper = (min(1, 2 * one, 2 * other) for one, other in ends)
    return Interval(lower, upper).collapsed


def _probability_between(p: Exact, draws: int, least: int, most: int) -> Value:
    """The chance of least..most hits, one end of which is that of all numbers of hits."""
    if p in (0, 1):
        return int(least <= draws * p <= most)
    if draws <= MOST_EXACT:
        return simplest(hits_between(Fraction(p), draws, least, most))
    chance, count = (p, least) if most == draws else (1 - p, draws - most)
    with working_precision(BITS):
        tail = at_least(Fraction(chance), draws, count)
    return Interval(lower_end(tail), upper_end(tail))


def _checked_counts(k: Argument, n: Argument) -> tuple[int, int]:
    for given, name in ((k, "k"), (n, "n")):
        if isinstance(given, Interval):
            raise QueryError(
                f"{name} must be known exactly, got a rounded number: the claim that prints it "
                'needs kind = "exact"'
            )
    draws = whole(n, "n", 1)
    return whole(k, "k, the hits among n draws,", 0, draws), draws


# --- intervals ------------------------------------------------------------------------------------


def within_digits(digits: Argument = None) -> int:
    """The setting of an interval: the digits of the bounds on its ends."""
    return digits_asked(digits) or DIGITS


def interval_cost(digits: int, *_: Argument) -> int:
    """Of some evaluations of the tail, each of so many digits."""
    return STEPS_A_TAIL * 30 * (1 + digits // DIGITS) ** 2


end_of_interval = partial(derived, within_digits, k="hits", n="draws", level="confidence level")
QuantileForm = Callable[[Ball, Ball, Ball], Ball]  # an end from k, n and the normal quantile z


@end_of_interval(cost=few_steps)
def wald_low(digits: int, k: Argument, n: Argument, level: Level) -> Value:
    """Lower end of the Wald interval for a chance that hit k times in n draws:
    p - z sqrt(p q / n) with p = k/n, q = 1 - p and z the quantile of the normal law.
    """
    return _enclose(
        lambda k, n, z: k / n - z * _standard_error(k, n), *_checked_counts(k, n), level, digits
    )


@end_of_interval(cost=few_steps)
def wald_high(digits: int, k: Argument, n: Argument, level: Level) -> Value:
    """Upper end of the Wald interval for a chance that hit k times in n draws: p + z sqrt(p q / n)
    with p = k/n, q = 1 - p and z the quantile of the normal law.
    """
    return _enclose(
        lambda k, n, z: k / n + z * _standard_error(k, n), *_checked_counts(k, n), level, digits
    )


def _standard_error(k: Ball, n: Ball) -> Ball:
    """The standard error sqrt(p q / n) of the frequency p = k / n."""
    return (k * (n - k) / n).sqrt() / n


@end_of_interval(cost=few_steps)
def wilson_low(digits: int, k: Argument, n: Argument, level: Level) -> Value:
    """Lower end of the Wilson interval for a chance that hit k times in n draws: the smaller p with
    n (p - k/n)^2 = z^2 p (1 - p).
    """
    hits, draws = _checked_counts(k, n)
    if hits == 0:
        return 0

    def smaller_root(k: Ball, n: Ball, z: Ball) -> Ball:
        """Written so that nothing cancels."""
        half = k + z * z / 2
        root = z * (k * (n - k) / n + z * z / 4).sqrt()
        return k * k / n / (half + root)

    return _enclose(smaller_root, hits, draws, level, digits)


@end_of_interval(cost=few_steps)
def wilson_high(digits: int, k: Argument, n: Argument, level: Level) -> Value:
    """Upper end of the Wilson interval for a chance that hit k times in n draws: the greater p with
    n (p - k/n)^2 = z^2 p (1 - p).
    """
    hits, draws = _checked_counts(k, n)
    # What hits and what misses exchanged, p is 1 - p.
    return 1 - wilson_low(digits, draws - hits, draws, level)


def _enclose(end: QuantileForm, hits: int, draws: int, level: Exact, digits: int) -> Value:
    """Bounds on the end of an interval, by balls of ever more bits until they are narrow enough."""
    bits = bits_for(digits) + draws.bit_length() + GUARD
    while True:
        with working_precision(bits):
            z = arb(2).sqrt() * ball(level).erfinv()
            number = end(arb(hits), arb(draws), z)
            found = Interval.of_ball(number)
        if found.width * 10**digits <= 1:
            return found.collapsed
        bits *= 2


@end_of_interval(cost=interval_cost)
def clopper_pearson_low(digits: int, k: Argument, n: Argument, level: Level) -> Value:
    """Lower end of the Clopper-Pearson interval for a chance that hit k times in n draws: p with
    P(X >= k) = (1 - level)/2 for X binomial(n, p); 0 for k = 0.
    """
    hits, draws = _checked_counts(k, n)
    if hits == 0:
        return 0
    # By halves: the tail grows with p, so that its signs at two ends prove a root between them.
    wanted = as_fmpq(Fraction(1 - level) / 2)
    lower, upper = Fraction(0), Fraction(1)
    bits, share = max(BITS, bits_for(digits) + GUARD), Fraction(1, 2)
    while (upper - lower) * 10**digits > 1:
        middle = lower + share * (upper - lower)
        with working_precision(bits):
            excess = at_least(middle, draws, hits, bits) - wanted
        if excess < 0:
            lower = middle
        elif excess > 0:
            upper = middle
        else:
            # The ball holds what is wanted: a finer one tells, unless the root itself was hit.
            bits, share = 2 * bits, Fraction(5, 6) - share
    return Interval(lower, upper)


@end_of_interval(cost=interval_cost)
def clopper_pearson_high(digits: int, k: Argument, n: Argument, level: Level) -> Value:
    """Upper end of the Clopper-Pearson interval for a chance that hit k times in n draws: p with
    P(X <= k) = (1 - level)/2 for X binomial(n, p); 1 for k = n.
    """
    hits, draws = _checked_counts(k, n)
    # What hits and what misses exchanged, p is 1 - p.
    return 1 - clopper_pearson_low(digits, draws - hits, draws, level)
