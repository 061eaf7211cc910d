"""The tree of a game with imperfect information: its situations, its information sets and the
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
from functools import cached_property
from itertools import product

import numpy as np
from flint import fmpq

from ...exact.argument_checks import FAILURES, got, raise_rule_failed
from ...exact.cost import STEPS_A_STATE, affordable, refuse_costly
from ...exact.errors import RulesError, UnsolvableError
from ...exact.numbers import Exact, Progress, as_fmpq, shown
from ...game.graph import StateGraph, backward_order, explore
from ...game.optional import Hiding
from ...game.protocol import MAX, MIN, NAMES, PLAYERS, WAIT, Action, Player, State
from .information import KNOWS_MORE, NOTHING, Information, Informed, Knowledge

Places = tuple[int, int]  # of what MAX and MIN know
Paid = Mapping[tuple[int, int], fmpq]  # to MAX, at each pair of MAX's and of MIN's sequences
Members = dict[int, dict[int, None]]
NEVER, ONE = fmpq(0), fmpq(1)


@dataclass(frozen=True)
class InformationSet:
    """The states that a player cannot tell apart, where it has these actions.

    `before` is the sequence of the player there, `after[action]` the one that ends with the action.
    """

    place: int
    actions: tuple[Action, ...]
    states: tuple[State, ...]
    before: int
    after: Mapping[Action, int]


@dataclass(frozen=True)
class GameTree:
    """The game with all that its players may come to know.

    - `states`: the graph of its states.
    - `probabilities[k]`: for each situation at state k, given by the places of MAX and of MIN, the
      probability that play comes there when both players do all that leads there.
    - `sequences[player][place]`: the sequence of the player at a place of what it knows.
    - `information_sets[player]`: {place: the information set there}, in the order of the places.
    """

    informed: Informed
    states: StateGraph
    probabilities: Sequence[Mapping[Places, fmpq]]
    sequences: Sequence[Sequence[int]]
    information_sets: tuple[Mapping[int, InformationSet], Mapping[int, InformationSet]]

    @property
    def game(self) -> Hiding:
        """The game itself."""
        return self.informed.game

    @property
    def situations(self) -> int:
        """How many there are."""
        return sum(map(len, self.probabilities))

    def knowledge(self, player: Player) -> Knowledge:
        """All that the player may come to know."""
        return self.informed.knowledge[player]

    def information(self, place: int, player: Player) -> Information:
        """The information of the player at the place."""
        return self.knowledge(player).information(place)

    @cached_property
    def paid(self) -> Paid:
        """The payoff times the probability, summed over the ends of play."""
        return self.paid_by(lambda payoff: payoff)

    def paid_by(self, pays: Callable[[Exact], Exact]) -> Paid:
        """A function of the payoff times the probability, summed over the ends of play."""
        sums: dict[tuple[int, int], fmpq] = {}
        of_max, of_min = self.sequences
        for k, payoff in self.states.payoffs.items():
            share = as_fmpq(pays(payoff))
            for (first, second), probability in self.probabilities[k].items() if share else ():
                pair = (of_max[first], of_min[second])
                sums[pair] = sums.get(pair, NEVER) + share * probability
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
    informed = Informed(game)
    of_max, of_min = informed.knowledge
    seen = [_observed(game, state) for state in states.states]
    probabilities: list[dict[Places, fmpq]] = [{} for _ in seen]
    begun = of_max.learning(NOTHING, seen[0][MAX]), of_min.learning(NOTHING, seen[0][MIN])
    probabilities[0][begun] = ONE
    # {place: the states where the player decides there}, as keys of a dict for their order
    members: tuple[Members, Members] = ({}, {})
    found = 1
    for k in reversed(last_first):
        if k in states.payoffs:
            continue
        actions = states.actions(k)
        for player in PLAYERS:
            # Who merely waits decides nothing there, and need not know that it waits.
            for places in probabilities[k] if actions[player] != (WAIT,) else ():
                members[player].setdefault(places[player], {})[k] = None
        moves, _ = states.moves_from(np.array([k]))
        transitions = list(states.laws(moves))
        for places, probability in probabilities[k].items():
            for joint, (successors, weights, total) in zip(
                product(*actions), transitions, strict=True
            ):
                first = of_max.acting(places[MAX], joint[MAX])
                second = of_min.acting(places[MIN], joint[MIN])
                for after, weight in zip(successors, weights, strict=True):
                    known = (
                        of_max.learning(first, seen[after][MAX]),
                        of_min.learning(second, seen[after][MIN]),
                    )
                    part = probability if total == 1 else probability * fmpq(weight, total)
                    if known in probabilities[after]:
                        probabilities[after][known] += part
                        continue
                    probabilities[after][known] = part
                    # Counted as it is entered: one state may lead to more than memory holds.
                    found += 1
                    if not affordable(STEPS_A_STATE * found):
                        refuse_costly(game, STEPS_A_STATE * found)
                    if most is not None and found > most:
                        raise UnsolvableError(
                            f"{shown(game)} has more than {most} situations (states with what "
                            "both players know there), too many to list"
                        )
    sequences = [knowledge.sequences() for knowledge in informed.knowledge]
    sets = tuple(
        _information_sets(informed.knowledge[player], states, members[player], sequences[player])
        for player in PLAYERS
    )
    return GameTree(informed, states, probabilities, sequences, (sets[MAX], sets[MIN]))


def _observed(game: Hiding, state: State) -> tuple[Hashable, Hashable]:
    """The observations of MAX and of MIN on reaching the state; `RulesError` where the game does
    not say.
    """
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


def _information_sets(
    knowledge: Knowledge, states: StateGraph, members: Members, sequences: Sequence[int]
) -> dict[int, InformationSet]:
    """{place: the information set of the player there}."""
    player = knowledge.player
    name = NAMES[player]
    found = {}
    for place, numbers in sorted(members.items()):
        first, *others = sorted(numbers)
        actions, state = states.actions(first)[player], states.states[first]
        if WAIT in actions:
            # Waiting is left out of what a player knows, so it cannot be one choice of several.
            raise RulesError(
                f"{name} can only wait at {shown(state)} when it has no other action, got "
                f"{shown(actions)}: give this action another name"
            )
        for k in others:
            if set(states.actions(k)[player]) != set(actions):
                raise RulesError(
                    f"{name} knows {shown(knowledge.information(place))} at {shown(state)} and at "
                    f"{shown(states.states[k])}, so its actions must be the same there, got "
                    f"{shown(actions)} and {shown(states.actions(k)[player])}"
                )
        here = tuple(states.states[k] for k in (first, *others))
        after = {action: knowledge.acting(place, action) for action in actions}
        found[place] = InformationSet(place, actions, here, sequences[place], after)
    return found
