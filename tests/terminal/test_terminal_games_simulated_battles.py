"""Every battle of the register simulated at the terminal with its defaults."""

import pytest
from at_the_terminal import assert_simulated, every_game, is_battle


@pytest.mark.parametrize("name", [game for game in every_game() if is_battle(game)])
def test_simulated(monkeypatch, name):
    assert_simulated(monkeypatch, name)
