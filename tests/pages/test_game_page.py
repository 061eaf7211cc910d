"""The file that is the page of a game."""

import re
from dataclasses import dataclass
from html import escape

import pytest

from exactdice import MAX, WAIT, point
from exactdice.exact.errors import ExactDiceError
from exactdice.query.games_by_name import game_named
from exactdice.report.pages import game_data
from exactdice.report.pages.game_page import game_page, made_page

HOSTILE = "</script><img src=x onerror=alert(1)>"


@dataclass(frozen=True)
class Hostile:
    """</script><script>alert(1)</script> <img src=x onerror=alert(1)>."""

    option: str = HOSTILE
    start = HOSTILE

    def payoff(self, state):
        return 1 if state == "end" else None

    def actions(self, state, player):
        return (HOSTILE, "<b>") if player == MAX else (WAIT,)

    def outcomes(self, state, joint):
        return point("end")


def test_texts_of_a_game_are_never_html():
    text = game_page(Hostile(), HOSTILE)
    # Outside the scripts and data, which are inert or ours, no tag of the game is left.
    body = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    assert "<img" not in body
    assert "<b>" not in body
    assert "&lt;img src=x" in body


def test_what_is_left_out_is_said_on_the_page(monkeypatch):
    assert not made_page(game_named("pig", {"target": 4}), "pig", ["target=4"]).left_out
    monkeypatch.setattr(game_data, "MOST_STEPS", 10)
    made = made_page(game_named("pig", {"target": 4}), "pig", ["target=4"])
    assert any("the law of the length" in text for text in made.left_out)
    assert all(escape(text) in made.html for text in made.left_out)


def test_more_strategies_are_listed_and_wrong_ones_refused():
    game = game_named("dice-battle", {"dice": 2, "target": 4})
    made = made_page(game, "dice-battle", strategies=["dice(2)"])
    assert '"name":"dice(2)"' in made.html
    with pytest.raises(ExactDiceError, match="nope"):
        made_page(game, "dice-battle", strategies=["dice(2)", "nope"])
