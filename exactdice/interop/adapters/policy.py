"""From a learner's policy to a strategy of the protocol, with exact laws."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial

import numpy as np

from ...distributions.distribution import from_probabilities, point
from ...exact.argument_checks import got
from ...exact.errors import InexactError, RulesError
from ...exact.numbers import Exact, as_exact, shown, whole_or_none
from ...game.graph import StateGraph
from ...game.protocol import (
    NAMES,
    PLAYERS,
    Action,
    ActionLaw,
    MissingEntry,
    Player,
    State,
    Strategy,
)
from .numbered import KnownByNumber

# a numpy array is read as a sequence
Policy = Mapping[int, object] | Sequence[object] | Callable[[int], object]


def strategy_from(graph: StateGraph | KnownByNumber, player: Player, policy: Policy) -> Strategy:
    """The strategy that plays a learner's policy.

    For the number of a state the policy gives an action's number, or a weight for each action. The
    policy is a table (a mapping, a list, a numpy array) or a function of the number that the state
    has in the graph (`env.graph`, `explore(game)`). Weights are a list, a tuple or a numpy array.
    They need not sum to 1: they are divided by their sum; there may be more of them than actions,
    with 0 for every number that is none. Where the player has a single action it is played and the
    policy is not asked.

    This is the one door of the library through which a float may come in: a weight that is a float
    is *read*, at its exact value, the binary fraction that it is (0.1 is 3602879701896397/2**55),
    and the division by the sum is exact as well. So the strategy is exactly the policy that the
    floats describe, and its exploitability is exact (a fraction of 31,000 bits for random floats in
    the 1383 states of Dice Battle with 3 dice to 20; weights rounded to small ints give shorter
    ones). Raises `InexactError` for a weight that is not a finite number, `RulesError` for a state
    outside the graph or the policy, a number that is no action, weights that are negative, all 0,
    or not 0 where there is no action.

    >>> from exactdice import OneShotBattle, exploitability
    >>> from exactdice.game.graph import explore
    >>> game = OneShotBattle(dice=3)
    >>> plan = strategy_from(explore(game), 0, {0: [0.5, 0.25, 0.5]})
    >>> plan(game.start), exploitability(game, (plan, plan))
    (Distribution({1: 2, 2: 1, 3: 2}), Fraction(2537, 19440))
    """
    if not isinstance(graph, (StateGraph, KnownByNumber)) or whole_or_none(player) not in PLAYERS:
        raise RulesError(
            f"a policy needs env.graph and MAX (0) or MIN (1), got {shown(graph)[:40]} and "
            f"{shown(player)}"
        )
    is_table = isinstance(policy, (Mapping, Sequence, np.ndarray))
    if isinstance(policy, (str, bytes, type)) or not (is_table or callable(policy)):
        raise RulesError(
            "a policy must be a table (a mapping, a list, a numpy array) or a function of the "
            f"state's number, {got(policy)}"
        )
    return partial(_played, graph, player, policy)


def _played(
    graph: StateGraph | KnownByNumber, player: Player, policy: Policy, known: State
) -> ActionLaw:
    """The law of the action by the policy's entry for the number of the state, or of the
    information: an action's number, or a list of weights.
    """
    # Looked up in the learner's own graph, whose numbers its policy was made with.
    if isinstance(graph, KnownByNumber):
        number = graph.number_of(known, player)
        if number is None:
            raise MissingEntry(
                f"{NAMES[player]} never knows {shown(known)} in the game whose information the "
                "policy numbers"
            )
        actions = graph.nodes[player][number].actions
        where = f"information {number}, {shown(known)}"
    else:
        number = graph.index.get(known)
        if number is None:
            raise MissingEntry(
                f"{shown(known)} is no state of the graph that numbers the states of the policy"
            )
        actions = graph.nodes[number].actions[player]
        where = f"state {number}, {shown(known)}"
    if len(actions) == 1:
        return point(actions[0])
    try:
        entry = policy(number) if callable(policy) else policy[number]
    except (KeyError, IndexError):
        raise MissingEntry(f"the policy has no entry for {where}") from None
    chosen = whole_or_none(entry)
    # A number first: an array of numpy's without dimensions is one, and no list of weights.
    if chosen is None:
        if isinstance(entry, (list, tuple)) or (isinstance(entry, np.ndarray) and entry.ndim == 1):
            return weighted_law(actions, entry, where)
        raise RulesError(
            f"the policy in {where}, must be an action's number or a list of a weight for each "
            f"action, got {shown(entry)}"
        )
    # Python would read -1 as the last action, which no learner means.
    if not 0 <= chosen < len(actions):
        raise RulesError(
            f"the policy's action in {where}, must be a number from 0 to "
            f"{len(actions) - 1}, got {shown(chosen)}"
        )
    return point(actions[chosen])


def weighted_law(actions: tuple[Action, ...], entry: Iterable[object], where: str) -> ActionLaw:
    """The law with these weights, divided by their sum."""
    weights: list[Exact] = []
    for weight in entry:
        if not isinstance(weight, (float, np.floating)):
            weights.append(as_exact(weight, f"a weight of the policy in {where}"))
        elif not np.isfinite(weight):
            raise InexactError(f"a weight of the policy in {where}, must be finite, got {weight}")
        else:
            # A float of any width is a binary fraction, and gives it without a digit lost.
            weights.append(Fraction(*weight.as_integer_ratio()))
    if (
        len(weights) < len(actions)
        or min(weights) < 0
        # A row of a learner's table is as long as the most actions of any state; what lies beyond
        # those of this state must be 0, or play would be drawn from actions that are not there.
        or any(weights[len(actions) :])
        or not any(weights)
    ):
        raise RulesError(
            f"the policy's weights in {where}, must be {len(actions)} numbers of 0 or more, "
            f"not all 0, and 0 beyond, got {shown(entry)}"
        )
    # Exact, so nothing is lost when weights in floats do not quite sum to 1.
    total = sum(weights)
    return from_probabilities(
        {a: Fraction(w) / total for a, w in zip(actions, weights, strict=False)}
    )
