"""The processes of tests that are at work."""

import os
import subprocess


def at_work():
    """The processes below this one that use the processor now."""
    listed = subprocess.run(
        ["ps", "-e", "-o", "pid=,ppid=,stat=,comm="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split(maxsplit=3) for line in listed.splitlines()]
    below, wave = set(), {str(os.getpid())}
    while wave:
        wave = {pid for pid, parent, _, _ in rows if parent in wave}
        below |= wave
    return {
        (pid, name)
        for pid, _, state, name in rows
        if pid in below and state.startswith("R") and name != "ps"
    }
