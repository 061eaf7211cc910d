"""What the players of a game with hidden information may know, by numbers, as learners take it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import RulesError
from ..exact import shown
from ..game import PLAYERS, WAIT, Action, Player, refuse_no_game
from ..graph import Node
from ..hidden.information import Information
from ..hidden.tree import GameTree, game_tree
from ..optional import Hiding, hides

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

    @property
    def game(self) -> Hiding:
        """The game."""
        return self.tree.game

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
    first, second = (_places(tree, player) for player in PLAYERS)
    nodes = (_nodes(tree, 0, first), _nodes(tree, 1, second))
    return KnownByNumber(tree, nodes, (_numbers(first), _numbers(second)))


def _told(situation: Node, player: Player) -> Told:
    return situation.state.known[player], situation.payoff is not None


def _places(tree: GameTree, player: Player) -> list[Told]:
    """What the player is told in any situation.

    Places are numbered as play goes on, so that of the start comes first.
    """
    return sorted({_told(node, player) for node in tree.graph.nodes})


def _numbers(told: list[Told]) -> Mapping[Told, int]:
    return {one: number for number, one in enumerate(told)}


def _nodes(tree: GameTree, player: Player, told: list[Told]) -> tuple[Known, ...]:
    return tuple(_known(tree, player, place, over=over) for place, over in told)


def _known(tree: GameTree, player: Player, place: int, *, over: bool) -> Known:
    decides = tree.information_sets[player].get(place)
    actions = (WAIT,) if decides is None or over else decides.actions
    return Known(tree.information(place, player), over, actions)
