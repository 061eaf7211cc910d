"""The quantities of Connect Four, and the strategies that search."""

from __future__ import annotations

from ...arenas.search import alpha_beta
from ...cost import affordable
from ...exact import Exact
from ...game import Action, Player, State, Strategy
from ...kept import kept
from ...solvers.fast_path import fast_path_of
from ...throws.words import checked_numbers
from ...words.register import Argument, few_steps, of_game, quantity, size, sized, whole
from ..strategies import MOST_DEPTH, optimal, optimal_choices
from . import fast as connect_four_fast
from . import solved_view
from .rules import ConnectFour

VIEW = solved_view  # which enters how the words of every game see it
MOST_SIDE = 50  # rows and columns of a board in a query


@of_game("connect-four")
def board(rows: Argument = 6, columns: Argument = 7, line: Argument = 4) -> ConnectFour:
    """The setting of the quantities of Connect Four."""
    checked_numbers(rows=rows, columns=columns, line=line)
    sides = (sized(rows, "rows", 1, MOST_SIDE), sized(columns, "columns", 1, MOST_SIDE))
    return ConnectFour(*sides, sized(line, "line", 1, MOST_SIDE))


def outright_cost(game: ConnectFour) -> int:
    """The cost of a solution; what is too large is refused by the solver, which says how many
    positions it would list.
    """
    steps = connect_four_fast.solving_steps(game)
    return steps if affordable(steps) else 0


def search_cost(game: ConnectFour, n: Argument) -> int:
    """The cost of a search n moves deep."""
    return connect_four_fast.search_steps(game, size(n))


@quantity(board, cost=few_steps, row="row", column="column")
def lines_through(game: ConnectFour, row: Argument, column: Argument) -> int:
    """How many possible lines of Connect Four pass through the square in this row (from the bottom)
    and column.
    """
    return game.lines_through(
        whole(row, "row", 1, game.rows), whole(column, "column", 1, game.columns)
    )


# many cells of a table may ask for one board
@kept(16)
def _outright(game: ConnectFour) -> Exact:
    return connect_four_fast.value(game)


@quantity(board, cost=outright_cost)
def connect_four_value(game: ConnectFour) -> Exact:
    """Value of Connect Four to the first player under best play, on boards of up to some 25
    squares: +1 a win, 0 a draw, -1 a loss.
    """
    return _outright(game)


@quantity(board, cost=search_cost, n="moves")
def connect_four_search(game: ConnectFour, n: Argument) -> Exact:
    """Value of the empty board of Connect Four by minimax n moves deep with the heuristic of lines
    through squares.
    """
    return alpha_beta(
        connect_four_fast.bitboard(game), None, sized(n, "n", 0, MOST_DEPTH), table={}
    ).value


@fast_path_of(optimal_choices, ConnectFour)
def _optimal_columns(game: ConnectFour, state: State) -> tuple[Action, ...]:
    return connect_four_fast.best_columns(game, state)


@fast_path_of(optimal, ConnectFour)
def _optimal_connect_four(game: ConnectFour, player: Player) -> Strategy:
    return connect_four_fast.perfect(game)
