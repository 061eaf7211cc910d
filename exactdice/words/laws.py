"""The words of laws: what can be asked of every law, be it of a throw, a payoff, a length, a
mixture or a score.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..distribution import Distribution, EndlessLaw
from ..errors import QueryError
from ..exact import Exact, shown
from .proving import follows
from .register import Argument, Word, few_steps, no_options, quantity
from .written import as_written

if TYPE_CHECKING:
    from ..symbolic import Symbolic  # sympy is slow to import


def a_law(given: Argument) -> Distribution[Any]:
    """The law of finitely many outcomes; `QueryError` for anything else."""
    if isinstance(given, Distribution):
        return given
    if isinstance(given, EndlessLaw):
        raise QueryError(
            "this asks for a law of finitely many outcomes, got an endless one: "
            "clip(law, low, high) makes it one"
        )
    if hasattr(given, "of_symbols"):
        raise QueryError(
            "of a law with symbols only mean, variance and sd are known: give the symbols values"
        )
    raise QueryError(
        "this asks for a law, such as d(6), throw_law(2), turns_law(blind, optimal) or "
        f"mixture(95, 90), got {_got(given)}{_as_die(given)}"
    )


def _got(given: Argument) -> str:
    return str(given) if isinstance(given, Word) else shown(given)


def _as_die(given: Argument) -> str:
    """A hint for who writes d20, which reads as a name."""
    if not isinstance(given, Word) or not re.fullmatch(r"d\d+", given.name):
        return ""
    return f": a die is written d({given.name[1:]}) or 1{given.name}"


def a_law_of_numbers(given: Argument) -> Distribution[Exact]:
    """The law, when all its outcomes are numbers; `QueryError` otherwise."""
    law = a_law(given)
    for outcome in law:
        if not isinstance(outcome, Exact) or isinstance(outcome, bool):
            raise QueryError(
                f"this asks for a law of numbers, got one of {as_written(outcome)}"
                f"{': chance(...) asks for the probability of true' * isinstance(outcome, bool)}"
            )
    return law


def numeric(given: Argument) -> Distribution[Exact] | EndlessLaw:
    """The law of numbers, be they finitely many or not."""
    return given if isinstance(given, EndlessLaw) else a_law_of_numbers(given)


def with_moments(given: Argument) -> Any:
    """What has a mean and a variance: a law of numbers, or one with symbols."""
    return given if hasattr(given, "of_symbols") else numeric(given)


def a_number(given: Argument) -> Exact:
    """The number; `QueryError` for anything else."""
    if isinstance(given, Exact):
        return given
    raise QueryError(f"this asks for a number, got {_got(given)}")


def as_outcome(given: Any) -> Any:
    """An outcome as a query writes it: a number, a name, or a tuple of these."""
    if isinstance(given, tuple):
        return tuple(map(as_outcome, given))
    return given.name if isinstance(given, Word) and given.arguments is None else given


@follows
@quantity(no_options, law=lambda _, L: a_law_of_numbers(L), cost=few_steps)
def mean(_: None, L: Argument) -> Exact | Symbolic:
    """Mean of the law L: the sum of x P(x)."""
    return with_moments(L).mean()


@follows
@quantity(no_options, cost=few_steps)
def variance(_: None, L: Argument) -> Exact | Symbolic:
    """Variance of the law L: the mean of the squared distance from the mean."""
    return with_moments(L).variance()


@follows
@quantity(no_options, cost=few_steps)
def sd(_: None, L: Argument) -> Exact | Symbolic:
    """Standard deviation of the law L, exactly: the square root of its variance."""
    return with_moments(L).sd()


def _success_law(_: None, L: Argument, x: Argument | None = None) -> Distribution[int]:
    """1 with the probability of the event, else 0."""
    hit = chance(_, L, x)
    return Distribution({1: hit.numerator, 0: hit.denominator - hit.numerator})


@follows
@quantity(no_options, law=_success_law, cost=few_steps, x="outcome")
def chance(_: None, L: Argument, x: Argument | None = None) -> Exact:
    """Probability that L is true, where L is a comparison such as d(6) + d(6) >= 7; that of the
    outcome x under the law L.
    """
    if x is None:
        return _chance_of_truth(L)
    outcome = as_outcome(x)
    if isinstance(L, EndlessLaw):
        return L.probability(a_number(outcome))
    law = a_law(L)
    refuse_other_kind(law, outcome)
    return law.probability(outcome)


def _chance_of_truth(event: Argument) -> Exact:
    if isinstance(event, bool):
        return int(event)
    law = a_law(event)
    if not all(isinstance(outcome, bool) for outcome in law):
        raise QueryError(
            "chance(L) asks for a comparison, as in chance(d(6) + d(6) >= 7); of a law ask "
            f"chance(L, x) for an outcome x, such as {as_written(next(iter(law)))}"
        )
    return law.probability(True)


def refuse_other_kind(law: Distribution[Any], outcome: Any) -> None:
    """Raise `QueryError` for what is nothing that the law can have as an outcome: another kind of
    thing would have the chance 0, as a misspelt name would.
    """
    kinds = {_kind(one) for one in law}
    if _kind(outcome) not in kinds:
        example = as_written(next(iter(law)))
        raise QueryError(
            f"the law has outcomes such as {example}, got {_kind(outcome)}: {as_written(outcome)}"
        )


def _kind(outcome: Any) -> str:
    if isinstance(outcome, bool):
        return "true or false"
    if isinstance(outcome, Exact):
        return "a number"
    if isinstance(outcome, tuple):
        return "a tuple"
    return "a name" if isinstance(outcome, str) else f"a {type(outcome).__name__}"


@follows
@quantity(no_options, cost=few_steps, x="least outcome")
def at_least(_: None, L: Argument, x: Argument) -> Exact:
    """Probability of an outcome of x or more under the law L."""
    return numeric(L).at_least(a_number(x))


@follows
@quantity(no_options, cost=few_steps, x="greatest outcome")
def at_most(_: None, L: Argument, x: Argument) -> Exact:
    """Probability of an outcome of x or less under the law L."""
    return numeric(L).cdf(a_number(x))


@follows
@quantity(no_options, cost=few_steps, q="probability")
def quantile(_: None, L: Argument, q: Argument) -> Exact:
    """The q-quantile of the law L: its least outcome x with P(X <= x) >= q, for 0 < q <= 1."""
    return numeric(L).quantile(a_number(q))


@follows
@quantity(no_options, cost=few_steps)
def median(_: None, L: Argument) -> Exact:
    """Median of the law L: its least outcome x with P(X <= x) >= 1/2."""
    return numeric(L).median()


@follows
@quantity(no_options, cost=few_steps)
def modes(_: None, L: Argument) -> frozenset[Any]:
    """The most likely outcomes of the law L."""
    return a_law(L).modes()


@follows
@quantity(no_options, cost=few_steps)
def support(_: None, L: Argument) -> frozenset[Any]:
    """The outcomes of the law L whose probability is not 0."""
    return frozenset(a_law(L))
