"""Colours are shown where they are wanted, and nowhere else."""

import io
import subprocess
import sys

import pytest
from eighty_columns import with_report
from surroundings import surrounded

from exactdice.cli.terminal.console import out

VERIFY = ["verify", "r.md"]


@pytest.fixture
def folder(tmp_path):
    return with_report(tmp_path)


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
        [sys.executable, "-m", "exactdice", *VERIFY],
        cwd=folder,
        env=surrounded(TERM="xterm-256color"),
        capture_output=True,
        check=False,
    )
    assert b"WRONG" in done.stdout
    assert b"\x1b" not in done.stdout + done.stderr
