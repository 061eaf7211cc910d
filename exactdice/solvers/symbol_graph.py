"""All states of a game whose weights or payoffs hold parameters, and the interval in which a
parameter lies, on which every weight is a weight.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeGuard

from flint import fmpq, fmpz_poly

from ..distributions.distribution import Distribution
from ..exact.argument_checks import raise_rule_failed
from ..exact.cost import affordable, refuse_costly
from ..exact.errors import RulesError
from ..exact.numbers import Exact, Progress, as_exact, exact_text, is_symbolic, shown
from ..game.graph import actions_at, hashable, law_at, start_of
from ..game.graph.arrays import Actions
from ..game.optional import SupportsDrawn, exploring_cost
from ..game.protocol import MAX, PLAYERS, RULES, Action, Game, Player, State, mover_among
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
    Polynomial,
    parameters_of,
    polynomial_of,
    several_symbols,
)

STEPS_A_STATE = 10_000  # its distributions of polynomials take kilobytes
Ends = tuple[AlgebraicNumber, AlgebraicNumber]
Held = Mapping[str, tuple[State, fmpz_poly]]  # polynomials by their texts, with a state of each


@dataclass(frozen=True)
class SymbolNode:
    """One state: its payoff when the game is over there, else its actions and for each pair of
    them, by MAX's action and then by MIN's, the distribution of the number of the next state.
    """

    state: State
    payoff: Exact | Polynomial | None
    actions: Actions = ((), ())
    laws: tuple[Distribution[int], ...] = ()

    @property
    def mover(self) -> Player | None:
        """The player to move; None where both have a choice."""
        return mover_among(*self.actions)

    @property
    def choices(self) -> tuple[Action, ...]:
        """The actions of the player to move."""
        return self.actions[self.mover or MAX]

    @property
    def successors(self) -> list[int]:
        """The numbers of all states that can follow."""
        return list(dict.fromkeys(k for distribution in self.laws for k in distribution))


@dataclass(frozen=True)
class SymbolGraph:
    """All states that are reached, and the parameters that came up, by their names."""

    game: Game
    nodes: tuple[SymbolNode, ...]
    index: Mapping[State, int]
    parameters: tuple[Parameter, ...]

    @property
    def parameter(self) -> Parameter:
        """The one parameter; `RulesError` where there is none or another."""
        if not self.parameters:
            raise RulesError(f"{shown(self.game)} holds no symbol")
        if len(self.parameters) > 1:
            raise several_symbols(parameter.name for parameter in self.parameters)
        return self.parameters[0]

    @property
    def successors(self) -> list[list[int]]:
        """Where each node leads."""
        return [node.successors for node in self.nodes]

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The states by their numbers."""
        return tuple(node.state for node in self.nodes)

    @cached_property
    def payoffs(self) -> dict[int, Exact | Polynomial]:
        """{state: its payoff} where the game is over."""
        nodes = enumerate(self.nodes)
        return {k: node.payoff for k, node in nodes if node.payoff is not None}

    @cached_property
    def laws(self) -> dict[int, Distribution[int]]:
        """The first distribution of each state where the game goes on: the only one where nothing
        is chosen.
        """
        return {k: node.laws[0] for k, node in enumerate(self.nodes) if node.payoff is None}


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
    begun = [start_of(game)] if starts is None else starts
    pending = list(dict.fromkeys(map(hashable, begun)))
    index = {state: k for k, state in enumerate(pending)}

    def number(state: State) -> int:
        if state not in index:
            index[state] = len(pending)
            pending.append(state)
        return index[state]

    def explore_state(state: State) -> SymbolNode:
        payoff: Any = game.payoff(state)
        if payoff is not None:
            where = f"the payoff of {shown(state)}"
            if is_symbolic(payoff) and payoff.free_symbols:
                payoff = polynomial_of(payoff, where)
            elif not isinstance(payoff, Polynomial):
                payoff = as_exact(payoff, where)
            return SymbolNode(state, payoff)
        rows, columns = (actions_at(game, state, player) for player in PLAYERS)
        if not may_choose and (len(rows) > 1 or len(columns) > 1):
            raise RulesError(f"a player has a choice at {shown(state)}")
        distributions = [law_at(game, state, (a, b)) for a in rows for b in columns]
        if any(
            isinstance(distribution.total, Polynomial) and distribution.total.is_zero
            for distribution in distributions
        ):
            raise RulesError(f"the weights of a law at {shown(state)} sum to 0 everywhere")
        return SymbolNode(
            state,
            None,
            (rows, columns),
            tuple(distribution.map(number) for distribution in distributions),
        )

    nodes: list[SymbolNode] = []
    for state in pending:  # it grows while it is read
        try:
            nodes.append(explore_state(state))
        except Exception as error:
            raise_rule_failed(game, state, RULES, error)
        if not affordable(STEPS_A_STATE * len(pending)):
            what = f"the states of {shown(game)} with a symbol, {len(pending)} found so far,"
            refuse_costly(what, STEPS_A_STATE * len(pending), "numbers for symbols")
        if progress and len(nodes) % 1000 == 0:
            progress(len(nodes), None)
    distributions = [distribution for node in nodes for distribution in node.laws]
    # distributions of many states hold the same weights
    different = {
        id(held): held
        for distribution in distributions
        for held in (distribution.total, *distribution.weights.values())
    }
    parameters = parameters_of([*(node.payoff for node in nodes), *different.values()])
    return SymbolGraph(game, tuple(nodes), index, parameters)


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

    def holds_only(weight: object) -> TypeGuard[Polynomial]:
        return isinstance(weight, Polynomial) and weight.names == (parameter.name,)

    weights: dict[str, tuple[State, fmpz_poly]] = {}
    totals: dict[str, tuple[State, fmpz_poly]] = {}
    # The weights of a die among the options of the game, or of the game in which strategies are
    # followed, up to a factor: a score may add up those of several rolls.
    game: Any = graph.game
    while getattr(game, "weights", None) is None and hasattr(game, "game"):
        game = game.game
    options = getattr(game, "weights", None)
    for weight in options if isinstance(options, tuple) else ():
        if holds_only(weight):
            weights[str(weight.numerator)] = graph.states[0], weight.numerator
    seen: set[int] = set()
    for node in graph.nodes:
        used = [weight for distribution in node.laws for weight in distribution.weights.values()]
        new: list[object] = []
        # The weights with which strategies draw an action, where some are followed.
        if node.payoff is None and isinstance(graph.game, SupportsDrawn):
            new.extend(graph.game.drawn_with(node.state))
        # By their identities first, as the graph keeps them: to write one takes longer.
        new.extend(weight for weight in used if id(weight) not in seen)
        seen.update(map(id, used))
        for held, numbers in (
            (weights, new),
            (totals, [distribution.total for distribution in node.laws]),
        ):
            for number in filter(holds_only, numbers):
                held.setdefault(str(number.numerator), (node.state, number.numerator))
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
