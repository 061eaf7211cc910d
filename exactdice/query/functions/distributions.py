"""The words of distributions: what can be asked of every law, be it of a throw, a payoff, a length,
a mixture or a score.
"""

from __future__ import annotations

from typing import Any

from ...distributions.distribution import Distribution, InfiniteDistribution
from ...distributions.symbolic_distributions import ParametricDistribution, SymbolicDistribution
from ...exact.errors import AskedFor, QueryError
from ...exact.numbers import Exact
from ...game.text_of_values import as_written
from ..register import (
    CHANCE,
    READERS,
    Answer,
    Argument,
    FiniteNumericDistribution,
    Law,
    NumericDistribution,
    derived,
)
from ..values import as_die, as_outcome, refuse_other_kind, said


def finite_distribution(given: Argument) -> Law:
    """The law of finitely many outcomes; `QueryError` for anything else."""
    if isinstance(given, Distribution):
        return given
    if isinstance(given, InfiniteDistribution):
        raise AskedFor(
            "a law of finitely many outcomes, got an endless one: clip(law, low, high) makes it one"
        )
    if isinstance(given, ParametricDistribution):
        raise QueryError(
            "of a law whose chances are functions of symbols mean, variance, probability, "
            "at_least, at_most and support are known: give the symbols values for more"
        )
    if isinstance(given, SymbolicDistribution):
        raise QueryError(
            "of a law with symbols only mean, variance and sd are known: give the symbols values"
        )
    raise AskedFor(
        "a law, such as d(6), roll_distribution(2), turns_distribution(blind, optimal) or "
        f"strategy(95, 90), got {said(given)}{as_die(given)}"
    )


def number_distribution(given: Argument) -> FiniteNumericDistribution:
    """The law, when all its outcomes are numbers; `QueryError` otherwise."""
    law = finite_distribution(given)
    for outcome in law:
        if not isinstance(outcome, Exact) or isinstance(outcome, bool):
            raise AskedFor(
                f"a law of numbers, got one of {as_written(outcome)}"
                f"{': ask probability(...) that it is true' * isinstance(outcome, bool)}"
            )
    return law


def numeric(given: Argument) -> NumericDistribution:
    """The law of numbers, be they finitely many or not."""
    return given if isinstance(given, InfiniteDistribution) else number_distribution(given)


def with_moments(given: Argument) -> Any:
    """The law that has a mean and a variance: one of numbers, or one with symbols."""
    return (
        given
        if isinstance(given, ParametricDistribution | SymbolicDistribution)
        else numeric(given)
    )


def a_number(given: Argument) -> Exact:
    """The number; `QueryError` for anything else."""
    if isinstance(given, Exact):
        return given
    raise AskedFor(f"a number, got {said(given)}{as_die(given)}")


def _ordered_distribution(given: Argument) -> Any:
    """The law of numbers, of which some may be at least another."""
    return given if isinstance(given, ParametricDistribution) else numeric(given)


# {annotation of an argument: what reads it}, besides those of `register`
Rational = Exact
Numeric = Any
WithMoments = Any
READERS.update(
    Law=lambda given, _: finite_distribution(given),
    FiniteNumericDistribution=lambda given, _: number_distribution(given),
    Numeric=lambda given, _: numeric(given),
    WithMoments=lambda given, _: with_moments(given),
    Rational=lambda given, _: a_number(given),
)


@derived(law=numeric)
def mean(L: WithMoments) -> Answer:
    """Mean of the distribution L: the sum of x P(x)."""
    return L.mean()


@derived()
def variance(L: WithMoments) -> Answer:
    """Variance of the distribution L: the mean of the squared distance from the mean."""
    return L.variance()


@derived()
def sd(L: WithMoments) -> Answer:
    """Standard deviation of the distribution L, exactly: the square root of its variance."""
    return L.sd()


@derived(outcomes=CHANCE, x="outcome")
def probability(L: Argument, x: Argument | None = None) -> Exact:
    """Probability that L is true, where L is a comparison such as d(6) + d(6) >= 7; that of the
    outcome x under the distribution L.
    """
    if x is None and isinstance(L, bool):
        return int(L)
    if x is None:
        event = finite_distribution(L)
        if not all(isinstance(outcome, bool) for outcome in event):
            raise QueryError(
                "probability(L) asks for a comparison, as in probability(d(6) + d(6) >= 7); of a "
                "distribution ask probability(L, x) for an outcome x, such as "
                f"{as_written(next(iter(event)))}"
            )
        return event.probability(True)
    outcome = as_outcome(x)
    if isinstance(L, InfiniteDistribution | ParametricDistribution):
        return L.probability(a_number(outcome))
    law = finite_distribution(L)
    refuse_other_kind(law, outcome)
    return law.probability(outcome)


@derived(outcomes=CHANCE, x="least outcome")
def at_least(L: Argument, x: Rational) -> Answer:
    """Probability of an outcome of x or more under the distribution L."""
    return _ordered_distribution(L).at_least(x)


@derived(outcomes=CHANCE, x="greatest outcome")
def at_most(L: Argument, x: Rational) -> Answer:
    """Probability of an outcome of x or less under the distribution L."""
    return _ordered_distribution(L).cdf(x)


@derived(q="probability")
def quantile(L: Numeric, q: Rational) -> Answer:
    """The q-quantile of the distribution L: its least outcome x with P(X <= x) >= q, for 0 < q <=
    1.
    """
    return L.quantile(q)


@derived()
def median(L: Numeric) -> Answer:
    """Median of the distribution L: its least outcome x with P(X <= x) >= 1/2."""
    return L.median()


@derived()
def modes(L: Argument) -> frozenset[Any]:
    """The most likely outcomes of the distribution L."""
    return (L if isinstance(L, InfiniteDistribution) else finite_distribution(L)).modes()


@derived()
def support(L: Argument) -> frozenset[Any]:
    """The outcomes of the distribution L whose probability is not 0."""
    return frozenset(L if isinstance(L, ParametricDistribution) else finite_distribution(L))
