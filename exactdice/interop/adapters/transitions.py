"""The transition table of one player of a game, in the form of Gymnasium's toy-text environments,
with exact numbers.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from ...distributions.distribution import point
from ...exact.argument_checks import an_instance
from ...exact.numbers import Exact, ratio, simplest
from ...game.graph import StateGraph, backward_order, explore
from ...game.optional import hides
from ...game.protocol import (
    MAX,
    OTHER,
    WAIT,
    Action,
    Game,
    Player,
    Strategy,
    always,
    checked_player,
    strategy,
)
from ...solvers.evaluation.profiles import Following, against
from ...solvers.hidden.information import ByInformation, by_what_is_known
from .numbered import KnownByNumber, explore_information

After = tuple[int, Exact, bool]  # next state, reward, whether play is over there
Step = tuple[Exact, int, Exact, bool]  # the probability, then what is so likely
ExactTable = dict[int, dict[int, list[Step]]]
FloatStep = tuple[float, int, float, bool]
FloatTable = dict[int, dict[int, list[FloatStep]]]


WAITS = always(point(WAIT))


def transition_table(game: Game, player: Player = MAX, opponent: Strategy = WAITS) -> ExactTable:
    """`P[state][action]` = [(probability, next state, reward, over), ...], exact.

    It is that of the player when the other follows this strategy. States and actions are numbered
    as in `adapters.pettingzoo`: by `explore(game)`, and by their place among the player's actions
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
        return table_of_known(explore_information(game), player, opponent)
    return table_of(left_to(game, player, opponent), player)


def table_of(graph: StateGraph, player: Player) -> ExactTable:
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


def table_of_known(known: KnownByNumber, player: Player, opponent: Strategy) -> ExactTable:
    """The table of what the player knows when the other follows the strategy.

    What it comes to know next has a law that depends on what it knows and on its action alone: the
    situations that it cannot tell apart have the chances of chance and of the other's strategy on
    the way (Bayes; as it forgets nothing, what it did itself is the same on all these ways).
    """
    informed = known.tree.informed
    plan = ByInformation(informed, OTHER[player], by_what_is_known(known.tree.game, opponent))
    graph = explore(Following(informed, against(plan, player)))
    moves = table_of(graph, player)
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
    """The same table with every number rounded to the nearest float, as Gymnasium's own tables are.

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


def left_to(game: Game, player: Player, opponent: Strategy) -> StateGraph:
    """The graph of the game left to the player when the other follows the strategy.

    Its states are numbered as in `explore(game)`.
    """
    return explore(
        Following(game, against(strategy(opponent), player)),
        # From every state of the whole game, in its order: the numbers then stay, also of states
        # that play against this strategy never reaches.
        [node.state for node in explore(game).nodes],
    )
