"""Connect Four: the rules against a naive board, the heuristic against the chapter's table, and
what positions are worth against minimax and published values.
"""

import random
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import MAX, MIN, payoff_distribution, simulate, solve
from exactdice.cli.terminal.players import Players
from exactdice.exact.errors import RulesError, TooCostly
from exactdice.game.graph import explore
from exactdice.game.protocol import WAIT
from exactdice.games.connect_four import (
    best_columns,
    perfect,
    positions_at,
    positions_by_moves,
    value,
)
from exactdice.games.connect_four.rules import ConnectFour, Discs
from exactdice.solvers.arenas.search import alpha_beta, searcher

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
        self.rows, self.columns, self.line = rows, columns, line
        self.board, self.turn = [[] for _ in range(columns)], MAX

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

    def heuristic(self, lines_through):
        worth = [
            (lines_through(r + 1, c + 1), p)
            for c, column in enumerate(self.board)
            for r, p in enumerate(column)
        ]
        squares = product(range(1, self.rows + 1), range(1, self.columns + 1))
        won = 1 + sum(lines_through(*square) for square in squares)
        if self.wins(MAX) or self.wins(MIN):
            return won if self.wins(MAX) else -won
        return sum(count if p == MAX else -count for count, p in worth)

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
    state = game.start
    while True:
        assert state == naive.discs() == game.position(tuple(state))
        assert game.payoff(state) == naive.payoff()
        assert game.mover(state) == naive.turn
        assert game.heuristic(state) == naive.heuristic(game.lines_through)
        if naive.payoff() is not None:
            break
        assert list(game.actions(state, naive.turn)) == sorted(game.moves(state)) == naive.moves()
        assert game.actions(state, 1 - naive.turn) == (WAIT,)
        column = rng.choice(naive.moves())
        naive.drop(column)
        state = game.play(state, column)


def test_the_heuristic_table_of_the_chapter():
    game = ConnectFour()
    printed = [[int(word) for word in line.split()] for line in FIGURE_7.split("\n") if line]
    assert [
        [game.lines_through(row, column) for column in range(1, 8)] for row in range(6, 0, -1)
    ] == printed
    assert sum(map(sum, printed)) == 4 * 69  # 69 lines of four squares


@given(sizes)
def test_lines_through_a_square_are_those_of_the_naive_board(size):
    rows, columns, _ = size
    squares = set(product(range(rows), range(columns)))
    lines = {frozenset(row) for row in rows_of(*size) if row <= squares}
    game = ConnectFour(*size)
    for r, c in squares:
        assert game.lines_through(r + 1, c + 1) == sum((r, c) in one for one in lines)


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
    assert game.heuristic(state) == 2


@cache
def by_minimax(game, start=None):
    """{position: what MAX is paid} of all that play from the start can come to, by plain minimax on
    the rules.
    """
    found = {}

    def worth(state):
        if state not in found:
            paid = game.payoff(state)
            found[state] = following(state) if paid is None else paid
        return found[state]

    def following(state):
        mover = game.mover(state)
        columns = game.actions(state, mover)
        return (max if mover == MAX else min)(worth(game.play(state, c)) for c in columns)

    worth(game.start if start is None else start)
    return found


# shapes up to a few thousand positions, flat and tall, and every length of a line on each
BOARDS = [
    (rows, columns, line)
    for rows, columns in ((1, 1), (1, 7), (2, 3), (2, 5), (5, 2), (3, 3), (7, 1), (3, 4), (4, 3))
    for line in range(1, max(rows, columns) + 2)
]


@pytest.mark.parametrize("size", BOARDS)
def test_positions_of_a_small_board_against_minimax(size):
    game = ConnectFour(*size)
    worth = by_minimax(game)
    states = list(worth)[::-1]  # from the start on, as what is found last is its worth
    # of thousands of positions some
    for state in states[:: 1 + len(states) // 100]:
        assert value(game, state) == worth[state], state
        if game.payoff(state) is not None:
            continue
        mover = game.mover(state)
        columns = game.actions(state, mover)
        best = tuple(c for c in columns if worth[game.play(state, c)] == worth[state])
        assert best_columns(game, state) == best
    taken = [(first | second).bit_count() for first, second in worth]
    squares = game.rows * game.columns
    assert positions_by_moves(game) == [taken.count(n) for n in range(squares + 1)]
    assert positions_at(game, squares + 1) == 0


# J. Tromp, https://tromp.github.io/c4/c4.html, and OEIS A212693
POSITIONS_OF_SEVEN_BY_SIX = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]


def test_published_numbers_of_positions():
    assert positions_by_moves(ConnectFour(), 8) == POSITIONS_OF_SEVEN_BY_SIX
    assert sum(positions_by_moves(ConnectFour(4, 4))) == 161029  # J. Tromp
    # longer than a machine word: the first seven discs in eight columns make no line but upright
    assert positions_at(ConnectFour(8, 8), 2) == 64


@pytest.mark.slow
def test_published_number_of_positions_of_a_larger_board():
    assert sum(positions_by_moves(ConnectFour(5, 5))) == 69763700  # J. Tromp


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "won"), [((4, 5), 0), ((5, 4), 0), ((4, 6), -1), ((5, 5), 0)], ids=str
)
def test_published_boards(size, won):
    """J. Tromp, https://tromp.github.io/c4/c4.html: who wins on boards of each width and height."""
    assert value(ConnectFour(*size)) == won


@pytest.mark.slow
@pytest.mark.parametrize("size", [(4, 5, 4), (3, 7, 3), (4, 5, 5), (2, 9, 4)])
def test_boards_of_some_twenty_squares_against_alpha_beta(size):
    game = ConnectFour(*size)
    assert value(game) == alpha_beta(game, window=(-1, 1), table={}).value


def late_position(game, discs):
    """A random unfinished position with so many discs."""
    rng, state = random.Random(3), game.start
    while (state[0] | state[1]).bit_count() < discs:
        columns = game.actions(state, game.mover(state))
        following = [game.play(state, column) for column in columns]
        goes_on = [after for after in following if game.payoff(after) is None]
        state = rng.choice(goes_on) if goes_on else game.start
    return state


def test_a_position_of_a_large_board_is_solved_when_it_is_near_its_end():
    for game, discs in ((ConnectFour(), 32), (ConnectFour(15, 4, line=6), 52)):
        state = late_position(game, discs)
        assert value(game, state) == by_minimax(game, state)[state]


def test_advice_names_all_best_columns_also_near_the_end_of_a_large_board():
    game = ConnectFour(2, 5, line=3)
    best = " or ".join(map(str, solve(game).optimal_actions[game.start]))
    assert Players(game, None).advice(game.start, MAX) == f"best: {best}, expected gain 0"
    large = ConnectFour()
    state = late_position(large, 33)
    player = large.mover(state)
    gain = by_minimax(large, state)[state] * (1 if player == MAX else -1)
    assert Players(large, None).advice(state, player).endswith(f"expected gain {gain}")


def test_perfect_players_draw_and_play_the_first_of_the_optimal_columns():
    game = ConnectFour(4, 4)
    profile = perfect(game), perfect(game)
    assert simulate(game, profile, random.Random(1)).payoff == 0
    assert dict(payoff_distribution(game, profile).items()) == {0: 1}
    state = game.start
    for column in (2, 3, 1, 3, 2, 4):
        state = game.play(state, column)
    assert dict(perfect(game)(state).items()) == {best_columns(game, state)[0]: 1}


def test_a_searching_player_takes_a_win_and_stops_one():
    game = ConnectFour()
    state = game.start
    for column in (4, 1, 4, 1, 4):
        state = game.play(state, column)
    search = searcher(game, 3)
    assert dict(search(state).items()) == {4: 1}  # MIN must stop four in column 4
    assert dict(search(game.play(state, 2)).items()) == {4: 1}  # MAX wins at once
    small = ConnectFour(3, 4, 3)
    law = payoff_distribution(small, (searcher(small, 4), searcher(small, 1)))
    assert law.probability(1) == 1  # a board the first player wins
    # of two that search few positions are reached, however large the board
    assert payoff_distribution(game, (searcher(game, 2),) * 2).total == 1


def test_refused():
    game = ConnectFour(2, 3)
    full = game.play(game.play(game.start, 2), 2)
    with pytest.raises(RulesError, match="column 2 is full: choose another"):
        game.play(full, 2)
    for column in (0, 4, True, "1"):
        with pytest.raises(RulesError, match="a column must be an int from 1 to 3"):
            game.play(full, column)
    for sizes_off in ({"rows": 0}, {"rows": 1.5}):
        with pytest.raises(RulesError, match="must be an int of 1 or more"):
            ConnectFour(**sizes_off)
    with pytest.raises(RulesError, match="the game is over"):
        best_columns(ConnectFour(2, 1), Discs(1, 2))


def test_what_is_too_large_is_refused_before_any_work():
    for too_large in (value, perfect, best_columns):
        with pytest.raises(TooCostly, match="too large to solve from the start"):
            too_large(ConnectFour())
    with pytest.raises(TooCostly, match=r"after 30 moves would cost"):
        positions_at(ConnectFour(), 30)
    for listed in (solve, explore):
        with pytest.raises(TooCostly):
            listed(ConnectFour())


@pytest.mark.parametrize(
    "state",
    [
        Discs(2, 0),  # hangs above an empty square
        Discs(1, 1),
        Discs(0, 1),  # MIN has moved before MAX
        Discs(1 + 32, 0),
        Discs(0b111, 0b111 << 5),  # both have a line
        (0, 0, 0),
        "start",
    ],
)
def test_what_is_no_position_is_refused(state):
    game = ConnectFour(4, 4, line=3)
    for answer in (value, best_columns, lambda *given: alpha_beta(*given, 1)):
        with pytest.raises(RulesError, match="a state of Connect Four must"):
            answer(game, state)
