"""`verify` in a process of its own, and the processes that it begins."""

import subprocess
import sys
import time
from pathlib import Path

from command_line import plain_environment

DOCUMENT = "".join(
    f"{number}<!-- exactdice: EG({i},0) target=9 dice={dice} -->\n\n"
    for i in range(4)
    for dice, number in ((1, "0.5"), (2, "0.123"), (3, "2"))
)
HEEDING = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from exactdice.terminal.main import main
main()
"""


def children(parent):
    """The processes that this one has begun."""
    try:
        listed = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    except OSError:  # it has ended
        return []
    return list(map(int, listed.split()))


def begun(*words):
    """`verify` begun as by a person."""
    command = [sys.executable, "-c", HEEDING, "verify", *map(str, words)]
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
