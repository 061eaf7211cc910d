"""The words for equal dice, thrown together or one after the other: `highest(d(6), 4, 3)`,
`pairs_won(d(6), 3, d(6), 2)`, `draws_to(d(6), 100)`.
"""

from __future__ import annotations

from typing import Any

from ...distributions.distribution import Distribution, EndlessLaw
from ...distributions.pools import by_faces as counted
from ...distributions.pools import ranks, running
from ...exact.numbers import Exact
from ..proving import follows
from ..register import CHANCE, Argument, quantity, whole
from .distributions import a_law, a_law_of_numbers, a_number


@follows
@quantity(n="dice", k="dice that count")
def highest(_: None, L: Argument, n: Argument, k: Argument = 1) -> Distribution[Exact]:
    """Law of the sum of the k highest of n draws from L, of the highest one without k."""
    return ranks.highest(a_law_of_numbers(L), whole(n, "n", 1), whole(k, "k"))


@follows
@quantity(n="dice", k="dice that count")
def lowest(_: None, L: Argument, n: Argument, k: Argument = 1) -> Distribution[Exact]:
    """Law of the sum of the k lowest of n draws from L, of the lowest one without k."""
    return ranks.lowest(a_law_of_numbers(L), whole(n, "n", 1), whole(k, "k"))


@follows
@quantity(n="dice", k="dice that count")
def middle(_: None, L: Argument, n: Argument, k: Argument = 1) -> Distribution[Exact]:
    """Law of the sum of the k middle ones of n draws from L, of the middle one without k."""
    return ranks.middle(a_law_of_numbers(L), whole(n, "n", 1), whole(k, "k"))


@follows
@quantity(n="dice", k="dice that are told")
def sorted_pool(_: None, L: Argument, n: Argument, k: Argument | None = None) -> Distribution[Any]:
    """Law of the results of n draws from L, the highest first, as a tuple; of the first k with
    k.
    """
    return ranks.sorted_pool(a_law(L), whole(n, "n", 1), None if k is None else whole(k, "k"))


@follows
@quantity(n="dice", x="least success")
def successes(_: None, L: Argument, n: Argument, x: Argument) -> Distribution[Exact]:
    """Law of how many of n draws from L show x or more."""
    return counted.successes(a_law_of_numbers(L), whole(n, "n", 1), a_number(x))


@follows
@quantity(n="dice")
def different(_: None, L: Argument, n: Argument) -> Distribution[int]:
    """Law of the number of different outcomes among n draws from L."""
    return counted.different(a_law(L), whole(n, "n", 1))


@follows
@quantity(n="dice", size="size")
def sets(_: None, L: Argument, n: Argument, size: Argument) -> Distribution[int]:
    """Law of the number of outcomes that come at least `size` times among n draws from L."""
    return counted.sets(a_law(L), whole(n, "n", 1), whole(size, "size", 1))


@follows
@quantity(n="dice")
def largest_set(_: None, L: Argument, n: Argument) -> Distribution[int]:
    """Law of how often the outcome comes that comes most among n draws from L."""
    return counted.largest_set(a_law(L), whole(n, "n", 1))


@follows
@quantity(n="dice")
def longest_straight(_: None, L: Argument, n: Argument) -> Distribution[int]:
    """Law of how many outcomes in a row come, where that is most, among n draws from L."""
    return counted.longest_straight(a_law(L), whole(n, "n", 1))


@follows
@quantity(n="dice of the first", m="dice of the second")
def pairs_won(_: None, L: Argument, n: Argument, M: Argument, m: Argument) -> Distribution[int]:
    """Law of the pairs that n draws from L win against m draws from M, as in Risk: sorted, the
    highest against the highest, and equal ones are lost.
    """
    pools = a_law_of_numbers(L), whole(n, "n", 1), a_law_of_numbers(M), whole(m, "m", 1)
    return counted.pairs_won(*pools)


def draws_to_law(_: None, L: Argument, n: Argument) -> Distribution[Exact] | EndlessLaw:
    """Law of the number of draws from L until their total is n or more."""
    return running.draws_to_law(a_law_of_numbers(L), whole(n, "n"))


@follows
@quantity(law=draws_to_law, n="total")
def draws_to(_: None, L: Argument, n: Argument) -> Exact:
    """Mean number of draws from L until their total is n or more."""
    return running.draws_to(a_law_of_numbers(L), whole(n, "n"))


@follows
@quantity(n="total", outcomes=CHANCE)
def hits_total(_: None, L: Argument, n: Argument) -> Exact:
    """Probability that the total of draws from L is n at some time."""
    return running.hits_total(a_law_of_numbers(L), whole(n, "n"))
