"""Games at the terminal whose values are known within bounds."""

import io

import pytest
from at_the_terminal import Person, run


def test_both_at_once_within_bounds(monkeypatch):
    """The start is worth 0 by symmetry; digits= holds in `play` and `simulate` as in `solve`."""
    words = ("simultaneous-battle", "dice=2", "target=6", "digits=8")
    status, out, err = run(monkeypatch, "simulate", *words, "--games", "5")
    assert (status, err) == (0, "")
    assert "optimal within 10^-8 against optimal within 10^-8, 5 games" in out
    assert "gain by certified bounds: 0.000000" in out
    screen = io.StringIO()
    status, out, err = run(
        monkeypatch, "play", *words, "--advice", stdin=Person(screen), stdout=screen
    )
    assert (status, err) == (0, "")
    assert "best: 2, expected gain 0.000000" in out
    assert run(monkeypatch, "play", "pig", "digits=x")[2].startswith(
        "error: digits must be a whole number"
    )


@pytest.mark.slow
def test_large_races_at_once_are_played_within_bounds(monkeypatch):
    """30 dice to 7 points: more than exact fractions are tried for. Whoever throws most dice is
    rarely busted on so few points.
    """
    words = ("simultaneous-battle", "dice=30", "target=7", "--games", "2", "--seed", "1")
    status, out, err = run(monkeypatch, "simulate", *words)
    assert (status, err) == (0, "")
    assert "optimal within 10^-10 against optimal within 10^-10" in out
