"""Dice Battle in turns when a bust scores 0 (SPEC 3): the fast path against brute force over pairs,
and its equations.

Every (i, j) is checked to satisfy the equation of optimal play, or of the plans, exactly. A bust
leads from (i, j) to (j, i) and back; each round trip scores with positive probability, so the
equations contract and what satisfies them is the answer.
"""

from fractions import Fraction
from itertools import product
from math import lcm

import pytest
from drawn_battles import oracle, plan_seeds, some_plan
from hypothesis import given, settings
from returning_battles import EXTREME, battles

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
    solve,
)
from exactdice.games.dice_battle.fast import line_at
from exactdice.games.dice_battle.sweep import sweep

# --- optimal play ---------------------------------------------------------------------------------


def gains(solution):
    return {
        (state.own, state.other): Fraction(solution.values[state])
        for state in solution.values
        if state.to_move == MAX
    }


def assert_optimal(game):
    """EG(i, j) = max over d of -sum P(d, k) EG(j, i + k), k = 0 included, and OPT_all attains it,
    at every (i, j) of both players.
    """
    race, solution = oracle(game), solve(game)
    gain = gains(solution)
    assert len(gain) == game.target**2
    assert line_at(game).gain(0) == solution.value
    for i, j in race.points():
        worth = {d: race.worth(gain, i, j, d) for d in range(1, game.dice + 1)}
        assert gain[i, j] == max(worth.values())
        assert solution.optimal_actions[BattleState(i, j, MAX)] == tuple(
            d for d, w in worth.items() if w == gain[i, j]
        )
        assert solution.values[BattleState(j, i, MIN)] == -gain[i, j]
        assert (
            solution.optimal_actions[BattleState(j, i, MIN)]
            == solution.optimal_actions[BattleState(i, j, MAX)]
        )


@settings(max_examples=40)
@given(battles())
def test_values_and_ties_satisfy_the_equation_of_optimal_play(game):
    assert_optimal(game)


@pytest.mark.parametrize("game", EXTREME, ids=range(len(EXTREME)))
def test_values_and_ties_satisfy_the_equation_for_chosen_games(game):
    assert_optimal(game)


def brute_force(game):
    """{(i, j): EG} by trying every pair of numbers of dice at (i, j) and (j, i), and taking their
    saddle point.

    x(d, e) is what the pair of numbers is worth at (i, j), by elimination in x = a - b y, y = c - f
    x; x = max over d of the least over e.
    """
    race, gain = oracle(game), {}

    def line(i, j, d):
        """(a, b): the worth of d is a - b EG(j, i)."""
        bust = race.throws[d - 1].get(0, Fraction(0))
        return race.worth({**gain, (j, i): Fraction(0)}, i, j, d), bust

    for i, j in race.points():
        if (i, j) in gain:
            continue
        own, partner = (
            [line(*state, d) for d in range(1, game.dice + 1)] for state in ((i, j), (j, i))
        )
        x = {
            (d, e): (a - b * c) / (1 - b * f)
            for (d, (a, b)), (e, (c, f)) in product(enumerate(own), enumerate(partner))
        }
        if i == j:
            gain[i, j] = max(x[d, d] for d in range(game.dice))
            continue
        first = [min(x[d, e] for e in range(game.dice)) for d in range(game.dice)]
        y = {
            (d, e): c - f * x[d, e]
            for (d, _), (e, (c, f)) in product(enumerate(own), enumerate(partner))
        }
        second = [min(y[d, e] for d in range(game.dice)) for e in range(game.dice)]
        gain[i, j], gain[j, i] = max(first), max(second)
    return gain


@settings(max_examples=30)
@given(battles(most_dice=3, most_target=6))
def test_values_are_those_of_the_best_pair_of_numbers_of_dice(game):
    assert gains(solve(game)) == brute_force(game)


def test_with_any_throw_that_scores_winning_one_die_is_thrown_until_a_player_scores():
    """To 1 or 2 points each throw without a 1 wins. One die then scores oftenest, with chance q =
    5/6, so the first player wins with w = q + (1 - q)(1 - w), that is 1 / (2 - q) = 6/7, in 1/q =
    6/5 throws on average.
    """
    for target in (1, 2):
        game = DiceBattle(dice=10, target=target, bust_score=0)
        solution = solve(game)
        assert solution.value == 2 * Fraction(6, 7) - 1
        assert {solution.optimal_actions[state] for state in solution.values} == {(1,)}
        assert mean_length(game, (dice(1), dice(1))) == Fraction(6, 5)


@settings(max_examples=20)
@given(battles(), plan_seeds)
def test_the_bust_score_does_not_matter_to_dice_that_never_bust(game, described):
    weights = [1] * game.faces if game.weights is None else list(game.weights)
    weights[game.bust - 1] = 0
    weights = tuple(Fraction(w, sum(weights)) for w in weights)
    zero, one = (
        DiceBattle(game.dice, game.target, game.faces, weights, game.bust, score)
        for score in (0, 1)
    )
    plan = some_plan(game, *described)
    for ours, known in (
        (solve(zero), solve(one)),
        *((best_response(zero, plan, who), best_response(one, plan, who)) for who in (MAX, MIN)),
    ):
        assert all(ours.values[state] == known.values[state] for state in known.values)
        assert all(
            ours.optimal_actions[state] == known.optimal_actions[state] for state in known.values
        )
    for function in (payoff_distribution, mean_length, length_distribution):
        assert function(zero, (plan, plan)) == function(one, (plan, plan))


@settings(max_examples=15)
@given(battles(most_dice=3, most_target=9))
def test_the_scale_is_the_least_common_denominator_of_all_lines(game):
    lines = [line for (line,) in sweep(game, (None, None), -1)]
    points = range(game.target)
    assert lines[-1].scale == lcm(
        *(line.h(i).denominator for line in lines for i in points if line.s - i in points)
    )
