"""Every command fits a terminal of 80 columns, seen on one; and shows no colour where none is
wanted.
"""

import contextlib
import fcntl
import io
import os
import pty
import struct
import subprocess
import sys
import termios

import pytest
from eighty_columns import too_wide
from surroundings import surrounded

from exactdice.terminal.fitting import fitted, in_blocks
from exactdice.terminal.main import app
from exactdice.terminal.shared import out

REPORT = """The mean of five dice is 8.636<!-- exactdice: EP(5) -->, no less
than 8.363<!-- exactdice: EP(5) -->. The player moving first gains
0.7222<!-- exactdice: EG(0,0) dice=3 target=2 -->, and 12 of 0.5<!-- exactdice: nosuch(2) -->
"""
SMALL = ["rows=2", "columns=2", "lists=3", "u0=42"]
# What is for programmes keeps its lines: these print values for people.
SHOWN = {
    "games": ["games"],
    "law": ["value", "2d6"],
    "long law": ["value", "payoff_law(optimal)", "game=tokens", "tokens=6"],
    "table": ["table", "P(d,k)", "d=1..2", "k=1..40"],
    "table of a law": ["table", "2d6"],
    "verify": ["verify", "r.md"],
    "verify --list": ["verify", "--list", "r.md"],
    "suggest": ["suggest", "r.md"],
    "solve": ["solve", "tokens", "tokens=4"],
    "simulate": ["simulate", "tokens", "tokens=4", "--games", "10", "--seed", "1"],
    "exam": ["exam", "u0=42", *(word for n in range(1, 8) for word in ("--skip", str(n)))],
    "bandit": ["bandit", *SMALL, "--rounds", "5", "--seed", "1"],
    "catalogue list": ["catalogue", "list"],
    "catalogue show": ["catalogue", "show", "dice-battle-100"],
    "play": ["play", "tokens", "tokens=4", "--seed", "3"],
}


def seen(folder, words, **environment):
    """What the command writes on a terminal of 80 columns and 24 lines."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    env = surrounded(TERM="xterm-256color") | environment
    env.pop("NO_COLOR", None)
    env |= environment
    process = subprocess.Popen(
        [sys.executable, "-m", "exactdice", *words],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    parts = []
    # Linux ends what is read of a closed terminal by an error.
    with contextlib.suppress(OSError):
        while part := os.read(ours, 65536):
            parts.append(part)
    os.close(ours)
    process.wait(timeout=60)
    return b"".join(parts).decode().replace("\r\n", "\n")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "r.md").write_text(REPORT, encoding="utf-8")
    return tmp_path


# Each is a process of its own, and three are chosen for every run.
CHOSEN = {"games", "table", "play"}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name not in CHOSEN)) for name in SHOWN],
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


@pytest.mark.slow
@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_no_colour_where_none_is_wanted(folder, environment):
    assert "\x1b[31m" in seen(folder, SHOWN["verify"])
    assert "\x1b" not in seen(folder, SHOWN["verify"], **environment)


@pytest.mark.parametrize(
    ("environment", "is_terminal", "coloured"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
    ],
    ids=str,
)
def test_when_styles_are_shown(monkeypatch, environment, is_terminal, coloured):
    for name, value in ({"TERM": "xterm"} | environment).items():
        monkeypatch.setenv(name, value)
    for name in {"NO_COLOR", "FORCE_COLOR"} - environment.keys():
        monkeypatch.delenv(name, raising=False)
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: is_terminal)
    monkeypatch.setattr(sys, "stdout", stream)
    out.print("wrong", style="red")
    assert ("\x1b" in stream.getvalue()) == (coloured and is_terminal) or not is_terminal
    assert out.is_coloured == coloured


def test_no_colour_in_a_pipe(folder):
    done = subprocess.run(
        [sys.executable, "-m", "exactdice", "verify", "r.md"],
        cwd=folder,
        env=surrounded(TERM="xterm-256color"),
        capture_output=True,
        check=False,
    )
    assert b"WRONG" in done.stdout
    assert b"\x1b" not in done.stdout + done.stderr


def test_lines_are_broken_at_blanks_alone():
    words = ["optimal", "x" * 30, "1/3"] * 4
    lines = list(fitted("  " + " ".join(words), 40))
    assert " ".join(" ".join(lines).split()) == " ".join(words)
    assert max(map(len, lines)) <= 40
    assert all(line.startswith("    ") for line in lines[1:])


@pytest.mark.parametrize("width", [9, 13, 17, 40])
def test_blocks_hold_every_column_once(width):
    rows = [["n", *"abcdefgh"], ["-"] * 9, *([str(i * j) for j in range(1, 10)] for i in (1, 2))]
    table = "".join("| " + " | ".join(c.rjust(2) for c in row) + " |\n" for row in rows)
    blocks = in_blocks(table, width).split("\n\n")
    columns = [block.splitlines()[0].split("|")[2:-1] for block in blocks]
    assert [name.strip() for block in columns for name in block] == list("abcdefgh")
    assert all(block.splitlines()[2].split("|")[1].strip() == "1" for block in blocks)
    for block in blocks:
        lines = block.splitlines()
        assert max(map(len, lines)) <= max(width, 11)
        assert len({*map(len, lines)}) == 1
