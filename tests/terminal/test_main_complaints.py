"""Complaints of the command line are one line, and its exit status then is 2."""

import pytest
from command_line import ROOT, run

COMPLAINTS = [
    (["value", "EG(0,0)", "dice=0"], "dice must be"),
    (["value", "EG(0,0)", "target=0"], "target must be"),
    (["value", "EG(0,0)", "faces=1"], "faces must be"),
    (["value", "EG(0,0)", "weights=1/2,1/4"], "must sum to 1"),
    (["value", "EG(0,0)", "dcie=3"], "did you mean dice?"),
    (["value", "EGG(0,0)"], "did you mean EG?"),
    (["value", "EG(0,0)", "dice"], "expected key=value"),
    (["value", "EG(0,0)", "dice=1", "dice=2"], "given twice"),
    (["table", "EG(i,j)", "i=0..2"], "give it one, as in"),
    (["table", "EP(d)", "d=1..2", "--format", "word"], "--format must be one of"),
    (["table", "EP(d)", "d=1..2", "--style", "word"], "style must be one of"),
    (["plot", "EP(d)", "d=1..2", "-o", "a.jpg"], "must end in"),
    (["solve", "chess"], "unknown game chess"),
    (["solve", "dice-batle"], "did you mean dice-battle?"),
    (["solve", "dice-battle", "dice=0"], "dice must be"),
    (
        ["solve", "dice-battle", "dice=2", "target=4", "-o", "no/such/folder/s.json"],
        "its folder does not exist",
    ),
    (["solve", "dice-battle", "dice=2", "target=4", "-o", "."], "it is a folder"),
    (["vlue"], "No such command"),
    (["value"], "Missing argument"),
    (["value", "EP(1)", "--digits", "abc"], "--digits"),
    (["value", "EP(1)", "--format", "foo"], "is not one of"),
    (["simulate", "dice-battle", "--games", "0"], "--games"),
    (["simulate", "dice-battle", "bust_score=0", "weights=1,0"], "some throw must score"),
    (["solve", "dice-battle", "target=100000"], "the limit is 10^9: ask for something smaller"),
    (["value", "EG(0,0)", "target=6000"], "EG would cost 6.6*10^11 steps"),
    (["solve", "dice-battle", "target=1000"], "the limit is 10^9: ask for something smaller"),
    (["value", "P(1,3)", "faces=1000000000"], "would cost"),
    (["table", "P(d,k)", "d=1..3", "k=1..100000000000000000000000000000"], "at most 1000000 cells"),
    (["plot", "EP(d)", "d=1..3", "bust_score=1" + "0" * 400, "-o", "a.png"], "too large to draw"),
    (["verify", "missing.toml"], "cannot be read"),
    (
        ["verify", str(ROOT / "examples" / "dice_battle_report.toml"), "--format", "word"],
        "--format must be one of",
    ),
    (["simulate", "dice-battle", "--first", "blnd"], "did you mean blind?"),
    (["play", "dice-battle", "target=2"], "the input ended"),
]


@pytest.mark.parametrize(("words", "message"), COMPLAINTS)
def test_complaints_are_one_line_and_exit_status_2(words, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run(*words, text="")
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [[], ["cache"]])
def test_a_command_that_needs_another_shows_its_help_when_it_stands_alone(words):
    alone, asked = run(*words), run(*words, "--help")
    assert (alone.returncode, alone.stderr) == (0, "")
    assert alone.stdout.strip() == asked.stdout.strip()
