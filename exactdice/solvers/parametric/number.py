"""A game that holds a symbol where the symbol is a number."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm

from flint import fmpq

from ...distribution import Distribution
from ...exact import Exact, as_fmpq
from ...game import MAX, MIN, Action, Joint, Player, State
from .explored import Law, SymbolGraph, SymbolNode


@dataclass(frozen=True)
class AtNumber:
    """The game with this number for its symbol, by its graph."""

    graph: SymbolGraph
    number: Exact

    @property
    def start(self) -> State:
        """Where the game starts."""
        return self.graph.nodes[0].state

    def _node(self, state: State) -> SymbolNode:
        return self.graph.nodes[self.graph.index[state]]

    def payoff(self, state: State) -> Exact | None:
        """What MAX is paid."""
        payoff = self._node(state).payoff
        return None if payoff is None else payoff.exactly_at(self.number)

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """The same actions."""
        return self._node(state).actions[player]

    def outcomes(self, state: State, joint: Joint) -> Distribution[State]:
        """The law of the next state."""
        node = self._node(state)
        a, b = node.actions[MAX].index(joint[MAX]), node.actions[MIN].index(joint[MIN])
        return law_at_number(self.graph, node.laws[a][b], as_fmpq(self.number))


def law_at_number(graph: SymbolGraph, law: Law, at: fmpq) -> Distribution[State]:
    """The law where the symbol is this number."""
    weights = [weight(at) * fmpq(1) for _, weight in law]
    common = lcm(*(int(weight.q) for weight in weights))
    whole = (int(weight.p) * (common // int(weight.q)) for weight in weights)
    return Distribution({graph.nodes[k].state: w for (k, _), w in zip(law, whole, strict=True)})
