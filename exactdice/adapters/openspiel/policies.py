"""A policy of OpenSpiel as a profile here, with exact laws."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from ...argument_checks import FAILURES, got, raise_failed
from ...errors import RulesError
from ...exact import shown
from ...extras import needed
from ...game import (
    NAMES,
    PLAYERS,
    WAIT,
    Action,
    ActionLaw,
    Game,
    Player,
    Profile,
    refuse_no_game,
    strategy,
)
from ...graph import explore
from ...hidden.tree import game_tree
from ..policy import weighted_law
from .game import HidingOfOpenSpiel, OfOpenSpiel, Play, SpielState, numbers_of
from .python_game import to_openspiel

Table = dict[Hashable, ActionLaw]
STRINGS = ("TabularPolicy", "PartialTabularPolicy")  # of OpenSpiel's, asked by the string alone


class Decision(NamedTuple):
    """Where a player decides: OpenSpiel's state there, what the player knows here, and its actions
    by their numbers there.
    """

    player: Player
    known: Hashable
    reached: SpielState
    actions: Mapping[int, Action]


def profile_from_openspiel(policy: Any, game: Game) -> Profile:
    """The strategies of both players that a policy of OpenSpiel describes, as tables of exact laws:
    by information where the game hides something, else by state.

    The policy is for a game that `from_openspiel` has read, or for what `to_openspiel` makes of a
    game of ours: a tabular policy, an average policy of its CFR, anything with its
    `action_probabilities`. Its floats are *read*, each at its exact value, the binary fraction that
    it is, and divided exactly by their sum. So `exploitability(game, profile)` is exactly that of
    the policy that the floats describe.

    Raises `ExactDiceError` when OpenSpiel is not installed, `InexactError` for a chance that is not
    finite, and `RulesError` for what is no policy, chances that are negative, all 0 or of an action
    that the game does not allow, and a policy that plays otherwise in two states that the player
    cannot tell apart.
    """
    with needed("this adapter", "openspiel"):
        import pyspiel
    if not hasattr(policy, "action_probabilities"):
        raise RulesError(f"a policy of OpenSpiel has action_probabilities, {got(policy)}")
    refuse_no_game(game)
    is_compiled = isinstance(policy, pyspiel.Policy)
    tables: tuple[Table, Table] = ({}, {})
    for decision in _decisions(game):
        law = _law(_chances(policy, decision, is_compiled), decision)
        table = tables[decision.player]
        if table.setdefault(decision.known, law) != law:
            raise RulesError(
                f"the policy must go by what {NAMES[decision.player]} knows, and plays otherwise "
                f"in two states with {shown(decision.known)}"
            )
    first, second = map(strategy, tables)
    return first, second


def _decisions(game: Game) -> Iterator[Decision]:
    """Every decision of both players."""
    if not isinstance(game, OfOpenSpiel):
        yield from _decisions_of_ours(game)
        return
    tree = game_tree(game) if isinstance(game, HidingOfOpenSpiel) else None
    for player in PLAYERS:
        places: list[tuple[Hashable, Play]] = []
        if tree is not None:
            for place, info in tree.information_sets[player].items():
                told = tree.information(place, player)
                places += [(told, play) for play in info.states]
        else:
            nodes = (node for node in explore(game).nodes if node.payoff is None)
            places += [(n.state, n.state) for n in nodes if n.actions[player] != (WAIT,)]
        for known, play in places:
            by_number = {number: action for action, number in play.choices[player].items()}
            yield Decision(player, known, play.reached, by_number)


def _decisions_of_ours(game: Game) -> Iterator[Decision]:
    """Those in what OpenSpiel has of the game."""
    there = to_openspiel(game)
    pending, met = [there.new_initial_state()], set()
    while pending:
        state = pending.pop()
        # What follows is the same however play came there.
        if (state.reached, state.chosen) in met:
            continue
        met.add((state.reached, state.chosen))
        for player in PLAYERS:
            numbers = numbers_of(state, player)
            if numbers:
                actions = {number: there.listed.in_order[number] for number in numbers}
                known = there.listed.information(state.reached, player)
                yield Decision(player, known, state, actions)
        if state.is_simultaneous_node():
            for joint in product(state.legal_actions(0), state.legal_actions(1)):
                after = state.clone()
                after.apply_actions(list(joint))
                pending.append(after)
        elif not state.is_terminal():
            pending += map(state.child, state.legal_actions())


def _chances(policy: Any, decision: Decision, is_compiled: bool) -> Mapping[int, object]:
    """{number of an action: its chance in floats} at the decision."""
    reached, player = decision.reached, decision.player
    try:
        if not is_compiled:
            return dict(policy.action_probabilities(reached, player))
        by_string = type(policy).__name__ in STRINGS
        asked = (reached.information_state_string(player),) if by_string else (reached, player)
        return dict(policy.get_state_policy(*asked))
    except FAILURES as error:
        raise_failed("the policy of OpenSpiel", decision.known, error)


def _law(chances: Mapping[int, object], decision: Decision) -> ActionLaw:
    """The law of the action with these chances."""
    allowed = tuple(decision.actions)
    elsewhere = [chances[number] for number in chances if number not in decision.actions]
    weights = [chances.get(number, 0) for number in allowed]
    where = f"{NAMES[decision.player]}'s decision {shown(decision.known)}"
    return weighted_law(tuple(decision.actions.values()), [*weights, *elsewhere], where)
