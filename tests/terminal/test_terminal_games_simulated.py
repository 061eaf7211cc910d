"""Every game of the register but the battles simulated at the terminal, most with their
defaults.
"""

import pytest
from at_the_terminal import assert_simulated, every_game, is_battle


@pytest.mark.parametrize("name", [game for game in every_game("pig") if not is_battle(game)])
def test_simulated(monkeypatch, name):
    assert_simulated(monkeypatch, name)
