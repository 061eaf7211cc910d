"""Pig under two fixed strategies: the fast path against the generic functions, a linear system from
the rules, published numbers.
"""

import brute_force as brute
import pytest
from drawn_pigs import pigs, plans, scattered
from hypothesis import given, settings
from oracles import law_of

from exactdice import (
    MAX,
    MIN,
    WAIT,
    Pig,
    PigState,
    hold_at,
    mean_length,
    payoff_distribution,
    profile_values,
)
from exactdice.exact.errors import QueryError, RulesError, UnsolvableError
from exactdice.game.protocol import strategy
from exactdice.games.pig import profile as pig_profile
from exactdice.query.evaluate import evaluate_query
from exactdice.query.strategies import makers_of
from exactdice.solvers.fast_path import generic_function


@settings(max_examples=60)
@given(pigs(), plans, plans)
def test_the_fast_path_is_the_generic_one(game, first, second):
    profile = (first, second)
    assert payoff_distribution(game, profile) == generic_function(payoff_distribution)(
        game, profile
    )
    assert mean_length(game, profile) == generic_function(mean_length)(game, profile)
    values = profile_values(game, profile)
    assert dict(values) == generic_function(profile_values)(game, profile)
    assert len(values) == len(list(values))


# --- oracles --------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(pigs(3), plans, plans)
def test_the_linear_system_of_all_states(game, first, second):
    rows = brute.chain(game, (followed(first, MAX), followed(second, MIN)))
    wins = brute.means(rows, lambda state: game.payoff(state) == 1)
    moves = brute.means(rows, lambda state: game.payoff(state) is None)
    assert payoff_distribution(game, (first, second)).probability(1) == wins[game.start]
    assert mean_length(game, (first, second)) == moves[game.start]
    assert dict(profile_values(game, (first, second))) == {
        state: 2 * win - 1 for state, win in wins.items() if game.payoff(state) is None
    }


def followed(plan, player):
    """The plan as {action: chance} at each state."""
    choose = strategy(plan)
    return lambda state: law_of(choose(state)) if state.to_move == player else {WAIT: 1}


# --- strategies -----------------------------------------------------------------------------------


def test_hold_at():
    plan = hold_at(5)
    assert [next(iter(plan(PigState(0, 0, k)))) for k in (0, 4, 5, 6)] == [
        "roll",
        "roll",
        "hold",
        "hold",
    ]
    with pytest.raises(RulesError, match="the turn total to hold at must be an int of 1 or more"):
        hold_at(0)


@pytest.mark.parametrize("function", [payoff_distribution, mean_length, profile_values])
def test_what_the_rules_do_not_allow_is_refused_in_the_words_of_the_generic_function(function):
    for plan in (lambda _: "hold", lambda state: "pass" if state.turn_total == 3 else "roll"):
        messages = []
        for call in (function, generic_function(function)):
            with pytest.raises(RulesError) as caught:
                call(Pig(6), (hold_at(2), plan))
            messages.append(str(caught.value).partition(" at ")[0])
        assert messages[0] == messages[1]
        assert messages[0].startswith("the strategy of MIN plays ")


def test_fractions_beyond_the_budget_are_refused(monkeypatch):
    monkeypatch.setattr(pig_profile, "BIT_BUDGET", 500)
    with pytest.raises(
        UnsolvableError,
        match=(
            r"^the exact value of PigState\(.*\) under these strategies needs a fraction of "
            r"more than 500 bits"
        ),
    ):
        payoff_distribution(Pig(20), (scattered(1), scattered(2)))
    monkeypatch.setattr(pig_profile, "BIT_BUDGET", 10**9)
    monkeypatch.setattr(pig_profile, "WORK_BUDGET", 5000)
    with pytest.raises(UnsolvableError, match="fractions of more than 5000 bits in all"):
        mean_length(Pig(20), (scattered(1), scattered(2)))


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (
            "pig_turns(blind, optimal)",
            r"^a strategy must be one of hold_at\(n\), keep_pace, .*, optimal, .*, got blind",
        ),
        ("pig_turns(hold_at, optimal)", r"got hold_at \(did you mean hold_at\(n\)\?\)$"),
    ],
)
def test_names_that_do_not_fit(query, message):
    with pytest.raises(QueryError, match=message):
        evaluate_query(query)


def test_each_game_offers_the_names_that_fit():
    from exactdice.games.tokens import POLICIES
    from exactdice.query.games_by_name import GAMES
    from exactdice.query.register import EVERY_NAME, OPTIMAL_WITH

    general = {
        "optimal", OPTIMAL_WITH, "random", "first", "last", "mixed(a, p, ...)", "by_table(file)"
    }  # fmt: skip
    names = {name: set(makers_of(rules(), MAX)) for name, rules in GAMES.items()}
    assert (
        names["pig"]
        == names["piglet"]
        == general
        | {"hold_at(n)", "keep_pace", "keep_pace(end, base, divisor)", "scoring_turns(n)"}
    )
    assert names["dice-battle"] == names["one-shot-battle"] == general | {"blind", "dice(n)"}
    assert names["tokens"] == general | {"worst", *POLICIES}
    assert set().union(*names.values()) == set(EVERY_NAME)
