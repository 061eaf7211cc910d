"""A person at the terminal, and the command line in the process of the tests."""

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


def is_battle(game):
    """Whether the parameter is a game in which two players throw dice to be first."""
    return game.values[0].endswith("battle")


def assert_simulated(monkeypatch, name):
    """The command simulates the games that were asked for, and says what is known exactly."""
    status, out, err = run(monkeypatch, "simulate", name, "--games", "3", "--seed", "1")
    assert (status, err) == (0, "")
    counts = [int(line.split()[-2]) for line in out.splitlines() if line.startswith("payoff ")]
    assert sum(counts) == 3
    assert "gain" in out or "no exact value to compare with" in out


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
