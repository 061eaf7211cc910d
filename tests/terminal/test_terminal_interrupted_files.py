"""A file reported as written is whole whenever the process that writes it is killed."""

import random
import time

import pytest
from processes_begun import processes

WRITER = """
import sys
from pathlib import Path
from exactdice.files import write_atomically
for version in range(10**9):
    write_atomically(Path(sys.argv[1]), f"{version}\\n" + "x" * 10**6 + f"\\n{version}\\n")
    print(version, flush=True)
"""


@pytest.fixture
def started():
    with processes() as start:
        yield start


def kill_writers(started, path, times):
    for _ in range(times):
        process = started("-c", WRITER, str(path))
        process.stdout.readline()  # the first version is written
        time.sleep(random.Random().uniform(0, 0.1))
        process.kill()
        reported = [0, *map(int, process.communicate()[0].split("\n")[:-1])][-1]
        first, body, last = path.read_text(encoding="utf-8").splitlines()
        assert first == last
        assert int(first) >= reported
        assert len(body) == 10**6


def test_a_file_is_whole_whenever_its_writer_is_killed(started, tmp_path):
    kill_writers(started, tmp_path / "file.txt", 3)


@pytest.mark.slow
def test_a_file_is_whole_whenever_its_writer_is_killed_often(started, tmp_path):
    kill_writers(started, tmp_path / "file.txt", 200)
