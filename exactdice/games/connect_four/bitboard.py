"""Connect Four on the bits: the rules of one board as whole-board operations, to be searched.

Why each operation is right: discs & (discs >> s) keeps the squares whose neighbour at distance s is
a disc too, so log2(line) such steps find a line; adding the bottom bit of a column to its taken
squares, which are a block of ones from the bottom, sets the lowest free one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ...arenas.search import searchable
from ...argument_checks import got
from ...cost import refuse_costly
from ...distribution import Distribution, point
from ...errors import RulesError
from ...exact import Exact, no_int, whole_or_none
from ...game import MAX, MIN, WAIT, Action, Joint, Player, State
from ...solvers.fast_path import exactly, fast_path_of
from .rules import ConnectFour, Discs


@dataclass(frozen=True)
class Bitboard:
    """The rules of one board as constants, to be searched; moves come from the middle columns
    outwards. Made by `bitboard`.
    """

    game: ConnectFour
    # from a square to its neighbour above, right, and on the two diagonals
    steps: tuple[int, int, int, int]
    # (column, its bottom bit, its top bit), the middle first
    columns: tuple[tuple[int, int, int], ...]
    weights: tuple[tuple[int, int], ...]  # (lines through a square, all squares with that many)
    won: int  # what a line counts

    @property
    def start(self) -> Discs:
        """The empty board."""
        return self.game.start

    def position(self, state: State) -> Discs:
        """The position as a `Discs`; `RulesError` unless it is the discs of MAX and of MIN, each on
        a square of its own.
        """
        discs = [whole_or_none(each) for each in state] if isinstance(state, (tuple, list)) else []
        pair = [each for each in discs if each is not None]
        if len(discs) != 2 or len(pair) != 2 or not self._on_squares(*pair):
            board = (
                f"the discs of MAX and of MIN on a board of {self.game.rows} x {self.game.columns}"
            )
            raise RulesError(
                "a state of Connect Four must be Discs(first, second), two ints whose bits "
                f"are {board}, {got(state)}"
            )
        return Discs(*pair)

    def _on_squares(self, first: int, second: int) -> bool:
        """Whether the bits of both are squares of the board, none of them taken twice."""
        # a column of ones from its bottom bit to its top bit, column by column
        board = sum((top << 1) - bottom for _, bottom, top in self.columns)
        return min(first, second) >= 0 and not (first & second or (first | second) & ~board)

    def has_line(self, discs: int) -> bool:
        """Whether a player with these discs has a line."""
        line = self.game.line
        for step in self.steps:
            left, length = discs, 1
            while left and length < line:
                # `left` marks starts of `length` in a row; shifted by no more than that, two
                # overlap into a longer one
                more = min(length, line - length)
                left &= left >> more * step
                length += more
            if left:
                return True
        return False

    def payoff(self, state: Discs) -> Exact | None:
        """+1 when MAX has a line, -1 when MIN has, 0 on a full board; only who moved last can have
        a new one.
        """
        first, second = state
        taken = (first | second).bit_count()
        # an odd number of discs: MAX moved last, and only a last move makes a line
        if taken & 1:
            if self.has_line(first):
                return 1
        elif self.has_line(second):
            return -1
        return 0 if taken == self.game.rows * self.game.columns else None

    def mover(self, state: Discs) -> Player:
        """The player to move."""
        return MIN if (state[0] | state[1]).bit_count() & 1 else MAX

    def moves(self, state: Discs) -> list[int]:
        """The columns that are not full, the middle ones first."""
        taken = state[0] | state[1]
        return [column for column, _, top in self.columns if not taken & top]

    def play(self, state: Discs, column: int) -> Discs:
        """The board after the mover drops a disc into the column; `RulesError` when it is full or
        off the board.
        """
        first, second = state
        taken = first | second
        # the search plays plain ints millions of times; anything else is converted with care
        if type(column) is not int or not 1 <= column <= self.game.columns:
            column = self._column(column)
        bottom = 1 << (column - 1) * (self.game.rows + 1)
        if taken & bottom << self.game.rows - 1:
            raise RulesError(f"column {column} is full: choose another")
        # the addition carries through the block of taken squares to the first free one
        disc = (taken + bottom) & ~taken & bottom * ((1 << self.game.rows) - 1)
        return Discs(first, second | disc) if taken.bit_count() & 1 else Discs(first | disc, second)

    def _column(self, given: object) -> int:
        """The column as a plain int; `RulesError` when there is no such column."""
        column = whole_or_none(given)
        if column is None or not 1 <= column <= self.game.columns:
            raise RulesError(
                f"a column must be an int from 1 to {self.game.columns}, got {no_int(given)}"
            )
        return column

    def heuristic(self, state: Discs) -> Exact:
        """The lines through the squares of MAX's discs minus those of MIN's; `won` for a line."""
        first, second = state
        if self.has_line(first):
            return self.won
        if self.has_line(second):
            return -self.won
        return sum(
            [
                count * ((first & squares).bit_count() - (second & squares).bit_count())
                for count, squares in self.weights
            ]
        )


@fast_path_of(searchable, ConnectFour)
def bitboard(game: ConnectFour) -> Bitboard:
    """The bitboard of the game."""
    return _kept_bitboard(exactly(game, ConnectFour, "a bitboard"))


@lru_cache(maxsize=16)
def _kept_bitboard(game: ConnectFour) -> Bitboard:
    refuse_costly(game, board_steps(game))
    height = game.rows + 1
    # middle columns cross more lines, and alpha-beta cuts most when good moves come first
    columns = range(1, game.columns + 1)
    middle_first = sorted(columns, key=lambda column: abs(2 * column - game.columns - 1))
    through = _lines_through_squares(game)
    # squares through which equally many lines pass are counted together, by one population count
    weights: dict[int, int] = {}
    for bit, count in through.items():
        if count:
            weights[count] = weights.get(count, 0) | bit
    ends = tuple(
        (column, game.bit(1, column), game.bit(game.rows, column)) for column in middle_first
    )
    return Bitboard(
        game,
        (1, height, height + 1, height - 1),
        ends,
        tuple(weights.items()),
        1 + sum(through.values()),
    )


def _lines_through_squares(game: ConnectFour) -> dict[int, int]:
    """{the bit of a square: how many possible lines pass through it}."""
    lines = list(game.lines())
    through = {}
    for square in game.squares:
        bit = game.bit(*square)
        through[bit] = sum(1 for line in lines if line & bit)
    return through


def board_steps(game: ConnectFour) -> int:
    """What the bitboard costs: each square is looked for in each line."""
    return 4 * (game.rows * game.columns) ** 2


def search_steps(game: ConnectFour, depth: int) -> int:
    """What alpha-beta costs to this depth: the nodes that it cannot leave out (Knuth and Moore,
    1975), and the squares of each.
    """
    # alpha-beta at its best looks at b^ceil(n/2) + b^floor(n/2) positions; the cap keeps the
    # power small
    half = min(depth // 2, 64)
    nodes: int = game.columns**half + game.columns ** (half + depth % 2)
    return board_steps(game) + nodes * (30 + game.rows * game.columns // 3)


@dataclass(frozen=True)
class QuickRules:
    """The game on the protocol, by its bitboard: it answers as the rule sheet does, many times as
    fast.
    """

    board: Bitboard

    @property
    def start(self) -> Discs:
        """The empty board."""
        return self.board.start

    def payoff(self, state: Discs) -> Exact | None:
        """The bitboard's."""
        return self.board.payoff(state)

    def actions(self, state: Discs, player: Player) -> tuple[Action, ...]:
        """The columns that are not full, 1 at the left."""
        return (
            tuple(sorted(self.board.moves(state))) if player == self.board.mover(state) else WAITS
        )

    def outcomes(self, state: Discs, joint: Joint) -> Distribution[Discs]:
        """The board after the mover's disc."""
        return point(self.board.play(state, joint[self.board.mover(state)]))


WAITS = (WAIT,)
