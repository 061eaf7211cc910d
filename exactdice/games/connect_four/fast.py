"""Connect Four at speed: whole-board operations on the bits, and what follows from them.

Why each operation is right: discs & (discs >> s) keeps the squares whose neighbour at distance s is
a disc too, so log2(line) such steps find a line; adding the bottom bit of a column to its taken
squares, which are a block of ones from the bottom, sets the lowest free one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from ...arenas.search import Search, alpha_beta, searchable
from ...argument_checks import got
from ...cost import LIFTED, at_most, refuse_costly
from ...distribution import point
from ...errors import RulesError, UnsolvableError
from ...evaluation.best_response import best_response
from ...evaluation.profiles import length_law, mean_length, payoff_law, profile_values
from ...exact import Exact, no_int, whole_or_none
from ...game import MAX, MIN, Player, State, Strategy
from ...solvers import enclose, solve
from ...solvers.fast_path import exactly, fast_path_of, the_generic
from .rules import ConnectFour, Discs

MOST_LISTED = 16  # squares of a board whose positions can all be listed
MOST_SEARCHED = 20  # squares of a board that is searched to the end within a minute
MOST_OUTRIGHT = 450_000_000  # steps of the longest of these searches that was measured


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
    middle_first = sorted(
        range(1, game.columns + 1), key=lambda column: (abs(2 * column - game.columns - 1), column)
    )
    through = _lines_through_squares(game)
    # squares through which equally many lines pass are counted together, by one population count
    weights = {
        count: sum(bit for bit, other in through.items() if other == count)
        for count in through.values()
        if count
    }
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
    bits = (game.bit(*square) for square in game.squares)
    return {bit: sum(1 for line in lines if line & bit) for bit in bits}


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


def outright_steps(game: ConnectFour) -> int:
    """What a search to the end of the game costs: it grows with the ways in which the columns can
    be filled, of which flat boards have the most (2 x 10 squares were found to take 45 s).
    """
    # a column holds 0 to `rows` discs of two colours: 2^(rows+1) - 1 ways
    ways_of_a_column = (2 << min(game.rows, 300)) - 1
    steps: int = 2 * ways_of_a_column ** min(game.columns, 300)
    return min(steps, MOST_OUTRIGHT)


# --- small boards ---------------------------------------------------------------------------------


def solved_outright(
    game: ConnectFour, state: Discs | None = None, table: dict[Any, Any] | None = None
) -> Search:
    """The value of the board (default: empty) under best play, +1, 0 or -1, by alpha-beta to the
    end of the game.

    The window (-1, 1) loses nothing, as there are no other values. `UnsolvableError` on boards of
    more than 20 squares.

    >>> solved_outright(ConnectFour(4, 4)).value, solved_outright(ConnectFour(3, 5, line=3)).value
    (0, 1)
    """
    _refuse_large(game, MOST_SEARCHED)
    refuse_costly(game, outright_steps(game))
    return alpha_beta(bitboard(game), state, window=(-1, 1), table={} if table is None else table)


def perfect(game: ConnectFour) -> Strategy:
    """The strategy that searches to the end of the game before each move. `UnsolvableError` on
    boards of more than 20 squares.
    """
    _refuse_large(game, MOST_SEARCHED)
    return partial(_perfect_move, game, {})


def _perfect_move(game: ConnectFour, table: dict[Any, Any], state: Discs) -> Any:
    # values speak for MAX; MIN takes the least
    rules, sign = bitboard(game), 1 if game.mover(state) == MAX else -1
    worth = {
        column: _value_after(game, rules.play(state, column), table)
        for column in rules.moves(state)
    }
    return point(max(worth, key=lambda column: sign * worth[column]))


def _value_after(game: ConnectFour, state: Discs, table: dict[Any, Any]) -> Exact:
    """The value of the board, 0, +1 or -1."""
    payoff = bitboard(game).payoff(state)
    return solved_outright(game, state, table).value if payoff is None else payoff


def _refuse_large(game: ConnectFour, most: int) -> None:
    if game.rows * game.columns > at_most(most):
        size = f"{game.rows} x {game.columns}"
        raise UnsolvableError(
            f"a board of {size} squares is too large to solve, {most} squares is the most "
            "here: choose fewer rows or columns, "
            f"or play it with search(6); {LIFTED}"
        )


def _unless_large(generic: Any) -> Callable[..., Any]:
    """The generic function for boards whose positions can all be listed; `UnsolvableError` for
    larger ones.
    """
    all_boards = the_generic(generic)

    def small_boards(game: ConnectFour, *rest: Any, **options: Any) -> Any:
        # the generic way would list positions until the memory is full
        _refuse_large(game, MOST_LISTED)
        return all_boards(game, *rest, **options)

    return small_boards


for _generic in (
    solve,
    enclose,
    profile_values,
    best_response,
    payoff_law,
    length_law,
    mean_length,
):
    fast_path_of(_generic, ConnectFour)(_unless_large(_generic))
