"""The float guide of Dice Battle in turns: its error is never above the bound that it counts on."""

import pytest
from lopsided_battles import LOPSIDED, mixing

from exactdice import MAX, MIN
from exactdice.games.dice_battle.guide import SMALLEST, Guide
from exactdice.games.dice_battle.sweep import sweep

BATTLES = [pytest.param(game, id=f"lopsided {k}") for k, game in enumerate(LOPSIDED)]


@pytest.mark.parametrize(
    "plan", [None, MAX, MIN], ids=["both choose", "MAX follows", "MIN follows"]
)
@pytest.mark.parametrize("game", BATTLES)
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
    follow = mixing(game)
    plans = {None: (None, None), MAX: (follow, None), MIN: (None, follow)}[plan]
    lines = [line for both in sweep(game, plans, -1) for line in both]
    assert len(lines) == len(entered) == (2 * game.target - 1) * (1 if plan is None else 2)
    for line, (s, js, win, lose, error) in zip(lines, entered, strict=True):
        assert line.s == s
        allowed = error.as_integer_ratio()
        for j, w, l in zip(js, win.tolist(), lose.tolist(), strict=True):
            top, bottom = line.h(s - j).as_integer_ratio()
            assert_within(w, top, bottom, allowed)
            assert_within(l, bottom - top, bottom, allowed)


def assert_within(found, top, bottom, allowed):
    """In whole numbers, as no Fraction needs to be reduced to be compared: found = a / b is within
    the relative error c / d of top / bottom.
    """
    (a, b), (c, d) = found.as_integer_ratio(), allowed
    small, unit = SMALLEST.as_integer_ratio()
    if top * unit >= small * bottom:
        assert abs(a * bottom - top * b) * d <= c * top * b
    else:
        assert found <= 2 * SMALLEST
