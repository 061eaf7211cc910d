"""Every game of the register at the terminal: solved, most with their defaults, or what to
do is said.
"""

import pytest
from at_the_terminal import SMALLER, every_game, run

TOO_LARGE = {"connect-four", "simultaneous-battle"}  # for exact solutions


@pytest.mark.parametrize("name", every_game("pig", "simultaneous-battle"))
def test_solved_or_refused_with_what_to_do(monkeypatch, name):
    smaller = [] if name in TOO_LARGE else SMALLER.get(name, [])
    status, out, err = run(monkeypatch, "solve", name, *smaller)
    if name in TOO_LARGE:
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert ": digits=50 gives certified bounds instead" in err or "would cost" in err
    else:
        assert (status, err) == (0, "")
        assert "value to the first player: " in out
