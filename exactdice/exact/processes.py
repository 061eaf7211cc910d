"""Processes of this machine: how many are worth while, whether they may be copies of this one, and
that none outlives it.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


def cores() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # no system but Linux says it so
        return os.cpu_count() or 1


def is_forking() -> bool:
    """Whether workers begin as copies of this process, with all that it knows."""
    # Beside other threads a fork may inherit locks that nobody opens again.
    return sys.platform == "linux" and threading.active_count() == 1


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """What begins inside the `with` block hears no Ctrl-C, not even while it loads modules: that is
    for the caller.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve_parent() -> None:
    """Have this process end when the one that began it ends, however that happens, and before all
    others where the machine runs out of memory, as Linux sees to; leave Ctrl-C to that one, and
    write nothing between what it prints.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)
    if sys.platform != "linux":
        return
    parent = os.getppid()
    # PR_SET_PDEATHSIG of <sys/prctl.h>, in the C library of the process itself.
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    if os.getppid() != parent:  # it has ended before it was asked for
        os._exit(1)
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")
