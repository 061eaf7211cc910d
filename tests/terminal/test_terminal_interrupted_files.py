"""A file reported as written is whole whenever the process that writes it is killed."""

import json
import random
import subprocess
import sys
import time

import pytest
from processes_begun import processes

from exactdice import checker

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


def kill_solves(started, path, times):
    """Solves over an old proof, killed at random moments up to a little longer than a
    solve takes.
    """
    words = ["-m", "exactdice", "solve", "dice-battle", "dice=5", "target=40", "-o", str(path)]
    begun = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, capture_output=True)
    whole = time.perf_counter() - begun
    new = json.loads(path.read_text(encoding="utf-8"))
    old = json.dumps({"old": "proof"})
    for _ in range(times):
        path.write_text(old, encoding="utf-8")
        process = started(*words)
        time.sleep(random.Random().uniform(0.5, 1.1) * whole)
        process.kill()
        out, _ = process.communicate()
        text = path.read_text(encoding="utf-8")
        if "proof written to" in out:
            assert json.loads(text) == new
        assert text == old or checker.check(json.loads(text))


def test_a_proof_reported_as_written_is_there(started, tmp_path):
    kill_solves(started, tmp_path / "proof.json", 3)


@pytest.mark.slow
def test_a_proof_reported_as_written_is_there_often(started, tmp_path):
    kill_solves(started, tmp_path / "proof.json", 100)
