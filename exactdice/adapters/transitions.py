"""The transition table of one player of a game, in the form of Gymnasium's toy-text environments,
with exact numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..argument_checks import an_instance
from ..distribution import point
from ..errors import RulesError
from ..evaluation.profiles import Following, against
from ..exact import ratio, shown
from ..game import MAX, WAIT, Game, Player, Strategy, always, checked_player, strategy
from ..graph import Node, StateGraph, explore
from ..optional import hides
from .known import explore_information
from .known_table import known_table
from .steps import ExactTable, Step, paid_to

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
    (`explore_information(game)`), and the strategy of the other goes by what that one knows. A step
    goes on until the player knows something new or play is over. See `known_table`.

    >>> from exactdice import DiceBattle, Kuhn, dice
    >>> table = transition_table(DiceBattle(dice=1, target=2), opponent=dice(1))
    >>> table[0][0][:2], table[1][0][0]
    ([(Fraction(1, 6), 1, 0, False), (Fraction(1, 6), 2, 1, True)], (Fraction(1, 6), 7, 0, False))
    >>> transition_table(Kuhn(), opponent=lambda known: "fold" if "bet" in known else "check")[0][0]
    [(Fraction(1, 3), 1, 0, False), (Fraction(1, 3), 2, 0, False), (Fraction(1, 3), 3, 0, False)]
    """
    player = checked_player(player)
    if hides(game):
        return known_table(explore_information(game), player, opponent)
    return table_of(left_to(game, player, opponent), player)


def table_of(graph: StateGraph, player: Player) -> ExactTable:
    """The table of a graph in which this player alone chooses."""
    table = {}
    for k, node in enumerate(graph.nodes):
        actions = range(_count(node))
        table[k] = {action: list(_steps(graph, player, k, action)) for action in actions}
    return table


def float_table(table: ExactTable) -> FloatTable:
    """The same table with every number rounded to the nearest float, as Gymnasium's own tables are.

    >>> float_table({0: {0: [(1, 0, 0, True)]}})
    {0: {0: [(1.0, 0, 0.0, True)]}}
    """
    an_instance(table, dict, "the table", "one that transition_table makes")
    try:
        return _in_floats(table)
    except (AttributeError, TypeError, ValueError):
        raise RulesError(
            f"the table must be one that transition_table makes, got {shown(table)}"
        ) from None


def _in_floats(table: ExactTable) -> FloatTable:
    rounded: FloatTable = {}
    for state, row in table.items():
        rounded[state] = {action: _steps_in_floats(steps) for action, steps in row.items()}
    return rounded


def _steps_in_floats(steps: list[Step]) -> list[FloatStep]:
    return [(float(p), k, float(reward), over) for p, k, reward, over in steps]


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


def _count(node: Node) -> int:
    # One player alone chooses here, so the laws in all rows and columns are its actions. A finished
    # state has the one of staying there.
    return 1 if node.payoff is not None else sum(map(len, node.laws))


def _steps(graph: StateGraph, player: Player, state: int, action: int) -> Iterator[Step]:
    node = graph.nodes[state]
    if node.payoff is not None:  # paid on the way in, and nothing more
        yield 1, state, 0, True
        return
    law, total = node.move(action)
    for k, weight in law:
        paid = graph.nodes[k].payoff
        over = paid is not None
        yield ratio(weight, total), k, paid_to(player, paid or 0), over
