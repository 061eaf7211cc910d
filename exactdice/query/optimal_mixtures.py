"""Queries about an optimal mixture, of which there may be several: the exact range of a number over
all optimal strategies, and whether a statement is true for some of them or for every one.

Known are numbers that are linear in the distribution of one choice, as `probability(strategy(1),
bet)` and `mean(one_shot_strategy())` are: the chance or the mean of a draw of it, numbers added,
and times numbers. A query is linear when it asks once for one draw, so it is known by what it is
for each action.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from ..distributions.distribution import Distribution
from ..exact.errors import NoRange, QueryError, UnsolvableError
from ..exact.numbers import Exact, Interval
from ..games.one_shot_battle import OneShotBattle
from ..linear.matrices.optimal_mixed_actions import OPPOSITE, Condition, OptimalMixedActions
from ..symbolic.function import Calculated
from ..symbolic.rational_function import Operation
from .analysis import Analysis, analysis_of
from .arithmetic import OPERATIONS, combine_numbers, listed_values
from .evaluate import Scope, read_call, sorted_out, value_of
from .register import Answer, is_number
from .syntax import (
    Arithmetic,
    Call,
    Comparison,
    Entries,
    Known,
    Logic,
    Membership,
    Node,
    Quantified,
    below,
    called_in,
    query_text,
    rebuilt,
)
from .words import MIXTURES

LINEAR = ("probability", "mean", "at_least", "at_most")  # in the law that they are asked of


@dataclass(frozen=True)
class Linear(Calculated["Linear"]):
    """A number that is linear in the distribution of a choice: this form of the weights, over that
    of coming there.
    """

    laws: OptimalMixedActions
    form: Mapping[int, Exact]

    def _with(self, other: Any, operation: Operation) -> Linear:
        """The sum or difference with a number or another of a choice that the same strategies come
        to, or the number times another.
        """
        if operation is operator.mul:
            scaled = {k: combine_numbers("*", x, other) for k, x in self.form.items()}
            return Linear(self.laws, scaled)
        added = other.form if isinstance(other, Linear) else {self.laws.unit: other}
        if isinstance(other, Linear):
            laws = other.laws
            if (laws.of, laws.unit) != (self.laws.of, self.laws.unit):
                raise NoRange("the range of what is asked of two choices at once is not known")
        columns = {*self.form, *added}
        form = {k: operation(self.form.get(k, 0), added.get(k, 0)) for k in columns}
        return Linear(self.laws, form)

    def __neg__(self) -> Linear:
        return self * -1

    def __truediv__(self, divisor: Exact) -> Linear:
        return self * combine_numbers("/", 1, divisor)

    def compared(self, mark: str, number: Exact = 0) -> Condition:
        """How the number compares with another."""
        return Condition((self - number).form, mark)

    def extent(self) -> Interval:
        """The least and the largest over all optimal strategies that come there."""
        found = self.laws.strategies.extent(self.form, self.laws.unit)
        if found is None:
            raise UnsolvableError(NEVER)
        return found


NEVER = "no optimal strategy comes there by its own choices, so each of them may do anything there"


@lru_cache(maxsize=1024)
def mixtures_in(node: Node) -> tuple[Call, ...]:
    """The calls in the query that give one of the optimal mixtures.

    >>> from .syntax import parse
    >>> [call.arguments for call in mixtures_in(parse("1 - probability(strategy(1), bet)"))]
    [(Number(value=1),)]
    """
    return tuple(call for call in called_in(node) if call.name in MIXTURES)


# --- numbers --------------------------------------------------------------------------------------


def linear(node: Node, given: Entries) -> Linear:
    """The query as a linear number; `NoRange` where it is none, `UnsolvableError` where the optimal
    mixtures are not known.
    """
    return _linear(node, sorted_out(node, given))


def _linear(node: Node, scope: Scope) -> Linear:
    found = _evaluate_number(node, scope)
    if isinstance(found, Linear):
        return found
    raise NoRange(f"{query_text(node)} asks for no mixture")


def _evaluate_number(node: Node, scope: Scope) -> Linear | Exact:
    if not mixtures_in(node):
        value = value_of(node, scope)
        if is_number(value):
            return value
    elif isinstance(node, Call) and node.name in LINEAR and is_one_draw(node.arguments[0]):
        return _linear_form(node, scope)
    elif isinstance(node, Arithmetic):
        mark = node.mark
        sides: list[Any] = [_evaluate_number(side, scope) for side in below(node)]
        linear_sides = [isinstance(side, Linear) for side in sides]
        if not any(linear_sides):
            return combine_numbers(mark, *sides)
        is_scaled = (mark == "*" and not all(linear_sides)) or (mark == "/" and not linear_sides[1])
        if mark not in ("+", "-") and not is_scaled:
            raise NoRange(
                f"no exact range over all optimal mixtures is known where {mark} joins two"
            )
        found: Linear = OPERATIONS[mark](*sides)
        return found
    raise NoRange(f"the range of {query_text(node)} over all optimal mixtures is not known")


def is_one_draw(node: Node) -> bool:
    """Whether this is one draw of one mixture, perhaps with numbers added, or compared."""
    match node:
        case Call(name):
            return name in MIXTURES
        case Comparison(_, (_, _)) | Arithmetic("+" | "-" | "*" | "/"):
            asking = [part for part in below(node) if mixtures_in(part)]
            return len(asking) == 1 and is_one_draw(asking[0])
    return False


def _linear_form(node: Call, scope: Scope) -> Linear:
    """The number by what it is for each action. It is asked of distributions that hold all actions,
    as an outcome may be refused that a distribution does not know: twice the weight for one of them
    adds its own.
    """
    (call,) = mixtures_in(node.arguments[0])
    laws = _queried_mixed_actions(call, scope)
    count = len(laws.columns)
    even = dict.fromkeys(laws.columns, 1)

    def under(weights: Mapping[object, int]) -> Answer:
        return value_of(_substitute_distribution(node, call, Distribution(weights)), scope)

    mean = under(even)
    form = {
        column: (count + 1) * under({**even, action: 2}) - count * mean
        for action, column in laws.columns.items()
    }
    return Linear(laws, form)


def _substitute_distribution(node: Node, call: Call, law: Distribution[object]) -> Node:
    if node == call:
        return Known(law, call)
    return rebuilt(node, lambda part: _substitute_distribution(part, call, law))


def _queried_mixed_actions(call: Call, scope: Scope) -> OptimalMixedActions:
    """All optimal distributions that the call may give."""
    quantity, options, arguments = read_call(call, scope)
    try:
        setting, *state = quantity.afforded(options, arguments)
        analysis = analysis_of(setting) if isinstance(setting, OneShotBattle) else setting
        assert isinstance(analysis, Analysis)  # of the words of every game
        return analysis.optimal_mixed_actions(analysis.at(tuple(state)), analysis.player)
    except QueryError as error:
        raise UnsolvableError(str(error)) from error


def chances(node: Node, given: Entries) -> dict[object, Linear]:
    """{outcome: its chance} of the distribution that the query is, for all that any of the optimal
    mixtures may draw; `NoRange` where it is no law of one draw.
    """
    if not mixtures_in(node) or not is_one_draw(node):
        raise NoRange(f"the laws {query_text(node)} of all optimal mixtures are not known")
    every, _ = over_all_actions(node, given)
    scope = sorted_out(node, given)
    return {
        outcome: _linear_form(Call("probability", (node, Known(outcome, node)), ()), scope)
        for outcome in value_of(every, scope)
    }


def over_all_actions(node: Node, given: Entries) -> tuple[Node, Entries]:
    """The query with an even draw of all actions in the place of its one mixture, and the values of
    its variables.
    """
    scope = sorted_out(node, given)
    if len(mixtures_in(node)) > 1:
        raise NoRange(f"{query_text(node)} asks for several mixtures")
    (call,) = mixtures_in(node)
    columns = _queried_mixed_actions(call, scope).columns
    return _substitute_distribution(
        node, call, Distribution(dict.fromkeys(columns, 1))
    ), scope.bindings


# --- statements -----------------------------------------------------------------------------------


class Truth(NamedTuple):
    """Whether a statement is true for some optimal strategy, and whether for every one; None where
    that is not known.
    """

    for_some: bool | None
    for_every: bool | None


def truth(node: Node, given: Entries) -> Truth:
    """For which optimal strategies the statement is true, of those that come where it asks.

    Known are statements that say several things at once, or one of several. `NoRange` for others.
    """
    scope = sorted_out(node, given)
    try:
        parts = list(_statement_parts(node, scope, True))
    except _Several:  # one of several things holds unless the opposite of each does
        parts = list(_statement_parts(node, scope, False))
        some = any(_is_possible([_opposite(one)]) for one in parts)
        every = not _is_possible(parts)
    else:
        some = _is_possible(parts)
        every = not any(_is_possible([_opposite(one)]) for one in parts)
    if every and not some:
        raise UnsolvableError(NEVER)
    numbers = [part[0] for part in parts if not isinstance(part, bool)]
    if any(number.laws.strategies.is_outer for number in numbers):
        # Some of these strategies may not be optimal.
        return Truth(every or (None if some else False), every or None)
    return Truth(some, every)


class _Several(NoRange):
    """A statement says one of several things where all of several are looked for."""


Part = tuple[Linear, str] | bool  # how a number compares with 0, or what is known already


def _statement_parts(node: Node, scope: Scope, said: bool) -> Iterator[Part]:
    """All that the statement says, or that its opposite does."""
    if not mixtures_in(node):
        yield value_of(node, scope) is said
        return
    unknown = f"{query_text(node)} is not known for all optimal mixtures"
    match node:
        case Logic("not", (part,)):
            yield from _statement_parts(part, scope, not said)
        case Logic(mark, parts) if (mark == "and") is said:
            for part in parts:
                yield from _statement_parts(part, scope, said)
        case Quantified(quantifier, variable, values, body) if quantifier == (
            "all" if said else "any"
        ):
            for value in listed_values(value_of(values, scope)):
                yield from _statement_parts(body, scope.bound(variable, value), said)
        case Comparison(marks, parts) if said or len(marks) == 1:
            for mark, (left, right) in zip(marks, pairwise(parts), strict=True):
                difference = _linear(Arithmetic("-", left, right), scope)
                yield difference, mark if said else OPPOSITE[mark]
        case Membership(element, Call("support", arguments)):
            chance = _linear(Call("probability", (*arguments, element), ()), scope)
            yield chance, ">" if said else "<="
        case Membership(_, Call()):
            raise NoRange(unknown)
        case _:
            raise _Several(unknown)


def _opposite(part: Part) -> Part:
    if isinstance(part, bool):
        return not part
    number, mark = part
    return number, OPPOSITE[mark]


def _is_possible(parts: Sequence[Part]) -> bool:
    """Whether all parts are true for optimal strategies that come where they ask."""
    if False in parts:
        return False
    asked = [part for part in parts if not isinstance(part, bool)]
    conditions: dict[object, list[Condition]] = {}
    strategies = {number.laws.of: number.laws.strategies for number, _ in asked}
    for number, mark in asked:
        here = conditions.setdefault(number.laws.of, [])
        here += [number.compared(mark), number.laws.comes()]
    return all(strategies[of].possible(here) for of, here in conditions.items())
