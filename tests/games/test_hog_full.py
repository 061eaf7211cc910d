"""Hog at its full size."""

from fractions import Fraction

import pytest
from hog_recursion import PLAIN

from exactdice import MAX, DiceBattle, Hog, best_win_rate, solve, win_rate
from exactdice.games.hog.rules import AFTER_RULES, ZERO_RULES


@pytest.mark.slow
def test_without_special_rules_hog_is_dice_battle_at_full_size():
    hog, battle = solve(Hog(**PLAIN)), solve(DiceBattle())
    assert all(battle.values[state] == value for state, value in hog.values.items())
    assert all(battle.optimal_actions[state] == best for state, best in hog.optimal_actions.items())


def float_solution(goal):
    """w(own, other) of fall 2024 in plain floats, for the size of every term."""
    chances = {d: {k: float(p) for k, p in law.items()} for d, law in long_throws(10).items()}
    w = [[0.0] * goal for _ in range(goal)]
    # by the own points alone
    becomes = [AFTER_RULES["sus-fuss"](own, 0)[0] for own in range(goal + 60)]

    def lost(own, other):
        return 0.0 if becomes[own] >= goal else w[other][becomes[own]]

    for s in reversed(range(2 * goal - 1)):
        for i in range(max(0, s - goal + 1), min(s, goal - 1) + 1):
            after = {k: lost(i + k, s - i) for k in range(1, 61)}
            means = [sum(p * after[k] for k, p in law.items()) for law in chances.values()]
            w[i][s - i] = 1 - min(*means, after[ZERO_RULES["boar-brawl"](i, s - i)])
    return w


def long_throws(most):
    """{d: law of the score of d dice}, adding one die at a time."""
    sums, laws = {0: Fraction(1)}, {}
    for d in range(1, most + 1):
        added = {}
        for total, p in sums.items():
            for face in range(2, 7):
                added[total + face] = added.get(total + face, 0) + p / 6
        sums, laws[d] = added, {1: 1 - Fraction(5, 6) ** d, **added}
    return laws


@pytest.mark.slow
def test_the_full_game_agrees_with_floats():
    values, w = solve(Hog()).values, float_solution(100)
    assert all(
        abs(float(value) - (2 * w[state.own][state.other] - 1)) < 1e-12
        for state, value in values.items()
        if state.to_move == MAX
    )


def test_the_optimal_strategy_wins_half_against_itself():
    game = Hog(goal=30)
    optimal = {state: best[0] for state, best in solve(game).optimal_actions.items()}
    assert win_rate(game, optimal, optimal) == Fraction(1, 2)
    assert best_win_rate(game, optimal)[0] == Fraction(1, 2)
