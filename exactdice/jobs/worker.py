"""A worker: a process that does one task after the other, within limits that its system keeps; how
it works, and how who gives it tasks sees it.

It may end at any moment, by the system or by a library in C that gives up: whoever gave it the
tasks notices, and loses the one that it was at.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from time import monotonic
from traceback import extract_tb
from typing import Any

from ..exact.errors import ExactDiceError, SeveralErrors
from ..exact.numbers import Progress
from ..exact.processes import deaf_to_interrupts, is_forking, serve_parent
from ..exact.session import in_session

NO_MEMORY = 12  # exit status of a worker whose memory is full
SELDOM = 0.1  # seconds between two words on how far a task has come
SOON = 0.1  # seconds after which who waits looks at the clock
STARTING = threading.Lock()  # one process at a time, as the environment is that of all threads
# Modules that all workers have from the beginning, where processes are not forked: who has work
# done adds its own before the first worker begins. The keys of a dict, for their order.
PRELOADED: dict[str, None] = {}


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
class Lost:
    """Why a task has no result."""

    why: str


class Refused(ExactDiceError):
    """A worker does nothing of what it is sent."""


def serve(channel: Connection, setting: Setting) -> None:
    """Do the tasks of each portion that arrives and answer each; end with the channel."""
    serve_parent()
    _limit_memory(setting.megabytes)
    told = 0.0

    def tell(done: int, total: int | None) -> None:
        """Send how far a task has come, seldom, as solvers say it at every step."""
        nonlocal told
        if monotonic() - told > SELDOM:
            channel.send((done, total))
            told = monotonic()

    try:
        if setting.prepare is not None:
            setting.prepare()
        with in_session(limit=setting.steps, progress=tell):
            while True:
                tasks = ForkingPickler.loads(channel.recv_bytes())
                ends = monotonic() + setting.portion
                # The answers in order, as bytes, and None behind the last; what is not begun when
                # the seconds of a portion are over has none.
                for work, argument in tasks:
                    channel.send(_pack(answered(work, argument)))
                    if monotonic() > ends:
                        break
                channel.send(None)
    except (EOFError, OSError):  # nobody is there any more
        return
    except MemoryError:  # what is kept of earlier tasks may fill it: a new worker has all of it
        os._exit(NO_MEMORY)
    except (ExactDiceError, ImportError, AttributeError) as error:
        channel.send(Refused(f"cannot take up what is sent: {error}"))


def answered(work: Callable[[Any], object], argument: object) -> object:
    """The result of the work, or why there is none; `MemoryError` where memory is at an end."""
    try:
        return work(argument)
    except MemoryError:
        raise
    except SeveralErrors as error:
        return Lost("; ".join(error.complaints))
    except ExactDiceError as error:
        return Lost(str(error))
    except (OverflowError, RecursionError) as error:
        return Lost(f"it is too large to compute here ({type(error).__name__})")
    # A defect of this program costs one task, and is told as what it is.
    except Exception as error:
        last = extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__}: {error} in {last.name} of {Path(last.filename).name}"
        return Lost(f"this is a defect of exactdice, please report it: {where}")


def _pack(answer: object) -> bytes:
    """The answer as bytes, or why that is not possible."""
    try:
        return bytes(ForkingPickler.dumps(answer))
    except MemoryError:
        raise
    # What cannot be written says so in any way it likes.
    except Exception as error:
        return bytes(ForkingPickler.dumps(Lost(f"its result cannot be handed over: {error}")))


# --- limits ---------------------------------------------------------------------------------------


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


# --- as who gives it tasks sees it ----------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """The outcome of a portion: the answers to its first tasks, as bytes. The rest are to be given
    again; where there is a `why` the worker has ended, by the first of them for certain, or when
    `is_certain` is not so perhaps; "" where it was nobody's doing.
    """

    answers: list[bytes]
    why: str | None = None
    is_certain: bool = False


class WorkerProcess:
    """A process that does one portion after the other within a setting."""

    def __init__(self, context: BaseContext, setting: Setting) -> None:
        self.setting = setting
        self._channel, its = context.Pipe()
        self._has_answered = False
        self._process = context.Process(  # type: ignore[attr-defined]
            target=serve, args=(its, setting), daemon=True
        )
        with _shelter(context):
            self._process.start()
        its.close()

    def do(
        self,
        portion: bytes,
        progress: Progress | None = None,
        is_over: Callable[[], bool] = lambda: False,
    ) -> Outcome:
        """The outcome of the portion, which is given up once it `is_over`."""
        answers: list[bytes] = []
        was_alive = self._process.is_alive()
        try:
            self._channel.send_bytes(portion)
            since = monotonic()
            while True:
                left = since + self.setting.seconds - monotonic()
                # An answer that has come is taken first, however late.
                if self._channel.poll(max(0, min(SOON, left))):
                    message = self._channel.recv()
                    if isinstance(message, Refused):
                        self.end()
                        raise message
                    if message is None:
                        return Outcome(answers)
                    if isinstance(message, bytes):
                        answers.append(message)
                        self._has_answered, since = True, monotonic()
                    elif progress is not None:
                        progress(*message)
                elif left <= 0:
                    self.end()
                    why = f"over the time limit of {self.setting.seconds:g} s"
                    return Outcome(answers, why, True)
                elif is_over():
                    self.end()
                    return Outcome(answers, "")
        except (EOFError, OSError):  # it has ended, perhaps while it wrote
            if not was_alive and self._has_answered:  # while it had nothing to do
                self.end()
                return Outcome(answers, "")
            self._process.join(1)  # second, as it may have much memory to give back
            self.end()
            return self._ended(answers)

    def _ended(self, answers: list[bytes]) -> Outcome:
        """The outcome where the process has ended, by itself or by a signal."""
        status = self._process.exitcode or 0
        if status == NO_MEMORY and self._has_answered:
            return Outcome(answers, "")
        if status == NO_MEMORY:
            why = f"over the memory limit of {self.setting.megabytes} MB"
            return Outcome(answers, why, True)
        if status >= 0:
            return Outcome(answers, f"with status {status}")
        name = signal.Signals(-status).name if -status in [*signal.Signals] else f"signal {-status}"
        of_memory = ", most often as its memory was at an end" * (name in ("SIGABRT", "SIGKILL"))
        return Outcome(answers, f"by {name}{of_memory}")

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._channel.close()


# --- how processes begin --------------------------------------------------------------------------


def context_for_processes() -> BaseContext:
    """How processes begin: forked, with all that is loaded, where that is safe; else as new
    interpreters, of which all have the modules that were to be preloaded before the first.
    """
    if is_forking():
        return multiprocessing.get_context("fork")
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*PRELOADED])
    return context


@contextmanager
def _shelter(context: BaseContext) -> Iterator[None]:
    """A new interpreter that begins now finds no module of the folder where documents lie, and
    hears no Ctrl-C.
    """
    with STARTING:
        # The processes that the caller starts later are the caller's.
        before = os.environ.get("PYTHONSAFEPATH")
        os.environ["PYTHONSAFEPATH"] = "1"
        try:
            if sys.platform != "win32" and context.get_start_method() != "fork":
                # Begun later, it would let Ctrl-C through again.
                resource_tracker.ensure_running()
            with deaf_to_interrupts():
                yield
        finally:
            del os.environ["PYTHONSAFEPATH"]
            os.environ |= {} if before is None else {"PYTHONSAFEPATH": before}
