"""Complaints of the command line are one line, and its exit status then is 2."""

import pytest
from command_line import run

COMPLAINTS = [
    (["value", "EG(0,0)", "dice=0"], "dice must be"),
    (["value", "EG(0,0)", "weights=1/2,1/4"], "must sum to 1"),
    (["value", "EG(0,0)", "dice"], "expected key=value"),
    (["value", "EG(0,0)", "dice=1", "dice=2"], "given twice"),
    (["table", "EP(d)", "d=1..2", "--format", "word"], "--format must be one of"),
    (["plot", "EP(d)", "d=1..2", "-o", "a.jpg"], "must end in"),
    (["solve", "dice-battle", "dice=0"], "dice must be"),
    (
        ["solve", "dice-battle", "dice=2", "target=4", "-o", "no/such/folder/s.json"],
        "its folder does not exist",
    ),
    (["vlue"], "No such command"),
    (["value"], "Missing argument"),
    (["simulate", "dice-battle", "--games", "0"], "--games"),
    (["solve", "dice-battle", "target=100000"], "the limit is 10^9: ask for something smaller"),
    (["value", "P(1,3)", "faces=1000000000"], "would cost"),
    (["table", "P(d,k)", "d=1..3", "k=1..100000000000000000000000000000"], "cells would cost"),
    (["verify", "missing.toml"], "cannot be read"),
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
