"""Hog at its full size."""

import pytest
from hog_recursion import PLAIN
from oracles import Race

from exactdice import MAX, DiceBattle, Hog, solve
from exactdice.games.hog import AFTER_RULES, ZERO_RULES


@pytest.mark.slow
def test_without_special_rules_hog_is_dice_battle_at_full_size():
    hog, battle = solve(Hog(**PLAIN)), solve(DiceBattle())
    assert all(battle.values[state] == value for state, value in hog.values.items())
    assert all(battle.optimal_actions[state] == best for state, best in hog.optimal_actions.items())


def float_solution(goal):
    """w(own, other) of fall 2024 in plain floats, for the size of every term."""
    laws = [{k: float(p) for k, p in law.items()} for law in Race(10, 1).throws]
    w = [[0.0] * goal for _ in range(goal)]
    # by the own points alone
    becomes = [AFTER_RULES["sus-fuss"](own, 0)[0] for own in range(goal + 60)]

    def lost(own, other):
        return 0.0 if becomes[own] >= goal else w[other][becomes[own]]

    for s in reversed(range(2 * goal - 1)):
        for i in range(max(0, s - goal + 1), min(s, goal - 1) + 1):
            after = {k: lost(i + k, s - i) for k in range(1, 61)}
            means = [sum(p * after[k] for k, p in law.items()) for law in laws]
            w[i][s - i] = 1 - min(*means, after[ZERO_RULES["boar-brawl"](i, s - i)])
    return w


@pytest.mark.slow
def test_the_full_game_agrees_with_floats():
    values, w = solve(Hog()).values, float_solution(100)
    assert all(
        abs(float(value) - (2 * w[state.own][state.other] - 1)) < 1e-12
        for state, value in values.items()
        if state.to_move == MAX
    )
