"""`verify` in a process of its own, and the processes that it begins."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from command_line import plain_environment
from processes_begun import HEEDING

DOCUMENT = "".join(
    f"{number}<!-- exactdice: EG({i},0) target=9 dice={dice} -->\n\n"
    for i in range(4)
    for dice, number in ((1, "0.5"), (2, "0.123"), (3, "2"))
)
COMMAND = f"{HEEDING}from exactdice.cli.terminal.main import main\nmain()"


def children(parent):
    """The processes that this one has begun."""
    try:
        listed = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    except OSError:  # it has ended
        return []
    return list(map(int, listed.split()))


def begun(*words):
    """`verify` begun as by a person."""
    command = [sys.executable, "-c", COMMAND, "verify", *map(str, words)]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, env=plain_environment(), start_new_session=True, **streams)


def wait_for_workers(process, count=2):
    for _ in range(600):
        found = children(process.pid)
        if len(found) >= count:
            return found
        time.sleep(0.02)
    raise AssertionError("no workers were begun")


def all_ended(processes):
    for _ in range(200):
        if not any(Path(f"/proc/{process}").exists() for process in processes):
            return True
        time.sleep(0.02)
    return False


SLOW = "".join(
    f"0.07<!-- exactdice: EG(0,0) dice=10 target={target} -->\n\n" for target in range(500, 520)
)


def check_ctrl_c_ends_it(folder, *words):
    """`verify` with these words, interrupted while it is at work: one line, no process is left."""
    path = folder / "slow.md"
    path.write_text(SLOW)
    with begun(path, *words) as process:
        workers = wait_for_workers(process)
        time.sleep(0.3)
        # To all of them, as a terminal does.
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=20)
    said = "interrupted: files are written whole or not at all\n"
    assert (process.returncode, out, err) == (130, "", said)
    assert all_ended(workers)
