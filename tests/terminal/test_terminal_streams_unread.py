"""The command line with a standard output that nobody reads."""

import os
import subprocess
import sys

import pytest
from surroundings import COMMANDS, HELP, pairs, surrounded, well_ended, with_files

GONE = 141  # what a shell says of a command whose reader has gone


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return with_files(tmp_path_factory.mktemp("terminal"))


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
