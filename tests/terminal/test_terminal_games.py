"""Every game of the register at the terminal, as it is listed, is described."""

import pytest
from at_the_terminal import run

from exactdice.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_described(monkeypatch, name):
    status, out, err = run(monkeypatch, "games", name)
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == name
    assert "options: " in out
    assert "strategies: " in out
