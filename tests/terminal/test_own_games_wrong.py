"""What is wrong in a file of games is told in one line."""

import pytest
from race_in_a_file import RACE, here


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("my games")
    (folder / "race.py").write_text(RACE)
    return folder


# --- what is wrong in it --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", "./none.py:Race"], "none.py: there is no such file"),
        (["solve", "./race.py:Rase"], "has no Rase (did you mean Race?)"),
        (["solve", "./race.py:MAX"], "must be a class of games, or a function that makes one"),
        (["solve", "./race.py:die"], "die"),
        (["solve", "./race.py:Race(lenght=3)"], "unknown option lenght"),
        (["solve", "./race.py:Broken"], "./race.py:Broken: "),
        (["solve", "./race.py:Broken"], "(2, 0, 1): the rules raise ZeroDivisionError"),
        (["solve", "./race.py:Strict"], "fails at (59, 59, 0): ValueError: invalid literal"),
        (["simulate", "./race.py:Late", "--games", "2"], "fails at (59, 59, 0)"),
    ],
)
def test_it_is_told_in_one_line(folder, words, said):
    status, out, err = here(folder, *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def f(:\n", "line 1: "),
        ("\n1 / 0\n", "line 2: ZeroDivisionError: division by zero"),
        ("import no_such_module\n", "No module named 'no_such_module'"),
        ("raise SystemExit\n", "line 1: SystemExit"),
    ],
)
def test_a_file_that_cannot_be_run_is_told_in_one_line(tmp_path, code, said):
    (tmp_path / "bad.py").write_text(code)
    status, out, err = here(tmp_path, "solve", "./bad.py:Game")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


# --- and where in it ------------------------------------------------------------------------------


FAILING = """
from fractions import Fraction

from exactdice import WAIT, point


class Early:
    start, late = 0, 10

    def payoff(self, state):
        return 1 if state >= 4000 else None

    def actions(self, state, player):
        return (WAIT,)

    def outcomes(self, state, actions):
        return self.wrong() if state == self.late else point(state + 1)

    def wrong(self):
        return {}["no"]  # here


class Late(Early):
    late = 3000  # beyond the states at which rules are looked at before a game is used


class Divided(Late):
    def wrong(self):
        return Fraction(1, 0)  # in Python's own module


class Cheated(Exception):
    pass


class Refused(Late):
    def wrong(self):
        raise Cheated("no such move")  # of a class of its own


class Beside(Late):
    def wrong(self):
        from helping import help

        help()
"""
PLACES = {
    "Early": "here",
    "Late": "here",
    "Divided": "in Python's own module",
    "Refused": "of a class of its own",
}
COMMANDS = {
    "solve": ["solve", "{}"],
    "value": ["value", "value()", "game={}"],
    "play": ["play", "{}", "--opponent", "optimal"],
    "verify": ["verify", "page.md", "--no-cache", "--game", "{}"],
}


@pytest.fixture(scope="module")
def failing(tmp_path_factory):
    folder = tmp_path_factory.mktemp("failing games")
    (folder / "wrong.py").write_text(FAILING)
    (folder / "helping.py").write_text("def help():\n    raise KeyError\n")
    (folder / "page.md").write_text("The value is 1 <!-- exactdice: value() -->.\n")
    return folder


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", PLACES)
def test_an_error_in_rules_is_told_with_its_line(failing, name, command):
    status, out, err = here(failing, *(w.format(f"./wrong.py:{name}") for w in COMMANDS[command]))
    lines = FAILING.splitlines()
    number = 1 + next(k for k, line in enumerate(lines) if line.endswith(f"# {PLACES[name]}"))
    assert status == 2 or command == "verify"
    assert f" (wrong.py, line {number})" in err + out
    assert "Traceback" not in err


def test_an_error_in_a_module_beside_the_rules_is_told_with_its_line_there(failing):
    status, _, err = here(failing, "solve", "./wrong.py:Beside")
    assert status == 2
    assert "KeyError (helping.py, line 2): the rules" in err
