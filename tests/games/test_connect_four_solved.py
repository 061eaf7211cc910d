"""Connect Four solved by levels of positions: against plain minimax on the rule sheet at every
position of small boards, and against what others published of larger ones.
"""

import pickle
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import MAX, MIN, cost, enclose, payoff_law, simulate, solve
from exactdice.arenas.search import alpha_beta, searcher
from exactdice.errors import RulesError, TooCostly
from exactdice.evaluation.best_response import best_response
from exactdice.evaluation.profiles import length_law, mean_length, profile_values
from exactdice.games.connect_four.answers import (
    best_columns,
    held_by,
    solved_by_levels,
    value,
    values_after,
)
from exactdice.games.connect_four.bitboard import bitboard
from exactdice.games.connect_four.counts import (
    all_positions,
    counting_steps,
    positions_at,
    positions_by_moves,
    quiet_positions,
    solving_steps,
)
from exactdice.games.connect_four.fast import perfect
from exactdice.games.connect_four.levels import grid
from exactdice.games.connect_four.rules import ConnectFour, Discs
from exactdice.games.connect_four.table import kept_tables, solved_from
from exactdice.games.strategies import named_strategy
from exactdice.graph import explore
from exactdice.solvers.fast_path import the_generic
from exactdice.terminal.players import advice
from exactdice.words.register import Word

# every shape up to a few thousand positions, flat and tall, and every length of a line on each
BOARDS = [
    (rows, columns, line)
    for rows, columns in (
        (1, 1),
        (1, 2),
        (1, 7),
        (2, 2),
        (2, 3),
        (3, 2),
        (2, 5),
        (5, 2),
        (3, 3),
        (7, 1),
        (3, 4),
        (4, 3),
    )
    for line in range(1, max(rows, columns) + 2)
]
# J. Tromp, https://tromp.github.io/c4/c4.html, and OEIS A212693
POSITIONS_OF_SEVEN_BY_SIX = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]


def minimax_of(game):
    """What MAX is paid from every position, by the rule sheet alone."""

    @cache
    def worth(state):
        paid = game.payoff(state)
        if paid is not None:
            return paid
        mover = game.mover(state)
        columns = game.actions(state, mover)
        return (max if mover == MAX else min)(worth(game.dropped(state, c)) for c in columns)

    return worth


@pytest.mark.parametrize("size", BOARDS)
def test_positions_of_a_small_board_against_minimax(size):
    game = ConnectFour(*size)
    worth = minimax_of(game)
    nodes = explore(game).nodes
    # of thousands of positions some
    for node in nodes[:: 1 + len(nodes) // 300]:
        state = node.state
        assert value(game, state) == worth(state), state
        if node.payoff is not None:
            continue
        mover = game.mover(state)
        columns = game.actions(state, mover)
        after = {column: worth(game.dropped(state, column)) for column in columns}
        assert list(values_after(game, state).items()) == list(after.items())
        best = tuple(column for column in columns if after[column] == worth(state))
        assert best_columns(game, state) == best


@pytest.mark.parametrize("size", [(2, 3, 2), (3, 3, 3), (2, 4, 3), (4, 2, 3)])
def test_the_solution_answers_as_the_one_over_the_protocol(size):
    game = ConnectFour(*size)
    fast, generic = solved_by_levels(game), the_generic(solve)(game)
    assert fast.value == generic.value
    for state in generic.values:
        assert fast.values[state] == generic.values[state]
        assert fast.optimal_actions[state] == generic.optimal_actions[state]
        for player in (MAX, MIN):
            assert fast.strategies[player][state] == generic.strategies[player][state]
    finished = next(n.state for n in explore(game).nodes if n.payoff is not None)
    for nothing in (finished, Discs(0, 1), "a board"):
        assert nothing not in fast.values
    listed = list(fast.values)
    assert len(listed) == len(set(listed)) == len(fast.values)
    assert set(listed) | {mirrored(game, state) for state in listed} <= set(generic.values)
    copied = pickle.loads(pickle.dumps(fast))
    assert copied.values[game.start] == generic.value


def mirrored(game, state):
    """The position seen from behind."""
    found = []
    for discs in state:
        squares = [s for s in game.squares if discs & game.bit(*s)]
        found.append(sum(game.bit(row, game.columns + 1 - column) for row, column in squares))
    return Discs(*found)


@settings(max_examples=60)
@given(
    st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 5)),
    st.randoms(use_true_random=False),
)
def test_keys_tell_positions_apart_and_mirror_images_alike(size, rng):
    game = ConnectFour(*size)
    board, state = grid(game), game.start
    while game.payoff(state) is None:
        state = game.dropped(state, rng.choice(game.actions(state, game.mover(state))))
        (key,), (other,) = board.keys([state]), board.keys([mirrored(game, state)])
        assert key == other
        own, taken = board.decoded(board.keys([state]))
        both = {state, mirrored(game, state)}
        player = game.mover(state)
        assert (int(own[0]), int(taken[0])) in {(s[player], s[0] | s[1]) for s in both}


def test_keys_longer_than_a_machine_word_give_the_same():
    tall, flat = ConnectFour(63, 1), ConnectFour(1, 63, line=2)
    assert grid(tall).dtype is grid(flat).dtype is object
    assert value(tall) == 0  # in one column the discs alternate
    assert value(flat) == 1  # MAX has two free squares beside its disc
    game = ConnectFour(15, 4, line=6)  # 64 bits
    state = late_position(game, 52)
    assert value(game, state) == minimax_of(game)(state)


def late_position(game, discs):
    """A random unfinished position with so many discs."""
    rng, state = random.Random(3), game.start
    while (state[0] | state[1]).bit_count() < discs:
        columns = game.actions(state, game.mover(state))
        following = [game.dropped(state, column) for column in columns]
        goes_on = [after for after in following if game.payoff(after) is None]
        state = rng.choice(goes_on) if goes_on else game.start
    return state


@pytest.mark.parametrize("size", [(1, 5, 2), (2, 3, 2), (3, 3, 3), (2, 4, 4), (3, 4, 3), (4, 3, 2)])
def test_positions_counted_against_the_protocol(size):
    game = ConnectFour(*size)
    found = {}
    for node in explore(game).nodes:
        taken = (node.state[0] | node.state[1]).bit_count()
        found[taken] = found.get(taken, 0) + 1
    squares = game.rows * game.columns
    assert [positions_at(game, n) for n in range(squares + 2)] == [
        found.get(n, 0) for n in range(squares + 2)
    ]


def test_published_numbers_of_positions():
    assert positions_by_moves(ConnectFour(), 8) == POSITIONS_OF_SEVEN_BY_SIX
    assert sum(positions_by_moves(ConnectFour(4, 4))) == 161029  # J. Tromp


def test_a_strategy_that_holds_what_it_has():
    """The one who holds loses to nobody, whatever the other plays: all plays are followed."""
    for size, player, least in (((4, 4, 4), MAX, 0), ((4, 4, 4), MIN, 0), ((3, 4, 3), MAX, 1)):
        game = ConnectFour(*size)
        held = held_by(game, player, least)
        pending = [game.start]
        seen = set(pending)
        for state in pending:
            paid = game.payoff(state)
            if paid is not None:
                assert (paid if player == MAX else -paid) >= least
                continue
            own = game.mover(state) == player
            columns = [held[state]] if own else game.actions(state, 1 - player)
            new = {game.dropped(state, column) for column in columns} - seen
            seen |= new
            pending += new
        assert set(held) == {s for s in seen if game.payoff(s) is None and game.mover(s) == player}


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
    assert value(game, state) == minimax_of(game)(state)


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


def test_perfect_players_on_a_board_that_is_too_large_to_list():
    game = ConnectFour(4, 5)
    profile = perfect(game), perfect(game)
    assert simulate(game, profile, random.Random(1)).payoff == 0
    assert dict(payoff_law(game, profile).items()) == {0: 1}
    solution = solve(game)
    assert solution.value == 0
    assert dict(payoff_law(game, solution.strategies).items()) == {0: 1}


def test_a_perfect_player_plays_the_first_of_the_optimal_columns():
    game = ConnectFour(4, 5)
    state = game.start
    for column in (4, 5, 1, 5, 2, 4, 4, 5, 1):
        state = game.dropped(state, column)
    worth = minimax_of(game)
    # MIN completes a line in column 5, or wins later by one nearer to the middle
    after = [game.dropped(state, column) for column in (3, 5)]
    assert [game.payoff(each) for each in after] == [None, -1]
    assert [worth(each) for each in after] == [-1, -1]
    assert best_columns(game, state) == (3, 5)
    assert dict(perfect(game)(state).items()) == {3: 1}


def test_tables_are_given_up_when_there_are_too_many(monkeypatch):
    """Each position gets a table of its own here, of which one at a time is kept."""
    game = ConnectFour(3, 3, line=4)
    kept_tables.cache_clear()
    monkeypatch.setattr("exactdice.games.connect_four.table.MOST_TABLES", 1)
    worth = minimax_of(game)
    for node in reversed(explore(game).nodes):
        assert value(game, node.state) == worth(node.state)
        assert len(kept_tables(game).tables) <= 1


def test_progress_is_told_while_positions_are_listed():
    heard = []
    kept_tables.cache_clear()
    solve(ConnectFour(9, 2), lambda done, of: heard.append(done))
    assert heard == sorted(heard)
    assert len(heard) > 10


def test_strategies_are_followed_on_large_boards_as_far_as_they_reach():
    game = ConnectFour(9, 2)
    best = solve(game).strategies
    at_random = named_strategy(game, Word("random"), MIN)
    for profile in ((best[0], at_random), (best[0], best[1])):
        for function in (payoff_law, mean_length, length_law):
            assert function(game, profile) == the_generic(function)(game, profile)
        start = game.start
        values = profile_values(game, profile)
        assert values[start] == the_generic(profile_values)(game, profile)[start]
    for player in (MAX, MIN):
        assert best_response(game, best[1 - player], player).value == 0
    assert payoff_law(ConnectFour(), (searcher(ConnectFour(), 2),) * 2).total == 1
    large = ConnectFour()
    first, second = (named_strategy(large, Word("random"), player) for player in (MAX, MIN))
    for profile in ((first, second), (searcher(large, 1), second)):
        with pytest.raises(TooCostly, match="too large to list"):
            payoff_law(large, profile)
    with pytest.raises(TooCostly, match="too large to list"):
        enclose(large, 3)


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


def test_advice_names_all_best_columns_also_near_the_end_of_a_large_board():
    game = ConnectFour(2, 5, line=3)
    best = " or ".join(map(str, the_generic(solve)(game).optimal_actions[game.start]))
    assert advice(game, game.start, MAX, None) == f"best: {best}, expected gain 0"
    large = ConnectFour()
    state = late_position(large, 33)
    player = large.mover(state)
    gain = minimax_of(large)(state) * (1 if player == MAX else -1)
    assert advice(large, state, player, None).endswith(f"expected gain {gain}")
