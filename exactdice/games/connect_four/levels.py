"""Connect Four by whole levels: all positions with equally many discs as one sorted array.

A position is one integer, its key: the discs of the player to move, and a guard bit above the
topmost disc of each column. No two positions have the same key, and of a position and its mirror
image, which are worth the same, the one with the smaller key stands for both. What is computed here
is computed of all keys of an array at once, with shifts and masks.

Why play may be narrowed: who can complete a line wins at once, so those positions need no look
ahead; who cannot must take the one free square on which the other would win, has lost where there
are two, and may not play under a square on which the other would win. What is left are the quiet
positions, of which no move that is kept lets the other win at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from .rules import ConnectFour

Array = Any  # of keys, of discs, or of squares: an int a position
A_WORD = 62  # bits of the keys that numpy takes as machine words; longer ones are Python's ints
PART = 1 << 19  # positions worked on at once, so that what is in between stays small


@dataclass(frozen=True)
class Grid:
    """The squares of one board as constants. Made by `grid`."""

    rows: int
    columns: int
    line: int
    bottom: int  # the lowest square of each column
    board: int  # all squares
    files: tuple[int, ...]  # the squares of each column, and the bit above them
    middle_first: tuple[int, ...]  # columns from 0 on: those that cross more lines come first
    steps: tuple[int, ...]  # from a square to the next one of a line, beginning with upright
    dtype: npt.DTypeLike

    @property
    def size(self) -> int:
        """How many squares there are."""
        return self.rows * self.columns

    def keys(self, states: Iterable[tuple[int, int]]) -> Array:
        """The keys of positions given as (discs of MAX, discs of MIN)."""
        pairs = [(first, first | second) for first, second in states]
        owned = [taken ^ first if taken.bit_count() & 1 else first for first, taken in pairs]
        listed = [own + taken + self.bottom for own, (_, taken) in zip(owned, pairs, strict=True)]
        return self.canonical(np.array(listed, dtype=self.dtype))

    def canonical(self, keys: Array) -> Array:
        """The smaller of each key and that of the mirror image."""
        return np.minimum(keys, self.mirrored(keys))

    def mirrored(self, keys: Array) -> Array:
        """The keys of the mirror images."""
        found = keys & 0
        width = self.rows + 1
        for place, file in enumerate(self.files):
            shift = (self.columns - 1 - 2 * place) * width
            column = keys & file
            found |= column << shift if shift >= 0 else column >> -shift
        return found

    def decoded(self, keys: Array) -> tuple[Array, Array]:
        """(the discs of the player to move, all taken squares)."""
        below, reach = keys, 1
        # each column is filled with ones from its guard bit down
        while reach <= self.rows:
            lands = self.bottom * ((1 << self.rows + 1 - reach) - 1)
            below = below | below >> reach & lands
            reach *= 2
        taken = below >> 1 & self.board
        return keys - taken - self.bottom, taken

    def completing(self, discs: Array) -> Array:
        """The squares that make a line with these discs; taken ones among them lie in a line."""
        found = discs & 0
        if self.line == 1:
            return found | self.board
        for step in self.steps:
            found |= self._completing_along(discs, step)
        return found & self.board

    def _completing_along(self, discs: Array, step: int) -> Array:
        """The squares at a distance of a step from `before` discs in a row and, on the other side,
        from all others of a line.
        """
        after = _runs(discs, self.line, -step)
        # upright, nothing lies above the square where a disc falls
        if step == 1:
            return _runs(discs, self.line, step)[-1]
        before = _runs(discs, self.line, step)
        found = before[-1] | after[-1]
        for count in range(1, self.line - 1):
            found |= before[count - 1] & after[self.line - 2 - count]
        return found

    def kept_moves(self, own: Array, taken: Array) -> Array:
        """Of quiet positions the squares that the player to move may take without losing at once;
        0 where the board is full or all is lost.
        """
        threats = self.completing(own ^ taken) & ~taken
        free = taken + self.bottom & self.board
        forced = free & threats
        kept = np.where(forced != 0, forced, free) & ~(threats >> 1)
        several = (forced & forced - 1) != 0
        return np.where(several, 0, kept)

    def after_each(self, keys: Array) -> Iterator[tuple[Array, Array]]:
        """Column by column, the middle first: (places of the quiet positions in which it may be
        played, the keys of what follows).
        """
        own, taken = self.decoded(keys)
        kept = self.kept_moves(own, taken)
        other = own ^ taken
        for column in self.middle_first:
            moves = kept & self.files[column]
            places = np.flatnonzero(moves)
            filled = taken[places] | moves[places]
            yield places, self.canonical(other[places] + filled + self.bottom)

    def has_ended(self, keys: Array) -> Array:
        """Whether who moved last has a line; nobody else can have one."""
        own, taken = self.decoded(keys)
        other = own ^ taken
        return (self.completing(other) & other) != 0

    def goes_on(self, keys: Array) -> Array:
        """The keys of the positions without a line."""
        return keys[~self.has_ended(keys)]

    def after_any(self, keys: Array) -> Iterator[tuple[int, Array, Array]]:
        """Column by column, the middle first: (its number, places of the positions in which it is
        not full, the keys of what follows).
        """
        own, taken = self.decoded(keys)
        free = taken + self.bottom & self.board
        other = own ^ taken
        for column in self.middle_first:
            moves = free & self.files[column]
            places = np.flatnonzero(moves)
            filled = taken[places] | moves[places]
            yield column + 1, places, other[places] + filled + self.bottom


def _runs(discs: Array, line: int, step: int) -> list[Array]:
    """[squares next to 1 disc, to 2 discs in a row, ... to line - 1] on the side of the step."""
    found: list[Array] = []
    for count in range(1, line):
        moved = discs << count * step if step > 0 else discs >> count * -step
        found.append(found[-1] & moved if found else moved)
    return found


@lru_cache(maxsize=64)
def grid(game: ConnectFour) -> Grid:
    """The grid of the board."""
    rows, columns, line = game.rows, game.columns, game.line
    height = rows + 1
    bottom = sum(1 << column * height for column in range(columns))
    file = (1 << height) - 1
    middle_first = sorted(range(columns), key=lambda c: (abs(2 * c - columns + 1), c))
    # no line is longer than the board, so that no shift is longer than a key
    steps = {
        1: rows,
        height: columns,
        height - 1: min(rows, columns),
        height + 1: min(rows, columns),
    }
    return Grid(
        rows,
        columns,
        line,
        bottom,
        bottom * ((1 << rows) - 1),
        tuple(file << column * height for column in range(columns)),
        tuple(middle_first),
        tuple(step for step, side in steps.items() if line <= side),
        np.int64 if height * columns <= A_WORD else object,
    )


def different(keys: Array) -> Array:
    """The keys in order, each once; the array that is given is sorted."""
    # by sorting, which was found to be twenty times as fast here as numpy's own `unique`
    keys.sort()
    if len(keys) < 2:
        return keys
    new = np.empty(len(keys), dtype=bool)
    new[0] = True
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    return keys[new]


def merged(parts: list[Array], dtype: npt.DTypeLike) -> Array:
    """The keys of several arrays in order, each once."""
    if not parts:
        return np.empty(0, dtype=dtype)
    return parts[0] if len(parts) == 1 else different(np.concatenate(parts))


def in_parts(keys: Array) -> Iterator[Array]:
    """The array in parts that are small enough to be worked on at once."""
    for begun in range(0, len(keys), PART):
        yield keys[begun : begun + PART]


def next_quiet(board: Grid, keys: Array) -> Array:
    """The quiet positions that follow those of a level."""
    parts = []
    for part in in_parts(keys):
        following = [after for _, after in board.after_each(part)]
        parts.append(different(np.concatenate(following)))
    return merged(parts, board.dtype)
