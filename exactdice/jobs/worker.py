"""A worker: a process that does one task after the other, within limits that its system keeps.

It may end at any moment, by the system or by a library in C that gives up: whoever gave it the
tasks notices, and loses the one that it was at.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from time import monotonic
from traceback import extract_tb
from typing import Any

from ..cost import limit
from ..errors import ExactDiceError, SeveralErrors
from ..exact import Progress

NO_MEMORY = 12  # exit status of a worker whose memory is full
END_WITH_PARENT = 1  # PR_SET_PDEATHSIG of <sys/prctl.h>
SELDOM = 0.1  # seconds between two words on how far a task has come


@dataclass(frozen=True)
class Setting:
    """Under what a worker works."""

    seconds: float  # for each task
    megabytes: int  # beyond what it has when it begins
    steps: int | None  # the limit of cost
    portion: float  # seconds after which it hands over what it has not begun
    # What makes a new interpreter ready, as by loading a game; nothing where all is inherited.
    prepare: Callable[[], None] | None = None


@dataclass(frozen=True)
class Failed:
    """Why a task has no result."""

    why: str


@dataclass(frozen=True)
class Refused:
    """Why a worker does nothing of what it is sent."""

    why: str


# What a task may call to say how far it has come; None outside of a worker. It is ambient, as a
# task is given its argument alone.
telling: ContextVar[Progress | None] = ContextVar("telling", default=None)


def serve(channel: Connection, setting: Setting) -> None:
    """Do the tasks of each portion that arrives and answer each; end with the channel."""
    _end_with_who_began_it()
    _keep_quiet()
    _limit_memory(setting.megabytes)
    telling.set(_teller(channel))
    try:
        if setting.prepare is not None:
            setting.prepare()
        with limit(setting.steps):
            while True:
                _do_portion(channel, setting)
    except (EOFError, OSError):  # nobody is there any more
        return
    except MemoryError:  # what is kept of earlier tasks may fill it: a new worker has all of it
        os._exit(NO_MEMORY)
    except (ExactDiceError, ImportError, AttributeError) as error:
        channel.send(Refused(f"cannot take up what is sent: {error}"))


def _teller(channel: Connection) -> Progress:
    """What sends how far a task has come, seldom, as solvers say it at every step."""
    last = 0.0

    def tell(done: int, total: int | None) -> None:
        nonlocal last
        if monotonic() - last > SELDOM:
            channel.send((done, total))
            last = monotonic()

    return tell


def _do_portion(channel: Connection, setting: Setting) -> None:
    """Send the answers to the tasks in their order, as bytes, and None behind the last; those that
    are not begun when the seconds of a portion are over have none.
    """
    tasks = ForkingPickler.loads(channel.recv_bytes())
    ends = monotonic() + setting.portion
    for work, argument in tasks:
        # When nobody is left to end it, the system does, a second later.
        _wake_after(setting.seconds + 1)
        answer = answered(work, argument)
        _wake_after(0)
        channel.send(_packed(answer))
        if monotonic() > ends:
            break
    channel.send(None)


def answered(work: Callable[[Any], object], argument: object) -> object:
    """The result of the work, or why there is none; `MemoryError` where memory is at an end."""
    try:
        return work(argument)
    except MemoryError:
        raise
    except SeveralErrors as error:
        return Failed("; ".join(error.complaints))
    except ExactDiceError as error:
        return Failed(str(error))
    except (OverflowError, RecursionError) as error:
        return Failed(f"it is too large to compute here ({type(error).__name__})")
    # A defect of this program costs one task, and is told as what it is.
    except Exception as error:
        last = extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__}: {error} in {last.name} of {Path(last.filename).name}"
        return Failed(f"this is a defect of exactdice, please report it: {where}")


def _packed(answer: object) -> bytes:
    """The answer as bytes, or why that is not possible."""
    try:
        return bytes(ForkingPickler.dumps(answer))
    except MemoryError:
        raise
    # What cannot be written says so in any way it likes.
    except Exception as error:
        return bytes(ForkingPickler.dumps(Failed(f"its result cannot be handed over: {error}")))


# --- limits ---------------------------------------------------------------------------------------


def _end_with_who_began_it() -> None:
    """Have Linux end this process when the one that began it ends, however that happens, and before
    all others where the machine runs out of memory; elsewhere it notices once its task is done.
    """
    if sys.platform != "linux":
        return
    beginner = os.getppid()
    # The C library of the process itself, which is there whatever it is called.
    ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != beginner:  # it has ended before it was asked for
        os._exit(1)
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")


def _keep_quiet() -> None:
    """Leave Ctrl-C to who gave the tasks, and write nothing between what that prints."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _limit_memory(megabytes: int) -> None:
    """Have Linux refuse more memory than this beyond what is in use now."""
    if sys.platform != "linux":
        return
    import resource

    # Where Linux does not say what is in use, or allows less, its own limit holds.
    with suppress(OSError, StopIteration, ValueError):
        with open("/proc/self/status", encoding="ascii", errors="replace") as file:
            used = next(int(line.split()[1]) for line in file if line.startswith("VmData:"))
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (1024 * used + megabytes * 10**6, hard))


def _wake_after(seconds: float) -> None:
    """Have the system end this process after so long, even inside a library in C; 0 takes that
    back.
    """
    if sys.platform != "win32":
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)
