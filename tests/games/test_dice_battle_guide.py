"""The float guide of Dice Battle in turns: it never changes a result."""

from fractions import Fraction

import numpy as np
import pytest

from exactdice import MAX, MIN, DiceBattle, best_response, check, dice, mixed, random, solve
from exactdice.games.dice_battle.guide import SMALLEST, Guide
from exactdice.games.dice_battle.sweep import sweep

# --- the float guide ------------------------------------------------------------------------------

LOPSIDED = [
    DiceBattle(dice=10, target=30),
    DiceBattle(dice=4, target=15, weights=(1, *[10**12] * 5)),
    DiceBattle(dice=4, target=15, weights=(10**12, *[1] * 5)),
    DiceBattle(dice=3, target=12, weights=(1, 10**12, 1, 10**12, 1, 1)),
    DiceBattle(
        dice=3, target=7, faces=3, weights=(10**400, 1, 1)
    ),  # every chance of a safe die underflows
    DiceBattle(dice=3, target=7, faces=3, weights=(1, 10**400, 10**400)),
    DiceBattle(
        dice=8, target=15, faces=2, weights=(10**40, 1)
    ),  # wins of (1e-40)^8 and less, below SMALLEST
    DiceBattle(
        dice=3, target=10, faces=2, weights=(2**53 - 1, 2**53 + 1)
    ),  # a fair coin but for the last bit
    DiceBattle(dice=5, target=14, weights=(1, 0, 0, 0, 0, 1), bust=6, bust_score=14),
    DiceBattle(dice=3, target=9, faces=2, weights=(10**200, 10**100), bust_score=3),
    DiceBattle(dice=3, target=20, faces=2, bust_score=9),
]


def allow_all(_guide, _s, win, _lose):
    return np.ones_like(win, dtype=bool)


def trust_floats(_guide, _s, win, _lose):
    return win == win.max(axis=1, keepdims=True)


@pytest.mark.parametrize("game", LOPSIDED, ids=range(len(LOPSIDED)))
def test_the_guide_never_rules_out_a_best_action(game, monkeypatch):
    """With every number of dice compared exactly, nothing changes."""
    plan = mixed((random(game), Fraction(1, 3)), (dice(game.dice), Fraction(2, 3)))
    guided = [solve(game), best_response(game, plan, MAX), best_response(game, plan, MIN)]
    monkeypatch.setattr(Guide, "possible", allow_all)
    exact = [solve(game), best_response(game, plan, MAX), best_response(game, plan, MIN)]
    for one, other in zip(guided, exact, strict=True):
        for state in one.values:
            assert one.optimal_actions[state] == other.optimal_actions[state]
            assert one.values[state] == other.values[state]


@pytest.mark.parametrize("game", LOPSIDED[1:], ids=range(1, len(LOPSIDED)))
def test_lopsided_games_are_proved_by_the_checker(game):
    assert check(solve(game)).startswith("value ")


@pytest.mark.parametrize("plan", [None, 0, 1], ids=["both choose", "MIN follows", "MAX follows"])
@pytest.mark.parametrize("game", LOPSIDED, ids=range(len(LOPSIDED)))
def test_the_guides_error_is_never_above_its_bound(game, plan, monkeypatch):
    """What the guide enters for w and l on line s is within error(s), relatively, of the exact h
    and 1 - h (above SMALLEST).
    """
    entered = []
    enter = Guide.enter

    def noting(self, s, js, win, lose):
        entered.append((s, js, win, lose, self.error(s)))
        enter(self, s, js, win, lose)

    monkeypatch.setattr(Guide, "enter", noting)
    follow = mixed((random(game), Fraction(1, 3)), (dice(game.dice), Fraction(2, 3)))
    plans = {None: (None, None), 0: (None, follow), 1: (follow, None)}[plan]
    lines = [line for both in sweep(game, plans, -1) for line in both]
    assert len(lines) == len(entered) == (2 * game.target - 1) * (1 if plan is None else 2)
    for line, (s, js, win, lose, error) in zip(lines, entered, strict=True):
        assert line.s == s
        for j, w, l in zip(js, win.tolist(), lose.tolist(), strict=True):
            h = line.h(s - j)
            for found, exact in ((w, h), (l, 1 - h)):
                if exact >= Fraction(SMALLEST):
                    assert abs(Fraction(found) - exact) <= Fraction(error) * exact
                else:
                    assert found <= 2 * SMALLEST


def test_without_its_margin_the_guide_would_lose_ties(monkeypatch):
    """The margin is needed, and the comparisons above would notice its absence: floats alone break
    exact ties.
    """
    game = DiceBattle(dice=10, target=40)
    exact = solve(game).optimal_actions
    monkeypatch.setattr(Guide, "possible", trust_floats)
    careless = solve(game).optimal_actions
    assert any(careless[state] != exact[state] for state in exact)
