"""Domineering: the rule sheet.

A board of rows x columns cells, some of them perhaps forbidden from the start. MAX lays horizontal
dominoes, on the cells (i, j) and (i, j+1); MIN vertical ones, on (i, j) and (i+1, j). MAX moves
first; who cannot move on its turn loses. A move is an index: MAX counts its places row by row over
the first columns - 1 columns, MIN over the first rows - 1 rows; places that touch a forbidden cell
keep theirs. Source: the examination paper on Phantom Domineering, sections 2 and 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from ...distributions.distribution import Distribution, point
from ...exact.argument_checks import is_several
from ...exact.cost import refuse_costly
from ...exact.errors import RulesError
from ...exact.numbers import shown, shown_when_long, whole_or_none
from ...game.dice_options import keep_whole
from ...game.protocol import MAX, MIN, NAMES, PLAYERS, WAIT, Action, Joint, Player

Cell = tuple[int, int]


class Position(NamedTuple):
    """The cells that are taken or forbidden, as a number with bit i * columns + j for the cell (i,
    j), and who is to move.
    """

    occupied: int
    to_move: int


@shown_when_long
@dataclass(frozen=True)
class Domineering:
    """Domineering on a board of `rows` x `columns` without the `banned` cells; MAX is paid 1 when
    it wins and -1 when it loses.

    Banned cells are pairs (i, j), or their numbers one after the other: (0, 1, 2, 2). Raises
    `RulesError` for a board without any place for a domino and for a cell off the board.

    >>> game = Domineering(2, 2)
    >>> game.actions(game.start, MAX), game.payoff(Position(0b0011, MIN))
    ((0, 1), 1)
    """

    rows: int = 4
    columns: int = 4
    banned: tuple[Cell, ...] = ()

    extremes = (-1, 1)  # the payoffs

    def __post_init__(self) -> None:
        keep_whole(self, "rows", 1)
        keep_whole(self, "columns", 1)
        # to look at which moves each cell leaves
        board = f"a board of {shown(self.rows)} x {shown(self.columns)} cells"
        refuse_costly(board, (self.rows * self.columns) ** 2 // 4)
        object.__setattr__(self, "banned", cells_of(self.banned, self.rows, self.columns))
        if not any(open_moves(self, self.start.occupied, player) for player in (MAX, MIN)):
            without = f" without {', '.join(map(str, self.banned))}" if self.banned else ""
            raise RulesError(
                f"a board must have room for a domino, but {self.rows} x {self.columns} "
                f"cells{without} have none"
            )

    @property
    def start(self) -> Position:
        """Only the banned cells are taken and MAX is to move."""
        return Position(cell_bits(self.banned, self.columns), MAX)

    def payoff(self, state: Position) -> int | None:
        """-1 when MAX cannot move on its turn, 1 when MIN cannot."""
        # the rule of normal play: only the player to move can be stuck
        if open_moves(self, state.occupied, PLAYERS[state.to_move]):
            return None
        return -1 if state.to_move == MAX else 1

    def actions(self, state: Position, player: Player) -> tuple[Action, ...]:
        """The indices of the places that are free, least first."""
        if player != state.to_move:
            return (WAIT,)
        return tuple(open_moves(self, state.occupied, player))

    def outcomes(self, state: Position, joint: Joint) -> Distribution[Position]:
        """The place is taken and the other player is to move."""
        player = PLAYERS[state.to_move]
        domino = places(self, player)[joint[player]]
        return point(Position(state.occupied | domino, 1 - player))

    def text(self, state: Position) -> str:
        """The board beside its open places: `#` for a cell that is taken or banned, and at the
        first cell of each domino that the player to move may lay the number of that move.

        >>> game = Domineering(2, 3)
        >>> print(game.text(game.start))
        . . .    0 1 .
        . . .    2 3 .
        MAX to move, its moves are numbered at their left cells
        """
        player = PLAYERS[state.to_move]
        moves = open_moves(self, state.occupied, player)
        numbers = {first_cell(self, player, k): str(k) for k in moves}
        width = max(map(len, numbers.values()), default=1)
        lines = []
        for i in range(self.rows):
            row = [".#"[state.occupied >> (i * self.columns + j) & 1] for j in range(self.columns)]
            marked = [numbers.get((i, j), mark).rjust(width) for j, mark in enumerate(row)]
            lines.append(f"{' '.join(row)}    {' '.join(marked)}")
        side = "left" if player == MAX else "upper"
        lines.append(f"{NAMES[player]} to move, its moves are numbered at their {side} cells")
        return "\n".join(lines)


def cells_of(banned: Any, rows: int, columns: int) -> tuple[Cell, ...]:
    """The banned cells as sorted pairs; `RulesError` naming one that is not a cell of the board.

    Numbers one after the other are pairs, as a query or a command line gives them.
    """
    several = is_several(banned) and not isinstance(banned, str)
    listed = tuple(banned) if several else (banned,)
    if listed and all(whole_or_none(part) is not None for part in listed):
        if len(listed) % 2:
            raise RulesError(
                f"banned cells must be pairs of a row and a column, got {shown(listed)}"
            )
        listed = tuple(zip(listed[::2], listed[1::2], strict=True))
    cells = set()
    for cell in listed:
        parts = tuple(map(whole_or_none, cell)) if isinstance(cell, Sequence) else ()
        if len(parts) != 2 or parts[0] not in range(rows) or parts[1] not in range(columns):
            raise RulesError(
                f"a banned cell must be (0..{rows - 1}, 0..{columns - 1}) on a {rows} x "
                f"{columns} board, got {shown(cell)}"
            )
        cells.add((int(cell[0]), int(cell[1])))
    return tuple(sorted(cells))


Board = Any  # what has the shape of a board: `rows` and `columns`


def cell_bits(cells: Iterable[Cell], columns: int) -> int:
    """The cells of a board with so many columns as bits."""
    return sum(1 << (i * columns + j) for i, j in cells)


def first_cell(board: Board, player: Player, move: int) -> Cell:
    """The cell (i, j) that names the move of the player."""
    # a second cell to the right leaves MAX a column less
    columns: int = board.columns - 1 if player == MAX else board.columns
    return divmod(move, columns)


@lru_cache(maxsize=64)  # rules ask for them at every move
def places(board: Board, player: Player) -> tuple[int, ...]:
    """The two cells of each move of the player as bits, by index.

    >>> places(Domineering(2, 2), MAX), places(Domineering(2, 2), MIN)
    ((3, 12), (5, 10))
    """
    columns: int = board.columns
    # the next bit is the cell to the right, the bit a whole row further the cell below
    pair = 3
    height = board.rows
    width = columns - 1
    if player == MIN:
        pair = 1 | 1 << columns
        height = board.rows - 1
        width = columns
    return tuple(pair << (i * columns + j) for i in range(height) for j in range(width))


def open_moves(board: Board, occupied: int, player: Player) -> list[int]:
    """The moves of the player that touch no occupied cell."""
    return [index for index, cells in enumerate(places(board, player)) if not cells & occupied]
