"""Commands, and the surroundings that they are run in."""

import os
import subprocess
import sys
from contextlib import chdir

import command_line
import pytest

REPORT = (
    "# é ≈ 😀\n\n8.636<!-- exactdice: EP(5) -->\n\nwith 12 décisions — ≈ 😀\n\n8.363<!-- "
    "exactdice: EP(5) -->\n"
)

COMMANDS = {  # words, exit status
    "help": (["--help"], 0),
    "value": (["value", "EP(5)"], 0),
    "value as JSON": (["value", "EP(5)", "--format", "json"], 0),
    "table": (["table", "P(d,k)", "d=1..2", "k=1..3"], 0),
    "formula": (["formula", "EP(d)"], 0),
    "plot": (["plot", "EP(d)", "d=1..3", "-o", "o.svg"], 0),
    "verify": (["verify", "r.md"], 1),
    "verify --list": (["verify", "--list", "r.md"], 0),
    "verify --fix": (["verify", "--fix", "r.md"], 1),
    "verify as JSON": (["verify", "--format", "json", "r.md"], 1),
    "verify as JUnit": (["verify", "--format", "junit", "r.md"], 1),
    "solve": (["solve", "dice-battle", "dice=2", "target=3"], 0),
    "solve -o": (["solve", "nim", "heaps=1", "-o", "n.json"], 0),
    "check": (["check", "s.json"], 0),
    "export": (["export", "dice-battle", "dice=1", "target=2", "-o", "g.efg"], 0),
    "play": (["play", "nim", "heaps=1", "misere=1"], 0),
    "simulate": (["simulate", "nim", "--games", "2", "--seed", "1"], 0),
    "games": (["games"], 0),
    "an unknown name": (["value", "EGG(é≈)"], 2),
    "a missing file": (["verify", "missing-é≈.md"], 2),
}

# Laid out for the width, and without docstrings in other words.
HELP = {"help"}


def pairs(surroundings):
    """All commands in all surroundings; but for those that were chosen they are long tests."""
    grid = [(around, name) for around in surroundings for name in COMMANDS]
    return [
        pytest.param(*pair, marks=[] if pair in CHOSEN else [pytest.mark.slow]) for pair in grid
    ]


CHOSEN = {
    ("COLUMNS=0", "value as JSON"),
    ("ascii", "verify --list"),
    ("-OO", "games"),
    ("cp1252", "verify --list"),
    ("LC_ALL=C", "an unknown name"),
    ("no input", "play"),
    ("no output", "solve -o"),
    ("full", "value"),
    ("no errors", "a missing file"),
    ("nothing", "value"),
    ("no reader", "games"),
}


def with_files(folder):
    """The folder, with the files that the commands read."""
    (folder / "r.md").write_text(REPORT, encoding="utf-8")
    words = ["solve", "dice-battle", "dice=2", "target=3", "-o", "s.json"]
    assert plainly(folder, words).returncode == 0
    return folder


def surrounded(**environment):
    left_out = {"COLUMNS", "LC_ALL", "LANG", "PYTHONUTF8", "PYTHONIOENCODING", "FORCE_COLOR"}
    return {
        **{key: value for key, value in os.environ.items() if key not in left_out},
        "PYTHONUTF8": "1",
        **environment,
    }


def run(folder, words, redirected="", **environment):
    """The command in the folder, an answer to each question on its standard input; its output in
    bytes.
    """
    shell = ["sh", "-c", f'exec "$@" {redirected}', "sh"] if redirected else []
    command = [*shell, sys.executable, "-m", "exactdice", *words]
    env = surrounded(**environment)
    return subprocess.run(
        command,
        cwd=folder,
        env=env,
        capture_output=True,
        input=b"0\n" * 9,
        timeout=300,
        check=False,
    )


def plainly(folder, words):
    """The same in plain surroundings, where no new process has to load the package."""
    with chdir(folder):
        done = command_line.run(*words, text="0\n" * 9)
    done.stdout, done.stderr = done.stdout.encode(), done.stderr.encode()
    return done


def well_ended(done, status):
    assert done.returncode == status, done.stderr.decode(errors="replace")
    assert done.stderr.count(b"\n") <= 1
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
