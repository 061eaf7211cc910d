"""The float guide of Dice Battle when a bust scores 0: it never changes a result."""

from functools import cache
from random import Random

import numpy as np
import pytest
from lopsided_battles import mixing
from returning_battles import EXTREME

from exactdice import MAX, MIN, DiceBattle, best_response, solve
from exactdice.games.dice_battle import returning_guide as dice_battle_return_guide
from exactdice.games.dice_battle.guide import Guide
from exactdice.games.dice_battle.returning_guide import ReturnGuide

# --- the float guide ------------------------------------------------------------------------------


def answers(game):
    """The solution and both best responses to a mixed plan."""
    plan = mixing(game)
    return [solve(game), best_response(game, plan, MAX), best_response(game, plan, MIN)]


guided_answers = cache(answers)  # as the guide has them, once for all tests


def assert_same(ones, others):
    for one, other in zip(ones, others, strict=True):
        for state in one.values:
            assert one.optimal_actions[state] == other.optimal_actions[state]
            assert one.values[state] == other.values[state]


def allow_all(_guide, _s, win, _lose):
    return np.ones_like(win, dtype=bool)


@pytest.mark.parametrize("game", EXTREME, ids=range(len(EXTREME)))
def test_the_guide_never_rules_out_a_best_action(game, monkeypatch):
    """With every number of dice compared exactly, nothing changes; the integers then start from
    what was chosen on the line before.
    """
    guided = guided_answers(game)
    monkeypatch.setattr(Guide, "possible", allow_all)
    assert_same(guided, answers(game))


@pytest.mark.parametrize("game", EXTREME[1:5], ids=range(1, 5))
def test_the_integers_alone_find_the_optimum(game, monkeypatch):
    """Floats that never agree among themselves leave everything to the integers, which start from
    the worst they could be given.
    """
    guided = guided_answers(game)
    monkeypatch.setattr(dice_battle_return_guide, "ROUNDS", 0)
    rng = Random(1)
    begin = ReturnGuide.begin

    def anyhow(self, s, js, laws, other):
        self.last[:] = [rng.randrange(game.dice) for _ in self.last]
        begin(self, s, js, laws, other)

    monkeypatch.setattr(ReturnGuide, "begin", anyhow)
    assert_same(guided, answers(game))


def test_without_its_margin_the_guide_would_lose_ties(monkeypatch):
    game = DiceBattle(dice=3, target=25, faces=2, bust_score=0)
    exact = solve(game).optimal_actions
    monkeypatch.setattr(
        Guide, "possible", lambda _guide, _s, win, _lose: win == win.max(axis=1, keepdims=True)
    )
    careless = solve(game).optimal_actions
    assert any(careless[state] != exact[state] for state in exact)
