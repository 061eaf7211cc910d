"""Connect Four at speed: the fast paths of the game, exact at every size that can be solved.

Small boards go over the protocol; larger ones over tables of quiet positions (`table`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import isqrt

from ...arenas.search import Search
from ...cost import STEPS_A_MOVE, STEPS_A_STATE, refuse_costly, rounded
from ...distribution import point
from ...evaluation.profiles import (
    against,
    best_response,
    length_law,
    mean_length,
    payoff_law,
    profile_values,
)
from ...exact import Progress
from ...game import (
    PLAYERS,
    ActionLaw,
    Plans,
    Player,
    Profile,
    Strategy,
    checked_profile,
    legal_choice,
    strategy,
)
from ...proofs.held import Holders, holders_of
from ...solution import Solution
from ...solvers import enclose, solve
from ...solvers.fast_path import exactly, fast_path_of, the_generic
from .answers import (
    best_columns,
    checked_position,
    held_by,
    solved_by_levels,
    start_table,
    value,
    values_after,
)
from .bitboard import Bitboard, QuickRules, bitboard, search_steps
from .counts import all_positions, positions_at, positions_by_moves, solving_steps
from .rules import ConnectFour, Discs
from .table import SMALLER, kept_tables

__all__ = [
    "Bitboard",
    "ConnectFour",
    "best_columns",
    "bitboard",
    "perfect",
    "positions_at",
    "positions_by_moves",
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
    """The strategy that plays the first of the optimal columns. `TooCostly` where the board is too
    large to be solved.
    """
    # solved before the first move, so that nobody waits in the middle of a game
    start_table(exactly(game, ConnectFour, "perfect play"))
    return partial(_perfect_move, game)


def _perfect_move(game: ConnectFour, state: Discs) -> ActionLaw:
    first, *_ = best_columns(game, state)
    return point(first)


# --- the whole game -------------------------------------------------------------------------------


@fast_path_of(solve, ConnectFour)
def _solve(game: ConnectFour, progress: Progress | None = None) -> Solution:
    if not _is_large(game):
        return the_generic(solve)(game, progress)
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


STEPS_FOLLOWED = 3000  # a state where a strategy is asked, which may look the columns up in a table


def refuse_unlisted(game: ConnectFour, choosing: int) -> None:
    """`TooCostly` when the positions are too many to list one by one over the protocol, where so
    many of the players do more than one thing.
    """
    positions = _reached(game, choosing)
    steps_a_position = STEPS_A_STATE + STEPS_A_MOVE * game.columns
    if choosing < 2:
        steps_a_position += STEPS_FOLLOWED
    refuse_costly(
        f"a board of {game.rows} x {game.columns} squares is too large to list, choose fewer rows "
        f"or columns, or play it with search(6): about {rounded(positions)} positions",
        positions * steps_a_position,
        SMALLER,
    )


def _reached(game: ConnectFour, choosing: int) -> int:
    """About how many positions are reached where so many players do more than one thing."""
    if choosing == 0:
        return game.rows * game.columns
    positions = all_positions(game)
    # one player's choices alone: 6 to 20 times the root was counted on boards of 16 to 25 squares
    return positions if choosing == 2 else min(12 * isqrt(positions), positions)


def _choosing(game: ConnectFour, plans: Plans) -> int:
    """How many players do more than one thing, as far as one play shows; None chooses anything."""
    rules, state = bitboard(game), game.start
    several = {player for player in PLAYERS if plans[player] is None}
    while rules.payoff(state) is None:
        player = rules.mover(state)
        plan = plans[player]
        played = rules.moves(state)
        if plan is not None:
            played = list(legal_choice(game, state, player, plan))
        if len(played) > 1:
            several.add(player)
        state = rules.play(state, played[0])
    return len(several)


def _all_listed(generic: Callable[..., object]) -> Callable[..., object]:
    """The generic function for boards whose positions can all be listed."""
    all_boards = the_generic(generic)

    def small_boards(game: ConnectFour, *rest: object, **options: object) -> object:
        # the generic way would list positions until the memory is full
        refuse_unlisted(game, 2)
        return all_boards(game, *rest, **options)

    return small_boards


def _followed(generic: Callable[..., object]) -> Callable[..., object]:
    """The generic function where what the strategies reach can be listed."""
    all_boards = the_generic(generic)

    def followed(game: ConnectFour, profile: Profile, *rest: object, **options: object) -> object:
        if _is_large(game):
            refuse_unlisted(game, _choosing(game, checked_profile(profile)))
        return all_boards(game, profile, *rest, **options)

    return followed


@fast_path_of(best_response, ConnectFour)
def _best_response(
    game: ConnectFour, plan: Strategy, player: Player, progress: Progress | None = None
) -> Solution:
    if _is_large(game):
        refuse_unlisted(game, _choosing(game, against(strategy(plan), player)))
    return the_generic(best_response)(game, plan, player, progress)


_following: tuple[Callable[..., object], ...] = (
    profile_values,
    payoff_law,
    length_law,
    mean_length,
)
fast_path_of(enclose, ConnectFour)(_all_listed(enclose))
for _generic in _following:
    fast_path_of(_generic, ConnectFour)(_followed(_generic))
