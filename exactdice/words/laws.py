"""The words of laws: what can be asked of every law, be it of a throw, a payoff, a length, a
mixture or a score.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..distribution import Distribution
from ..errors import QueryError
from ..exact import Exact, ratio, shown, simplest
from .proving import follows
from .register import Word, few_steps, no_options, quantity
from .written import as_written


def a_law(given: Any) -> Distribution[Any]:
    """The law; `QueryError` for anything else."""
    if isinstance(given, Distribution):
        return given
    got = str(given) if isinstance(given, Word) else shown(given)
    raise QueryError(
        "this asks for a law, such as throw_law(2), turns_law(blind, optimal) or mixture(95, 90), "
        f"got {got}"
    )


def a_law_of_numbers(given: Any) -> Distribution[Exact]:
    """The law, when all its outcomes are numbers; `QueryError` otherwise."""
    law = a_law(given)
    for outcome in law:
        if not isinstance(outcome, Exact):
            raise QueryError(f"this asks for a law of numbers, got one of {shown(outcome)}")
    return law


def a_number(given: Any) -> Exact:
    """The number; `QueryError` for anything else."""
    if isinstance(given, Exact):
        return given
    raise QueryError(f"this asks for a number, got {given}")


def as_outcome(given: Any) -> Any:
    """An outcome as a query writes it: a number, a name, or a tuple of these."""
    if isinstance(given, tuple):
        return tuple(map(as_outcome, given))
    return given.name if isinstance(given, Word) and given.arguments is None else given


@follows
@quantity(no_options, cost=few_steps)
def mean(_: None, L: Any) -> Exact:
    """Mean of the law L: the sum of x P(x)."""
    return a_law_of_numbers(L).mean()


@follows
@quantity(no_options, cost=few_steps)
def variance(_: None, L: Any) -> Exact:
    """Variance of the law L: the mean of the squared distance from the mean."""
    return a_law_of_numbers(L).variance()


@follows
@quantity(no_options, cost=few_steps)
def sd(_: None, L: Any) -> Any:
    """Standard deviation of the law L, exactly: the square root of its variance."""
    spread = a_law_of_numbers(L).variance()
    # Slow to load, and needed here alone.
    import sympy

    root = sympy.sqrt(sympy.Rational(spread.numerator, spread.denominator))
    return simplest(ratio(int(root.p), int(root.q))) if root.is_Rational else root


@follows
@quantity(no_options, cost=few_steps, x="outcome")
def chance(_: None, L: Any, x: Any) -> Exact:
    """Probability of the outcome x under the law L."""
    law, outcome = a_law(L), as_outcome(x)
    refuse_other_kind(law, outcome)
    return law.probability(outcome)


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
    if isinstance(outcome, Exact):
        return "a number"
    if isinstance(outcome, tuple):
        return "a tuple"
    return "a name" if isinstance(outcome, str) else f"a {type(outcome).__name__}"


@follows
@quantity(no_options, cost=few_steps, x="least outcome")
def at_least(_: None, L: Any, x: Any) -> Exact:
    """Probability of an outcome of x or more under the law L."""
    least = a_number(x)
    return a_law_of_numbers(L).chance(lambda outcome: outcome >= least)


@follows
@quantity(no_options, cost=few_steps, x="greatest outcome")
def at_most(_: None, L: Any, x: Any) -> Exact:
    """Probability of an outcome of x or less under the law L."""
    most = a_number(x)
    return a_law_of_numbers(L).chance(lambda outcome: outcome <= most)


@follows
@quantity(no_options, cost=few_steps, q="probability")
def quantile(_: None, L: Any, q: Any) -> Exact:
    """The q-quantile of the law L: its least outcome x with P(X <= x) >= q, for 0 < q <= 1."""
    return _quantile(a_law_of_numbers(L), a_number(q))


def _quantile(law: Distribution[Exact], q: Exact) -> Exact:
    if not 0 < q <= 1:
        raise QueryError(f"the q of a quantile must be above 0 and at most 1, got {shown(q)}")
    passed = 0
    *smaller, last = sorted(law)
    for outcome in smaller:
        passed += law.weights[outcome]
        if passed >= q * law.total:
            return outcome
    return last


@follows
@quantity(no_options, cost=few_steps)
def median(_: None, L: Any) -> Exact:
    """Median of the law L: its least outcome x with P(X <= x) >= 1/2."""
    return _quantile(a_law_of_numbers(L), Fraction(1, 2))


@follows
@quantity(no_options, cost=few_steps)
def modes(_: None, L: Any) -> frozenset[Any]:
    """The most likely outcomes of the law L."""
    law = a_law(L)
    most = max(law.weights.values())
    return frozenset(outcome for outcome, weight in law.items() if weight == most)


@follows
@quantity(no_options, cost=few_steps)
def support(_: None, L: Any) -> frozenset[Any]:
    """The outcomes of the law L whose probability is not 0."""
    return frozenset(a_law(L))
