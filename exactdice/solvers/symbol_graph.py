"""All states of a game whose weights or payoffs hold parameters, and the interval in which a
parameter lies, on which every weight is a weight.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import Any

from flint import fmpq, fmpz_poly

from ..exact.cost import affordable, refuse_costly
from ..exact.errors import RulesError
from ..exact.numbers import Progress, as_exact, exact_text, shown
from ..game.graph import hashable, start_of
from ..game.graph.arrays import StateGraph
from ..game.graph.compiling import Compiler
from ..game.optional import SupportsDrawn, exploring_cost
from ..game.protocol import Game, State
from ..symbolic.algebraic_numbers import (
    AlgebraicNumber,
    Line,
    distinct,
    root_bound,
    sign_at,
    simple_between,
)
from ..symbolic.rational_function import (
    Parameter,
    Parameters,
    Polynomial,
    exact_or_polynomial,
    parameters_of,
    several_symbols,
)

STEPS_A_STATE = 10_000  # its distributions of polynomials take kilobytes
Ends = tuple[AlgebraicNumber, AlgebraicNumber]
Held = dict[str, tuple[State, fmpz_poly]]  # polynomials by their texts, with a state of each


@dataclass(frozen=True, eq=False)
class SymbolGraph(StateGraph):
    """All states that are reached, and the parameters that came up, by their names; weights and
    payoffs that hold one are polynomials.
    """

    parameters: Parameters

    @property
    def parameter(self) -> Parameter:
        """The one parameter; `RulesError` where there is none or another."""
        if not self.parameters:
            raise RulesError(f"{shown(self.game)} holds no symbol")
        if len(self.parameters) > 1:
            raise several_symbols(parameter.name for parameter in self.parameters)
        return self.parameters[0]

    @cached_property
    def going_on(self) -> list[int]:
        """The states in which the game is not over."""
        return [k for k in range(len(self)) if k not in self.payoffs]


class SymbolCompiler(Compiler):
    """A graph as it grows, of whose weights and payoffs some may hold parameters."""

    def check_payoff(self, payoff: object, what: str) -> Any:
        """The payoff as an exact number or a polynomial."""
        return exact_or_polynomial(payoff, what)

    def distribution_number(self, weights: tuple[Any, ...]) -> int:
        """The number of these weights, by their identities: to compare polynomials takes longer."""
        key = tuple(map(id, weights))
        if key not in self.law_numbers:
            total = sum(weights)
            if isinstance(total, Polynomial) and total.is_zero:
                state = shown(self.states[self.done])
                raise RulesError(f"the weights of a law at {state} sum to 0 everywhere")
            self.law_numbers[key] = len(self.laws)
            self.laws.append(weights)
        return self.law_numbers[key]


def explore_symbols(
    game: Game,
    progress: Progress | None = None,
    starts: Iterable[State] | None = None,
    *,
    may_choose: bool = True,
) -> SymbolGraph:
    """The graph of all states that are reached from the start, or from `starts`.

    Raises `RulesError` where a rule of the protocol is broken, and where a player has a choice and
    may have none.
    """
    refuse_costly(game, exploring_cost(game))
    compiler = SymbolCompiler(game)
    for state in [start_of(game)] if starts is None else starts:
        compiler.numbers[hashable(state)]
    for k, state in enumerate(compiler.states):  # it grows while it is read
        compiler.look_at(state)
        if not may_choose and len(compiler.distributions_of(k)) > 1:
            raise RulesError(f"a player has a choice at {shown(state)}")
        found = len(compiler.states)
        if not affordable(STEPS_A_STATE * found):
            what = f"the states of {shown(game)} with a symbol, {found} found so far,"
            refuse_costly(what, STEPS_A_STATE * found, "numbers for symbols")
        if progress and compiler.done % 1000 == 0:
            progress(compiler.done, None)
    parameters = parameters_of([*compiler.payoffs.values(), *chain.from_iterable(compiler.laws)])
    return SymbolGraph(**vars(compiler.graph()), parameters=parameters)


# --- the interval in which a parameter lies -------------------------------------------------------


def domain(graph: SymbolGraph, parameter: Parameter, line: Line) -> Ends:
    """The stated domain, or else the one interval on which no weight is negative.

    Weights that hold another parameter are not read. Raises `RulesError` naming the state where a
    weight is negative in the stated domain, or all weights are 0; and when no domain is stated and
    the weights allow none, several or an endless one.
    """
    weights, totals = _held_polynomials(graph, parameter)
    name = parameter.name
    if parameter.low is None or parameter.high is None:
        # A weight that is 0 everywhere, as that of a face that never falls, sets no end.
        ends = _find_domain([w for _, w in weights.values() if w.degree() >= 0], name, line)
    else:
        ends = line.rational(parameter.low), line.rational(parameter.high)
        for state, weight in weights.values():
            inside = line.roots_inside([weight], *ends) if weight.degree() >= 0 else []
            for left, right in pairwise([ends[0], *inside, ends[1]]):
                at = simple_between(left, right)
                if sign_at(weight, at) < 0:
                    raise RulesError(
                        f"a weight at {shown(state)} is negative for {name} from "
                        f"{left.text(name)} to {right.text(name)}, as at {name} = "
                        f"{exact_text(as_exact(at))}: state a smaller domain"
                    )
    for state, total in totals.values():
        # The ends themselves: a root beside one would be taken for it within its interval.
        roots = [end for end in ends if end.is_root_of(total)] + line.roots_inside([total], *ends)
        if total.degree() > 0 and roots:
            raise RulesError(
                f"every weight of a law at {shown(state)} is 0 at {name} = "
                f"{roots[0].text(name)}: state a domain without it"
            )
    return ends


def _held_polynomials(graph: SymbolGraph, parameter: Parameter) -> tuple[Held, Held]:
    """The different weights and totals that hold this parameter alone."""

    weights: Held = {}
    totals: Held = {}

    def enter(held: Held, state: State, numbers: Iterable[object]) -> None:
        for number in numbers:
            if isinstance(number, Polynomial) and number.names == (parameter.name,):
                held.setdefault(str(number.numerator), (state, number.numerator))

    # The weights of a die among the options of the game, or of the game in which strategies are
    # followed, up to a factor: a score may add up those of several rolls.
    game: Any = graph.game
    while getattr(game, "weights", None) is None and hasattr(game, "game"):
        game = game.game
    options = getattr(game, "weights", None)
    enter(weights, graph.states[0], options if isinstance(options, tuple) else ())
    seen: set[int] = set()
    for k in graph.going_on:
        state = graph.states[k]
        # The weights with which strategies draw an action, where some are followed.
        if isinstance(graph.game, SupportsDrawn):
            enter(weights, state, graph.game.drawn_with(state))
        for law in [graph.law[m] for m in graph.moves_of(k) if graph.law[m] not in seen]:
            seen.add(law)
            enter(weights, state, graph.lists.weights[law])
            enter(totals, state, [graph.lists.totals[law]])
    return weights, totals


def _find_domain(weights: list[fmpz_poly], name: str, line: Line) -> Ends:
    """The only interval on which no weight is negative."""
    bound = max((root_bound(weight) for weight in weights), default=fmpq(1))
    outer = line.rational(-bound), line.rational(bound)
    roots = [point for w in weights for point in line.roots(w, -bound, bound)]
    good = []
    for pair in pairwise(distinct([*roots, *outer])):
        at = simple_between(*pair)
        if all(weight(at) >= 0 for weight in weights):
            good.append(pair)
    if not good:
        raise RulesError(f"no interval of {name} makes every weight 0 or more")
    low, high = good[0][0], good[-1][1]
    # Intervals that join are one: at their common end a weight only touches 0.
    if any(left[1] is not right[0] for left, right in pairwise(good)):
        wrong = f"the weights allow more than one interval of {name}"
    elif low is outer[0] or high is outer[1]:
        wrong = f"the weights set no end to {name}"
    else:
        return low, high
    raise RulesError(
        f"{wrong}: state its domain by {name}=0..1 at the command line, "
        f'parameter("{name}", 0, 1) in Python'
    )
