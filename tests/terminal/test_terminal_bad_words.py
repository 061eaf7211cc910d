"""What is wrong in a query of the words of every game or in a game of a file is one line."""

import pytest

FILE = '''
from dataclasses import dataclass

from exactdice import point


@dataclass(frozen=True)
class Count:
    """Whoever says the last number wins."""

    last: int = 3

    start = 0

    def payoff(self, state):
        return None if state < self.last else (1 if state % 2 else -1)

    def actions(self, state, player):
        return (1, 2) if player == state % 2 else ("wait",)

    def outcomes(self, state, joint):
        return point(state + joint[state % 2])


class Changing(Count):
    __hash__ = None


class Nothing:
    pass
'''


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "count.py").write_text(FILE, encoding="utf-8")


PIG = ("game=pig", "target=4")
AT_ONCE = ("game=simultaneous-battle", "dice=2", "target=3")
WRONG = [
    # a state outside the game
    (("value(99,0)", *PIG), "no state that play of Pig"),
    (("optimal_actions(0,0,4)", *PIG), "the game is over"),
    # a wrong number of fields
    (("value(1)", *PIG), "has the fields first, second, turn_total, to_move, got 1 argument"),
    (("value(1,2)", "game=count.py:Count"), "is one argument, such as 0, got 2"),
    # an action not offered
    (("action_value(jump,0,0)", *PIG), "must be one of roll, got jump"),
    (("action_value(2)", *AT_ONCE), "an action of each"),
    # strategies
    (("gain(1,2)",), "a strategy must be one of"),
    (("expected_visits(first,first,3)", *PIG), "must be MAX or MIN"),
    (("gain(mixed(first,4/3,random,-1/3),first)", *PIG), "non-negative"),
    (("gain(mixed(first,x,random,1/3),first)", *PIG), "must sum to 1, got a sum of 1/3 + x"),
    (("gain(optimal(tie=first),first)", *PIG), "unknown option tie"),
    (('gain(by_table("none.csv"),first)', *PIG), "none.csv"),
    # options
    (("positions_at(-1)", *PIG), "0 or more"),
    # what is no number and no law
    (("EG(roll_distribution(2),3)",), "whole number"),
    # games in files
    (("value()", "game=count.py:Nothing"), "has no start"),
    (("value()", "game=count.py:Changing"), "write @dataclass(frozen=True) above it"),
    (("value()", "game=count.py:Count(3)"), "option=value"),
    (("value(7)", "game=count.py:Count"), "7 is no state"),
    (('value(game="./count.py:Count")',), "named at the command line"),
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=[" ".join(words)[:80] for words, _ in WRONG])
def test_what_is_wrong_is_said_in_one_line(run, words, said):
    status, out, error = run("value", *words)
    assert status == 2
    assert out == ""
    assert error.startswith("error: ")
    assert error.count("\n") == 1
    assert said in error
    assert "Traceback" not in error
    assert " object at 0x" not in error


MIXED = """
from dataclasses import dataclass

from exactdice import point


@dataclass(frozen=True)
class Mixed:
    start = "go"

    def payoff(self, state):
        return None if state == "go" else 0

    def actions(self, state, player):
        return ((1, "x"), "pass", 2, None) if player == 0 else ("wait",)

    def outcomes(self, state, joint):
        return point("end")
"""


def test_actions_of_several_kinds_are_told_as_queries_write_them(run, tmp_path):
    (tmp_path / "mixed.py").write_text(MIXED, encoding="utf-8")
    status, out, _ = run("value", "optimal_actions()", "game=mixed.py:Mixed")
    assert (status, out.strip()) == (0, "{(1, x), 2, none, pass}")
    status, out, _ = run("solve", "mixed.py:Mixed")
    assert status == 0
    assert "optimal first action: (1, x), pass, 2, none\n" in out
    for action in ("(1, x)", "pass", "2", "none"):
        status, out, _ = run("value", f"action_value({action})", "game=mixed.py:Mixed")
        assert (status, out.strip()) == (0, "0")
