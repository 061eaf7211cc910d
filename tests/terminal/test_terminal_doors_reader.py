"""A reader of standard output that goes away ends every command quietly."""

import subprocess
import sys

import pytest
from command_line import ROOT

# --- a reader that goes away ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        [],
        ["value", "--help"],
        ["games"],
        ["games", "pig"],
        ["--version"],
        ["value", "EP(5)"],
        ["table", "EP(d)", "d=1..2"],
        ["solve", "dice-battle", "dice=1", "target=2", "-o", "-"],
        ["table", "EP(d)", "d=1..2", "-o", "/dev/stdout"],
    ],
)
def test_a_reader_that_went_away_ends_every_command_quietly(words):
    process = subprocess.Popen(
        [sys.executable, "-m", "exactdice", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    process.stdout.close()
    complaint = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 141
    assert "error" not in complaint
    assert "Traceback" not in complaint
