"""A game by numbers, as learners take it.

A state is its number in the graph, an action its place among the player's actions there.
"""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt

from ..distribution import Distribution
from ..errors import RulesError
from ..exact import no_int, shown, whole_or_none
from ..game import MAX, NAMES, Player
from ..graph import Node, StateGraph


class Numbered:
    """The states, actions and laws of a graph by their numbers; play starts at state 0.

    Raises `RulesError` when the game is over at its start or a payoff has no float.
    """

    def __init__(self, graph: StateGraph) -> None:
        if graph.nodes[0].payoff is not None:
            raise RulesError(
                f"{shown(graph.game)} is over at its start, so there is nothing to play"
            )
        self.graph = graph
        # Spaces have one size for all states; the mask says what of it a state uses.
        self.most_actions = (_most_actions(graph, 0), _most_actions(graph, 1))
        # All at once, so that a payoff without a float is refused before play begins.
        self._paid = [None if node.payoff is None else reward(node) for node in graph.nodes]
        # Made when first drawn from: most of a large game is never met.
        self._laws: dict[tuple[int, int, int], Distribution[int]] = {}

    def paid(self, state: int) -> float | None:
        """The payoff to MAX at the end of play as a float; None while play goes on."""
        return self._paid[state]

    def mask(self, state: int, player: Player) -> npt.NDArray[np.int8]:
        """1 for the numbers of the player's actions in the state, 0 for the others."""
        mask = np.zeros(self.most_actions[player], np.int8)
        mask[: len(self.graph.nodes[state].actions[player])] = 1
        return mask

    def chosen(self, state: int, player: Player, number: object) -> int:
        """The number, when it is that of an action; else `RulesError`.

        Who has no choice plays its only action whatever the number.
        """
        node = self.graph.nodes[state]
        count = len(node.actions[player])
        # Learners send some number where nothing is to be chosen, and none is wrong there.
        if count == 1:
            return 0
        index = whole_or_none(number)
        if index is None or not 0 <= index < count:
            raise RulesError(
                f"the action of {NAMES[player]} in state {state}, {shown(node.state)}, must be "
                f"a number from 0 to {count - 1} "
                f"(see action_mask), got {no_int(number)}"
            )
        return index

    def next_state(self, state: int, first: int, second: int, rng: Random) -> int:
        """The next state under MAX's and MIN's actions of these numbers, drawn exactly.

        An integer picks it, no float is involved.
        """
        key = (state, first, second)
        if key not in self._laws:
            self._laws[key] = Distribution(dict(self.graph.nodes[state].laws[first][second]))
        return self._laws[key].sample(rng)


def _most_actions(graph: StateGraph, player: int) -> int:
    return max(len(node.actions[player]) for node in graph.nodes)


def reward(node: Node, player: Player = MAX) -> float:
    """What the player is paid at a finished node as the nearest float.

    `RulesError` when it is too large for one.
    """
    payoff = node.payoff or 0
    try:
        return float(payoff if player == MAX else -payoff)
    except OverflowError:
        raise RulesError(
            f"the payoff of {shown(node.state)} is too large for a float, and rewards are floats"
        ) from None
