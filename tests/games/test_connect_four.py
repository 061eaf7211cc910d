"""Connect Four: the bitboards against a naive board, the heuristic against the chapter's table,
small boards solved.
"""

import random
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import MAX, MIN, simulate, solve
from exactdice.errors import RulesError, UnsolvableError
from exactdice.game import WAIT
from exactdice.games.connect_four.fast import bitboard, perfect, solved_outright
from exactdice.games.connect_four.rules import ConnectFour, Discs
from exactdice.testing import check_game

# Figure 7 of the chapter, from the top row down.
FIGURE_7 = """
3 4 5 7 5 4 3
4 6 8 10 8 6 4
5 8 11 13 11 8 5
5 8 11 13 11 8 5
4 6 8 10 8 6 4
3 4 5 7 5 4 3
"""
sizes = st.tuples(st.integers(1, 7), st.integers(1, 7), st.integers(1, 5))


@cache
def rows_of(rows, columns, line):
    """The squares of every row of so many, also of those that leave the board."""
    starts = product(range(rows), range(columns), ((0, 1), (1, 0), (1, 1), (1, -1)))
    return [{(r + k * dr, c + k * dc) for k in range(line)} for r, c, (dr, dc) in starts]


class Naive:
    """A board as a list of columns, each a list of players from the bottom up."""

    def __init__(self, rows, columns, line):
        self.rows, self.columns, self.line, self.board, self.turn = (
            rows,
            columns,
            line,
            [[] for _ in range(columns)],
            MAX,
        )

    def moves(self):
        return [c + 1 for c in range(self.columns) if len(self.board[c]) < self.rows]

    def drop(self, column):
        self.board[column - 1].append(self.turn)
        self.turn = 1 - self.turn

    def wins(self, player):
        own = {
            (r, c) for c, discs in enumerate(self.board) for r, p in enumerate(discs) if p == player
        }
        return any(map(own.issuperset, rows_of(self.rows, self.columns, self.line)))

    def payoff(self):
        return 1 if self.wins(MAX) else -1 if self.wins(MIN) else None if self.moves() else 0

    def discs(self):
        squares = [
            (1 << c * (self.rows + 1) + r, p)
            for c, column in enumerate(self.board)
            for r, p in enumerate(column)
        ]
        return Discs(sum(b for b, p in squares if p == MAX), sum(b for b, p in squares if p == MIN))


@settings(max_examples=30)
@given(sizes, st.randoms(use_true_random=False))
def test_a_random_play_against_a_naive_board(size, rng):
    game, naive = ConnectFour(*size), Naive(*size)
    fast, state = bitboard(game), game.start
    while True:
        assert state == naive.discs()
        assert game.payoff(state) == fast.payoff(state) == naive.payoff()
        assert game.heuristic(state) == fast.heuristic(state)
        assert game.mover(state) == fast.mover(state) == naive.turn
        if naive.payoff() is not None:
            break
        assert list(game.actions(state, naive.turn)) == sorted(fast.moves(state)) == naive.moves()
        assert game.actions(state, 1 - naive.turn) == (WAIT,)
        column = rng.choice(naive.moves())
        naive.drop(column)
        assert game.dropped(state, column) == fast.play(state, column)
        state = fast.play(state, column)


def test_the_heuristic_table_of_the_chapter():
    game = ConnectFour()
    printed = [[int(word) for word in line.split()] for line in FIGURE_7.split("\n") if line]
    assert [
        [game.lines_through(row, column) for column in range(1, 8)] for row in range(6, 0, -1)
    ] == printed
    assert sum(map(sum, printed)) == 4 * 69  # 69 lines of four squares


@given(sizes)
def test_the_number_of_lines(size):
    rows, columns, line = size
    up, across = max(0, rows - line + 1), max(0, columns - line + 1)
    expected = rows * across + columns * up + 2 * up * across if line > 1 else rows * columns
    assert len(list(ConnectFour(*size).lines())) == len(set(ConnectFour(*size).lines())) == expected


def test_the_worth_of_the_chapters_position():
    """Its figure 6 is worth 4+5+7+6+8+13+11 - (3+5+4+8+10+11+11) = 2; a position with discs on
    squares of these worths.
    """
    game = ConnectFour()
    first = [(1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (3, 4), (3, 3)]
    second = [(1, 1), (1, 5), (1, 6), (2, 5), (2, 4), (3, 5), (4, 3)]
    state = Discs(sum(game.bit(*s) for s in first), sum(game.bit(*s) for s in second))
    assert [game.lines_through(*s) for s in first] == [4, 5, 7, 6, 8, 13, 11]
    assert sorted(game.lines_through(*s) for s in second) == sorted([3, 5, 4, 8, 10, 11, 11])
    assert game.heuristic(state) == bitboard(game).heuristic(state) == 2


def naive_value(rows, columns, line):
    """The value of the empty board by plain minimax over naive boards, kept by position."""

    @cache
    def value(board, turn):
        naive = Naive(rows, columns, line)
        naive.board, naive.turn = [list(column) for column in board], turn
        payoff = naive.payoff()
        if payoff is not None:
            return payoff
        after = []
        for column in naive.moves():
            dropped = (*board[: column - 1], (*board[column - 1], turn), *board[column:])
            after.append(value(dropped, 1 - turn))
        return (max if turn == MAX else min)(after)

    return value(((),) * columns, MAX)


@pytest.mark.parametrize(
    "size", [(3, 3, 3), (3, 4, 3), (4, 3, 3), (2, 4, 2), (1, 1, 1), (3, 3, 4), (2, 5, 3), (4, 3, 4)]
)
def test_small_boards_against_naive_minimax(size):
    assert solved_outright(ConnectFour(*size)).value == naive_value(*size)


def test_four_by_four_is_a_draw_and_perfect_play_shows_it():
    game = ConnectFour(4, 4)
    assert solved_outright(game).value == 0
    best = perfect(game)
    assert simulate(game, (best, best), random.Random(1)).payoff == 0


@pytest.mark.slow
@pytest.mark.parametrize("size", [(4, 5), (5, 4)])
def test_boards_of_twenty_squares_are_draws(size):
    """Draws, as in the table of C. Steininger (https://github.com/ChristopheSteininger/c4), who
    goes on from J. Tromp's.
    """
    assert solved_outright(ConnectFour(*size)).value == 0


def test_the_solver_over_the_protocol_agrees():
    game = ConnectFour(3, 3, 3)
    assert solve(game).value == solved_outright(game).value
    assert "the rules are kept" in check_game(ConnectFour(2, 3, 2))


def test_the_board_for_people():
    game = ConnectFour(2, 3)
    assert game.text(game.dropped(game.dropped(game.start, 2), 2)) == ". O .\n. X .\n1 2 3"


def test_refused():
    game = ConnectFour(2, 3)
    full = game.dropped(game.dropped(game.start, 2), 2)
    for rules in (game.dropped, bitboard(game).play):
        with pytest.raises(RulesError, match="column 2 is full: choose another"):
            rules(full, 2)
        for column in (0, 4):
            with pytest.raises(RulesError, match=r"columns? .*1 to 3"):
                rules(full, column)
    with pytest.raises(RulesError, match="a square must be in rows 1 to 2 and columns 1 to 3"):
        game.lines_through(3, 1)
    for sizes_off in ({"rows": 0}, {"columns": -1}, {"line": 0}, {"rows": 1.5}):
        with pytest.raises(RulesError, match="must be an int of 1 or more"):
            ConnectFour(**sizes_off)
    for too_large in (solved_outright, perfect, solve):
        with pytest.raises(UnsolvableError, match="too large to solve"):
            too_large(ConnectFour())
