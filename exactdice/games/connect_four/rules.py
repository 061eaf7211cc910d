"""Connect Four: the rule sheet, for boards of any size and lines of any length.

The players in turn drop a disc of their colour into a column, where it falls to the lowest free
square. Who first has `line` discs in a row, upright, across or diagonally, wins; a full board is a
draw. Source of the heuristic: the course chapter "Théorie des jeux" (chapter IV), section 2.1.

The discs of a player are the set bits of one integer: the square in this row and column, both
counted from 1 at the bottom left, is bit (column - 1) * (rows + 1) + row - 1. The bit above each
column stays empty, so that no line runs from one column into the next. The rules are operations on
whole boards, quick enough to be searched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from typing import Any, NamedTuple

from ...distributions.distribution import Distribution, point
from ...exact.argument_checks import got
from ...exact.cost import STEPS_A_STATE, refuse_costly
from ...exact.errors import RulesError
from ...exact.numbers import Exact, as_whole, no_int, shown, shown_when_long, whole_or_none
from ...game.protocol import MAX, MIN, WAIT, Action, Joint, Player, State


class Discs(NamedTuple):
    """The discs of MAX (who moves first) and of MIN, as the set bits of integers."""

    first: int = 0
    second: int = 0


STEPS_A_SQUARE = 1000
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (-1, 1))  # (up, right) of a line, each line once


@shown_when_long
@dataclass(frozen=True)
class ConnectFour:
    """The rules for a board of rows x columns and lines of `line` discs. `RulesError` unless all
    are ints of 1 or more.

    >>> game = ConnectFour()
    >>> [game.lines_through(1, column) for column in range(1, 8)]
    [3, 4, 5, 7, 5, 4, 3]
    """

    rows: int = 6
    columns: int = 7
    line: int = 4

    def __post_init__(self) -> None:
        for name in ("rows", "columns", "line"):
            object.__setattr__(self, name, as_whole(getattr(self, name), name, 1))
        refuse_costly(
            f"a board of {shown(self.rows)} x {shown(self.columns)} squares",
            STEPS_A_SQUARE * self.rows * self.columns,
        )

    @property
    def exploring_cost(self) -> int:
        """The cost of listing the positions: each square doubles their number, fewer where play
        soon ends, and none has a choice in one column (too low on every board that was counted).
        """
        squares = self.rows * self.columns
        if self.line < 3 or self.columns == 1:
            return STEPS_A_STATE * squares
        return STEPS_A_STATE << min(squares if self.line > 3 else squares * 3 // 4, 300)

    @property
    def start(self) -> Discs:
        """The empty board."""
        return Discs()

    @property
    def squares(self) -> Iterator[tuple[int, int]]:
        """(row, column) of every square, from the bottom left, row by row."""
        return product(range(1, self.rows + 1), range(1, self.columns + 1))

    @cached_property
    def bottom(self) -> int:
        """The lowest square of each column."""
        return sum(1 << column * (self.rows + 1) for column in range(self.columns))

    @cached_property
    def board(self) -> int:
        """All squares."""
        return self.bottom * ((1 << self.rows) - 1)

    @cached_property
    def files(self) -> dict[int, int]:
        """{column: its squares}, the middle ones first: they cross more lines, and alpha-beta cuts
        most when good moves come first.
        """
        height = self.rows + 1
        file = (1 << self.rows) - 1
        files = {column: file << (column - 1) * height for column in range(1, self.columns + 1)}
        return dict(sorted(files.items(), key=lambda one: abs(2 * one[0] - self.columns - 1)))

    @cached_property
    def _steps(self) -> tuple[int, ...]:
        """How much further the bit of the next square is in each direction."""
        return tuple(right * (self.rows + 1) + up for up, right in DIRECTIONS)

    @cached_property
    def _shifts(self) -> tuple[tuple[int, ...], ...]:
        """By how much discs are shifted in each direction, one after the other, so that starts of
        lines are left.
        """
        lengths = [1]
        while lengths[-1] < self.line:
            # starts of runs, shifted by no more than a run: two overlap into a longer one
            lengths.append(min(2 * lengths[-1], self.line))
        return tuple(
            tuple((longer - length) * step for length, longer in pairwise(lengths))
            for step in self._steps
        )

    @cached_property
    def _weights(self) -> tuple[tuple[int, int], ...]:
        """(lines through a square, all squares with that many), to be counted together."""
        weights = Counter[int]()
        for square in self.squares:
            weights[self.lines_through(*square)] |= self.bit(*square)
        return tuple(weights.items())

    @cached_property
    def _won(self) -> int:
        """The value of a line: 1 + the sum over the whole board, where the source writes infinity:
        nothing else is as large.
        """
        return 1 + sum(count * squares.bit_count() for count, squares in self._weights)

    def bit(self, row: int, column: int) -> int:
        """The integer with the bit of this square alone; `RulesError` off the board."""
        row = as_whole(row, "the row of a square")
        column = as_whole(column, "the column of a square")
        if not (1 <= row <= self.rows and 1 <= column <= self.columns):
            raise RulesError(
                f"a square must be in rows 1 to {self.rows} and columns 1 to {self.columns}, "
                f"got {shown((row, column))}"
            )
        return 1 << (column - 1) * (self.rows + 1) + row - 1

    def lines_through(self, row: int, column: int) -> int:
        """How many of the possible lines pass through the square."""
        return len(self.list_lines(self.bit(row, column)))

    def line_starts(self, discs: Any) -> Any:
        """The squares where a line of these discs begins, for one player's discs or an array of
        such.
        """
        found = discs & 0
        for shifts in self._shifts:
            left = discs
            for shift in shifts:
                left = left & left >> shift
            found |= left
        return found

    def list_lines(self, disc: int) -> list[int]:
        """The squares of each possible line through the square with this bit."""
        lines = set()
        place = disc.bit_length() - 1
        # a line longer than the board has no place on it
        for step in self._steps if self.line <= max(self.rows, self.columns) else ():
            whole = sum(1 << k * step for k in range(self.line))
            for first in range(place, max(place - self.line * step, -1), -step):
                squares = whole << first
                if squares | self.board == self.board:
                    lines.add(squares)
        return list(lines)

    def mover(self, state: Discs) -> Player:
        """The player to move: MAX when both have as many discs."""
        return MIN if (state[0] | state[1]).bit_count() & 1 else MAX

    def payoff(self, state: Discs) -> Exact | None:
        """+1 when MAX has a line, -1 when MIN has, 0 on a full board; only who moved last can have
        a new one.
        """
        first, second = state
        taken = first | second
        if taken.bit_count() & 1:
            if self.line_starts(first):
                return 1
        elif self.line_starts(second):
            return -1
        return 0 if taken == self.board else None

    def moves(self, state: Discs) -> list[int]:
        """The columns that are not full, the middle ones first."""
        free = self.board & ~(state[0] | state[1])
        return [column for column, file in self.files.items() if free & file]

    def actions(self, state: Discs, player: Player) -> tuple[Action, ...]:
        """The columns that are not full, 1 at the left."""
        return tuple(sorted(self.moves(state))) if player == self.mover(state) else (WAIT,)

    def outcomes(self, state: Discs, joint: Joint) -> Distribution[Discs]:
        """The disc of the mover falls to the lowest free square of the column."""
        return point(self.play(state, joint[self.mover(state)]))

    def play(self, state: Discs, column: Action) -> Discs:
        """The board after the mover drops a disc into the column; `RulesError` when it is full or
        off the board.
        """
        first, second = state
        taken = first | second
        file = self.files.get(column) if type(column) is int else None
        if file is None:
            raise RulesError(
                f"a column must be an int from 1 to {self.columns}, got {no_int(column)}"
            )
        # the addition carries through the block of taken squares to the first free one
        disc = taken + self.bottom & file & ~taken
        if not disc:
            raise RulesError(f"column {column} is full: choose another")
        return Discs(first, second | disc) if taken.bit_count() & 1 else Discs(first | disc, second)

    def position(self, state: State) -> Discs:
        """The position as a `Discs`; `RulesError` unless play can have come to discs that stand
        so.
        """
        if isinstance(state, (tuple, list)) and len(state) == 2:
            first, second = map(whole_or_none, state)
            if first is not None and second is not None and self._is_reachable(first, second):
                return Discs(first, second)
        raise RulesError(
            "a state of Connect Four must be Discs(first, second), two ints whose bits are the "
            f"discs of MAX and of MIN on a board of {self.rows} x {self.columns}: columns "
            "filled from the bottom, as many discs of MAX as of MIN or one more, and no line "
            f"but of who moved last, {got(state)}"
        )

    def _is_reachable(self, first: int, second: int) -> bool:
        taken = first | second
        if min(first, second) < 0 or first & second or taken & ~self.board:
            return False
        hanging = taken & ~(taken << 1 | self.bottom)
        turns = first.bit_count() - second.bit_count()
        return not hanging and turns in (0, 1) and not self.line_starts(second if turns else first)

    def heuristic(self, state: Discs) -> Exact:
        """The sum over MAX's discs of the lines through their squares, minus that over MIN's; with
        a line beyond all such sums.
        """
        first, second = state
        if self.line_starts(first):
            return self._won
        if self.line_starts(second):
            return -self._won
        return sum(
            [
                count * ((first & squares).bit_count() - (second & squares).bit_count())
                for count, squares in self._weights
            ]
        )

    def text(self, state: Discs) -> str:
        """The board for people: X for MAX, O for MIN, the columns numbered below."""
        first, second = state
        columns = range(1, self.columns + 1)
        width = len(str(self.columns))
        lines = []
        # from the top row down, as a board is looked at
        for row in range(self.rows, 0, -1):
            bits = [self.bit(row, column) for column in columns]
            lines.append(["X" if bit & first else "O" if bit & second else "." for bit in bits])
        lines.append(list(map(str, columns)))
        return "\n".join(" ".join(cell.rjust(width) for cell in line) for line in lines)
