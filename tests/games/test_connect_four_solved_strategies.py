"""Strategies of Connect Four that read the solution by levels, followed as far as they reach."""

import random

import pytest
from connect_four_by_minimax import by_minimax, late_position

from exactdice import MAX, MIN, enclose, payoff_law, simulate, solve
from exactdice.arenas.search import searcher
from exactdice.errors import TooCostly
from exactdice.evaluation.profiles import best_response, length_law, mean_length, profile_values
from exactdice.games.connect_four.answers import best_columns, held_by
from exactdice.games.connect_four.fast import perfect
from exactdice.games.connect_four.rules import ConnectFour
from exactdice.games.strategies import named_strategy
from exactdice.solvers.fast_path import the_generic
from exactdice.terminal.players import advice
from exactdice.words.register import Word


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
    worth = by_minimax(game, state)
    # MIN completes a line in column 5, or wins later by one nearer to the middle
    after = [game.dropped(state, column) for column in (3, 5)]
    assert [game.payoff(each) for each in after] == [None, -1]
    assert [worth[each] for each in after] == [-1, -1]
    assert best_columns(game, state) == (3, 5)
    assert dict(perfect(game)(state).items()) == {3: 1}


def test_strategies_are_followed_on_large_boards_as_far_as_they_reach():
    game = ConnectFour(7, 2)
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


def test_advice_names_all_best_columns_also_near_the_end_of_a_large_board():
    game = ConnectFour(2, 5, line=3)
    best = " or ".join(map(str, the_generic(solve)(game).optimal_actions[game.start]))
    assert advice(game, game.start, MAX, None) == f"best: {best}, expected gain 0"
    large = ConnectFour()
    state = late_position(large, 33)
    player = large.mover(state)
    gain = by_minimax(large, state)[state] * (1 if player == MAX else -1)
    assert advice(large, state, player, None).endswith(f"expected gain {gain}")
