"""A person at the table: questions and answers, choices taken back, the summary."""

import io
import sys
from random import Random

import pytest
from command_line import run, started

from exactdice import MAX, MIN, DiceBattle, SimultaneousBattle
from exactdice.cli.terminal.console import out
from exactdice.cli.terminal.play import Table, play
from exactdice.distributions.distribution import point, uniform
from exactdice.games.farkle import Farkle

BATTLE = DiceBattle(dice=3, target=60)
AT_ONCE = SimultaneousBattle(dice=3, target=60)
C_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def played(game, answers, seed=1, player=MAX):
    """What was played with these answers and then the first action for ever, and all lines."""
    said, left = [], iter(answers)
    table = Table(game, player, lambda _: next(left, "1"), said.append)

    def other(state):
        """Drawn by chance, which being taken back must find again."""
        return uniform(game.actions(state, MIN if player == MAX else MAX))

    return play(table, other, Random(seed)), said


@pytest.mark.parametrize("game", [BATTLE, AT_ONCE], ids=["turns", "at once"])
@pytest.mark.parametrize(("player", "seed"), [(MAX, 0), (MIN, 1)])
def test_what_is_taken_back_leaves_no_trace(game, player, seed):
    """Other choices, taken back, and then the same ones: the same states, the same chance."""
    straight, _ = played(game, ["2", "3", "1"], seed, player)
    there_and_back = ["2", "1", "undo", "undo", "1", "undo", "2", "3", "undo", "3", "1"]
    back, _ = played(game, there_and_back, seed, player)
    assert back.taken_back == 4
    assert straight.taken_back == 0
    assert [(t.state, t.joint, t.chance) for t in back.turns] == [
        (t.state, t.joint, t.chance) for t in straight.turns
    ]
    assert back.payoff == straight.payoff


def test_a_move_of_the_other_alone_is_no_choice_of_yours():
    """As second player one is asked after the other moved: taken back is to one's own choice."""
    back, said = played(BATTLE, ["2", "undo", "quit"], player=MIN)
    taken = said.index(next(line for line in said if "taken back:" in line))
    assert len(back.turns) == 1  # the first move of the other stands
    assert back.turns[0].joint[MIN] == "wait"
    assert taken > 0


WRONG = {
    "seven": "'seven' is not an action here",
    "law 9": "'9' is not an action here",
    "x" * 500: "is not an action here",
}


@pytest.mark.parametrize("answer", WRONG, ids=lambda text: text[:10] or "nothing")
def test_a_wrong_answer_is_one_line_and_asked_again(answer):
    _, said = played(BATTLE, [answer, "quit"])
    assert WRONG[answer] in said[-1]
    assert "\n" not in said[-1]


def test_help_lists_every_answer():
    for asked in ("?", "help"):
        _, said = played(BATTLE, [asked, "quit"])
        text = "\n".join(said)
        assert all(word in text for word in ("an action", "law", "undo", "quit"))


def test_the_law_of_a_choice():
    """Two dice, to 5 points: 11/36 have a 1, 1/36 is 4 = 2 + 2, and all others win."""
    game = DiceBattle(dice=2, target=5)
    table = Table(game, MAX, input, print)
    lines = table.choice_table(game.start, 2)
    assert [line.split()[:-1] for line in lines[1:]] == [
        ["2", "first", "1", "11/36"],
        ["first", "4", "1/36"],
        ["you", "win", "2/3"],
    ]
    # The same rows stand in the table of all choices, after the six of one die.
    assert [line.split() for line in table.choices_table(game.start)][-2:] == [
        line.split() for line in lines[-2:]
    ]


def test_at_once_no_law_is_shown_and_law_says_why():
    _, said = played(AT_ONCE, ["law", "law 2", "quit"])
    assert said[-1] == said[-2]
    assert "both choose at once" in said[-1]


SETS = ("go", 1), frozenset({3, 2}), ("take", frozenset({"b", "a"}))


class OneMove:
    """A game of one move among actions with sets in them, after which MAX has won."""

    start = frozenset({5, 4})

    def actions(self, _, player):
        return SETS if player == MAX else ("wait",)

    def outcomes(self, _, joint):
        return point((joint[0],))

    def payoff(self, state):
        return 1 if isinstance(state, tuple) else None


@pytest.mark.parametrize(
    ("answer", "taken"),
    [("{2, 3}", SETS[1]), ("{2,3}", SETS[1]), ("take {a, b}", SETS[2]), ("go 1", SETS[0])],
)
def test_sets_are_shown_and_typed_in_braces(answer, taken):
    once, said = played(OneMove(), [answer])
    assert [turn.joint[MAX] for turn in once.turns] == [taken]
    assert said[0] == "{4, 5}"
    assert "frozenset" not in "".join(said)


def test_on_a_terminal_no_line_is_wider_than_it(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    written = io.StringIO()
    written.isatty = lambda: True
    monkeypatch.setattr(sys, "stdout", written)
    answers = iter(["throw", "1"])
    table = Table(Farkle(target=150), MAX, lambda _: next(answers, "quit"), out.say)
    play(table, lambda _: None, Random(4))
    lines = written.getvalue().splitlines()
    assert any(line.startswith("MAX plays 1: first 0") for line in lines)
    assert max(map(len, lines)) <= 60


def test_in_the_locale_c_the_bars_are_plain_and_all_else_is_the_same():
    words = ["play", "dice-battle", "dice=2", "target=40", "--seed", "2"]
    answers = "law 1\n1\nundo\n" + "2\n" * 40
    usual, plain = run(*words, text=answers), started(*words, text=answers, **C_LOCALE)
    assert (usual.returncode, plain.returncode) == (0, 0)
    assert plain.stdout.isascii()
    assert "\\u" not in plain.stdout
    text = usual.stdout
    for sign, stand_in in {"█": "#", "▌": "=", "▏": "."}.items():
        text = text.replace(sign, stand_in)
    assert plain.stdout == text
    assert "####" in plain.stdout
    assert "1 choice was taken back" in plain.stdout


def test_costs_against_a_named_strategy_are_those_against_optimal_play():
    """One die to 2 points against one die: with two allowed, throwing two costs 25/108.

    One die wins with 5/6, else the other wins with 5/6: 13/18. Two have a 1 with 11/36, and then
    the other is at 0 against 1: 25/36 - 11/36 x 2/3.
    """
    words = ["dice-battle", "dice=2", "target=2", "--opponent", "dice(1)", "--seed", "4"]
    done = run("play", *words, text="2\n1\n1\n1\n")
    assert done.returncode == 0, done.stderr
    _, _, summary = done.stdout.partition("what your choices cost")
    row = next(line for line in summary.splitlines() if line.startswith("  1  "))
    assert row.split()[-3:] == ["2", "1", "25/108"]
