"""Estimates from samples of random games: the distribution whose mean a query is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..distributions.distribution import (
    Distribution,
    InfiniteDistribution,
    from_probabilities,
    point,
)
from ..exact.errors import ExactDiceError, QueryError, UnsolvableError
from ..exact.numbers import Exact, Interval, Value
from .arithmetic import MARKS, combine
from .evaluate import Scope, node_and_scope, read_call, value_of
from .functions.distributions import number_distribution
from .register import Answer, FiniteNumericDistribution, Moments, Outcomes, is_number
from .syntax import Arithmetic, Call, Entries, Node, Query, below
from .values import is_distribution
from .words import QUANTITIES

A_MEAN = (
    "an estimate from a sample must claim a quantity that is a mean, such as gain(blind, optimal)"
)
ONE_QUANTITY = (
    "an estimate from a sample must claim one quantity, perhaps with numbers added or multiplied"
)


@dataclass(frozen=True)
class Within:
    """A law that is not written out: bounds on its mean, and between which numbers it draws."""

    mean: Interval
    outcomes: Outcomes

    def laws(self) -> tuple[FiniteNumericDistribution, ...]:
        """The distributions with the two bounds as means, where its outcomes are two numbers."""
        return tuple(
            _two_point_distribution(self.outcomes, mean)
            for mean in (self.mean.lower, self.mean.upper)
        )


Sampled = FiniteNumericDistribution | InfiniteDistribution | Moments | Within


def sampled(query: Query, given: Entries | None = None) -> Sampled:
    """The law that a sample of random games draws from, when the query is its mean, the
    distribution itself, or an event whose chance is estimated; what is known of it where it is not
    written out.

    Numbers may be added to one quantity and it may be multiplied by them. Raises `QueryError` for
    what is no mean.

    >>> sampled("2d6 >= 7"), sampled("1 - P(2, 5)")
    (Distribution({1: 7, 0: 5}), Distribution({1: 17, 0: 1}))
    >>> sampled("EG(0, 0)", {"target": 2, "dice": 1})
    Distribution({-1: 5, 1: 31})
    """
    node, scope = node_and_scope(query, given)
    if isinstance(node, Arithmetic | Call):
        found = _sampled_distribution(node, scope)
    else:  # perhaps a comparison of laws, which is an event
        value = value_of(node, scope)
        found = _numeric_distribution(value) if is_distribution(value) else 0
    if isinstance(found, Exact):
        raise QueryError(A_MEAN)
    return found


def outcomes_of(query: Node, given: Entries) -> Outcomes | None:
    """Between which numbers the draws lie whose mean the query is; None where nobody says."""
    try:
        return ends_of_draws(sampled(query, given))
    except ExactDiceError:
        return None


def ends_of_draws(law: Sampled) -> Outcomes | None:
    """Between which numbers the draws of a distribution lie; None where that is not known."""
    if isinstance(law, Within):
        return law.outcomes
    return Outcomes.of(law) if isinstance(law, Distribution) else None


def distribution_of_query(query: Query, given: Entries | None = None) -> FiniteNumericDistribution:
    """The law whose mean the query is, written out: one quantity that is a mean, to which numbers
    may be added and by which it may be multiplied.

    >>> distribution_of_query("1 - win(dice(1), dice(1))", {"target": 2})
    Distribution({0: 31, 1: 5})
    """
    found = sampled(query, given)
    if not isinstance(found, Distribution):
        raise QueryError(f"the law behind {query} is not known outcome by outcome")
    return found


def _sampled_distribution(node: Node, scope: Scope) -> Sampled | Exact:
    """The law behind the query, as far as it is known; the value of one that asks for no mean."""
    if _asks_for_mean(node):
        # In an arithmetic with a mean a law would be another sample.
        match node:
            case Call():
                return _quantity_distribution(node, scope)
            case Arithmetic(mark, left, right):
                # The mean goes along with +, - and *, and with division by a number; but the mean
                # of 1/X is not 1 over the mean of X.
                first, second = (
                    _sampled_distribution(left, scope),
                    _sampled_distribution(right, scope),
                )
                if mark not in MARKS:
                    raise QueryError(f"{ONE_QUANTITY}, got {mark}")
                if isinstance(second, Exact):
                    return _transformed(first, lambda x: combine(mark, x, second))
                if isinstance(first, Exact) and mark != "/":
                    return _transformed(second, lambda x: combine(mark, first, x))
                raise QueryError(ONE_QUANTITY)
    value = value_of(node, scope)
    if is_distribution(value):
        return _numeric_distribution(value)
    # A number that stands beside a mean.
    if isinstance(node, Call):
        raise _mean_error(node.name) if node.name in QUANTITIES else QueryError(A_MEAN)
    if not is_number(value):
        raise QueryError(ONE_QUANTITY)
    return value


def _asks_for_mean(node: Node) -> bool:
    """Whether a quantity that is a mean stands in the arithmetic."""
    match node:
        case Arithmetic():
            return any(map(_asks_for_mean, below(node)))
        case Call(name) if name in QUANTITIES:
            return QUANTITIES[name].is_mean
    return False


def _mean_error(name: str) -> QueryError:
    return QueryError(f"{name} is not the mean of something random, so no sample can estimate it")


def _quantity_distribution(node: Call, scope: Scope) -> Sampled:
    """The law of a quantity that is a mean, or what its value says of it."""
    quantity, own, arguments = read_call(node, scope)
    outcomes = quantity.outcomes_of(own, arguments)
    # Who asks for bounds may ask of a game whose laws are too long to be written out.
    if quantity.law is not None and (outcomes is None or own.get("digits") is None):
        try:
            return _numeric_distribution(quantity.value(own, arguments, quantity.law))
        except UnsolvableError:  # as one that is too long to be written out
            if outcomes is None:
                raise
    if outcomes is None:
        raise _mean_error(node.name)
    value = quantity.value(own, arguments)
    if isinstance(value, bool) or not isinstance(value, Value):
        raise QueryError("an estimate from a sample must claim one number")
    if isinstance(value, Exact):
        if outcomes.has_two:
            return _two_point_distribution(outcomes, value)
        return Within(Interval(value, value), outcomes)
    # Bounds that reach beyond the outcomes are cut off there.
    least, greatest = outcomes.least, outcomes.greatest
    lower = value.lower if least is None else max(value.lower, least)
    upper = value.upper if greatest is None else min(value.upper, greatest)
    return Within(Interval(lower, upper), outcomes)


def _numeric_distribution(law: Any) -> Sampled:
    if isinstance(law, InfiniteDistribution | Moments):
        return law
    if isinstance(law, Distribution) and all(isinstance(outcome, bool) for outcome in law):
        return law.map(int)
    return number_distribution(law)


def _two_point_distribution(outcomes: Outcomes, mean: Exact) -> FiniteNumericDistribution:
    least, greatest = outcomes.least, outcomes.greatest
    if least is None or greatest is None:
        raise QueryError(ONE_QUANTITY)
    share = Fraction(mean - least) / (greatest - least)
    return from_probabilities({least: 1 - share, greatest: share})


def _transformed(law: Sampled | Exact, change: Callable[[Value], Answer]) -> Sampled | Exact:
    """The law of the changed draw: a number is added, or the draw is multiplied by one."""
    if isinstance(law, Exact):
        changed: Exact = change(law)
        return changed
    if isinstance(law, Distribution):
        return law.map(change)
    start = change(0)
    slope = change(1) - start
    if slope == 0:
        return point(start)
    if isinstance(law, InfiniteDistribution) and slope > 0:
        moved: InfiniteDistribution = law * slope + start
        return moved
    if isinstance(law, InfiniteDistribution | Moments):
        law = Moments.of(law)
        least = None if law.least is None or slope < 0 else change(law.least)
        return Moments(change(law.mean), slope * slope * law.variance, least)
    ends = [
        None if end is None else change(end) for end in (law.outcomes.least, law.outcomes.greatest)
    ]
    least, greatest = ends if slope > 0 else reversed(ends)
    return Within(change(law.mean), Outcomes(least, greatest, law.outcomes.has_two))
