"""Every game of the register simulated at the terminal with its defaults."""

import pytest
from at_the_terminal import every_game, run


@pytest.mark.parametrize("name", every_game("pig"))
def test_simulated(monkeypatch, name):
    status, out, err = run(monkeypatch, "simulate", name, "--games", "3", "--seed", "1")
    assert (status, err) == (0, "")
    counts = [int(line.split()[-2]) for line in out.splitlines() if line.startswith("payoff ")]
    assert sum(counts) == 3
    assert "gain" in out or "no exact value to compare with" in out
