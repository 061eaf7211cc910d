"""Every game of the register at the terminal, as it is listed: described, played with advice,
simulated and solved with its defaults.
"""

import io
import sys

import pytest

from exactdice.games import GAMES
from exactdice.terminal import main as cli


def every_game(*long):
    """The games as parameters; those that take some seconds with their defaults are left to the
    long tests.
    """
    return [pytest.param(name, marks=[pytest.mark.slow] * (name in long)) for name in GAMES]


TOO_LARGE = {"connect-four", "simultaneous-battle"}  # for exact solutions


def run(monkeypatch, *words, stdin=None, stdout=None):
    """(exit status, standard output, standard error) of the command line in this process."""
    streams = {
        "stdin": stdin or io.StringIO(),
        "stdout": stdout or io.StringIO(),
        "stderr": io.StringIO(),
    }
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, stream)
    monkeypatch.setattr(sys, "argv", ["exactdice", *words])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    return ended.value.code, streams["stdout"].getvalue(), streams["stderr"].getvalue()


class Person(io.StringIO):
    """Somebody at the keyboard: asks for advice at each turn, then takes the first action that is
    offered.
    """

    def __init__(self, screen):
        super().__init__()
        self.screen = screen
        self.asked = 0

    def readline(self, *_):
        self.asked += 1
        question = self.screen.getvalue().splitlines()[-1]
        return "?\n" if self.asked % 2 else first_offered(question) + "\n"


def first_offered(question):
    """`4` in `your action, 4 to 9 (? for advice): `."""
    return (
        question.partition("your action, ")[2]
        .partition(" (?")[0]
        .partition(" or ")[0]
        .partition(" to ")[0]
    )


@pytest.mark.parametrize("name", GAMES)
def test_described(monkeypatch, name):
    status, out, err = run(monkeypatch, "games", name)
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == name
    assert "options: " in out
    assert "strategies: " in out


@pytest.mark.parametrize("name", every_game("pig"))
def test_played_to_the_end_with_advice(monkeypatch, name):
    screen = io.StringIO()
    person = Person(screen)
    status, out, err = run(
        monkeypatch, "play", name, "--advice", "--seed", "1", stdin=person, stdout=screen
    )
    assert (status, err) == (0, "")
    assert out.count("(? for advice): ") == person.asked >= 2
    assert out.count("): " + "  best") == person.asked / 2  # an answer to each ?
    assert out.splitlines()[-1].startswith(("you win", "you lose", "a draw", "your score is"))


@pytest.mark.parametrize("name", every_game("pig"))
def test_simulated(monkeypatch, name):
    status, out, err = run(monkeypatch, "simulate", name, "--games", "3", "--seed", "1")
    assert (status, err) == (0, "")
    counts = [int(line.split()[-2]) for line in out.splitlines() if line.startswith("payoff ")]
    assert sum(counts) == 3
    assert "gain" in out or "no exact value to compare with" in out


@pytest.mark.parametrize("name", every_game("pig", "simultaneous-battle"))
def test_solved_or_refused_with_what_to_do(monkeypatch, name):
    status, out, err = run(monkeypatch, "solve", name)
    if name in TOO_LARGE:
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert ": digits=50 gives certified bounds instead" in err or "choose fewer rows" in err
    else:
        assert (status, err) == (0, "")
        assert "value to the first player: " in out


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


def test_large_races_at_once_are_played_within_bounds(monkeypatch):
    """30 dice to 7 points: more than exact fractions are tried for. Whoever throws most dice is
    rarely busted on so few points.
    """
    words = ("simultaneous-battle", "dice=30", "target=7", "--games", "2", "--seed", "1")
    status, out, err = run(monkeypatch, "simulate", *words)
    assert (status, err) == (0, "")
    assert "optimal within 10^-10 against optimal within 10^-10" in out


def test_values_that_are_no_fractions_are_played_within_bounds(monkeypatch):
    """Both may bust and stay, so values are algebraic; the first game is even all the same."""
    screen = io.StringIO()
    words = (
        "play",
        "simultaneous-battle",
        "dice=8",
        "target=14",
        "bust_score=0",
        "--advice",
        "--seed",
        "2",
    )
    status, out, err = run(monkeypatch, *words, stdin=Person(screen), stdout=screen)
    assert (status, err) == (0, "")
    assert "expected gain 0.000000" in out or "expected gain [" in out


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
    screen = io.StringIO()
    status, out, err = run(
        monkeypatch,
        "play",
        "connect-four",
        "rows=4",
        "columns=4",
        "--advice",
        stdin=Person(screen),
        stdout=screen,
    )
    assert (status, err) == (0, "")
    assert "against optimal" in out.splitlines()[0]
    assert "expected gain 0" in out.splitlines()[1]


def test_a_question_mark_without_advice_says_how_to_get_it(monkeypatch):
    screen = io.StringIO()
    _, out, _ = run(monkeypatch, "play", "nim", stdin=io.StringIO("?\n"), stdout=screen)
    assert "start it with --advice" in out


def test_offers_are_what_can_be_done(monkeypatch):
    """From 21, taking 1 to 3: `20 or 19 or 18`; in a board of 4 x 4 the first places of a domino
    are not in a row.
    """
    assert "your action, 20 or 19 or 18: " in run(monkeypatch, "play", "subtraction")[1]
    out = run(monkeypatch, "play", "domineering", "rows=2", "columns=3", "banned=0,1")[1]
    assert " to " not in out.partition("your action, ")[2]
