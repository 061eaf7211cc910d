"""A game by numbers, as learners take it.

What a player observes is the number of the state in the graph or, in a game that hides something,
the number of what it knows. An action is its place among the player's actions there.
"""

from __future__ import annotations

from random import Random
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..distribution import Distribution
from ..errors import RulesError
from ..exact import no_int, shown, whole_or_none
from ..game import MAX, NAMES, WAIT, Game, Player
from ..graph import Node, StateGraph, explore
from ..optional import hides
from .known import KnownByNumber, explore_information


class ByNumbers(Protocol):
    """What the environments ask of a game by numbers.

    Play is in a state, or in a situation where the players do not see the state: its number is for
    the referee alone. Players have the numbers of what they observe and those of their actions.
    """

    @property
    def listed(self) -> StateGraph | KnownByNumber:
        """What numbers the observations."""

    @property
    def most_actions(self) -> tuple[int, int]:
        """The most actions of each player."""

    @property
    def observations(self) -> tuple[int, int]:
        """How many things each player can observe."""

    def mover(self, state: int) -> Player | None:
        """The player to move; None where both have a choice."""

    def paid(self, state: int) -> float | None:
        """The payoff to MAX at the end of play as a float; None while play goes on."""

    def first_state(self, rng: Random) -> int:
        """The state in which the players begin."""

    def next_state(self, state: int, first: int, second: int, rng: Random) -> int:
        """The next state under actions of MAX and MIN by their numbers, drawn exactly."""

    def observed(self, state: int, player: Player) -> int:
        """What the player observes in the state."""

    def mask(self, observed: int, player: Player) -> npt.NDArray[np.int8]:
        """1 for the numbers of the player's actions by what it observes, 0 for the others."""

    def chosen(self, observed: int, player: Player, number: object) -> int:
        """The number, when it is that of an action by what the player observes; else `RulesError`.

        Who has no choice plays its only action whatever the number.
        """


def numbered(game: Game) -> ByNumbers:
    """The game by numbers, with what each player may see of it."""
    return NumberedHidden(explore_information(game)) if hides(game) else Numbered(explore(game))


class Numbered:
    """The states, actions and laws of a graph by their numbers; play starts at state 0.

    Both players observe the state. Raises `RulesError` when the game is over at its start or a
    payoff has no float.
    """

    def __init__(self, graph: StateGraph) -> None:
        if graph.nodes[0].payoff is not None:
            raise RulesError(
                f"{shown(graph.game)} is over at its start, so there is nothing to play"
            )
        self.listed = graph
        # Spaces have one size for all states; the mask says what of it a state uses.
        self.most_actions = (_most_actions(graph, 0), _most_actions(graph, 1))
        self.observations = (len(graph.nodes), len(graph.nodes))
        # All at once, so that a payoff without a float is refused before play begins.
        self._paid = [None if node.payoff is None else reward(node) for node in graph.nodes]
        # Made when first drawn from: most of a large game is never met.
        self._laws: dict[tuple[int, int, int], Distribution[int]] = {}

    def mover(self, state: int) -> Player | None:
        """The player to move; None where both have a choice."""
        return self.listed.nodes[state].mover

    def paid(self, state: int) -> float | None:
        """The payoff to MAX at the end of play as a float; None while play goes on."""
        return self._paid[state]

    def observed(self, state: int, player: Player) -> int:
        """The state itself: everything is seen."""
        return state

    def mask(self, observed: int, player: Player) -> npt.NDArray[np.int8]:
        """1 for the numbers of the player's actions in the state, 0 for the others."""
        return _mask(len(self.listed.nodes[observed].actions[player]), self.most_actions[player])

    def chosen(self, observed: int, player: Player, number: object) -> int:
        """The number, when it is that of an action in the state; else `RulesError`."""
        node = self.listed.nodes[observed]
        where = f"in state {observed}, {shown(node.state)}"
        return _checked(number, len(node.actions[player]), player, where)

    def first_state(self, rng: Random) -> int:
        """The start, also where chance is to move: it shows in the state."""
        return 0

    def next_state(self, state: int, first: int, second: int, rng: Random) -> int:
        """The next state under MAX's and MIN's actions of these numbers, drawn exactly.

        An integer picks it, no float is involved.
        """
        key = (state, first, second)
        if key not in self._laws:
            self._laws[key] = Distribution(dict(self.listed.nodes[state].laws[first][second]))
        return self._laws[key].sample(rng)


class NumberedHidden:
    """A game that hides something, by the numbers of what its players know; play starts at 0.

    A player has the same actions wherever it knows the same, also where it is not asked for one:
    the mask would else tell it more. Errors are those of `Numbered`.
    """

    def __init__(self, known: KnownByNumber) -> None:
        self.listed = known
        self._situations = Numbered(known.tree.graph)
        self.most_actions = (_most_choices(known, 0), _most_choices(known, 1))
        self.observations = (len(known.nodes[0]), len(known.nodes[1]))

    def mover(self, state: int) -> Player | None:
        """The player to move; None where both have a choice."""
        return self._situations.mover(state)

    def paid(self, state: int) -> float | None:
        """The payoff to MAX at the end of play as a float; None while play goes on."""
        return self._situations.paid(state)

    def observed(self, state: int, player: Player) -> int:
        """The number of what the player knows."""
        return self.listed.number(self._node(state), player)

    def mask(self, observed: int, player: Player) -> npt.NDArray[np.int8]:
        """1 for the numbers of the actions that the player has by what it knows."""
        return _mask(len(self.listed.nodes[player][observed].actions), self.most_actions[player])

    def chosen(self, observed: int, player: Player, number: object) -> int:
        """The number, when it is that of an action by what the player knows; else `RulesError`."""
        known = self.listed.nodes[player][observed]
        # Where it is told what it knows, and nothing of the state.
        where = f"who knows {shown(known.information)}"
        return _checked(number, len(known.actions), player, where)

    def next_state(self, state: int, first: int, second: int, rng: Random) -> int:
        """The next situation in which a player acts or play is over, drawn exactly.

        The number of a player who only waits is not read.
        """
        places = (self._place(state, 0, first), self._place(state, 1, second))
        after = self._situations.next_state(state, *places, rng)
        while self._chance_alone(after):
            after = self._situations.next_state(after, 0, 0, rng)
        return after

    def first_state(self, rng: Random) -> int:
        """The first situation in which a player acts, or before which chance may end play."""
        state = 0
        while self._chance_alone(state) and not self._may_end(state):
            state = self._situations.next_state(state, 0, 0, rng)
        return state

    def _chance_alone(self, state: int) -> bool:
        """Whether chance moves and nobody else: players need not be told that it does."""
        return self._node(state).actions == ((WAIT,), (WAIT,))

    def _may_end(self, state: int) -> bool:
        return any(self.paid(after) is not None for after in self._node(state).successors())

    def _node(self, state: int) -> Node:
        return self._situations.listed.nodes[state]

    def _place(self, state: int, player: Player, number: int) -> int:
        """The action's place among those of the situation."""
        actions = self._node(state).actions[player]
        if actions == (WAIT,):
            return 0
        known = self.listed.nodes[player][self.observed(state, player)]
        # Rules may list the actions of one information in another order in each of its states.
        return actions.index(known.actions[number])


def _most_choices(known: KnownByNumber, player: Player) -> int:
    return max(len(node.actions) for node in known.nodes[player])


def _mask(count: int, most: int) -> npt.NDArray[np.int8]:
    """1 for the first `count` of `most` numbers."""
    mask = np.zeros(most, np.int8)
    mask[:count] = 1
    return mask


def _checked(number: object, count: int, player: Player, where: str) -> int:
    """The number, when it is that of one of so many actions."""
    # Learners send some number where nothing is to be chosen, and none is wrong there.
    if count == 1:
        return 0
    index = whole_or_none(number)
    if index is None or not 0 <= index < count:
        raise RulesError(
            f"the action of {NAMES[player]} {where}, must be a number from 0 to {count - 1} "
            f"(see action_mask), got {no_int(number)}"
        )
    return index


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
