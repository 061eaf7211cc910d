"""Dice Battle in turns, evaluated and answered by its fast path: against the generic functions
and the recursion over all points.
"""

from dataclasses import replace
from random import Random

import pytest
from drawn_battles import battles, known, oracle, plan_seeds, some_plan
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactdice import (
    MAX,
    MIN,
    BattleState,
    DiceBattle,
    best_response,
    dice,
    length_distribution,
    mean_length,
    payoff_distribution,
    profile_values,
    solve,
    strategy,
)
from exactdice.exact.errors import RulesError, TooCostly
from exactdice.games.dice_battle.fast import line_at
from exactdice.games.dice_battle.sweep import sweep
from exactdice.solvers.fast_path import generic_function


@known
@given(battles(most_target=7), plan_seeds, plan_seeds)
def test_evaluating_fast_is_evaluating_generically(game, first, second):
    profile = (some_plan(game, *first), some_plan(game, *second))
    slow, fast = generic_function(profile_values)(game, profile), profile_values(game, profile)
    assert slow == {state: fast[state] for state in slow}
    assert all(type(fast[state]) is type(slow[state]) for state in slow)
    for function in (payoff_distribution, length_distribution, mean_length):
        assert function(game, profile) == generic_function(function)(game, profile)


@known
@given(battles(most_target=7), st.integers(1, 7), st.sampled_from([None, 0]))
def test_a_plan_against_itself_is_swept_once(game, period, bust_score):
    """The sides are alike: what is found of one of them is what the generic way finds of both."""
    assume(bust_score is None or set(game.one_die) != {game.bust})
    game = game if bust_score is None else replace(game, bust_score=bust_score)

    def plan(state):
        return 1 + (3 * state.own + state.other) % period % game.dice

    assert all(len(lines) == 1 for lines in sweep(game, (plan, plan), -1))
    for function in (payoff_distribution, mean_length):
        assert function(game, (plan, plan)) == generic_function(function)(game, (plan, plan))
    slow = generic_function(profile_values)(game, (plan, plan))
    fast = profile_values(game, (plan, plan))
    assert slow == {state: fast[state] for state in slow}


@known
@given(battles(most_target=7), plan_seeds, st.sampled_from([MAX, MIN]))
def test_responding_fast_is_responding_generically(game, described, player):
    plan = some_plan(game, *described)
    slow, fast = (
        generic_function(best_response)(game, plan, player),
        best_response(game, plan, player),
    )
    assert fast.value == slow.value
    for state in slow.values:
        assert fast.values[state] == slow.values[state]
        assert fast.optimal_actions[state] == slow.optimal_actions[state]
        assert fast.strategies[player][state] == slow.strategies[player][state]


def test_plans_that_throw_1_or_80_dice_keep_the_greatest_denominator():
    """The power of 2 that a state needs then jumps by 80 up and down from line to line."""
    game = DiceBattle(dice=80, target=7, faces=2)
    race = oracle(game)
    for seed in range(60):
        rng = Random(seed)
        pure = {
            BattleState(i, j, player): rng.choice([1, 80])
            for i in range(game.target)
            for j in range(game.target)
            for player in (MAX, MIN)
        }
        plans = (
            lambda i, j, pure=pure: {pure[BattleState(i, j, MAX)]: 1},
            lambda i, j, pure=pure: {pure[BattleState(j, i, MIN)]: 1},
        )
        worth = race.follow(plans)
        values = profile_values(game, (strategy(pure), strategy(pure)))
        assert all(
            values[state] == worth[state.own, state.other, state.to_move] for state in values
        )


@settings(max_examples=20)
@given(battles(most_target=12), plan_seeds, plan_seeds)
def test_the_start_alone_agrees_with_the_whole_table(game, first, second):
    assert line_at(game).gain(0) == solve(game).value
    profile = (some_plan(game, *first), some_plan(game, *second))
    assert line_at(game, profile).gain(0) == profile_values(game, profile)[game.start]
    assert (
        mean_length(game, profile)
        == length_distribution(game, profile).mean()
        == line_at(game, profile, z=1).h(0)
    )


def test_what_would_take_too_long_is_refused():
    game, two = DiceBattle(dice=2, target=10**5), (dice(1), dice(2))
    for ask in (payoff_distribution, mean_length):
        with pytest.raises(TooCostly):
            ask(game, two)


def test_more_dice_than_the_game_has_are_refused():
    with pytest.raises(RulesError, match=r"^the strategy of MIN plays 3 at BattleState\(0, 0, 1\)"):
        payoff_distribution(DiceBattle(dice=2, target=3), (dice(1), dice(3)))
