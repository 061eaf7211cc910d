"""Connect Four solved by levels of positions: near its end, against
minimax, and against what others published of larger boards.
"""

import pytest
from connect_four_by_minimax import by_minimax, late_position

from exactdice import cost, solve
from exactdice.arenas.search import alpha_beta
from exactdice.errors import RulesError, TooCostly
from exactdice.games.connect_four.answers import best_columns, value, values_after
from exactdice.games.connect_four.bitboard import bitboard
from exactdice.games.connect_four.counts import (
    all_positions,
    counting_steps,
    positions_at,
    positions_by_moves,
    quiet_positions,
    solving_steps,
)
from exactdice.games.connect_four.rules import ConnectFour, Discs
from exactdice.games.connect_four.table import kept_tables, solved_from

# J. Tromp, https://tromp.github.io/c4/c4.html, and OEIS A212693
POSITIONS_OF_SEVEN_BY_SIX = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]


def test_published_numbers_of_positions():
    assert positions_by_moves(ConnectFour(), 8) == POSITIONS_OF_SEVEN_BY_SIX
    assert sum(positions_by_moves(ConnectFour(4, 4))) == 161029  # J. Tromp


def test_estimates_are_of_the_size_of_what_is_listed():
    for size in ((4, 4, 4), (5, 4, 4), (4, 4, 3), (2, 8, 4), (1, 12, 4), (4, 4, 5), (5, 5, 3)):
        game = ConnectFour(*size)
        assert 0.6 < quiet_positions(game) / len(solved_from(game)) < 1.8
    assert 0.8 < all_positions(ConnectFour(4, 4)) / 161029 < 1.2
    assert 0.8 < all_positions(ConnectFour()) / 4531985219092 < 1.2  # J. Tromp
    assert 0.8 < all_positions(ConnectFour(5, 5)) / 69763700 < 1.2  # J. Tromp
    for board in ((1000, 1000, 4), (50, 50, 3), (500, 1, 4), (40, 40, 2)):
        assert solving_steps(ConnectFour(*board)) > 0


def test_the_limit_decides_what_is_solved_not_the_number_of_squares():
    with cost.limit(10**5), pytest.raises(TooCostly, match="too large to solve from the start"):
        value(ConnectFour(5, 4, line=5))
    with pytest.raises(TooCostly, match=r"large to solve.*about 2.1\*10\^11 positions would cost"):
        value(ConnectFour())
    with pytest.raises(TooCostly, match=r"after 30 moves would cost"):
        positions_at(ConnectFour(), 30)
    assert counting_steps(ConnectFour(200, 200), 10**9) == 1
    assert positions_at(ConnectFour(3, 3), 10) == 0


def test_a_position_of_a_large_board_is_solved_when_it_is_near_its_end():
    game = ConnectFour()
    state = late_position(game, 32)
    assert value(game, state) == by_minimax(game, state)[state]


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
    for answer in (value, values_after, best_columns):
        with pytest.raises(RulesError, match="Connect Four must"):
            answer(game, state)


def test_no_column_is_best_where_the_game_is_over():
    game = ConnectFour(2, 1)
    for answer in (values_after, best_columns):
        with pytest.raises(RulesError, match="the game is over"):
            answer(game, Discs(1, 2))


def test_tables_are_given_up_when_there_are_too_many(monkeypatch):
    """Each position gets a table of its own here, of which one at a time is kept."""
    game = ConnectFour(3, 3, line=4)
    kept_tables.cache_clear()
    monkeypatch.setattr("exactdice.games.connect_four.table.MOST_TABLES", 1)
    for state, worth in by_minimax(game).items():
        assert value(game, state) == worth
        assert len(kept_tables(game).tables) <= 1


def test_progress_is_told_while_positions_are_listed():
    heard = []
    kept_tables.cache_clear()
    solve(ConnectFour(9, 2), lambda done, of: heard.append(done))
    assert heard == sorted(heard)
    assert len(heard) > 10


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
    assert value(game) == alpha_beta(bitboard(game), window=(-1, 1), table={}).value


@pytest.mark.slow
def test_published_number_of_positions_of_a_larger_board():
    assert sum(positions_by_moves(ConnectFour(5, 5))) == 69763700  # J. Tromp
