"""Every game of the register at the terminal, as it is listed, is described in 80 columns."""

import io

import pytest
from at_the_terminal import Person, run
from eighty_columns import too_wide

from exactdice.query.games_by_name import GAMES

# Options of games that take seconds with their defaults: of the same kind, solved the same way.
SMALLER = {
    "connect-four": ["rows=4", "columns=4"],
    "hog": ["goal=30"],
    "liars-dice": ["faces=4"],
    "simultaneous-battle": ["target=50"],
    "yahtzee": ["dice=3", "categories=ones,yahtzee,chance"],
    "yatzy": ["dice=3", "categories=ones,one_pair,chance"],
}


def every_game(*long):
    """The games as parameters; those that take some seconds with their defaults are left to the
    long tests.
    """
    return [pytest.param(name, marks=[pytest.mark.slow] * (name in long)) for name in GAMES]


@pytest.mark.parametrize("name", GAMES)
def test_described(run, name):
    status, out, err = run("games", name)
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == name
    assert "options: " in out
    assert "strategies: " in out
    # A query without a blank cannot be broken.
    assert [line for line in too_wide(out) if " " in line.strip()] == []


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


@pytest.mark.parametrize("name", every_game("pig"))
def test_played_to_the_end_with_advice(monkeypatch, name):
    screen = io.StringIO()
    person = Person(screen)
    words = ["play", name, *SMALLER.get(name, []), "--advice", "--seed", "1"]
    status, out, err = run(monkeypatch, *words, stdin=person, stdout=screen)
    assert (status, err) == (0, "")
    assert out.count("(? for advice): ") == person.asked >= 2
    assert out.count("): ?\n  best") == person.asked / 2  # an answer to each ?
    ended = ("you win", "you lose", "a draw", "your score is")
    assert any(line.startswith(ended) for line in out.splitlines())
    assert "what your choices cost" in out or "you made no choice" in out


def test_connect_four_gets_advice_and_an_opponent(monkeypatch):
    screen = io.StringIO()
    status, out, err = run(
        monkeypatch, "play", "connect-four", "--advice", stdin=Person(screen), stdout=screen
    )
    assert (status, err) == (0, "")
    assert "against search(6)" in out.splitlines()[0]
    assert "best, as far as 6 moves ahead show: " in out
    # On 4 x 4 squares the game is a draw (as published tables of small boards say), and known to
    # the end.
    words = ("play", "connect-four", "rows=4", "columns=4", "--advice")
    screen = io.StringIO()
    status, out, err = run(monkeypatch, *words, stdin=Person(screen), stdout=screen)
    assert (status, err) == (0, "")
    assert "against optimal" in out.splitlines()[0]
    assert "expected gain 0" in out.partition("): ?")[2].splitlines()[1]


def test_offers_are_what_can_be_done(monkeypatch):
    """From 21, taking 1 to 3: `20 or 19 or 18`; in a board of 4 x 4 the first places of a domino
    are not in a row.
    """
    assert (
        "your action, 20 or 19 or 18 (? for help): " in run(monkeypatch, "play", "subtraction")[1]
    )
    out = run(monkeypatch, "play", "domineering", "rows=2", "columns=3", "banned=0,1")[1]
    assert " to " not in out.partition("your action, ")[2]


@pytest.mark.parametrize("name", every_game("pig"))
def test_simulated(monkeypatch, name):
    asked = [name, *SMALLER.get(name, []), "--games", "3", "--seed", "1"]
    status, out, err = run(monkeypatch, "simulate", *asked)
    assert (status, err) == (0, "")
    counts = [int(line.split()[-2]) for line in out.splitlines() if line.startswith("payoff ")]
    assert sum(counts) == 3
    assert "gain" in out or "no exact value to compare with" in out


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
