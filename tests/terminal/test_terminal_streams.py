"""The command line with standard streams that are closed, full, or read by nobody."""

import os
import subprocess
import sys
from functools import cache

import pytest
from surroundings import COMMANDS, HELP, pairs, plainly, run, surrounded, well_ended, with_files

REDIRECTED = {
    "no input": "<&-",
    "no output": ">&-",
    "no errors": "2>&-",
    "nothing": "<&- >&- 2>&-",
    "full": ">/dev/full",
    "no reader": "",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return with_files(tmp_path_factory.mktemp("terminal"))


@pytest.fixture(scope="module")
def plain(folder):
    """What each command prints in plain surroundings, found when first asked for."""
    return cache(lambda name: plainly(folder, COMMANDS[name][0]))


@pytest.mark.parametrize(("around", "name"), pairs(REDIRECTED))
def test_closed_streams_give_normal_work_or_one_line(folder, plain, around, name):
    words, status = COMMANDS[name]
    if around == "no reader":
        done = unread(folder, words)
        well_ended(done, status if status == 2 else done.returncode)
        assert done.returncode in (
            {1, 141} if name in HELP else {141, status} if status == 2 else {141}
        )
        return
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
