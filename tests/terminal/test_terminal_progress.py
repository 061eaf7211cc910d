"""What the command line tells a person who waits."""

import json
import os
import pty
import subprocess
import sys

import pytest
from surroundings import plainly, surrounded, with_files
from verifying import DOCUMENT


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return with_files(tmp_path_factory.mktemp("terminal"))


# --- progress -------------------------------------------------------------------------------------


def on_terminal(words, folder):
    """(what was written to standard output, what a person at a terminal saw) when only standard
    error is a terminal.
    """
    return looked_at(["-m", "exactdice", *words], folder)


def looked_at(words, folder):
    reader, writer = pty.openpty()
    env = surrounded(TERM="xterm")
    with subprocess.Popen(
        [sys.executable, *words], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=writer
    ) as process:
        os.close(writer)
        seen = b""
        while chunk := read(reader):
            seen += chunk
        out = process.stdout.read()
    os.close(reader)
    return out.decode(), seen.decode()


def read(reader):
    try:
        return os.read(reader, 10_000)
    except OSError:  # the other end is closed
        return b""


def test_progress_is_seen_when_the_output_goes_to_a_file(folder):
    out, seen = on_terminal(["simulate", "nim", "heaps=1", "--games", "200", "--seed", "1"], folder)
    assert out.startswith("NormalPlay")
    assert "\x1b" not in out
    assert "200 games" in seen
    assert "None" not in seen


def test_the_bar_tells_how_many_numbers_are_judged(tmp_path):
    path = tmp_path / "report.md"
    path.write_text(DOCUMENT)
    command = ["-m", "exactdice", "verify", "--no-cache", str(path), "--format", "json"]
    out, seen = looked_at(command, tmp_path)
    assert len(json.loads(out)["documents"][0]["claims"]) == 12
    assert "12/12" in seen
    assert "/12" in seen.partition("12/12")[0]
    assert "\x1b" not in out


def test_no_progress_where_nobody_looks(folder):
    assert plainly(folder, ["simulate", "nim", "heaps=1", "--games", "200"]).stderr == b""
