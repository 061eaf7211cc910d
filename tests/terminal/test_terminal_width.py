"""The width of the terminal is nothing to data."""

import pytest
from command_line import ROOT

LONG = ["table", "P(d,k)", "d=1..2", "k=1..40", "--format"]
COMMANDS = [
    *([*LONG, form] for form in ("markdown", "json", "csv", "latex")),
    ["value", "turns_law(dice(1),dice(1))", "target=20", "--format", "json"],
    ["value", "turns_law(dice(1),dice(1))", "target=20"],
    *(
        ["verify", "examples/dice_battle_report.md", "--format", form]
        for form in ("json", "sarif", "junit")
    ),
    ["formula", "EP(d)", "--format", "latex"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_data_are_the_same_whatever_the_width_of_the_terminal(run, monkeypatch, words):
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("COLUMNS", raising=False)
    _, unknown, _ = run(*words)
    assert unknown
    for width in ("1", "40"):
        monkeypatch.setenv("COLUMNS", width)
        _, seen, _ = run(*words)
        assert seen == unknown
