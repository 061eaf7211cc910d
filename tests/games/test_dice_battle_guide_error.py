"""The float guide of Dice Battle, in turns and where a bust scores 0: its error is never above the
bound that it counts on.
"""

from fractions import Fraction

import pytest
from lopsided_battles import LOPSIDED
from returning_battles import EXTREME

from exactdice import MAX, MIN, dice, mixed, random
from exactdice.games.dice_battle.guide import SMALLEST, Guide
from exactdice.games.dice_battle.sweep import sweep

BATTLES = [
    *(pytest.param(game, id=f"lopsided {k}") for k, game in enumerate(LOPSIDED)),
    *(pytest.param(game, id=f"returning {k}") for k, game in enumerate(EXTREME)),
]


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
    follow = mixed((random(game), Fraction(1, 3)), (dice(game.dice), Fraction(2, 3)))
    plans = {None: (None, None), MAX: (follow, None), MIN: (None, follow)}[plan]
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
