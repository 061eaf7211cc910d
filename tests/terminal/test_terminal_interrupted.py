"""Work that is interrupted: Ctrl-C ends with one line, and a file reported as written is whole
whenever the process is killed.
"""

import json
import random
import signal
import subprocess
import sys
import time

import pytest

from exactdice import checker

LONG_SOLVES = (
    ["one-shot-battle", "dice=200", "limit=none"],
    ["simultaneous-battle", "dice=30", "target=300", "digits=50"],
    ["hog", "goal=500"],
    ["pig", "target=150"],
)
COMMAND = "from exactdice.terminal.main import main; print('ready', flush=True); main()"
LATE = """
import builtins, time, _exactdice_command
real = builtins.__import__
def late(*words, **options):
    time.sleep(0.02)
    return real(*words, **options)
builtins.__import__ = late
print("ready", flush=True)
_exactdice_command.main()
"""
WRITER = """
import sys
from pathlib import Path
from exactdice.files import write_atomically
for version in range(10**9):
    write_atomically(Path(sys.argv[1]), f"{version}\\n" + "x" * 10**6 + f"\\n{version}\\n")
    print(version, flush=True)
"""


def started(*words):
    return subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.parametrize("words", LONG_SOLVES, ids=lambda words: words[0])
def test_ctrl_c_during_a_long_solve_ends_with_one_line(tmp_path, words):
    process = started("-c", COMMAND, "solve", *words, "-o", str(tmp_path / "proof.json"))
    assert process.stdout.readline() == "ready\n"  # imported
    time.sleep(1)
    assert process.poll() is None, "the solve is not long enough for this test"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (
        130,
        "",
        "interrupted: files are written whole or not at all\n",
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("begun", [0.15, 0.3])
def test_ctrl_c_while_the_package_loads_ends_with_one_line(begun):
    """Sooner, Python itself is still starting."""
    process = started("-c", LATE)
    assert process.stdout.readline() == "ready\n"
    time.sleep(begun)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (
        130,
        "interrupted: files are written whole or not at all\n",
    )


def kill_writers(path, times):
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


def test_a_file_is_whole_whenever_its_writer_is_killed(tmp_path):
    kill_writers(tmp_path / "file.txt", 3)


@pytest.mark.slow
def test_a_file_is_whole_whenever_its_writer_is_killed_often(tmp_path):
    kill_writers(tmp_path / "file.txt", 200)


def kill_solves(path, times):
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


def test_a_proof_reported_as_written_is_there(tmp_path):
    kill_solves(tmp_path / "proof.json", 3)


@pytest.mark.slow
def test_a_proof_reported_as_written_is_there_often(tmp_path):
    kill_solves(tmp_path / "proof.json", 100)
