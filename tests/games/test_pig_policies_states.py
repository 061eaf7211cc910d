"""What any state of Pig is worth, by given strategies and by the best."""

from fractions import Fraction

import pytest
from pigs import PIG, small_games

from exactdice import hold_at, profile_values, solve, strategy, uniform
from exactdice.errors import QueryError
from exactdice.query.evaluate import evaluate_query
from exactdice.solvers.fast_path import the_generic

# --- any state ------------------------------------------------------------------------------------


@small_games
def test_every_state_is_worth_what_the_generic_solver_says(game):
    slow = the_generic(solve)(game)
    options = {"game": PIG, "target": game.target, "bust": game.bust}
    options |= {"faces": game.faces} if game.weights is None else {"weights": game.weights}
    for state, value in list(slow.values.items())[::3]:
        written = (
            f"{state.first}, {state.second}, {state.turn_total}, {('MAX', 'MIN')[state.to_move]}"
        )
        assert evaluate_query(f"value({written})", options) == value
        assert evaluate_query(f"best({written})", options) == frozenset(slow.optimal_actions[state])
        bounds = evaluate_query(f"value({written})", {**options, "digits": 12})
        assert bounds.lower <= value <= bounds.upper
        assert bounds.width <= Fraction(1, 10**12)


@small_games
@pytest.mark.parametrize("first", ["hold_at(3)", "random"])
def test_play_by_given_strategies_may_be_followed_from_any_state(game, first):
    options = {"game": PIG, "target": game.target, "bust": game.bust}
    options |= {"faces": game.faces} if game.weights is None else {"weights": game.weights}
    plan = (
        hold_at(3)
        if first == "hold_at(3)"
        else {state: uniform(game.actions(state, state.to_move)) for state in game.unfinished()}
    )
    known = the_generic(profile_values)(game, (strategy(plan), hold_at(2)))
    for state, value in list(known.items())[::5]:
        written = (
            f"{state.first}, {state.second}, {state.turn_total}, {('MAX', 'MIN')[state.to_move]}"
        )
        assert evaluate_query(f"gain_from({first}, hold_at(2), {written})", options) == value


@pytest.mark.parametrize("state", ["100, 0", "0, 0, 200", "0, 0, 0, 2", "1/2, 0"])
def test_what_is_no_state_is_refused(state):
    with pytest.raises(QueryError, match="is no state that play of Pig"):
        evaluate_query(f"value({state})", {"game": PIG})
