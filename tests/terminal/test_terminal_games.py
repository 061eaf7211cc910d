"""Every game of the register at the terminal, as it is listed: described and solved with its
defaults.
"""

import pytest
from at_the_terminal import every_game, run

from exactdice.games import GAMES

TOO_LARGE = {"connect-four", "simultaneous-battle"}  # for exact solutions


@pytest.mark.parametrize("name", GAMES)
def test_described(monkeypatch, name):
    status, out, err = run(monkeypatch, "games", name)
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == name
    assert "options: " in out
    assert "strategies: " in out


@pytest.mark.parametrize("name", every_game("pig", "simultaneous-battle"))
def test_solved_or_refused_with_what_to_do(monkeypatch, name):
    status, out, err = run(monkeypatch, "solve", name)
    if name in TOO_LARGE:
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert ": digits=50 gives certified bounds instead" in err or "choose fewer rows" in err
    else:
        assert (status, err) == (0, "")
        assert "value to the first player: " in out
