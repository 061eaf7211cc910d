"""The solution of a game that holds symbols, and the same game where its symbol is a number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from math import lcm
from typing import Any

from ...distributions.distribution import Distribution
from ...exact.numbers import Exact, shown
from ...game.protocol import MAX, MIN, Action, Game, Joint, Player, State
from ...game.solution import Solution, computed_for
from ...symbolic.function import Number, PiecewiseFunction
from ...symbolic.pieces import Pieces
from ...symbolic.points import Line, Point
from ...symbolic.polynomial import Polynomial
from ...symbolic.rational_function import RationalFunction
from ..iteration import strategy_iteration
from .explored import SymbolGraph


@dataclass(frozen=True, repr=False)
class PiecewiseSolution:
    """The exact solution of a game as a function of its symbol.

    - `values[state]`: what MAX is paid from this state, as a `PiecewiseFunction`, which also knows
      all optimal actions in each piece and at each end.
    - `symbol`, `domain`: the name of the symbol, and the ends between which it lies.
    - `at(number)`: the `Solution` where the symbol is a number.
    - `gaps`: numbers at which moves between states that play comes back to are missing; there the
      game is another one, which `at` solves by itself.
    """

    game: Game
    graph: SymbolGraph
    line: Line
    found: Mapping[State, Pieces]
    cuts: frozenset[Point]
    method: str

    def __repr__(self) -> str:
        return f"PiecewiseSolution({shown(self.game)}, {len(self.value.breaks)} breaks)"

    def _repr_html_(self) -> str:
        game = escape(shown(self.game))
        head = f"<p><code>{game}</code>: value to MAX for each {escape(self.symbol)}</p>"
        return head + self.value._repr_html_()

    @property
    def symbol(self) -> str:
        """The name of the symbol."""
        return self.graph.parameter.name

    @property
    def values(self) -> Mapping[State, PiecewiseFunction]:
        """What MAX is paid from each unfinished state."""
        return computed_for(self.found, self._function)

    def _function(self, state: State) -> PiecewiseFunction:
        node = self.graph.nodes[self.graph.index[state]]
        actions = () if node.mover is None else node.choices
        return PiecewiseFunction(self.symbol, self.line, self.found[state], actions)

    @property
    def value(self) -> PiecewiseFunction:
        """The value of the game: at its start."""
        return self.values[self.game.start]

    @property
    def domain(self) -> tuple[Number, Number]:
        """The ends between which the symbol lies."""
        return next(iter(self.values.values())).domain

    @property
    def breaks(self) -> tuple[Number, ...]:
        """The points at which the value of the game or what is best at its start changes."""
        return self.value.breaks

    def at(self, number: Exact) -> Solution:
        """The solution where the symbol is this number, read off the pieces; at a gap solved by
        itself.
        """
        if self.line.rational(number) in self.cuts:
            return strategy_iteration(AtNumber(self.graph, number))
        values = computed_for(self.found, lambda state: self._function(state).at(number))
        choosing = {state: None for state in self.found if self._function(state).actions}
        optimal = computed_for(choosing, lambda state: self._function(state).best_at(number))
        return Solution(self.game, values, optimal, self.method)


@dataclass(frozen=True)
class RationalSolution:
    """The exact solution of a game in which nobody has a choice, as a function of several symbols.

    - `values[state]`: what MAX is paid from this state, as a `RationalFunction` of all of them.
    - `at(p=..., q=...)`: {state: value} where symbols are these numbers.
    """

    game: Game
    values: Mapping[State, RationalFunction]
    symbols: tuple[str, ...]
    method: str

    @property
    def value(self) -> RationalFunction:
        """The value of the game: at its start."""
        return self.values[self.game.start]

    def at(self, **numbers: Exact) -> Mapping[State, Any]:
        """The value of every state where symbols are these numbers."""
        return computed_for(self.values, lambda state: self.values[state].at(**numbers))


@dataclass(frozen=True)
class AtNumber:
    """The game with this number for its symbol, by its graph, from node `first`; play also ends at
    the nodes in `worth`, and pays that.
    """

    graph: SymbolGraph
    number: Exact
    first: int = 0
    worth: Mapping[int, Exact] = field(default_factory=dict)

    @property
    def start(self) -> State:
        """Where the game starts."""
        return self.graph.nodes[self.first].state

    def payoff(self, state: State) -> Exact | None:
        """What MAX is paid."""
        k = self.graph.index[state]
        payoff = self.worth.get(k, self.graph.nodes[k].payoff)
        return payoff.at(self.number) if isinstance(payoff, Polynomial) else payoff

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """The same actions."""
        return self.graph.nodes[self.graph.index[state]].actions[player]

    def outcomes(self, state: State, joint: Joint) -> Distribution[State]:
        """The law of the next state."""
        node = self.graph.nodes[self.graph.index[state]]
        a = node.actions[MAX].index(joint[MAX])
        b = node.actions[MIN].index(joint[MIN])
        weights: dict[int, Any] = dict(node.laws[a][b].items())
        for k, weight in weights.items():
            if isinstance(weight, Polynomial):
                weights[k] = weight.at(self.number)
        common = lcm(*(weight.denominator for weight in weights.values()))
        states = self.graph.states
        return Distribution({states[k]: int(weight * common) for k, weight in weights.items()})
