"""The processes of `verify`: interrupted, ended, and as many as are asked for."""

import os
import signal
import time

import pytest
from command_line import run
from verifying import DOCUMENT, all_ended, begun, wait_for_workers

pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc")
SLOW = "".join(
    f"0.07<!-- exactdice: EG(0,0) dice=10 target={target} -->\n\n" for target in range(500, 520)
)
INTERRUPTED = "interrupted: files are written whole or not at all\n"


# --- interrupted ----------------------------------------------------------------------------------


def test_ctrl_c_ends_with_one_line_and_leaves_no_process(tmp_path):
    path = tmp_path / "slow.md"
    path.write_text(SLOW)
    with begun(path, "--jobs", "2") as process:
        workers = wait_for_workers(process)
        time.sleep(0.3)
        # To all of them, as a terminal does.
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, "", INTERRUPTED)
    assert all_ended(workers)


@pytest.mark.slow  # quickly: tests/jobs/test_worker.py
def test_workers_end_with_the_command(tmp_path):
    path = tmp_path / "slow.md"
    path.write_text(SLOW)
    with begun(path, "--jobs", "2") as process:
        workers = wait_for_workers(process)
        process.terminate()
        process.communicate(timeout=20)
    assert process.returncode == -signal.SIGTERM
    assert all_ended(workers)


# --- as many as are asked for ---------------------------------------------------------------------


def test_any_number_of_processes_gives_the_same_output(tmp_path):
    paths = [tmp_path / "a.md", tmp_path / "b.md"]
    for path in paths:
        path.write_text(DOCUMENT)
    words = ["verify", "--no-cache", *paths]
    one, eight = (run(*words, "--jobs", jobs) for jobs in (1, 8))
    assert one.stdout == eight.stdout
    assert (one.returncode, one.stderr) == (eight.returncode, eight.stderr)
    assert one.stdout.count("EG(0,0)") >= 2
