"""Every word of every game of the register, against what follows from the rules alone."""

from fractions import Fraction
from itertools import product

import brute_force as brute
import pytest
from small_games import SMALL
from small_of_each_game import (
    RETURNING,
    ask,
    call,
    every_game,
    fields,
    game_named,
    is_solo,
    one,
    plan,
    some_states,
    worths,
    written,
)

from exactdice.exact.errors import QueryError
from exactdice.exact.numbers import Interval
from exactdice.query.evaluate import evaluate_query
from exactdice.query.register import Word


@every_game
def test_value_is_what_both_can_guarantee_and_mixtures_guarantee_it(name):
    game, worth = worths(name)
    assert brute.must_end(game)  # so what holds one move ahead at every state is the value
    for state, value in worth.items():
        rows, columns = brute.allowed(game, state)
        ours, theirs = (
            ask(name, call(word, *fields(state))) for word in ("mixture", "mixture_of_min")
        )
        assert set(ours) <= set(rows)
        assert set(theirs) <= set(columns)
        after = {
            joint: brute.follows(game, state, joint, worth) for joint in product(rows, columns)
        }
        assert value == min(sum(ours.probability(a) * after[a, b] for a in rows) for b in columns)
        assert value == max(sum(theirs.probability(b) * after[a, b] for b in columns) for a in rows)


@every_game
def test_worth_best_first_best_and_after(name):
    game, worth = worths(name)
    for state in some_states(game):
        rows, columns = brute.allowed(game, state)
        moves = brute.mover(game, state)
        sign = -1 if moves == 1 else 1
        assert ask(name, call("worth", *fields(state))) == sign * worth[state]
        for a, b in product(rows, columns):
            actions = [a, b] if moves is None else [(a, b)[moves]]
            query = call("after", *map(written, actions), *fields(state))
            assert ask(name, query) == brute.follows(game, state, (a, b), worth), query
        if moves is None:
            with pytest.raises(QueryError, match="mixture"):
                ask(name, call("best", *fields(state)))
            continue
        best = [
            action
            for action in (rows, columns)[moves]
            if brute.follows(
                game, state, (action, columns[0]) if moves == 0 else (rows[0], action), worth
            )
            == worth[state]
        ]
        assert ask(name, call("best", *fields(state))) == set(best)
        assert ask(name, call("first_best", *fields(state))) == best[0]


@every_game
def test_no_arguments_mean_the_start(name):
    game = game_named(name)
    for word in ("value", "worth", "mixture", "mixture_of_min"):
        assert ask(name, f"{word}()") == ask(name, call(word, *fields(game.start)))


@every_game
def test_finished_states_are_worth_their_payoff_and_nobody_moves_there(name):
    game = game_named(name)
    over = next(state for state in brute.all_states(game) if game.payoff(state) is not None)
    assert ask(name, call("value", *fields(over))) == game.payoff(over)
    assert ask(name, call("worth", *fields(over))) == game.payoff(over)
    for word in ("best", "first_best", "mixture"):
        with pytest.raises(QueryError, match="is over"):
            ask(name, call(word, *fields(over)))


# --- states ---------------------------------------------------------------------------------------


@every_game
def test_states_and_positions_at(name):
    game = game_named(name)
    assert ask(name, "states()") == len(brute.all_states(game))
    for moves, level in zip(range(5), brute.levels(game), strict=False):
        assert ask(name, f"positions_at({moves})") == len(level)
    if name not in RETURNING:
        assert ask(name, "positions_at(100)") == 0


# --- within bounds --------------------------------------------------------------------------------


def ends(value):
    return (value.lower, value.upper) if isinstance(value, Interval) else (value, value)


@every_game
def test_bounds_hold_the_exact_value(name):
    game = game_named(name)
    several = ["random"] if is_solo(game) else ["random", "optimal"]
    queries = [
        call(word, *fields(state)) for word in ("value", "worth") for state in some_states(game)
    ]
    queries += [call(word, *several) for word in ("gain", "win", "draw", "loss", "turns")]
    queries += [call("gain_from", *several, *fields(state)) for state in some_states(game)]
    if not is_solo(game):
        queries += ["best_response(random)", "best_response_of_min(random)"]
        queries += ["exploitability(random, first)"]
    for query in queries:
        exact = ask(name, query)
        lower, upper = ends(ask(name, query, digits=9))
        assert lower <= exact <= upper, query
        assert upper - lower <= Fraction(1, 10**9), query


def test_optimal_for_other_options_is_played_under_these():
    assert ask("pig", "gain(optimal(target=4), random)") == ask("pig", "gain(optimal, random)")
    game = game_named("dice-battle")
    options = {"game": Word("dice-battle"), **SMALL["dice-battle"], "bust_score": 0}

    def other_optimal(state):
        if state.to_move != 0:
            return one("wait")
        return one(evaluate_query(call("first_best", *fields(state)), options))

    plans = (other_optimal, plan(game, "random", 1))
    law = brute.payoffs(game, plans)
    found = ask("dice-battle", "payoff_law(optimal(bust_score=0), random)")
    assert {paid: found.probability(paid) for paid in found} == law
