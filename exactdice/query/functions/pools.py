"""The words for equal dice, thrown together or one after the other: `highest(d(6), 4, 3)`,
`pairs_won(d(6), 3, d(6), 2)`, `draws_to(d(6), 100)`.
"""

from __future__ import annotations

from ...distributions import pools as counted
from ...distributions.distribution import Distribution
from ...exact.numbers import Exact
from ..register import (
    CHANCE,
    FiniteNumericDistribution,
    Law,
    NumericDistribution,
    Positive,
    Whole,
    derived,
)
from .distributions import Rational


@derived(n="dice", k="dice that count")
def highest(L: FiniteNumericDistribution, n: Positive, k: Whole = 1) -> FiniteNumericDistribution:
    """Distribution of the sum of the k highest of n draws from L, of the highest one without k."""
    return counted.highest(L, n, k)


@derived(n="dice", k="dice that count")
def lowest(L: FiniteNumericDistribution, n: Positive, k: Whole = 1) -> FiniteNumericDistribution:
    """Distribution of the sum of the k lowest of n draws from L, of the lowest one without k."""
    return counted.lowest(L, n, k)


@derived(n="dice", k="dice that count")
def middle(L: FiniteNumericDistribution, n: Positive, k: Whole = 1) -> FiniteNumericDistribution:
    """Distribution of the sum of the k middle of n draws from L, of the middle one without k."""
    return counted.middle(L, n, k)


@derived(n="dice", k="dice that are told")
def sorted_pool(L: Law, n: Positive, k: Whole | None = None) -> Law:
    """Distribution of the results of n draws from L, the highest first, as a tuple; of the first k
    with k.
    """
    return counted.sorted_pool(L, n, k)


@derived(n="dice", x="least success")
def successes(L: FiniteNumericDistribution, n: Positive, x: Rational) -> FiniteNumericDistribution:
    """Distribution of how many of n draws from L show x or more."""
    return counted.successes(L, n, x)


@derived(n="dice")
def different(L: Law, n: Positive) -> Distribution[int]:
    """Distribution of the number of different outcomes among n draws from L."""
    return counted.different(L, n)


@derived(n="dice", size="size")
def sets(L: Law, n: Positive, size: Positive) -> Distribution[int]:
    """Distribution of how many outcomes come at least `size` times among n draws from L."""
    return counted.sets(L, n, size)


@derived(n="dice")
def largest_set(L: Law, n: Positive) -> Distribution[int]:
    """Distribution of how often the outcome comes that comes most among n draws from L."""
    return counted.largest_set(L, n)


@derived(n="dice")
def longest_straight(L: Law, n: Positive) -> Distribution[int]:
    """Distribution of how many outcomes in a row come, where that is most, among n draws from L."""
    return counted.longest_straight(L, n)


@derived(n="dice of the first", m="dice of the second")
def pairs_won(
    L: FiniteNumericDistribution, n: Positive, M: FiniteNumericDistribution, m: Positive
) -> Distribution[int]:
    """Distribution of the pairs that n draws from L win against m draws from M, as in Risk: sorted,
    the highest against the highest, and equal ones are lost.
    """
    return counted.pairs_won(L, n, M, m)


def draws_to_distribution(L: FiniteNumericDistribution, n: Whole) -> NumericDistribution:
    """Distribution of the number of draws from L until their total is n or more."""
    return counted.draws_to_distribution(L, n)


@derived(law=draws_to_distribution, n="total")
def draws_to(L: FiniteNumericDistribution, n: Whole) -> Exact:
    """Mean number of draws from L until their total is n or more."""
    return counted.draws_to(L, n)


@derived(n="total", outcomes=CHANCE)
def hits_total(L: FiniteNumericDistribution, n: Whole) -> Exact:
    """Probability that the total of draws from L is n at some time."""
    return counted.hits_total(L, n)
