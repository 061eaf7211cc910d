"""The tree of a game with hidden information: its situations, its information sets and the
sequences of each player.

A **sequence** is all that a player has done so far, each action with what the player knew before
it; as nobody forgets, the last action with the information before it says them all. So the
sequences of a player are the places of its `Knowledge` that end in an action of its own, and the
place where nothing has happened yet.

Situations in which the state and all that both know are the same are one. What chance does on the
way to them adds up; what the players do on the way is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from flint import fmpq

from ..errors import RulesError
from ..exact import Exact, Progress, shown
from ..game import MAX, MIN, NAMES, PLAYERS, WAIT, Action, Player, State
from ..graph import Node, StateGraph, backward_order, explore
from ..optional import Hiding
from .information import NOTHING, Information, Informed, Knowledge

OTHER: Mapping[Player, Player] = {MAX: MIN, MIN: MAX}


@dataclass(frozen=True)
class InformationSet:
    """The states that a player cannot tell apart, where it has these actions."""

    place: int
    actions: tuple[Action, ...]
    states: tuple[State, ...]


@dataclass(frozen=True)
class GameTree:
    """All situations of the game, each after those that lead to it in `order`."""

    informed: Informed
    graph: StateGraph
    order: tuple[int, ...]

    @property
    def game(self) -> Hiding:
        """The game itself."""
        return self.informed.game

    def known(self, k: int, player: Player) -> int:
        """The place of what the player knows in situation k."""
        place: int = self.graph.nodes[k].state.known[player]
        return place

    def knowledge(self, player: Player) -> Knowledge:
        """All that the player may come to know."""
        return self.informed.knowledge[player]

    @cached_property
    def information_sets(self) -> tuple[dict[int, InformationSet], dict[int, InformationSet]]:
        """{place: the information set there} of MAX and of MIN, in the order of the places.

        Raises `RulesError` naming two states where one player knows the same and has other actions.
        """
        return _information_sets(self, MAX), _information_sets(self, MIN)

    @cached_property
    def _sequences(self) -> tuple[list[int], list[int]]:
        return last_actions(self.knowledge(MAX)), last_actions(self.knowledge(MIN))

    def sequence(self, place: int, player: Player) -> int:
        """The sequence of the player at a place of what it knows."""
        return self._sequences[player][place]

    def after(self, place: int, action: Action, player: Player) -> int:
        """The sequence that ends with this action at this information."""
        return self.knowledge(player).after(place, action, acted=True)

    def ends(self) -> Iterator[tuple[int, Exact]]:
        """(situation, payoff) where play is over."""
        for k, node in enumerate(self.graph.nodes):
            if node.payoff is not None:
                yield k, node.payoff

    def moves(self, k: int) -> Iterator[tuple[Action, Action, int, fmpq]]:
        """(MAX's action, MIN's action, next situation, its chance) from situation k."""
        node = self.graph.nodes[k]
        for a, laws, totals in zip(node.actions[MAX], node.laws, node.totals, strict=True):
            for b, law, total in zip(node.actions[MIN], laws, totals, strict=True):
                for successor, weight in law:
                    yield a, b, successor, fmpq(weight, total)

    @cached_property
    def chances(self) -> list[fmpq]:
        """The chance of each situation when both players do all that leads there."""
        chances = [fmpq(int(k == 0)) for k in range(len(self.graph.nodes))]
        for k in self.order:
            for _, _, successor, chance in self.moves(k):
                chances[successor] += chances[k] * chance
        return chances

    @cached_property
    def paid(self) -> Mapping[tuple[int, int], fmpq]:
        """{(MAX's sequence, MIN's sequence): payoff times chance, summed over the ends of play}."""
        sums: dict[tuple[int, int], fmpq] = {}
        for k, payoff in self.ends():
            pair = tuple(self.sequence(self.known(k, player), player) for player in PLAYERS)
            paid = self.chances[k] * fmpq(payoff.numerator, payoff.denominator)
            sums[pair] = sums.get(pair, fmpq(0)) + paid  # type: ignore[index,arg-type]
        return sums

    def information(self, place: int, player: Player) -> Information:
        """What the player knows at the place."""
        return self.knowledge(player).information(place)


def game_tree(game: Hiding, progress: Progress | None = None, most: int | None = None) -> GameTree:
    """The tree of the game, of `most` situations at most when that is given.

    Raises what `explore` raises, and `UnsolvableError` when play can come back to a state while
    nobody learns or does anything.
    """
    informed = Informed(game)
    graph = explore(informed, progress=progress, most=most)
    order = tuple(reversed(backward_order(graph)))
    tree = GameTree(informed, graph, order)
    # Looked at before any work, as rules that break them have no solution.
    _ = tree.information_sets
    return tree


def _information_sets(tree: GameTree, player: Player) -> dict[int, InformationSet]:
    members: dict[int, list[Node]] = {}
    for k, node in enumerate(tree.graph.nodes):
        # Who merely waits decides nothing there, and need not know that it waits.
        if node.payoff is None and node.actions[player] != (WAIT,):
            members.setdefault(tree.known(k, player), []).append(node)
    found = {}
    for place in sorted(members):
        found[place] = _information_set(tree, player, place, members[place])
    return found


def _information_set(
    tree: GameTree, player: Player, place: int, nodes: list[Node]
) -> InformationSet:
    first = nodes[0]
    actions = first.actions[player]
    if WAIT in actions:
        # Waiting is left out of what a player knows, so it cannot be one choice of several.
        raise RulesError(
            f"{NAMES[player]} can only wait at {shown(first.state)} when it has no other action, "
            f"got {shown(actions)}: give this action another name"
        )
    for node in nodes:
        if set(node.actions[player]) != set(actions):
            raise RulesError(
                f"{NAMES[player]} knows {shown(tree.information(place, player))} at "
                f"{shown(first.state)} and at {shown(node.state)}, so its actions must be the same "
                f"there, got {shown(actions)} and {shown(node.actions[player])}"
            )
    states = dict.fromkeys(node.state.state for node in nodes)
    return InformationSet(place, actions, tuple(states))


def last_actions(knowledge: Knowledge) -> list[int]:
    """For each place the last one at or before it that ends in an action of the player."""
    last = [NOTHING]
    for place in range(1, len(knowledge.before)):
        # The place before has a smaller number, so its answer is known.
        last.append(place if knowledge.acted[place] else last[knowledge.before[place]])
    return last
