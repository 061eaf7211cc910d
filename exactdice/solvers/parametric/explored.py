"""All states of a game whose weights or payoffs hold symbols, and the interval in which a symbol
lies, on which every weight is a weight.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpz_poly

from ...distributions.distribution import Distribution
from ...exact.argument_checks import raise_rule_failed
from ...exact.cost import affordable, refuse_costly
from ...exact.errors import RulesError
from ...exact.numbers import Exact, Progress, as_exact, exact_text, is_symbolic, shown
from ...game.graph import actions_at, hashable, law_at, start_of
from ...game.graph.arrays import Actions
from ...game.optional import SupportsDrawn, exploring_cost
from ...game.protocol import MAX, PLAYERS, RULES, Action, Game, Player, State, mover_among
from ...symbolic.points import Line, Point, root_bound, sign_at, simple_between
from ...symbolic.polynomial import (
    Parameter,
    Polynomial,
    body_of,
    parameters_of,
    polynomial_of,
    two_symbols,
    whole_body,
)

STEPS_A_STATE = 10_000  # its laws of polynomials take kilobytes
Ends = tuple[Point, Point]


@dataclass(frozen=True)
class SymbolNode:
    """One state: its payoff when the game is over there, else its actions and `laws[a][b]` of the
    number of the next state, under MAX's action a and MIN's action b.
    """

    state: State
    payoff: Exact | Polynomial | None
    actions: Actions = ((), ())
    laws: tuple[tuple[Distribution[int], ...], ...] = ()

    @property
    def mover(self) -> Player | None:
        """The player to move; None where both have a choice."""
        return mover_among(*self.actions)

    @property
    def choices(self) -> tuple[Action, ...]:
        """The actions of the player to move."""
        return self.actions[self.mover or MAX]

    def all_laws(self) -> Iterator[Distribution[int]]:
        """The law for each action of the player to move."""
        for row in self.laws:
            yield from row

    def successors(self) -> list[int]:
        """The numbers of all states that can follow."""
        return list({k: None for law in self.all_laws() for k in law})


@dataclass(frozen=True)
class SymbolGraph:
    """All states that are reached, and the symbols that came up, by their names."""

    game: Game
    nodes: tuple[SymbolNode, ...]
    index: Mapping[State, int]
    parameters: tuple[Parameter, ...]

    @property
    def parameter(self) -> Parameter:
        """The one symbol; `RulesError` where there is none or another."""
        if not self.parameters:
            raise RulesError(f"{shown(self.game)} holds no symbol")
        if len(self.parameters) > 1:
            raise two_symbols(parameter.name for parameter in self.parameters)
        return self.parameters[0]

    @property
    def successors(self) -> list[list[int]]:
        """Where each node leads."""
        return [node.successors() for node in self.nodes]

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The states by their numbers."""
        return tuple(node.state for node in self.nodes)

    @cached_property
    def payoffs(self) -> dict[int, Exact | Polynomial]:
        """What the states pay where the game is over."""
        nodes = enumerate(self.nodes)
        return {k: node.payoff for k, node in nodes if node.payoff is not None}

    @cached_property
    def laws(self) -> dict[int, Distribution[int]]:
        """The first law of each state where the game goes on, which is the only one where nothing
        is chosen.
        """
        return {k: node.laws[0][0] for k, node in enumerate(self.nodes) if node.payoff is None}


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

    def looked_at(state: State) -> SymbolNode:
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
        laws = []
        for a in rows:
            row = [law_at(game, state, (a, b)) for b in columns]
            if any(isinstance(law.total, Polynomial) and law.total.body.is_zero() for law in row):
                raise RulesError(f"the weights of a law at {shown(state)} sum to 0 everywhere")
            laws.append(tuple(law.map(number) for law in row))
        return SymbolNode(state, None, (rows, columns), tuple(laws))

    nodes: list[SymbolNode] = []
    for state in pending:  # it grows while it is read
        try:
            nodes.append(looked_at(state))
        except Exception as error:
            raise_rule_failed(game, state, RULES, error)
        if not affordable(STEPS_A_STATE * len(pending)):
            what = f"the states of {shown(game)} with a symbol, {len(pending)} found so far,"
            refuse_costly(what, STEPS_A_STATE * len(pending), "numbers for symbols")
        if progress and len(nodes) % 1000 == 0:
            progress(len(nodes), None)
    laws = [law for node in nodes for law in node.all_laws()]
    # laws of many states hold the same weights
    different = {id(held): held for law in laws for held in (law.total, *law.weights.values())}
    parameters = parameters_of([*(node.payoff for node in nodes), *different.values()])
    return SymbolGraph(game, tuple(nodes), index, parameters)


# --- the interval in which a symbol lies ----------------------------------------------------------


def domain(graph: SymbolGraph, parameter: Parameter, line: Line) -> Ends:
    """The stated domain, or else the one interval on which no weight is negative.

    Weights that hold another symbol are not asked. Raises `RulesError` naming the state where a
    weight is negative in the stated domain, or all weights are 0; and when no domain is stated and
    the weights allow none, several or an endless one.
    """
    weights, totals = _held(graph, parameter)
    if parameter.low is None or parameter.high is None:
        # A weight that is 0 everywhere, as that of a face that never falls, sets no end.
        setting = [body for _, body in weights if body.degree() >= 0]
        ends = _found(setting, parameter.name, line)
    else:
        ends = line.rational(parameter.low), line.rational(parameter.high)
        _refuse_negative(weights, parameter.name, line, ends)
    for state, total in totals:
        # The ends themselves: a root beside one would be taken for it within its interval.
        roots = [end for end in ends if end.is_root_of(total)] + line.roots_inside(total, *ends)
        if total.degree() > 0 and roots:
            raise RulesError(
                f"every weight of a law at {shown(state)} is 0 at {parameter.name} = "
                f"{roots[0].root.text(parameter.name)}: state a domain without it"
            )
    return ends


Held = list[tuple[State, fmpz_poly]]


def _held(graph: SymbolGraph, parameter: Parameter) -> tuple[Held, Held]:
    """The different weights and totals that hold this symbol alone, each with a state where it is
    used.
    """
    start = graph.states[0]
    weights = {str(body): (start, body) for body in of_options(graph.game, parameter)}
    totals: dict[str, tuple[State, fmpz_poly]] = {}
    seen: set[int] = set()
    for node in graph.nodes:
        laws = list(node.all_laws())
        used = [weight for law in laws for weight in law.weights.values()]
        new: list[object] = []
        # The weights with which strategies draw an action, where some are followed.
        if node.payoff is None and isinstance(graph.game, SupportsDrawn):
            new.extend(graph.game.drawn_with(node.state))
        # By their identities first, as the graph keeps them: to write one takes longer.
        new.extend(weight for weight in used if id(weight) not in seen)
        seen.update(map(id, used))
        for kept, numbers in ((weights, new), (totals, [law.total for law in laws])):
            for number in numbers:
                if isinstance(number, Polynomial) and holds_only(number, parameter):
                    body = whole_body(number)
                    kept.setdefault(str(body), (node.state, body))
    return list(weights.values()), list(totals.values())


def of_options(game: Game, parameter: Parameter) -> list[fmpz_poly]:
    """The weights with this symbol of a die among the options of the game, or of the game in which
    strategies are followed, as polynomials with the same signs: a score may add up those of several
    throws.
    """
    weights = getattr(game, "weights", None)
    if weights is None and hasattr(game, "game"):
        return of_options(game.game, parameter)
    listed = weights if isinstance(weights, tuple) else ()
    return [body_of(weight).numer() for weight in listed if holds_only(weight, parameter)]


def holds_only(weight: object, parameter: Parameter) -> bool:
    """Whether this is a polynomial in the symbol alone."""
    if not isinstance(weight, Polynomial):
        return False
    return [held.name for held in weight.parameters] == [parameter.name]


def _found(weights: list[fmpz_poly], name: str, line: Line) -> Ends:
    """The only interval on which no weight is negative."""
    bound = max((root_bound(weight) for weight in weights), default=fmpq(1))
    outer = line.rational(-bound), line.rational(bound)
    roots = {point for w in weights for point in line.roots(w, -bound, bound)}
    ends = sorted({*roots, *outer}, key=lambda point: point.low)
    good = []
    for pair in pairwise(ends):
        at = simple_between(*pair)
        if all(weight(at) >= 0 for weight in weights):
            good.append(pair)
    state_it = (
        f'state its domain by {name}=0..1 at the command line, parameter("{name}", 0, 1) in Python'
    )
    if not good:
        raise RulesError(f"no interval of {name} makes every weight 0 or more")
    # Intervals that join are one: at their common end a weight only touches 0.
    if any(left[1] is not right[0] for left, right in pairwise(good)):
        raise RulesError(f"the weights allow more than one interval of {name}: {state_it}")
    low = good[0][0]
    high = good[-1][1]
    if low is outer[0] or high is outer[1]:
        raise RulesError(f"the weights set no end to {name}: {state_it}")
    return low, high


def _refuse_negative(weights: Held, name: str, line: Line, ends: Ends) -> None:
    """Raise `RulesError` naming where in the domain a weight is negative."""
    for state, weight in weights:
        inside = line.roots_inside(weight, *ends) if weight.degree() >= 0 else []
        for left, right in pairwise([ends[0], *inside, ends[1]]):
            at = simple_between(left, right)
            if sign_at(weight, at) < 0:
                raise RulesError(
                    f"a weight at {shown(state)} is negative for {name} from "
                    f"{left.root.text(name)} to {right.root.text(name)}, as at {name} = "
                    f"{exact_text(as_exact(at))}: state a smaller domain"
                )
