"""The float guide of Dice Battle in turns: it never changes a result."""

from functools import cache

import numpy as np
import pytest
from lopsided_battles import LOPSIDED, mixing

from exactdice import MAX, MIN, DiceBattle, best_response, check, solve
from exactdice.games.dice_battle.guide import Guide

solved = cache(solve)  # as the guide has it, once for all tests


def allow_all(_guide, _s, win, _lose):
    return np.ones_like(win, dtype=bool)


def trust_floats(_guide, _s, win, _lose):
    return win == win.max(axis=1, keepdims=True)


@pytest.mark.parametrize("game", LOPSIDED, ids=range(len(LOPSIDED)))
def test_the_guide_never_rules_out_a_best_action(game, monkeypatch):
    """With every number of dice compared exactly, nothing changes."""
    plan = mixing(game)
    guided = [solved(game), best_response(game, plan, MAX), best_response(game, plan, MIN)]
    monkeypatch.setattr(Guide, "possible", allow_all)
    exact = [solve(game), best_response(game, plan, MAX), best_response(game, plan, MIN)]
    for one, other in zip(guided, exact, strict=True):
        for state in one.values:
            assert one.optimal_actions[state] == other.optimal_actions[state]
            assert one.values[state] == other.values[state]


@pytest.mark.parametrize("game", LOPSIDED[1:], ids=range(1, len(LOPSIDED)))
def test_lopsided_games_are_proved_by_the_checker(game):
    assert check(solved(game)).startswith("value ")


def test_without_its_margin_the_guide_would_lose_ties(monkeypatch):
    """The margin is needed, and the comparisons above would notice its absence: floats alone break
    exact ties.
    """
    game = DiceBattle(dice=10, target=40)
    exact = solve(game).optimal_actions
    monkeypatch.setattr(Guide, "possible", trust_floats)
    careless = solve(game).optimal_actions
    assert any(careless[state] != exact[state] for state in exact)
