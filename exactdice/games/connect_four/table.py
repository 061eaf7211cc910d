"""Connect Four solved: tables of what every quiet position is worth, and what is read off them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from ...cost import refuse_costly, rounded
from ...exact import Progress
from .counts import quiet_positions, solving_steps, steps_a_position
from .levels import Array, Grid, grid, in_parts, next_quiet
from .rules import ConnectFour, Discs

OPEN = 2  # the place of a value, 1, 0 or -1, that takes looking ahead
SMALLER = "a smaller board"
MOST_KEPT = 10**8  # positions in the tables of a game that are kept, about 1 GB
MOST_TABLES = 64


@dataclass(frozen=True)
class Table:
    """What the quiet positions that can follow a position are worth to the player to move.

    - `levels[discs]`: (their keys in order, their values).
    """

    board: Grid
    levels: Mapping[int, tuple[Array, Array]]

    def __len__(self) -> int:
        return sum(len(keys) for keys, _ in self.levels.values())

    def values(self, keys: Array, discs: int) -> Array:
        """The values of positions with so many discs; OPEN for those that are not listed."""
        if discs not in self.levels:
            return np.full(len(keys), OPEN, dtype=np.int8)
        listed, values = self.levels[discs]
        places = np.minimum(np.searchsorted(listed, keys), len(listed) - 1)
        return np.where(listed[places] == keys, values[places], OPEN)


def at_once(board: Grid, keys: Array, discs: int) -> Array:
    """What positions with so many discs are worth to the player to move, where the game is over or
    decided by the next move and its reply; else OPEN.
    """
    own, taken = board.decoded(keys)
    other = own ^ taken
    found = np.full(len(keys), OPEN, dtype=np.int8)
    if discs == board.size:
        found[:] = 0
    else:
        found[board.kept_moves(own, taken) == 0] = -1
    # the later line overrules the earlier: a win at once comes before any threat
    free = taken + board.bottom & board.board
    found[(board.completing(own) & free) != 0] = 1
    found[(board.completing(other) & other) != 0] = -1
    return found


def solved_from(
    game: ConnectFour, state: Discs | None = None, progress: Progress | None = None
) -> Table:
    """The table of the position (default: the empty board).

    Forwards, the quiet positions are listed level by level; backwards, each is worth the best of
    what it leads to. `TooCostly` where the estimate, or what is found on the way, is beyond the
    limit.
    """
    begun = game.start if state is None else state
    refuse_unsolvable(game, begun)
    board = grid(game)
    found: dict[int, tuple[Array, Array]] = {}
    for discs, keys in reversed(_listed(game, begun, progress)):
        found[discs] = keys, _valued(board, keys, discs, found.get(discs + 1))
    found.pop(board.size, None)  # full boards are finished: nobody has to look them up
    return Table(board, found)


def refuse_unsolvable(game: ConnectFour, state: Discs | None = None) -> None:
    """`TooCostly` when the quiet positions after this one are too many to list."""
    begun = "the start" if state in (None, game.start) else "this position"
    refuse_costly(
        f"a board of {game.rows} x {game.columns} squares is too large to solve from {begun}, "
        "choose fewer rows or columns, or play it with search(6): listing about "
        f"{rounded(quiet_positions(game, state))} positions",
        solving_steps(game, state),
        SMALLER,
    )


def _listed(game: ConnectFour, state: Discs, progress: Progress | None) -> list[tuple[int, Array]]:
    """(discs, the quiet positions with so many of them), level by level."""
    board = grid(game)
    discs = (state[0] | state[1]).bit_count()
    keys = board.keys([state])
    keys = keys[at_once(board, keys, discs) == OPEN]
    levels: list[tuple[int, Array]] = []
    listed = 0
    while len(keys):
        levels.append((discs, keys))
        listed += len(keys)
        refuse_costly(
            f"a board of {game.rows} x {game.columns} squares, after {listed} positions that were "
            "found,",
            listed * steps_a_position(game),
            SMALLER,
        )
        if progress:
            progress(listed, None)
        keys, discs = next_quiet(board, keys), discs + 1
    return levels


def _valued(board: Grid, keys: Array, discs: int, following: tuple[Array, Array] | None) -> Array:
    """What the quiet positions of a level are worth, given those of the next one."""
    if discs == board.size:
        return np.zeros(len(keys), dtype=np.int8)
    values = [_best_of(board, part, following) for part in in_parts(keys)]
    return np.concatenate(values)


def _best_of(board: Grid, keys: Array, following: tuple[Array, Array] | None) -> Array:
    """The best that a move leads to from each position; a loss where every move loses at once."""
    best = np.full(len(keys), -1, dtype=np.int8)
    if following is None:
        return best
    listed, values = following
    for places, after in board.after_each(keys):
        # what is won already need not be looked at again
        undecided = best[places] < 1
        places, after = places[undecided], after[undecided]
        # the value of what follows is to the other player
        best[places] = np.maximum(best[places], -values[np.searchsorted(listed, after)])
    return best


# --- what is read off tables ----------------------------------------------------------------------


@dataclass
class Kept:
    """The tables of a game that were made so far, the last one used first."""

    game: ConnectFour
    tables: list[Table] = field(default_factory=list)

    def values(self, states: Sequence[Discs]) -> list[int]:
        """What positions with equally many discs are worth to the player to move."""
        board = grid(self.game)
        discs = (states[0][0] | states[0][1]).bit_count()
        keys = board.keys(states)
        found = at_once(board, keys, discs)
        for table in list(self.tables):
            still_open = found == OPEN
            if not still_open.any():
                break
            found = np.where(still_open, table.values(keys, discs), found)
            if (found[still_open] != OPEN).any():
                self._used(table)
        return [
            self._by_its_own_table(state) if worth == OPEN else int(worth)
            for state, worth in zip(states, found, strict=True)
        ]

    def _used(self, table: Table) -> None:
        """Put the table first, to be given up last."""
        self.tables.sort(key=lambda kept: kept is not table)

    def _by_its_own_table(self, state: Discs) -> int:
        self.enter(solved_from(self.game, state))
        (value,) = self.values([state])
        return value

    def enter(self, table: Table) -> None:
        """Keep the table; those used longest ago are given up when all are too large."""
        self.tables.insert(0, table)
        while len(self.tables) > MOST_TABLES or self._is_too_much():
            self.tables.pop()

    def _is_too_much(self) -> bool:
        return len(self.tables) > 1 and sum(map(len, self.tables)) > MOST_KEPT


@lru_cache(maxsize=2)
def kept_tables(game: ConnectFour) -> Kept:
    """The tables of the game, which grow as positions are asked for."""
    return Kept(game)
