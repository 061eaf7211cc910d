"""Work that is interrupted by Ctrl-C ends with one line."""

import os
import random
import signal
import time
from pathlib import Path

import pytest
from processes_begun import HEEDING

LONG_SOLVES = (
    ["one-shot-battle", "dice=200", "limit=none"],
    ["simultaneous-battle", "dice=30", "target=300", "digits=50"],
    ["hog", "goal=100"],
    ["pig", "target=150"],
)
COMMAND = f"""{HEEDING}
from exactdice.cli.terminal.main import main
print("ready", flush=True)
main()
"""
LATE = f"""{HEEDING}
import builtins, time, _exactdice_command
real = builtins.__import__
def late(*words, **options):
    time.sleep(0.02)
    return real(*words, **options)
builtins.__import__ = late
print("ready", flush=True)
_exactdice_command.main()
"""


def wait_for_work(process, seconds):
    """Wait until the process has worked for so long, however busy the machine is."""
    if not Path("/proc/self").exists():  # another system than Linux
        time.sleep(2 * seconds)
        return
    begun = worked(process)
    while process.poll() is None and worked(process) < begun + seconds:
        time.sleep(0.02)


def worked(process):
    """The seconds of the processor's time that the process has taken."""
    _, _, rest = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")
    user, system = map(int, rest.split()[11:13])
    return (user + system) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("words", LONG_SOLVES, ids=lambda words: words[0])
def test_ctrl_c_during_a_long_solve_ends_with_one_line(started, tmp_path, words):
    process = started("-c", COMMAND, "solve", *words, "-o", str(tmp_path / "proof.json"))
    assert process.stdout.readline() == "ready\n"  # imported
    wait_for_work(process, 0.5)
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
def test_ctrl_c_while_the_package_loads_ends_with_one_line(started, begun):
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


WRITER = """
import sys
from pathlib import Path
from exactdice.exact.files import write_atomically
for version in range(10**9):
    write_atomically(Path(sys.argv[1]), f"{version}\\n" + "x" * 10**6 + f"\\n{version}\\n")
    print(version, flush=True)
"""


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
