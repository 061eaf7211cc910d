"""The quantities of Domineering, and the settings of a board."""

from __future__ import annotations

from functools import partial

from ...games.domineering import search_steps
from ...games.domineering.rules import Domineering, cells_of
from ...solvers.fast_path import fast_path_of
from ..proving import read_off
from ..register import Argument, OfGame, Positive, quantity, whole
from ..strategies import is_checked_soon, solved
from ..values import as_several

MOST_CHECKED_CELLS = 25  # free cells of a board whose proof is checked for a query
Banned = tuple[object, ...]


@partial(OfGame, "domineering")
def board(banned: Argument = ()) -> Banned:
    """The setting of a board: banned cells as numbers, row and column of each in turn."""
    return tuple(whole(number, "banned", 0) for number in as_several(banned))


def _game_on_board(banned: Banned, N: int, P: int) -> Domineering:
    return Domineering(N, P, cells_of(banned, N, P))


# Larger boards keep the checker, which is plain Python, busy for minutes.
fast_path_of(is_checked_soon, Domineering)(
    lambda game: game.rows * game.columns - len(game.banned) <= MOST_CHECKED_CELLS
)


def search_cost(banned: Banned, N: int, P: int) -> int:
    """The cost of the search for who wins."""
    return search_steps(_game_on_board(banned, N, P))


@read_off
@quantity(board, cost=search_cost, N="rows", P="columns")
def domineering(banned: Banned, N: Positive, P: Positive) -> int:
    """Value of Domineering on N x P cells when both see everything: 1 when the first player
    (horizontal) wins, -1 when it loses.
    """
    return int(solved(_game_on_board(banned, N, P)).value)
