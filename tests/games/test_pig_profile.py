"""Pig under two fixed strategies: the fast path against the generic functions, a linear system from
the rules, published numbers.
"""

from fractions import Fraction

import brute_force as brute
import pytest
from drawn_pigs import pigs, plans, scattered
from hypothesis import given, settings
from oracles import law_of

from exactdice import (
    MAX,
    MIN,
    WAIT,
    Distribution,
    Pig,
    PigState,
    hold_at,
    mean_length,
    payoff_distribution,
    piglet,
    point,
    profile_values,
)
from exactdice.exact.errors import QueryError, RulesError, UnsolvableError
from exactdice.game.protocol import strategy
from exactdice.games.pig import profile as pig_profile
from exactdice.query.evaluate import evaluate_query
from exactdice.query.strategies import makers_of
from exactdice.solvers.fast_path import the_generic


@settings(max_examples=60)
@given(pigs(), plans, plans)
def test_the_fast_path_is_the_generic_one(game, first, second):
    profile = (first, second)
    assert payoff_distribution(game, profile) == the_generic(payoff_distribution)(game, profile)
    assert mean_length(game, profile) == the_generic(mean_length)(game, profile)
    values = profile_values(game, profile)
    assert dict(values) == the_generic(profile_values)(game, profile)
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


def test_one_point_by_hand():
    """To 1 point each turn is one roll, lost with 1/6: the first wins with p = 5/6 + (1 - p) / 6,
    after 1 / (5/6) rolls on average.
    """
    assert payoff_distribution(Pig(1), (hold_at(1), hold_at(1))) == Distribution({1: 6, -1: 1})
    assert mean_length(Pig(1), (hold_at(1), hold_at(1))) == Fraction(6, 5)


def test_two_points_with_a_coin_by_hand():
    """MAX holds each point, MIN rolls on. Chances of MAX to win: x, y at 0-0 with MAX, MIN to move,
    u, v at 1-0.

    x = (v + y) / 2, y = x / 2 + (1/2)(x / 2) as MIN wins with 1/4, u = 1/2 + v / 2, v = 3 u / 4: u
    = 4/5, v = 3/5, y = 3 x / 4, x = 12/25. MAX's turn moves 2 or 1 times at 0-0 and once at 1-0,
    MIN's 3/2 times; with w, z moves at 0-0 and a, c at 1-0: a = 1 + c / 2, c = 3/2 + 3 a / 4, so a
    = 14/5, c = 18/5; w = 3/2 + (c + z) / 2, z = 3/2 + 3 w / 4, so w = 162/25.
    """
    profile = (hold_at(1), hold_at(2))
    assert payoff_distribution(piglet(2), profile).probability(1) == Fraction(12, 25)
    assert profile_values(piglet(2), profile)[PigState(1, 0, 0, MIN)] == 2 * Fraction(3, 5) - 1
    assert mean_length(piglet(2), profile) == Fraction(162, 25)


def test_without_a_bust_the_first_wins_when_it_never_holds():
    """Faces 1 and 2, equally likely: rolls to go n points r(1) = 1, r(2) = 1 + r(1)/2 = 3/2, r(3) =
    1 + (r(2) + r(1))/2 = 9/4.
    """
    game = Pig(3, weights=(1, 1, 1), bust=3)
    safe = Pig(3, weights=(1, 1, 0), bust=3)
    assert payoff_distribution(safe, (hold_at(3), hold_at(1))) == point(1)
    assert mean_length(safe, (hold_at(3), hold_at(1))) == Fraction(9, 4)
    assert payoff_distribution(game, (hold_at(3), hold_at(3))).probability(1) < 1


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
        for call in (function, the_generic(function)):
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
