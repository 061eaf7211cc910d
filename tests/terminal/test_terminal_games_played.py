"""Every game of the register but the battles played at the terminal with advice."""

import pytest
from at_the_terminal import assert_played, every_game, is_battle


@pytest.mark.parametrize("name", [game for game in every_game("pig") if not is_battle(game)])
def test_played_to_the_end_with_advice(monkeypatch, name):
    assert_played(monkeypatch, name)
