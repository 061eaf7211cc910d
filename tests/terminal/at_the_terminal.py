"""A person at the terminal, and the command line in the process of the tests."""

import io
import re
import sys

import pytest

from exactdice.query.games_by_name import GAMES
from exactdice.terminal import main as cli

MOST_ASKED = 2000
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


def assert_simulated(monkeypatch, name):
    """The command simulates the games that were asked for, and says what is known exactly."""
    asked = [name, *SMALLER.get(name, []), "--games", "3", "--seed", "1"]
    status, out, err = run(monkeypatch, "simulate", *asked)
    assert (status, err) == (0, "")
    counts = [int(line.split()[-2]) for line in out.splitlines() if line.startswith("payoff ")]
    assert sum(counts) == 3
    assert "gain" in out or "no exact value to compare with" in out


ENDED = ("you win", "you lose", "a draw", "your score is")


def assert_played(monkeypatch, name):
    """The game is played to its end, with advice whenever it is asked for."""
    screen = io.StringIO()
    person = Person(screen)
    words = ["play", name, *SMALLER.get(name, []), "--advice", "--seed", "1"]
    status, out, err = run(monkeypatch, *words, stdin=person, stdout=screen)
    assert (status, err) == (0, "")
    assert out.count("(? for advice): ") == person.asked >= 2
    assert out.count("): ?\n  best") == person.asked / 2  # an answer to each ?
    assert any(line.startswith(ENDED) for line in out.splitlines())
    assert "what your choices cost" in out or "you made no choice" in out


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
        if self.asked > MOST_ASKED:
            raise AssertionError("asked for ever")
        return "?\n" if self.asked % 2 else first_offered(self.screen.getvalue()) + "\n"


def first_offered(screen):
    """`4` where the last of the questions is `your action, 4 to 9 (? for advice): `, and where the
    actions stand above it as `your actions: 4 or 6`.
    """
    offered = re.split(r"your actions?[,:] ", screen)[-1]
    return re.split(r" \(\?|\sor\s| to |\n", offered)[0]
