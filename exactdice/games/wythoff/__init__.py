"""Wythoff: the rule sheet.

A queen stands on a chessboard that goes on for ever to the right and upwards. The players in turn
move her any number of squares to the left, down, or diagonally down to the left; who moves her into
the corner (0, 0) wins, as the other cannot move. The same game: two heaps, from which a move takes
any number from one or the same number from both. Source: the course chapter "Théorie des jeux"
(chapter IV), section 1.4; W. A. Wythoff, "A modification of the game of nim", Nieuw Archief voor
Wiskunde 7 (1907), 199-202.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...exact.cost import STEPS_A_MOVE
from ...exact.numbers import shown_when_long
from ...game.dice_options import keep_whole

Square = tuple[int, int]  # how many squares to the right of the corner, and how many above it


@shown_when_long
@dataclass(frozen=True)
class Wythoff:
    """The rules with the queen starting on the square (column, row). `RulesError` unless both are
    ints of 0 or more.

    >>> list(Wythoff(1, 2).options((1, 2)))
    [(0, 2), (1, 0), (1, 1), (0, 1)]
    """

    column: int
    row: int

    def __post_init__(self) -> None:
        keep_whole(self, "column", 0)
        keep_whole(self, "row", 0)

    @property
    def start(self) -> Square:
        """The square on which the queen starts."""
        return self.column, self.row

    @property
    def exploring_cost(self) -> int:
        """What a list of all squares and their moves costs."""
        moves = (self.column + self.row) // 2 + min(self.column, self.row) // 3
        return STEPS_A_MOVE * (self.column + 1) * (self.row + 1) * (moves + 1)

    def options(self, square: Square) -> Iterator[Square]:
        """The squares to the left, below, and on the diagonal, the farthest first."""
        column, row = square
        yield from ((k, row) for k in range(column))
        yield from ((column, k) for k in range(row))
        yield from ((column - k, row - k) for k in reversed(range(1, min(square) + 1)))
