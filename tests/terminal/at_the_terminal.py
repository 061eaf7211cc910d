"""A person at the terminal, and the command line in the process of the tests."""

import io
import re
import sys

import pytest

from exactdice.cli.terminal import main as cli

MOST_ASKED = 2000


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
