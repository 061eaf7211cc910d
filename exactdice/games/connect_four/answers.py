"""Connect Four: what positions are worth and which columns are best, read off solved tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

import numpy as np

from ...argument_checks import got
from ...errors import RulesError
from ...exact import Progress
from ...game import MAX, Player, State
from ...solution import OnRequest, Solution
from ...solvers.fast_path import exactly
from .bitboard import bitboard
from .levels import Array, Grid, different, grid
from .rules import ConnectFour, Discs
from .table import OPEN, Table, at_once, kept_tables, solved_from


def value(game: ConnectFour, state: State = None) -> int:
    """What MAX is paid under best play from the position (default: the empty board): 1, 0 or -1.

    `RulesError` for what is no position of the game, `TooCostly` where it is too far from its end.

    >>> value(ConnectFour(4, 4)), value(ConnectFour(3, 5, line=3))
    (0, 1)
    """
    position = checked_position(game, state)
    paid = bitboard(game).payoff(position)
    return int(paid) if paid is not None else _to_max(game, position)


def values_after(game: ConnectFour, state: State = None) -> dict[int, int]:
    """{column: what MAX is paid when it is played now and play is optimal afterwards}, for every
    column that is not full, in the order of the rules.

    Raises the errors of `value`; `RulesError` where the game is over.

    >>> values_after(ConnectFour(3, 5, line=3))
    {1: -1, 2: 1, 3: 1, 4: 1, 5: -1}
    """
    position = checked_position(game, state)
    rules = bitboard(game)
    if rules.payoff(position) is not None:
        raise RulesError(f"the game is over at {position}: there is no column to play")
    # first the position itself, so that one table answers for all that follows
    _to_max(game, position)
    columns = sorted(rules.moves(position))
    following = [rules.play(position, column) for column in columns]
    sign = -1 if game.mover(position) == MAX else 1  # these values are to the other player
    worth = kept_tables(game).values(following)
    return {column: sign * each for column, each in zip(columns, worth, strict=True)}


def best_columns(game: ConnectFour, state: State = None) -> tuple[int, ...]:
    """All optimal columns of the player to move, in the order of the rules; errors are those of
    `values_after`.

    >>> best_columns(ConnectFour(3, 5, line=3))
    (2, 3, 4)
    """
    position = checked_position(game, state)
    worth = values_after(game, position)
    best = (max if game.mover(position) == MAX else min)(worth.values())
    return tuple(column for column, found in worth.items() if found == best)


def checked_position(game: ConnectFour, state: State = None) -> Discs:
    """The position (default: the empty board); `RulesError` unless play can have come to discs
    that stand so.
    """
    exactly(game, ConnectFour, "a table of Connect Four")
    position = game.start if state is None else bitboard(game).position(state)
    first, second = position
    taken, board = first | second, grid(game)
    # keys tell positions apart only where every column is filled from its bottom
    hanging = taken & ~(taken << 1 | board.bottom)
    turns = first.bit_count() - second.bit_count()
    to_move = second if turns else first
    went_on = bool(board.completing(to_move) & to_move)
    if hanging or turns not in (0, 1) or went_on:
        raise RulesError(
            "a position of Connect Four must have columns filled from the bottom, as many discs of "
            "MAX as of MIN or one more, and no line but of who moved last, "
            f"{got(position)}"
        )
    return position


def _to_max(game: ConnectFour, position: Discs) -> int:
    """The value of an unfinished position to MAX."""
    sign = 1 if game.mover(position) == MAX else -1
    (worth,) = kept_tables(game).values([position])
    return sign * worth


# --- the whole game -------------------------------------------------------------------------------

Found = TypeVar("Found")


class Listed(OnRequest[Discs, Found]):
    """A mapping that answers for every unfinished position and lists the quiet ones of a table, one
    of two mirror images.
    """

    def __init__(self, table: Table, get: Callable[[Discs], Found]) -> None:
        super().__init__(partial(_positions, table), get)
        self._table = table

    def __len__(self) -> int:
        return len(self._table)

    def __reduce__(self) -> tuple[object, ...]:
        return Listed, (self._table, self._get)


def _positions(table: Table) -> Iterator[Discs]:
    """The positions of a table."""
    for discs, (keys, _) in sorted(table.levels.items()):
        yield from discs_of(table.board, keys, discs)


def discs_of(board: Grid, keys: Array, discs: int) -> list[Discs]:
    """The positions that have these keys, with so many discs."""
    own, taken = board.decoded(keys)
    # with an even number of discs MAX is to move
    pairs = (own, own ^ taken) if discs % 2 == 0 else (own ^ taken, own)
    firsts, seconds = (squares.tolist() for squares in pairs)
    return [Discs(first, second) for first, second in zip(firsts, seconds, strict=True)]


def solved_by_levels(game: ConnectFour, progress: Progress | None = None) -> Solution:
    """The exact solution of a board whose positions are too many for the protocol: it answers for
    every unfinished position, and lists the quiet ones.
    """
    exactly(game, ConnectFour, "a table of Connect Four")
    table = start_table(game, progress)
    return Solution(
        game,
        Listed(table, partial(_unfinished, game, value)),
        Listed(table, partial(_unfinished, game, best_columns)),
        "levels of quiet positions",
    )


def start_table(game: ConnectFour, progress: Progress | None = None) -> Table:
    """The table of the empty board, made unless it is kept."""
    kept = kept_tables(game)
    for table in kept.tables:
        if 0 in table.levels:
            return table
    kept.enter(solved_from(game, None, progress))
    return kept.tables[0]


def _unfinished(
    game: ConnectFour, answer: Callable[[ConnectFour, Discs], Found], state: Discs
) -> Found:
    """The answer for the position; `KeyError` where the game is over or never comes to it."""
    try:
        position = checked_position(game, state)
    except RulesError:
        raise KeyError(state) from None
    if bitboard(game).payoff(position) is not None:
        raise KeyError(state)
    return answer(game, position)


def held_by(game: ConnectFour, player: Player, least: int) -> dict[Discs, int]:
    """{position: column} of a strategy by which the player, who can, makes sure of gaining `least`
    or more: for every position of its turn that the other may then bring about.

    It wins at once where it can; else it plays the first column, the middle ones first, that keeps
    what it has.
    """
    board, table = grid(game), start_table(game)
    chosen: dict[Discs, int] = {}
    keys = np.array([board.bottom], dtype=board.dtype)
    for discs in range(board.size):
        keys = board.goes_on(keys)
        if discs % 2 == player:
            columns, following = _held_moves(table, keys, discs, least)
            chosen.update(zip(discs_of(board, keys, discs), columns.tolist(), strict=True))
        else:
            following = np.concatenate([after for _, _, after in board.after_any(keys)])
        keys = different(following)
    return chosen


LINE = 2  # ranks a move that makes a line above all that is worth as much later


def _held_moves(table: Table, keys: Array, discs: int, least: int) -> tuple[Array, Array]:
    """(the column that is played in each position, the key after it)."""
    board = table.board
    ranks = np.full(len(keys), -LINE, dtype=np.int8)
    columns = np.zeros(len(keys), dtype=np.int64)
    following = keys.copy()
    for column, places, after in board.after_any(keys):
        found = np.where(board.has_ended(after), LINE, -values_among(table, after, discs + 1))
        ranked = ranks[places]
        taken = (found >= least) & (ranked < least) | (found == LINE) & (ranked < LINE)
        better = places[taken]
        ranks[better], columns[better], following[better] = found[taken], column, after[taken]
    return columns, following


def values_among(table: Table, keys: Array, discs: int) -> Array:
    """What positions with so many discs are worth to the player to move; OPEN where only another
    table could tell.
    """
    alike = table.board.canonical(keys)
    found = at_once(table.board, alike, discs)
    return np.where(found == OPEN, table.values(alike, discs), found)
