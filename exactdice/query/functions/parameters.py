"""Words that ask of a value which depends on a symbol: where it changes, its slope, where it equals
a number.
"""

from __future__ import annotations

from ...distributions.distribution import InfiniteDistribution
from ...exact.errors import QueryError
from ...exact.numbers import Exact
from ...symbolic.function import Condition, PiecewiseFunction
from ...symbolic.rational_function import Polynomial, RationalFunction
from ..register import Answer, Answers, Argument, Word, is_name, is_number, quantity
from ..values import is_distribution, said
from .distributions import number_distribution


def function_in(value: Argument) -> PiecewiseFunction:
    """The function of a symbol in a query's argument; `QueryError` for anything else."""
    if isinstance(value, PiecewiseFunction):
        return value
    if isinstance(value, RationalFunction) and not isinstance(value, Polynomial):
        raise QueryError(
            "this asks for a function of one symbol with values on all of its domain, got one of "
            f"{', '.join(value.names)}: give numbers to others"
        )
    raise QueryError(
        f"this asks for a value that depends on a symbol, as EG(0,0) with weights=p,1-p, got "
        f"{said(value)}"
    )


def function_of(value: Argument, symbol: Argument) -> PiecewiseFunction:
    """The function in a query's argument; `QueryError` where a symbol that is named is not its."""
    function = function_in(value)
    if symbol is not None and _symbol_name(symbol) != function.name:
        raise QueryError(f"the value depends on {function.name} alone, got {said(symbol)}")
    return function


def _symbol_name(symbol: Argument) -> str | None:
    return str(symbol) if isinstance(symbol, Polynomial) or is_name(symbol) else None


def _checked_number(value: Argument, what: str) -> Exact:
    if is_number(value):
        return value
    raise QueryError(f"{what} must be a number, got {said(value)}")


@quantity(q="a value with a symbol")
def breakpoints(q: Argument) -> Answers:
    """The numbers for the symbol at which the value changes its formula or its best choice."""
    return function_in(q).breaks


@quantity(q="a value with a symbol")
def actions_by_interval(q: Argument) -> Answers:
    """The sets of best actions between the breakpoints of the value, from the least number on."""
    function = function_in(q)
    return tuple(frozenset(function.chosen(piece.best)) for piece in function.pieces)


@quantity(q="a value with a symbol", at="a number for the symbol")
def stable(q: Argument, at: Argument, action: Argument = None) -> Answers:
    """The ends of the interval around a number for the symbol in which the action (the first best
    one there) stays best.
    """
    wanted = str(action) if isinstance(action, Word) else action
    return function_in(q).stable(_checked_number(at, "the number for the symbol"), wanted)


@quantity(q="a value with a symbol", at="a number, or the symbol")
def derivative(q: Argument, at: Argument = None) -> Answer:
    """The derivative of the value by its symbol, or its number there; at a breakpoint where the
    slopes differ both, from the left and from the right. The symbol may be named instead of a
    number, and of a function of several symbols it must be.
    """
    if isinstance(q, RationalFunction) and not isinstance(q, Polynomial):
        if is_name(at):
            return q.derivative(at.name)
        raise QueryError(
            f"the derivative of a function of {', '.join(q.names)} needs the name of one of them"
        )
    function = function_in(q)
    if at is None or _symbol_name(at) is not None:
        return function_of(q, at).derivative()
    slopes = function.slopes(_checked_number(at, "the number for the symbol"))
    return slopes[0] if len(slopes) == 1 else slopes


@quantity(condition="an equation with a symbol", symbol="its name")
def solve_for(condition: Argument, symbol: Argument = None) -> Answers:
    """All numbers for the symbol with which an equation holds, as in solve_for(EG(0,0) = 0)."""
    if isinstance(condition, Condition) and condition.mark == "==":
        return function_of(condition.functions[0], symbol).solve_for(0)
    raise QueryError(
        "solve_for asks for an equation with a symbol, as solve_for(EG(0,0) = 0), got "
        f"{said(condition)}"
    )


@quantity(q="a value with a symbol", symbol="its name")
def maximum(q: Argument, symbol: Argument = None) -> Answer:
    """The largest value over all numbers for the symbol; of a distribution of numbers its last
    outcome.
    """
    if symbol is None and is_distribution(q):
        return max(number_distribution(q))
    return function_of(q, symbol).maximum()


@quantity(q="a value with a symbol", symbol="its name")
def minimum(q: Argument, symbol: Argument = None) -> Answer:
    """The least value over all numbers for the symbol; of a distribution of numbers its least
    outcome.
    """
    if symbol is None and is_distribution(q):
        return q.first if isinstance(q, InfiniteDistribution) else min(number_distribution(q))
    return function_of(q, symbol).minimum()


@quantity(q="a value with a symbol", symbol="its name")
def maximum_at(q: Argument, symbol: Argument = None) -> Answers:
    """The numbers for the symbol at which the value is largest."""
    return function_of(q, symbol).maximum_at()


@quantity(q="a value with a symbol", symbol="its name")
def minimum_at(q: Argument, symbol: Argument = None) -> Answers:
    """The numbers for the symbol at which the value is least."""
    return (-function_of(q, symbol)).maximum_at()
