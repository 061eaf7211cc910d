"""Every game of the register simulated at the terminal, most with their defaults."""

import pytest
from at_the_terminal import assert_simulated, every_game


@pytest.mark.parametrize("name", every_game("pig"))
def test_simulated(monkeypatch, name):
    assert_simulated(monkeypatch, name)
