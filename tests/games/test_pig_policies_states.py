"""What any state of Pig is worth, by given strategies and by the best."""

from fractions import Fraction

import pytest
from pigs import PIG, options_of, small_games

from exactdice import hold_at, profile_values, solve, uniform
from exactdice.exact.errors import QueryError
from exactdice.query.evaluate import evaluate_query
from exactdice.solvers.fast_path import generic_function


def in_words(state):
    """The state as a query writes it."""
    mover = ("MAX", "MIN")[state.to_move]
    return f"{state.first}, {state.second}, {state.turn_total}, {mover}"


@small_games
def test_every_state_is_worth_what_the_generic_solver_says(game):
    slow = generic_function(solve)(game)
    options = {"game": PIG, **options_of(game)}
    for state, value in list(slow.values.items())[::3]:
        written = in_words(state)
        assert evaluate_query(f"value({written})", options) == value
        assert evaluate_query(f"optimal_actions({written})", options) == frozenset(
            slow.optimal_actions[state]
        )
        bounds = evaluate_query(f"value({written})", {**options, "digits": 12})
        assert bounds.lower <= value <= bounds.upper
        assert bounds.width <= Fraction(1, 10**12)


@small_games
@pytest.mark.parametrize("first", ["hold_at(3)", "random"])
def test_play_by_given_strategies_may_be_followed_from_any_state(game, first):
    evenly = lambda state: uniform(game.actions(state, state.to_move))  # noqa: E731
    plan = hold_at(3) if first == "hold_at(3)" else evenly
    known = generic_function(profile_values)(game, (plan, hold_at(2)))
    for state, value in list(known.items())[::5]:
        query = f"gain_from({first}, hold_at(2), {in_words(state)})"
        assert evaluate_query(query, {"game": PIG, **options_of(game)}) == value


@pytest.mark.parametrize("state", ["100, 0", "0, 0, 200", "0, 0, 0, 2", "1/2, 0"])
def test_what_is_no_state_is_refused(state):
    with pytest.raises(QueryError, match="is no state that play of Pig"):
        evaluate_query(f"value({state})", {"game": PIG})
