"""The command line in odd surroundings: widths, no docstrings, other encodings, which print what
they cannot hold in escapes, and standard streams that are closed, full or read by nobody.
"""

import json
import os
import subprocess
import sys
from functools import cache

import pytest
from surroundings import COMMANDS, HELP, pairs, plainly, run, surrounded, well_ended, with_files

ENVIRONMENTS = {
    "COLUMNS=0": {"COLUMNS": "0"},
    "COLUMNS=1": {"COLUMNS": "1"},
    "-OO": {"PYTHONOPTIMIZE": "2"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "LC_ALL=C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}
ENCODINGS = {"ascii": "ascii", "cp1252": "cp1252", "LC_ALL=C": "ascii"}
REDIRECTED = {
    "no input": "<&-",
    "no output": ">&-",
    "no errors": "2>&-",
    "nothing": "<&- >&- 2>&-",
    "full": ">/dev/full",
}
GONE = 141  # what a shell says of a command whose reader has gone


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return with_files(tmp_path_factory.mktemp("terminal"))


@pytest.fixture(scope="module")
def plain(folder):
    """What each command prints in plain surroundings, found when first asked for."""
    return cache(lambda name: plainly(folder, COMMANDS[name][0]))


def in_encoding(text, encoding):
    """The text with what the encoding cannot hold as JSON escapes it."""
    return b"".join(character(c, encoding) for c in text)


def character(c, encoding):
    try:
        return c.encode(encoding)
    except UnicodeEncodeError:
        return json.dumps(c)[1:-1].encode()


@pytest.mark.parametrize(("around", "name"), pairs(ENVIRONMENTS))
def test_the_same_is_printed_whatever_the_surroundings(folder, plain, around, name):
    words, status = COMMANDS[name]
    usual, done = plain(name), run(folder, words, **ENVIRONMENTS[around])
    well_ended(usual, status)
    well_ended(done, status)
    assert done.stdout or status == 2
    if name in HELP:
        return
    if around == "LC_ALL=C" and status == 2:  # the name came as bytes that are no text there
        assert done.stderr.isascii()
        return
    encoding = ENCODINGS.get(around, "utf-8")
    # A patch is in the document's own encoding.
    printed = "utf-8" if name == "verify --fix" else encoding
    if (around, name) != ("-OO", "games"):  # without docstrings there is less to tell
        assert done.stdout == in_encoding(usual.stdout.decode(), printed)
    assert done.stderr == in_encoding(usual.stderr.decode(), encoding)


@pytest.mark.parametrize(("around", "name"), pairs(REDIRECTED))
def test_closed_streams_give_normal_work_or_one_line(folder, plain, around, name):
    words, status = COMMANDS[name]
    usual, done = plain(name), run(folder, words, REDIRECTED[around])
    if around == "full" and usual.stdout:
        well_ended(done, 2)
        assert done.stderr.startswith(b"error: standard output: No space left")
    elif around in ("no input", "nothing") and name == "play":
        well_ended(done, 2)
    else:
        well_ended(done, status)
        assert done.stdout == (b"" if around in ("no output", "nothing", "full") else usual.stdout)
        assert done.stderr == (b"" if around in ("no errors", "nothing") else usual.stderr)


@pytest.mark.parametrize(("around", "name"), pairs(["no reader"]))
def test_output_that_nobody_reads_ends_the_command_quietly(folder, around, name):
    words, status = COMMANDS[name]
    done = unread(folder, words)
    if status == 2:  # what it complains of stands on standard error
        well_ended(done, 2)
    else:
        well_ended(done, done.returncode)
        assert done.returncode in ({1, GONE} if name in HELP else {GONE})


def unread(folder, words):
    """The command with a reader of its output that has gone already."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "exactdice", *words]
    env = surrounded()
    try:
        return subprocess.run(
            command,
            cwd=folder,
            env=env,
            stdout=writer,
            stderr=subprocess.PIPE,
            input=b"0\n" * 9,
            timeout=300,
            check=False,
        )
    finally:
        os.close(writer)
