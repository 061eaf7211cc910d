"""The quantities of Connect Four, and the strategies that search."""

from __future__ import annotations

from typing import Any

from ...arenas.search import alpha_beta
from ...exact import Exact
from ...game import Player, Strategy
from ...solvers.fast_path import fast_path_of
from ...throws.words import checked_numbers
from ...unaltered import kept
from ...words.register import Argument, few_steps, quantity, size, sized, whole
from ..strategies import MOST_DEPTH, optimal
from ..view import RoundedView, View, enclosing_view_of
from . import fast as connect_four_fast
from .rules import ConnectFour

MOST_SIDE = 50  # rows and columns of a board in a query


def board(rows: Argument = 6, columns: Argument = 7, line: Argument = 4) -> ConnectFour:
    """The setting of the quantities of Connect Four."""
    checked_numbers(rows=rows, columns=columns, line=line)
    sides = (sized(rows, "rows", 1, MOST_SIDE), sized(columns, "columns", 1, MOST_SIDE))
    return ConnectFour(*sides, sized(line, "line", 1, MOST_SIDE))


def outright_cost(game: ConnectFour) -> int:
    """The cost of a search to the end; what is too large for one is refused by the
    search itself.
    """
    return (
        connect_four_fast.outright_steps(game)
        if game.rows * game.columns <= connect_four_fast.MOST_SEARCHED
        else 0
    )


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
    return connect_four_fast.solved_outright(game).value


@quantity(board, cost=outright_cost)
def connect_four_value(game: ConnectFour) -> Exact:
    """Value of Connect Four to the first player under best play, on boards of up to 20 squares: +1
    a win, 0 a draw, -1 a loss.
    """
    return _outright(game)


@quantity(board, cost=search_cost, n="moves")
def connect_four_search(game: ConnectFour, n: Any) -> Exact:
    """Value of the empty board of Connect Four by minimax n moves deep with the heuristic of lines
    through squares.
    """
    return alpha_beta(
        connect_four_fast.bitboard(game), None, sized(n, "n", 0, MOST_DEPTH), table={}
    ).value


@fast_path_of(enclosing_view_of, ConnectFour)
def _enclosing_view(game: ConnectFour, digits: int) -> RoundedView:
    # its values are whole numbers
    return RoundedView(game, View(game), digits)


@fast_path_of(optimal, ConnectFour)
def _optimal_connect_four(game: ConnectFour, player: Player) -> Strategy:
    return connect_four_fast.perfect(game)
