"""A game by numbers, as learners take it.

What a player observes is the number of the state in the graph or, in a game that hides something,
the number of what it knows. An action is its place among the player's actions there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import numpy as np
import numpy.typing as npt

from ...distributions.distribution import Distribution
from ...exact.errors import RulesError
from ...exact.numbers import no_int, shown, whole_or_none
from ...game.graph import Node, StateGraph
from ...game.optional import Hiding, hides
from ...game.protocol import MAX, MIN, NAMES, PLAYERS, WAIT, Action, Player, refuse_no_game
from ...solvers.hidden.information import Information
from ...solvers.hidden.tree import GameTree, game_tree

# Beside the tree its situations are listed one by one, so an environment holds fewer than a solver.
Told = tuple[int, bool]  # the place of what a player knows, whether play is over there


@dataclass(frozen=True)
class Known:
    """What a player may know: its information, and whether play is over.

    `actions` are those that it has when it knows this, in the order that numbers them; (WAIT,)
    where it has none.
    """

    information: Information
    over: bool
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class KnownByNumber:
    """All that each player may know in a game that hides something from it.

    - `nodes[player][number]`: what it knows, a `Known`; what it knows at the start has number 0.
    - `tree`: the game with all its situations.

    Two states with the same information have the same number; only that play is over makes a
    difference, which a player is told.
    """

    tree: GameTree
    nodes: tuple[tuple[Known, ...], tuple[Known, ...]]
    index: tuple[Mapping[Told, int], Mapping[Told, int]]

    def number(self, situation: Node, player: Player) -> int:
        """The number of what the player knows in a situation of the tree."""
        return self.index[player][_told(situation, player)]

    def number_of(self, information: Information, player: Player) -> int | None:
        """The number of the information while play goes on; None where play never leads to it."""
        place = self.tree.knowledge(player).place_of(information)
        return None if place is None else self.index[player].get((place, False))


def explore_information(game: Hiding) -> KnownByNumber:
    """All that each player may know, by the numbers that the environments of the game observe.

    Raises `RulesError` for a game that hides nothing (`explore` lists its states) or breaks a rule,
    `UnsolvableError` or `TooCostly` for one that is too large to list.

    >>> from exactdice import Kuhn
    >>> known = explore_information(Kuhn())
    >>> known.nodes[1][0]
    Known(information=(), over=False, actions=('wait',))
    >>> known.number_of((2, "bet"), 1), known.nodes[1][5].actions
    (5, ('fold', 'call'))
    """
    refuse_no_game(game)
    if not hides(game):
        raise RulesError(
            f"{shown(game)} hides nothing, so its players know its states: use explore"
        )
    tree = game_tree(game)
    nodes = []
    index = []
    for player in PLAYERS:
        # Places are numbered as play goes on, so that of the start comes first.
        told = sorted({_told(node, player) for node in tree.graph.nodes})
        index.append({one: number for number, one in enumerate(told)})
        listed = []
        for place, over in told:
            decides = tree.information_sets[player].get(place)
            actions = (WAIT,) if decides is None or over else decides.actions
            listed.append(Known(tree.information(place, player), over, actions))
        nodes.append(tuple(listed))
    return KnownByNumber(tree, (nodes[0], nodes[1]), (index[0], index[1]))


def _told(situation: Node, player: Player) -> Told:
    return situation.state.known[player], situation.payoff is not None


class Numbered:
    """What the environments ask of a game by numbers; play starts at state 0.

    Play is in a state, or in a situation where the players do not see the state: its number is for
    the referee alone. Players have the numbers of what they observe and those of their actions, the
    same wherever they observe the same, also where they are not asked for one: the mask would else
    tell more. Raises `RulesError` when the game is over at its start or a payoff has no float.
    """

    def __init__(self, listed: StateGraph | KnownByNumber) -> None:
        self.listed = listed  # what numbers the observations
        self._known = listed if isinstance(listed, KnownByNumber) else None
        self._graph = listed.tree.graph if isinstance(listed, KnownByNumber) else listed
        if self._graph.nodes[0].payoff is not None:
            raise RulesError(
                f"{shown(self._graph.game)} is over at its start, so there is nothing to play"
            )
        # of each player, by the numbers of what it observes
        self._actions = [
            [node.actions for node in self._known.nodes[player]]
            if self._known
            else [node.actions[player] for node in self._graph.nodes]
            for player in PLAYERS
        ]
        # Spaces have one size for all states; the mask says what of it a state uses.
        self.most_actions = [max(map(len, actions)) for actions in self._actions]
        # All at once, so that a payoff without a float is refused before play begins.
        # To MAX at the end of play as a float; None while play goes on.
        self.paid: list[float | None] = []
        for node in self._graph.nodes:
            try:
                self.paid.append(None if node.payoff is None else float(node.payoff))
            except OverflowError:
                raise RulesError(
                    f"the payoff of {shown(node.state)} is too large for a float, and rewards are "
                    "floats"
                ) from None
        # Made when first drawn from: most of a large game is never met.
        self._laws: dict[tuple[int, int, int], Distribution[int]] = {}

    def observations(self, player: Player) -> int:
        """How many things the player can observe."""
        return len(self._actions[player])

    def mover(self, state: int) -> Player | None:
        """The player to move; None where both have a choice."""
        return self._graph.nodes[state].mover

    def observed(self, state: int, player: Player) -> int:
        """What the player observes in the state: the state itself, or what it knows there."""
        return self._known.number(self._graph.nodes[state], player) if self._known else state

    def mask(self, observed: int, player: Player) -> npt.NDArray[np.int8]:
        """1 for the numbers of the player's actions by what it observes, 0 for the others."""
        mask = np.zeros(self.most_actions[player], np.int8)
        mask[: len(self._actions[player][observed])] = 1
        return mask

    def chosen(self, observed: int, player: Player, number: object) -> int:
        """The number, when it is that of an action by what the player observes; else `RulesError`.

        Who has no choice plays its only action whatever the number.
        """
        count = len(self._actions[player][observed])
        # Learners send some number where nothing is to be chosen, and none is wrong there.
        index = 0 if count == 1 else whole_or_none(number)
        if index is None or not 0 <= index < count:
            # Of what is hidden it is told what it knows, and nothing of the state.
            where = (
                f"who knows {shown(self._known.nodes[player][observed].information)}"
                if self._known
                else f"in state {observed}, {shown(self._graph.nodes[observed].state)}"
            )
            raise RulesError(
                f"the action of {NAMES[player]} {where}, must be a number from 0 to {count - 1} "
                f"(see action_mask), got {no_int(number)}"
            )
        return index

    def first_state(self, rng: Random) -> int:
        """The start; of what is hidden the first situation in which a player acts, or before which
        chance may end play.
        """
        state = 0
        while self._chance_alone(state):
            if any(self.paid[k] is not None for k in self._graph.nodes[state].successors()):
                break
            state = self._drawn(state, 0, 0, rng)
        return state

    def next_state(self, state: int, first: int, second: int, rng: Random) -> int:
        """The next state under MAX's and MIN's actions of these numbers, drawn exactly; of what is
        hidden the next situation in which a player acts or play is over.
        """
        one = self._place(state, MAX, first)
        other = self._place(state, MIN, second)
        after = self._drawn(state, one, other, rng)
        while self._chance_alone(after):
            after = self._drawn(after, 0, 0, rng)
        return after

    def _chance_alone(self, state: int) -> bool:
        """Whether chance moves and nobody else, of which players are not told what it does."""
        return self._known is not None and self._graph.nodes[state].actions == ((WAIT,), (WAIT,))

    def _place(self, state: int, player: Player, number: int) -> int:
        """The action's place among those of the situation."""
        actions = self._graph.nodes[state].actions[player]
        # The number of a player who only waits is not read.
        if self._known is None or actions == (WAIT,):
            return number if self._known is None else 0
        # Rules may list the actions of one information in another order in each of its states.
        return actions.index(self._actions[player][self.observed(state, player)][number])

    def _drawn(self, state: int, first: int, second: int, rng: Random) -> int:
        """The next state under the actions in these places: an integer picks it, no float."""
        key = (state, first, second)
        if key not in self._laws:
            self._laws[key] = Distribution(dict(self._graph.nodes[state].laws[first][second]))
        return self._laws[key].sample(rng)
