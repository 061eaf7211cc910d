"""A game by numbers, as tabular learners take it: what a player observes, what its actions lead to,
and a learner's policy as a strategy, all exact.

What a player observes is the number of the state in the graph or, in a game that hides something,
the number of what it knows. An action is its place among the player's actions there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np

from ...distributions.distribution import from_probabilities, point
from ...exact.argument_checks import an_instance, got
from ...exact.errors import InexactError, RulesError
from ...exact.numbers import Exact, as_exact, ratio, shown, simplest, whole_or_none
from ...game.graph import Node, StateGraph, backward_order, explore
from ...game.optional import Hiding, hides
from ...game.protocol import (
    MAX,
    NAMES,
    OTHER,
    PLAYERS,
    WAIT,
    Action,
    ActionDistribution,
    Game,
    MissingEntry,
    Player,
    State,
    Strategy,
    always,
    checked_player,
    refuse_no_game,
    strategy,
)
from ...solvers.evaluation.profiles import Following, against
from ...solvers.hidden.information import ByInformation, Information, information_strategy
from ...solvers.hidden.tree import GameTree, game_tree

# Beside the tree its situations are listed one by one, so an environment holds fewer than a solver.
ObservationKey = tuple[int, bool]  # the place of what a player knows, whether play is over there
After = tuple[int, Exact, bool]  # next state, reward, whether play is over there
Step = tuple[Exact, int, Exact, bool]  # the probability, then what is so likely
ExactTable = dict[int, dict[int, list[Step]]]
FloatTable = dict[int, dict[int, list[tuple[float, int, float, bool]]]]
# a numpy array is read as a sequence
Policy = Mapping[int, object] | Sequence[object] | Callable[[int], object]

WAITS = always(point(WAIT))


@dataclass(frozen=True)
class Known:
    """A state of a player's knowledge: its information, and whether play is over.

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
    index: tuple[Mapping[ObservationKey, int], Mapping[ObservationKey, int]]

    def number(self, situation: Node, player: Player) -> int:
        """The number of what the player knows in a situation of the tree."""
        return self.index[player][_observation_key(situation, player)]

    def number_of(self, information: Information, player: Player) -> int | None:
        """The number of the information while play goes on; None where play never leads to it."""
        place = self.tree.knowledge(player).place_of(information)
        return None if place is None else self.index[player].get((place, False))


def _observation_key(situation: Node, player: Player) -> ObservationKey:
    return situation.state.known[player], situation.payoff is not None


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
        told = sorted({_observation_key(node, player) for node in tree.graph.nodes})
        index.append({one: number for number, one in enumerate(told)})
        listed = []
        for place, over in told:
            decides = tree.information_sets[player].get(place)
            actions = (WAIT,) if decides is None or over else decides.actions
            listed.append(Known(tree.information(place, player), over, actions))
        nodes.append(tuple(listed))
    return KnownByNumber(tree, (nodes[0], nodes[1]), (index[0], index[1]))


# --- transition tables ----------------------------------------------------------------------------


def transition_table(game: Game, player: Player = MAX, opponent: Strategy = WAITS) -> ExactTable:
    """`P[state][action]` = [(probability, next state, reward, over), ...], exact.

    It is that of the player when the other follows this strategy. States and actions are numbered
    as in `adapters.environments`: by `explore(game)`, and by their place among the player's actions
    (only these are listed). Every state of the game has its row, so the strategy is asked wherever
    the other moves; without one the other waits always, as in a game for one. The reward is what
    the player is paid on entering a state where play is over; such a state leads to itself, as in
    Gymnasium. Raises `RulesError` when the strategy plays an action the game does not allow.

    In a game that hides something the numbers are those of what the player knows
    (`explore_information(game)`), the strategy goes by what the other knows, and a step goes on
    until the player knows something new or play is over. What is never known against this strategy
    leads to itself and is over.

    >>> from exactdice import DiceBattle, Kuhn, dice
    >>> table = transition_table(DiceBattle(dice=1, target=2), opponent=dice(1))
    >>> table[0][0][:2], table[1][0][0]
    ([(Fraction(1, 6), 1, 0, False), (Fraction(1, 6), 2, 1, True)], (Fraction(1, 6), 7, 0, False))
    >>> transition_table(Kuhn(), opponent=lambda known: "fold" if "bet" in known else "check")[0][0]
    [(Fraction(1, 3), 1, 0, False), (Fraction(1, 3), 2, 0, False), (Fraction(1, 3), 3, 0, False)]
    """
    player = checked_player(player)
    if hides(game):
        return information_table(explore_information(game), player, opponent)
    return state_table(graph_against(game, player, opponent), player)


def state_table(graph: StateGraph, player: Player) -> ExactTable:
    """The table of a graph in which this player alone chooses."""
    table: ExactTable = {}
    for k, node in enumerate(graph.nodes):
        if node.payoff is not None:  # paid on the way in, and nothing more
            table[k] = {0: [(1, k, 0, True)]}
            continue
        # One player alone chooses here, so the laws in all rows and columns are its actions.
        table[k] = {}
        for action in range(sum(map(len, node.laws))):
            law, total = node.move(action)
            table[k][action] = []
            for after, weight in law:
                paid = graph.nodes[after].payoff
                reward = (paid or 0) if player == MAX else -(paid or 0)
                table[k][action].append((ratio(weight, total), after, reward, paid is not None))
    return table


def information_table(known: KnownByNumber, player: Player, opponent: Strategy) -> ExactTable:
    """The table of what the player knows when the other follows the strategy.

    What it comes to know next has a distribution that depends on what it knows and on its action
    alone: the situations that it cannot tell apart have the chances of chance and of the other's
    strategy on the way (Bayes; as it forgets nothing, what it did itself is the same on all these
    ways).
    """
    informed = known.tree.informed
    plan = ByInformation(informed, OTHER[player], information_strategy(known.tree.game, opponent))
    graph = explore(Following(informed, against(plan, player)))
    moves = state_table(graph, player)
    # {(number, action): how often it leads where, of all plays in which the player does what leads
    # there}
    shares: dict[tuple[int, Action], dict[After, Exact]] = defaultdict(dict)
    weights: list[Exact] = [0] * len(graph.nodes)
    weights[0] = 1
    # Each situation after those that lead to it, so its weight is whole when it is left.
    for k in reversed(backward_order(graph)):
        node = graph.nodes[k]
        if node.payoff is not None:
            continue
        here = known.number(node, player)
        for place, action in enumerate(node.actions[player]):
            # Where it only waits it would come to know the same by any action.
            taken = known.nodes[player][here].actions if action == WAIT else (action,)
            for chance, successor, reward, over in moves[k][place]:
                share = weights[k] * chance
                weights[successor] += share
                number = known.number(graph.nodes[successor], player)
                if action != WAIT or number != here:
                    after = (number, reward, over)
                    for one in taken:
                        found = shares[here, one]
                        found[after] = found.get(after, 0) + share
    table: ExactTable = {}
    for number, told in enumerate(known.nodes[player]):
        table[number] = {}
        for place, action in enumerate(told.actions):
            leads_to = shares[number, action]
            whole = Fraction(sum(leads_to.values()))
            steps = [(simplest(share / whole), *after) for after, share in leads_to.items()]
            table[number][place] = steps or [(1, number, 0, True)]
    return table


def float_table(table: ExactTable) -> FloatTable:
    """The table with every number rounded to the nearest float, as Gymnasium's own tables are.

    >>> float_table({0: {0: [(1, 0, 0, True)]}})
    {0: {0: [(1.0, 0, 0.0, True)]}}
    """
    an_instance(table, dict, "the table", "one that transition_table makes")
    return {
        state: {
            action: [(float(p), k, float(reward), over) for p, k, reward, over in steps]
            for action, steps in row.items()
        }
        for state, row in table.items()
    }


def graph_against(game: Game, player: Player, opponent: Strategy) -> StateGraph:
    """The graph of the game left to the player when the other follows the strategy.

    Its states are numbered as in `explore(game)`.
    """
    return explore(
        Following(game, against(strategy(opponent), player)),
        # From every state of the whole game, in its order: the numbers then stay, also of states
        # that play against this strategy never reaches.
        [node.state for node in explore(game).nodes],
    )


# --- policies -------------------------------------------------------------------------------------


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
    return partial(_policy_distribution, graph, player, policy)


def _policy_distribution(
    graph: StateGraph | KnownByNumber, player: Player, policy: Policy, known: State
) -> ActionDistribution:
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
            return weighted_distribution(actions, entry, where)
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


def weighted_distribution(
    actions: tuple[Action, ...], entry: Iterable[object], where: str
) -> ActionDistribution:
    """The law with these weights, divided by their sum."""
    weights = []
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
