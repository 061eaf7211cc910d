"""The quantities of Connect Four, the strategies that search, and the game as the words of every
game see it.
"""

from __future__ import annotations

from functools import partial

from ...exact.errors import RulesError
from ...exact.numbers import Exact
from ...game.protocol import WAITS, ActionDistribution, Player, State
from ...games import connect_four as fast
from ...games.connect_four.rules import ConnectFour
from ...solvers.arenas.search import alpha_beta
from ...solvers.fast_path import fast_path_of
from ..analysis import ANALYSES, Analysis
from ..functions.games import OfRules
from ..register import Argument, Arguments, few_steps, quantity, size, sized, whole
from ..states import Actions
from ..strategies import MOST_DEPTH, Choices, optimal, optimal_choices

board = OfRules("connect-four", ConnectFour)


def search_cost(game: ConnectFour, n: Argument) -> int:
    """The cost of a search n moves deep."""
    return fast.search_steps(game, size(n))


@quantity(board, cost=few_steps, row="row", column="column")
def lines_through(game: ConnectFour, row: Argument, column: Argument) -> int:
    """How many possible lines of Connect Four pass through the square in this row (from the bottom)
    and column.
    """
    return game.lines_through(
        whole(row, "row", 1, game.rows), whole(column, "column", 1, game.columns)
    )


@quantity(board, cost=fast.solving_steps)
def connect_four_value(game: ConnectFour) -> Exact:
    """Value of Connect Four to the first player under best play, on boards of up to some 25
    squares: +1 a win, 0 a draw, -1 a loss.
    """
    return fast.value(game)


@quantity(board, cost=search_cost, n="moves")
def connect_four_search(game: ConnectFour, n: Argument) -> Exact:
    """Value of the empty board of Connect Four by minimax n moves deep with the heuristic of lines
    through squares.
    """
    return alpha_beta(game, None, sized(n, "n", 0, MOST_DEPTH), table={}).value


@fast_path_of(optimal_choices, ConnectFour)
def best_columns(game: ConnectFour) -> Choices:
    """All optimal columns at a position, without a table of all positions."""
    return partial(fast.best_columns, game)


fast_path_of(optimal, ConnectFour)(lambda game, _: fast.perfect(game))


class ConnectFourAnalysis(Analysis):
    """Single positions, by a search; values are whole numbers, so bounds around them are these."""

    game: ConnectFour
    is_quick = True
    knows_stores = False

    def state_cost(self, given: Arguments) -> int:
        """The cost of a search from the start; from a position the search itself counts it."""
        return 0 if given else fast.solving_steps(self.game)

    def start_cost(self) -> int:
        """Counted as positions are met: it depends on what the strategies reach."""
        return 0

    length_cost = start_cost

    def levels_cost(self, moves: int) -> int:
        """The cost of counting the positions after so many moves."""
        return fast.counting_steps(self.game, moves)

    def is_state(self, state: State) -> bool:
        """Whether play can have come to discs that stand so."""
        try:
            self.game.position(state)
        except RulesError:
            return False
        return True

    def payoffs(self) -> frozenset[Exact]:
        """A game is won, drawn or lost."""
        return frozenset((1, 0, -1))

    def exact_value(self, state: State) -> Exact:
        """MAX's payoff from the position under optimal play."""
        return fast.value(self.game, state)

    def best_actions(self, state: State) -> Actions:
        """All optimal columns."""
        return fast.best_columns(self.game, state)

    def mixed_action(self, state: State, player: Player) -> ActionDistribution:
        """One optimal column, or waiting."""
        return fast.perfect(self.game)(state) if self.game.mover(state) == player else WAITS

    def count_states(self) -> int:
        """How many positions play can reach."""
        return sum(fast.positions_by_moves(self.game))

    def positions_at(self, moves: int) -> int:
        """How many different positions there can be after so many moves."""
        return fast.positions_at(self.game, moves)


ANALYSES[ConnectFour] = ConnectFourAnalysis
