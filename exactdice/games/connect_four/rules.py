"""Connect Four: the rule sheet, for boards of any size and lines of any length.

The players in turn drop a disc of their colour into a column, where it falls to the lowest free
square. Who first has `line` discs in a row, upright, across or diagonally, wins; a full board is a
draw. Source of the heuristic: the course chapter "Théorie des jeux" (chapter IV), section 2.1.

The discs of a player are the set bits of one integer: the square in this row and column, both
counted from 1 at the bottom left, is bit (column - 1) * (rows + 1) + row - 1. The bit above each
column stays empty, so that no line runs from one column into the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from ...cost import STEPS_A_STATE, refuse_costly
from ...distribution import Distribution, point
from ...errors import RulesError
from ...exact import Exact, as_whole, shown, shown_when_long
from ...game import MAX, MIN, WAIT, Action, Joint, Player


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
        """What listing the positions costs: three squares of four double their number, unless play
        soon ends or has no choice (too low on every board that was counted, up to 20 squares).
        """
        squares = self.rows * self.columns
        if self.line < 3 or self.columns == 1:
            return STEPS_A_STATE * squares
        return STEPS_A_STATE << min(squares * 3 // 4, 300)

    @property
    def start(self) -> Discs:
        """The empty board."""
        return Discs()

    @property
    def squares(self) -> Iterator[tuple[int, int]]:
        """(row, column) of every square, from the bottom left, row by row."""
        return product(range(1, self.rows + 1), range(1, self.columns + 1))

    def bit(self, row: int, column: int) -> int:
        """The integer with the bit of this square alone; `RulesError` off the board."""
        row = as_whole(row, "the row of a square")
        column = as_whole(column, "the column of a square")
        if not (1 <= row <= self.rows and 1 <= column <= self.columns):
            raise RulesError(
                f"a square must be in rows 1 to {self.rows} and columns 1 to {self.columns}, "
                f"got {shown((row, column))}"
            )
        # column by column; one bit more than rows, so that no line of neighbours joins two columns
        return 1 << (column - 1) * (self.rows + 1) + row - 1

    def lines(self) -> Iterator[int]:
        """Every possible line as an integer of `line` bits."""
        directions = DIRECTIONS if self.line > 1 else DIRECTIONS[:1]  # one disc has no direction
        further = self.line - 1
        for row, column in self.squares:
            for up, right in directions:
                # no direction leads to the left, so only the right edge is in the way
                last_row, last_column = row + up * further, column + right * further
                if 1 <= last_row <= self.rows and last_column <= self.columns:
                    yield self._between(row, column, up, right)

    def _between(self, row: int, column: int, up: int, right: int) -> int:
        """The line that begins at the square and goes on in this direction."""
        first = self.bit(row, column)
        return sum(first << self._step(up, right) * k for k in range(self.line))

    def _step(self, up: int, right: int) -> int:
        """How much further the bit of the next square in this direction is."""
        return right * (self.rows + 1) + up

    def lines_through(self, row: int, column: int) -> int:
        """How many of the possible lines pass through the square."""
        bit = self.bit(row, column)
        return sum(1 for line in self.lines() if line & bit)

    def has_line(self, discs: int) -> bool:
        """Whether a player with these discs has a line."""
        return any(self._has_line_towards(discs, up, right) for up, right in DIRECTIONS)

    def _has_line_towards(self, discs: int, up: int, right: int) -> bool:
        """Whether one of these discs is the first of a line in this direction."""
        starts = discs
        for k in range(1, self.line):
            starts &= discs >> k * self._step(up, right)
        return starts != 0

    def mover(self, state: Discs) -> Player:
        """The player to move: MAX when both have as many discs."""
        return MAX if state.first.bit_count() == state.second.bit_count() else MIN

    def payoff(self, state: Discs) -> Exact | None:
        """+1 when MAX has a line, -1 when MIN has, 0 on a full board."""
        if self.has_line(state.first):
            return 1
        if self.has_line(state.second):
            return -1
        taken = (state.first | state.second).bit_count()
        return 0 if taken == self.rows * self.columns else None

    def actions(self, state: Discs, player: Player) -> tuple[Action, ...]:
        """The columns that are not full, 1 at the left."""
        if player != self.mover(state):
            return (WAIT,)
        taken = state.first | state.second
        return tuple(
            column
            for column in range(1, self.columns + 1)
            if not taken & self.bit(self.rows, column)
        )

    def outcomes(self, state: Discs, joint: Joint) -> Distribution[Discs]:
        """The disc of the mover falls to the lowest free square of the column."""
        return point(self.dropped(state, joint[self.mover(state)]))

    def dropped(self, state: Discs, column: int) -> Discs:
        """The board after the mover drops a disc into the column; `RulesError` when it is full or
        off the board.
        """
        taken = state.first | state.second
        # the sheet says the rule square by square; `fast` does it by one addition
        free = [row for row in range(1, self.rows + 1) if not taken & self.bit(row, column)]
        if not free:
            raise RulesError(f"column {column} is full: choose another")
        disc = self.bit(free[0], column)
        if self.mover(state) == MAX:
            return Discs(state.first | disc, state.second)
        return Discs(state.first, state.second | disc)

    def heuristic(self, state: Discs) -> Exact:
        """The sum over MAX's discs of the lines through their squares, minus that over MIN's; with
        a line beyond all such sums.

        A line counts 1 + the sum over the whole board, where the source writes infinity: nothing
        else is as large.
        """
        worth = {self.bit(*square): self.lines_through(*square) for square in self.squares}
        # a line comes before all sums: whoever has one has won
        for discs, sign in ((state.first, 1), (state.second, -1)):
            if self.has_line(discs):
                return sign * (1 + sum(worth.values()))
        own = sum(count for bit, count in worth.items() if state.first & bit)
        others = sum(count for bit, count in worth.items() if state.second & bit)
        return own - others

    def text(self, state: Discs) -> str:
        """The board for people: X for MAX, O for MIN, the columns numbered below."""
        columns = range(1, self.columns + 1)
        lines = []
        # from the top row down, as a board is looked at
        for row in range(self.rows, 0, -1):
            marks = [self._mark(state, row, column) for column in columns]
            lines.append(self._line(marks))
        lines.append(self._line(map(str, columns)))
        return "\n".join(lines)

    def _line(self, cells: Iterable[str]) -> str:
        """The cells beside each other, as wide as the last column's number."""
        width = len(str(self.columns))
        return " ".join(cell.rjust(width) for cell in cells)

    def _mark(self, state: Discs, row: int, column: int) -> str:
        """What stands on the square."""
        bit = self.bit(row, column)
        if state.first & bit:
            return "X"
        return "O" if state.second & bit else "."
