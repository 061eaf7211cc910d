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

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from flint import fmpq

from ...exact.argument_checks import FAILURES, got, raise_rule_failed
from ...exact.cost import STEPS_A_STATE, affordable, refuse_costly
from ...exact.errors import RulesError, UnsolvableError
from ...exact.numbers import Exact, Progress, as_fmpq, shown
from ...game.graph import Node, StateGraph, backward_order, explore
from ...game.optional import Hiding
from ...game.protocol import MAX, MIN, NAMES, PLAYERS, WAIT, Action, Player, State
from .information import KNOWS_MORE, NOTHING, Information, Informed, Knowledge

Places = tuple[int, int]  # of what MAX and MIN know
Paid = Mapping[tuple[int, int], fmpq]  # to MAX, at each pair of MAX's and of MIN's sequences
Members = dict[int, dict[int, None]]
NEVER = fmpq(0)


@dataclass(frozen=True)
class InformationSet:
    """The states that a player cannot tell apart, where it has these actions."""

    place: int
    actions: tuple[Action, ...]
    states: tuple[State, ...]


@dataclass(frozen=True)
class GameTree:
    """The game with all that its players may come to know.

    - `states`: the graph of its states.
    - `chances[k]`: for each situation at state k, given by the places of MAX and of MIN, the chance
      that play comes there when both players do all that leads there.
    - `information_sets[player]`: {place: the information set there}, in the order of the places.
    """

    informed: Informed
    states: StateGraph
    chances: Sequence[Mapping[Places, fmpq]]
    information_sets: tuple[Mapping[int, InformationSet], Mapping[int, InformationSet]]

    @property
    def game(self) -> Hiding:
        """The game itself."""
        return self.informed.game

    @property
    def situations(self) -> int:
        """How many there are."""
        return sum(map(len, self.chances))

    def knowledge(self, player: Player) -> Knowledge:
        """All that the player may come to know."""
        return self.informed.knowledge[player]

    def information(self, place: int, player: Player) -> Information:
        """What the player knows at the place."""
        return self.knowledge(player).information(place)

    # --- sequences --------------------------------------------------------------------------------

    @cached_property
    def _sequences(self) -> tuple[list[int], list[int]]:
        return last_actions(self.knowledge(MAX)), last_actions(self.knowledge(MIN))

    def sequence(self, place: int, player: Player) -> int:
        """The sequence of the player at a place of what it knows."""
        return self._sequences[player][place]

    def after(self, place: int, action: Action, player: Player) -> int:
        """The sequence that ends with this action at this information."""
        return self.knowledge(player).acting(place, action)

    @cached_property
    def paid(self) -> Paid:
        """The payoff times the chance, summed over the ends of play."""
        return self.paid_by(lambda payoff: payoff)

    def paid_by(self, pays: Callable[[Exact], Exact]) -> Paid:
        """The same of a function of the payoff."""
        sums: dict[tuple[int, int], fmpq] = {}
        of_max, of_min = self._sequences
        for node, here in zip(self.states.nodes, self.chances, strict=True):
            share = None if node.payoff is None else pays(node.payoff)
            if not share:
                continue  # play goes on, or nothing is paid
            payoff = as_fmpq(share)
            for (first, second), chance in here.items():
                pair = (of_max[first], of_min[second])
                sums[pair] = sums.get(pair, NEVER) + payoff * chance
        return sums

    # --- the situations one by one, for those who list them ---------------------------------------

    @cached_property
    def graph(self) -> StateGraph:
        """The graph of all situations."""
        return explore(self.informed, most=self.situations)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The situations of the graph, each after those that lead to it."""
        return tuple(reversed(backward_order(self.graph)))

    def known(self, k: int, player: Player) -> int:
        """The place of what the player knows in situation k of the graph."""
        place: int = self.graph.nodes[k].state.known[player]
        return place


def game_tree(game: Hiding, progress: Progress | None = None, most: int | None = None) -> GameTree:
    """The tree of the game, of at most so many situations where that is said.

    Raises what `explore` raises, `UnsolvableError` when play can come back to a state or the
    situations are too many, and `RulesError` naming two states where a player knows the same and
    has other actions.
    """
    states = explore(game, progress=progress, most=most)
    last_first = backward_order(states, KNOWS_MORE)
    growing = _Growing(states, most)
    for k in reversed(last_first):
        growing.leave(k)
    return growing.tree()


class _Growing:
    """The tree of a game as it grows, state after state, each after those that lead to it."""

    def __init__(self, states: StateGraph, most: int | None) -> None:
        self.states = states
        self.most = most
        self.found = 1
        self.informed = Informed(states.game)  # type: ignore[arg-type]  # asked for as one
        self.seen = [_observed(self.informed.game, node.state) for node in states.nodes]
        self.chances: list[dict[Places, fmpq]] = [{} for _ in states.nodes]
        # {place: the states where the player decides there}, as keys of a dict for their order
        self.members: tuple[Members, Members] = ({}, {})
        first, second = (self._learned(player, NOTHING, 0) for player in PLAYERS)
        self.chances[0][first, second] = fmpq(1)

    def leave(self, k: int) -> None:
        """Follow every move from the situations at state k, all of which are known."""
        node = self.states.nodes[k]
        here = self.chances[k]
        if node.payoff is not None:
            return
        for player in PLAYERS:
            # Who merely waits decides nothing there, and need not know that it waits.
            if node.actions[player] != (WAIT,):
                for places in here:
                    self.members[player].setdefault(places[player], {})[k] = None
        for places, chance in here.items():
            self._moved(node, places, chance)

    def _moved(self, node: Node, places: Places, chance: fmpq) -> None:
        """Enter what every pair of actions leads to from one situation."""
        knowledge = self.informed.knowledge
        of_min = [knowledge[MIN].acting(places[MIN], action) for action in node.actions[MIN]]
        for action, laws, totals in zip(node.actions[MAX], node.laws, node.totals, strict=True):
            first = knowledge[MAX].acting(places[MAX], action)
            for second, law, total in zip(of_min, laws, totals, strict=True):
                for successor, weight in law:
                    known = (
                        self._learned(MAX, first, successor),
                        self._learned(MIN, second, successor),
                    )
                    part = chance if total == 1 else chance * fmpq(weight, total)
                    there = self.chances[successor]
                    if known in there:
                        there[known] += part
                    else:
                        # Counted as it is entered: one state may lead to more than memory holds.
                        self._count_one()
                        there[known] = part

    def _count_one(self) -> None:
        """Count a situation, and refuse a tree that grows too large."""
        self.found += 1
        if not affordable(STEPS_A_STATE * self.found):
            refuse_costly(self.states.game, STEPS_A_STATE * self.found)
        if self.most is not None and self.found > self.most:
            raise UnsolvableError(
                f"{shown(self.states.game)} has more than {self.most} situations (states with what "
                "both players know there), too many to list"
            )

    def _learned(self, player: Player, place: int, k: int) -> int:
        return self.informed.knowledge[player].learning(place, self.seen[k][player])

    def tree(self) -> GameTree:
        """The whole tree."""
        return GameTree(
            self.informed, self.states, self.chances, (self._sets(MAX), self._sets(MIN))
        )

    def _sets(self, player: Player) -> dict[int, InformationSet]:
        nodes = self.states.nodes
        found = {}
        for place, members in sorted(self.members[player].items()):
            known = partial(self.informed.knowledge[player].information, place)
            found[place] = _information_set(
                player, place, known, [nodes[k] for k in sorted(members)]
            )
        return found


def _observed(game: Hiding, state: State) -> tuple[Hashable, Hashable]:
    """What MAX and what MIN learn on reaching the state; `RulesError` where the game cannot say."""
    try:
        first, second = (game.observation(state, player) for player in PLAYERS)
    except Exception as error:
        raise_rule_failed(game, state, ("observation",), error)
    for player, seen in zip(PLAYERS, (first, second), strict=True):
        try:
            hash(seen)
        except FAILURES:
            raise RulesError(
                f"observation({shown(state)}, {NAMES[player]}) must be hashable, {got(seen)}"
            ) from None
    return first, second


def _information_set(
    player: Player, place: int, known: Callable[[], Information], nodes: Sequence[Node]
) -> InformationSet:
    """The information set of the player at the place, with its states."""
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
                f"{NAMES[player]} knows {shown(known())} at {shown(first.state)} and at "
                f"{shown(node.state)}, so its actions must be the same there, got "
                f"{shown(actions)} and {shown(node.actions[player])}"
            )
    return InformationSet(place, actions, tuple(node.state for node in nodes))


def last_actions(knowledge: Knowledge) -> list[int]:
    """For each place the last one at or before it that ends in an action of the player."""
    last = [NOTHING]
    for place in range(1, len(knowledge.before)):
        # The place before has a smaller number, so its answer is known.
        last.append(place if knowledge.acted[place] else last[knowledge.before[place]])
    return last
