"""Connect Four at speed: the fast paths of the game, exact at every size that can be solved.

Small boards go over the protocol; larger ones over tables of quiet positions (`table`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from ...arenas.search import Search
from ...cost import STEPS_A_MOVE, STEPS_A_STATE, refuse_costly, rounded
from ...distribution import point
from ...evaluation.best_response import best_response
from ...evaluation.profiles import length_law, mean_length, payoff_law, profile_values
from ...exact import Progress
from ...game import Profile, Strategy, checked_profile, legal_choice
from ...proofs.held import Holders, holders_of
from ...solution import Solution
from ...solvers import enclose, solve
from ...solvers.fast_path import fast_path_of, the_generic
from .answers import best_columns, checked_position, held_by, solved_by_levels, value, values_after
from .bitboard import Bitboard, QuickRules, bitboard, search_steps
from .counts import all_positions, positions_at, solving_steps
from .rules import ConnectFour, Discs
from .table import SMALLER, kept_tables, refuse_unsolvable

__all__ = [
    "Bitboard",
    "best_columns",
    "bitboard",
    "perfect",
    "positions_at",
    "search_steps",
    "solved_outright",
    "solving_steps",
    "value",
    "values_after",
]

LISTED_WHOLE = 16  # squares of a board whose positions are listed over the protocol within seconds


def solved_outright(game: ConnectFour, state: Discs | None = None) -> Search:
    """The value of the position (default: the empty board) under best play, +1, 0 or -1, with one
    such play and how many positions were listed for it.

    `TooCostly` where they are too many.

    >>> solved_outright(ConnectFour(4, 4)).value, solved_outright(ConnectFour(3, 5, line=3)).value
    (0, 1)
    """
    found = value(game, state)
    play = tuple(_best_play(game, checked_position(game, state)))
    return Search(found, play, sum(map(len, kept_tables(game).tables)))


def _best_play(game: ConnectFour, state: Discs) -> Iterator[int]:
    """The columns of one best play from the position."""
    rules = bitboard(game)
    while rules.payoff(state) is None:
        (column,) = _perfect_move(game, state)
        yield column
        state = rules.play(state, column)


def perfect(game: ConnectFour) -> Strategy:
    """The strategy that plays an optimal column, of several the one nearest to the middle.
    `TooCostly` where the board is too large to be solved.
    """
    refuse_unsolvable(game)
    return partial(_perfect_move, game)


def _perfect_move(game: ConnectFour, state: Discs) -> Any:
    best = best_columns(game, state)
    # moves come from the middle columns outwards
    return point(next(column for column in bitboard(game).moves(state) if column in best))


# --- the whole game -------------------------------------------------------------------------------


@fast_path_of(solve, ConnectFour)
def _solve(game: ConnectFour, progress: Progress | None = None) -> Solution:
    if not _is_large(game):
        return the_generic(solve)(game, progress)  # type: ignore[no-any-return]
    return solved_by_levels(game, progress)


@fast_path_of(holders_of, ConnectFour)
def _holders(game: ConnectFour) -> Holders | None:
    # small boards are proved by all their positions, which says more
    if not _is_large(game):
        return None
    return Holders(QuickRules(bitboard(game)), (-1, 1), partial(held_by, game))


def _is_large(game: ConnectFour) -> bool:
    """Whether the positions are too many to go over the protocol within seconds."""
    return game.rows * game.columns > LISTED_WHOLE


def refuse_unlisted(game: ConnectFour) -> None:
    """`TooCostly` when the positions are too many to list one by one over the protocol."""
    positions = all_positions(game)
    refuse_costly(
        f"a board of {game.rows} x {game.columns} squares is too large to list: its "
        f"{rounded(positions)} positions",
        positions * (STEPS_A_STATE + STEPS_A_MOVE * game.columns),
        SMALLER,
    )


def _unless_large(generic: Any) -> Callable[..., Any]:
    """The generic function for boards whose positions can all be listed."""
    all_boards = the_generic(generic)

    def small_boards(game: ConnectFour, *rest: Any, **options: Any) -> Any:
        # the generic way would list positions until the memory is full
        refuse_unlisted(game)
        return all_boards(game, *rest, **options)

    return small_boards


def _unless_branching(generic: Any) -> Callable[..., Any]:
    """The generic function for boards whose positions can all be listed, and on any board for
    strategies that play one line.
    """
    all_boards = the_generic(generic)

    def followed(game: ConnectFour, profile: Profile, *rest: Any, **options: Any) -> Any:
        if not _is_one_line(game, profile):
            refuse_unlisted(game)
        return all_boards(game, profile, *rest, **options)

    return followed


def _is_one_line(game: ConnectFour, profile: Profile) -> bool:
    """Whether the strategies leave nothing to chance on the way from the start to the end."""
    plans, rules, state = checked_profile(profile), bitboard(game), game.start
    while rules.payoff(state) is None:
        law = legal_choice(game, state, game.mover(state), plans[game.mover(state)])
        if len(law) > 1:
            return False
        (column,) = law
        state = rules.play(state, column)
    return True


_listing: tuple[Any, ...] = (enclose, best_response)
_following: tuple[Any, ...] = (profile_values, payoff_law, length_law, mean_length)
for _generic in _listing:
    fast_path_of(_generic, ConnectFour)(_unless_large(_generic))
for _generic in _following:
    fast_path_of(_generic, ConnectFour)(_unless_branching(_generic))
