"""What the solvers of games with hidden information return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..exact import Exact, shown_when_long
from ..game import MAX, MIN, ActionLaw, Player, State
from ..solution import Solution
from .information import Information
from .tree import GameTree

Behaviours = tuple[Mapping[Information, ActionLaw], Mapping[Information, ActionLaw]]
InformationSets = tuple[
    Mapping[Information, tuple[State, ...]], Mapping[Information, tuple[State, ...]]
]


@shown_when_long
@dataclass(frozen=True)
class HiddenSolution(Solution):
    """The exact solution of a game with hidden information.

    - `value`: what MAX is paid on average when both play optimally; `values` holds the start alone,
      since what a state is worth depends on what the players believe.
    - `strategies[player][information]`: the law of the player's action.
    - `information_sets[player][information]`: the states that the player cannot tell apart then.
    - `responder`: the player who answers the other's strategy as well as possible; None where both
      play optimally.
    - `method`: the name of the solver that found it.
    """

    behaviours: Behaviours = field(default_factory=lambda: ({}, {}))
    information_sets: InformationSets = field(default_factory=lambda: ({}, {}))
    responder: Player | None = None

    @property
    def strategies(self) -> Behaviours:
        """An optimal strategy for MAX and one for MIN, as tables {information: law of the
        action}.
        """
        return self.behaviours


def solution_of(
    tree: GameTree,
    value: Exact,
    behaviours: Behaviours,
    method: str,
    responder: Player | None = None,
) -> HiddenSolution:
    """The solution of the tree with this value at its start."""
    start = tree.game.start
    values = {start: value} if tree.game.payoff(start) is None else {}
    known = (_states_known(tree, MAX), _states_known(tree, MIN))
    return HiddenSolution(
        tree.game,
        values,
        {},
        method,
        behaviours=behaviours,
        information_sets=known,
        responder=responder,
    )


def _states_known(tree: GameTree, player: Player) -> dict[Information, tuple[State, ...]]:
    """{information: the states that the player cannot tell apart then}."""
    sets = tree.information_sets[player]
    return {tree.information(place, player): info.states for place, info in sets.items()}
