"""The transition table of one player of a game, in the form of Gymnasium's toy-text environments,
with exact numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import partial

from flint import fmpq

from ..argument_checks import an_instance
from ..distribution import point
from ..errors import RulesError
from ..evaluation.profiles import Following, against
from ..exact import Exact, as_exact, as_fmpq, ratio, shown
from ..game import (
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
from ..graph import Node, StateGraph, explore
from ..hidden.solution import Followed
from ..optional import hides
from .numbered import KnownByNumber, explore_information

After = tuple[int, Exact, bool]  # next state, reward, whether play is over there
Step = tuple[Exact, int, Exact, bool]  # the probability, then what is so likely
ExactTable = dict[int, dict[int, list[Step]]]
FloatStep = tuple[float, int, float, bool]
FloatTable = dict[int, dict[int, list[FloatStep]]]

Shares = dict[After, fmpq]

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
    table: ExactTable = {}
    for k, node in enumerate(graph.nodes):
        if node.payoff is not None:  # paid on the way in, and nothing more
            table[k] = {0: [(1, k, 0, True)]}
            continue
        # One player alone chooses here, so the laws in all rows and columns are its actions.
        table[k] = {}
        for action in range(sum(map(len, node.laws))):
            law, total = node.move(action)
            table[k][action] = [
                (ratio(weight, total), *_after(after, graph.nodes[after], player))
                for after, weight in law
            ]
    return table


def _after(number: int, node: Node, player: Player) -> After:
    """The number, the reward on the way in, and whether play is over at the node."""
    paid = node.payoff or 0
    return number, paid if player == MAX else -paid, node.payoff is not None


def float_table(table: ExactTable) -> FloatTable:
    """The same table with every number rounded to the nearest float, as Gymnasium's own tables are.

    >>> float_table({0: {0: [(1, 0, 0, True)]}})
    {0: {0: [(1.0, 0, 0.0, True)]}}
    """
    an_instance(table, dict, "the table", "one that transition_table makes")
    try:
        return {
            state: {
                action: [(float(p), k, float(reward), over) for p, k, reward, over in steps]
                for action, steps in row.items()
            }
            for state, row in table.items()
        }
    except (AttributeError, TypeError, ValueError):
        raise RulesError(
            f"the table must be one that transition_table makes, got {shown(table)}"
        ) from None


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


# --- where the player does not see the states -----------------------------------------------------
#
# When the other follows a strategy, what the player comes to know next has a law that depends on
# what it knows and on its action alone: the states that it cannot tell apart have the chances of
# chance and of the other's strategy on the way (Bayes; as it forgets nothing, what it did itself is
# the same on all these ways). So its information is the state of a decision problem for one.


def known_table(known: KnownByNumber, player: Player, opponent: Strategy) -> ExactTable:
    """`P[number][action]` = [(probability, next number, reward, over), ...], exact, for the numbers
    of what the player knows.

    A step goes on until the player knows something new or play is over, however often the other
    moves meanwhile. The action is what the player does where it is asked with what it knows; where
    it is not asked before it knows more, the number is not read. What is known when play is over,
    or never known against this strategy, leads to itself and is over. Raises `RulesError` when the
    strategy of the other plays what the game does not allow.
    """
    shares = _Shares(known, player, opponent)
    return {number: shares.row(number) for number in range(len(known.nodes[player]))}


class _Shares:
    """How often, of all plays in which the player does what leads there, each step is taken."""

    def __init__(self, known: KnownByNumber, player: Player, opponent: Strategy) -> None:
        self.known, self.player = known, player
        self.laws = Followed.of(known.tree, OTHER[player], opponent).laws
        # {number: shares of steps in which the player was not asked}, {(number, action): others}
        self.unasked: dict[int, Shares] = defaultdict(partial(defaultdict, fmpq))
        self.asked: dict[tuple[int, Action], Shares] = defaultdict(partial(defaultdict, fmpq))
        weights = [fmpq(0)] * len(known.tree.graph.nodes)
        weights[0] = fmpq(1)
        # Each situation after those that lead to it, so its weight is whole when it is left.
        for k in known.tree.order:
            if weights[k] and known.tree.graph.nodes[k].payoff is None:
                self._leave(k, weights)

    def row(self, number: int) -> dict[int, list[Step]]:
        """The row of the table for the number."""
        actions = self.known.nodes[self.player][number].actions
        return {place: self._steps(number, action) for place, action in enumerate(actions)}

    def _steps(self, number: int, action: Action) -> list[Step]:
        shares = dict(self.unasked.get(number, {}))
        for after, share in self.asked.get((number, action), {}).items():
            shares[after] = shares.get(after, fmpq(0)) + share
        total = sum(shares.values(), fmpq(0))
        if not total:  # play is over, or never leads here
            return [(1, number, 0, True)]
        return [(as_exact(share / total), *after) for after, share in shares.items()]

    def _leave(self, k: int, weights: list[fmpq]) -> None:
        """Follow every move from a situation, with the law of the other's action."""
        graph = self.known.tree.graph
        node = graph.nodes[k]
        here = self.known.number(node, self.player)
        for action, law, chance in self._moves(node):
            for successor, weight in law:
                share = weights[k] * chance * weight
                weights[successor] += share
                to = graph.nodes[successor]
                after = _after(self.known.number(to, self.player), to, self.player)
                if action != WAIT:
                    self.asked[here, action][after] += share
                elif after[0] != here:
                    self.unasked[here][after] += share

    def _moves(self, node: Node) -> Iterator[tuple[Action, Iterable[tuple[int, int]], fmpq]]:
        """(the player's action, the law of the successors, the other's chance over its total)."""
        other = OTHER[self.player]
        waits = node.actions[other] == (WAIT,)
        law_of_other = WAITS(node.state) if waits else self.laws[node.state.known[other]]
        mine, theirs = node.actions[self.player], node.actions[OTHER[self.player]]
        for m, action in enumerate(mine):
            for t, answer in enumerate(theirs):
                chance = as_fmpq(law_of_other.probability(answer))
                a, b = (m, t) if self.player == MAX else (t, m)
                if chance:
                    yield action, node.laws[a][b], chance / node.totals[a][b]
