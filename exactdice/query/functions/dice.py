"""The words for dice and for what is done with distributions: `d(6)`, `max_of(d(20), d(20))`,
`explode(d(6))`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...distributions import distribution, throwing
from ...distributions.distribution import Distribution, InfiniteDistribution, point
from ...distributions.weights import absolute
from ...exact.errors import QueryError
from ...exact.numbers import Exact, Interval, ratio
from ..register import (
    Argument,
    Arguments,
    FiniteNumericDistribution,
    Law,
    NumericDistribution,
    Whole,
    Word,
    derived,
    few_steps,
    is_number,
    whole,
)
from ..values import as_outcome
from .distributions import a_number, finite_distribution, number_distribution
from .rolls import symbolic_number

if TYPE_CHECKING:
    from ...distributions.symbolic_distributions import (
        SymbolicDistribution,  # sympy is slow to import
    )


def loaded(weights: Argument = None) -> Arguments | None:
    """The setting of dice: the weights of the faces, None for a fair die."""
    if weights is not None and not isinstance(weights, tuple):
        raise QueryError(
            "weights must list one number for each face, as in d(3, weights=(1, 1, 2)), got "
            f"{weights}"
        )
    return weights


@derived(loaded, cost=few_steps, f="faces")
def d(weights: Any, f: Argument) -> Distribution[int] | SymbolicDistribution:
    """Distribution of one die with the faces 1..f."""
    if not all(isinstance(number, Exact) for number in (f, *(weights or ()))):
        from ...distributions.symbolic_distributions import die_of

        if weights is None:
            wanted = "the number of faces of a die must be a whole number or a symbol"
            return die_of(symbolic_number(f, wanted))
        faces = whole(f, "the number of faces of a die with weights", 2)
        if len(weights) != faces:
            raise QueryError(f"weights must list one number for each of {faces} faces")
        wanted = "the weight of a face must be a number or a symbol"
        return die_of(faces, [symbolic_number(weight, wanted) for weight in weights])
    return throwing.die(whole(f, "the number of faces of a die", 2), weights)


@derived(called="x...")
def uniform(*outcomes: Argument) -> Law:
    """Distribution that gives each of these outcomes the same weight, as the faces of a die of
    one's own: uniform(1, 2, 2, 3, 3, 4).
    """
    if not outcomes:
        raise QueryError("uniform(x...) needs outcomes, as in uniform(1, 2, 2, 3, 3, 4)")
    return distribution.uniform([as_outcome(outcome) for outcome in outcomes])


@derived()
def abs(x: Argument) -> Exact | Interval | FiniteNumericDistribution:
    """The number x, or the distribution of the outcomes of x, without a sign."""
    if isinstance(x, Interval):
        ends = absolute(x.lower), absolute(x.upper)
        return Interval(0 if x.lower < 0 < x.upper else min(ends), max(ends))
    if is_number(x):
        return absolute(x)
    return number_distribution(x).map(absolute)


@derived(called="L...")
def max_of(*laws: Argument) -> Law:
    """Distribution of the largest of independent draws, one from each of the distributions L..., as
    of a die thrown with advantage.
    """
    return distribution.max_of(*map(_distribution_or_point, laws))


@derived(called="L...")
def min_of(*laws: Argument) -> Law:
    """Distribution of the smallest of independent draws, one from each of the distributions L..."""
    return distribution.min_of(*map(_distribution_or_point, laws))


def _distribution_or_point(given: Argument) -> Law:
    return point(given) if isinstance(given, Exact) else number_distribution(given)


@derived(called="L...")
def joint(*laws: Law) -> Law:
    """Distribution of independent draws from the distributions L..., as a tuple."""
    return distribution.joint(*laws)


@derived(k="place")
def marginal(L: Law, k: Whole) -> Law:
    """Distribution of the part at place k, counted from 0, of the tuples of the distribution L."""
    return L.marginal(k)


@derived(called="L, x...")
def given(L: Law, *outcomes: Argument) -> Law:
    """Distribution L given that one of the outcomes x... is drawn."""
    chosen = {as_outcome(outcome) for outcome in outcomes}
    return L.given(lambda outcome: outcome in chosen)


@derived(called="L, x...")
def reroll(L: Law, *outcomes: Argument) -> Law:
    """Distribution L when the outcomes x... are drawn again until another comes."""
    return L.reroll([as_outcome(outcome) for outcome in outcomes])


@derived(called="L, x...")
def reroll_once(L: Law, *outcomes: Argument) -> Law:
    """Distribution L when the outcomes x... are drawn again a single time."""
    return L.reroll([as_outcome(outcome) for outcome in outcomes], 1)


@derived(depth="most draws more")
def explode(L: FiniteNumericDistribution, depth: Argument | None = None) -> NumericDistribution:
    """Distribution of the total when the greatest outcome of L adds another draw: without end, or
    `depth` draws at most.
    """
    is_endless = depth is None or _is_none(depth)
    return L.explode(None if is_endless else whole(depth, "depth"))


@derived()
def repeat_until(event: Law) -> InfiniteDistribution:
    """Distribution of how often a comparison such as d(6) == 6 is tried up to the first time it is
    true.
    """
    if not all(isinstance(outcome, bool) for outcome in event):
        raise QueryError("repeat_until asks for a comparison, as in repeat_until(d(6) == 6)")
    return event.repeat_until(bool)


@derived(low="least", high="most")
def clip(L: Argument, low: Argument, high: Argument) -> FiniteNumericDistribution:
    """Distribution of the outcomes of L, where less than `low` counts as low and more than `high`
    as high; none leaves an end open.
    """
    law = L if isinstance(L, InfiniteDistribution) else number_distribution(L)
    return law.clip(_clip_end(low), _clip_end(high))


def _clip_end(given: Argument) -> Exact | None:
    return None if _is_none(given) else a_number(given)


def _is_none(given: Argument) -> bool:
    return isinstance(given, Word) and str(given) == "none"


@derived(called="L...")
def mixture(*laws: Argument) -> Law:
    """Distribution of a draw from one of the distributions L..., each as likely; (w, L) gives a
    distribution the weight w.
    """
    weighed = list[tuple[Exact, Law]]()
    for part in laws:
        if isinstance(part, tuple) and len(part) == 2:
            weighed.append((a_number(part[0]), finite_distribution(part[1])))
        else:
            weighed.append((1, finite_distribution(part)))
    if not weighed:
        raise QueryError(
            "mixture needs distributions, as in mixture(d(6), (2, d(8))); an optimal mixed action "
            "at a state is strategy(...)"
        )
    total = sum(weight for weight, _ in weighed)
    if total <= 0 or any(weight < 0 for weight, _ in weighed):
        raise QueryError("the weights of a mixture must be 0 or more, and one above 0")
    shares: dict[Law, Exact] = {}
    for weight, law in weighed:
        shares[law] = shares.get(law, 0) + weight * ratio(total.denominator, total.numerator)
    return distribution.mixture(distribution.from_probabilities(shares))
