"""Every command fits a terminal of 80 columns, seen on one."""

import pytest
from eighty_columns import seen, too_wide, with_report

from exactdice.cli.terminal.console import fitted
from exactdice.cli.terminal.main import app

SMALL = ["rows=2", "columns=2", "lists=3", "u0=42"]
# What is for programmes keeps its lines: these print values for people.
SHOWN = {
    "games": ["games"],
    "law": ["value", "2d6"],
    "long law": ["value", "payoff_distribution(optimal)", "game=tokens", "tokens=6"],
    "table of a law": ["table", "2d6"],
    "verify": ["verify", "r.md"],
    "verify --list": ["verify", "--list", "r.md"],
    "suggest": ["suggest", "r.md"],
    "solve": ["solve", "tokens", "tokens=4"],
    "simulate": ["simulate", "tokens", "tokens=4", "--games", "10", "--seed", "1"],
    "play": ["play", "tokens", "tokens=4", "--seed", "3"],
}


@pytest.fixture
def folder(tmp_path):
    return with_report(tmp_path)


# Each is a process of its own, and three are chosen for every run.
CHOSEN = {"games", "verify", "play"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name not in CHOSEN)) for name in SHOWN]
)
def test_on_a_terminal_of_80_columns(folder, name):
    text = seen(folder, SHOWN[name])
    assert text.strip()
    assert too_wide(text) == []


def commands_of(group, before=()):
    """The words that call each command, those of groups too."""
    import typer

    command = typer.main.get_command(group) if isinstance(group, typer.Typer) else group
    for name, one in getattr(command, "commands", {}).items():
        yield (*before, name)
        yield from commands_of(one, (*before, name))


@pytest.mark.parametrize("words", [(), *commands_of(app)], ids=" ".join)
def test_help_in_80_columns(words, run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    _, text, _ = run(*words, "--help")
    assert "Usage" in text
    assert too_wide(text) == []


def test_lines_are_broken_at_blanks_alone():
    words = ["optimal", "x" * 30, "1/3"] * 4
    lines = list(fitted("  " + " ".join(words), 40))
    assert " ".join(" ".join(lines).split()) == " ".join(words)
    assert max(map(len, lines)) <= 40
    assert all(line.startswith("    ") for line in lines[1:])
