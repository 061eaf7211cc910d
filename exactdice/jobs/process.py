"""A worker as who gives it tasks knows it: a process that is begun, given portions of tasks and
ended, and what comes of each portion.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.context import BaseContext
from time import monotonic

from ..exact import Progress
from .worker import NO_MEMORY, Refused, Setting, serve

SOON = 0.1  # seconds after which who waits looks at the clock
ALARM: int = getattr(signal, "SIGALRM", 999)  # which no other system has
STARTING = threading.Lock()  # one process at a time, as the environment is that of all threads
# Modules that all workers have from the beginning, as keys of a dict for their order.
PRELOADED: dict[str, None] = {}


@dataclass(frozen=True)
class Outcome:
    """What came of a portion: the answers to its first tasks, as bytes. The rest are to be given
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
        with _apart_from_the_folder(), _deaf_to_ctrl_c(context):
            self._process.start()
        its.close()

    def do(
        self,
        portion: bytes,
        progress: Progress | None = None,
        is_over: Callable[[], bool] = lambda: False,
    ) -> Outcome | Refused:
        """What comes of the portion, which is given up once it `is_over`."""
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
                        return message
                    if message is None:
                        return Outcome(answers)
                    if isinstance(message, bytes):
                        answers.append(message)
                        self._has_answered, since = True, monotonic()
                    elif progress is not None:
                        progress(*message)
                elif left <= 0:
                    self.end()
                    return self._ended(answers, ALARM)
                elif is_over():
                    self.end()
                    return Outcome(answers, "")
        except (EOFError, OSError):  # it has ended, perhaps while it wrote
            if not was_alive and self._has_answered:  # while it had nothing to do
                self.end()
                return Outcome(answers, "")
            self._process.join(1)  # second, as it may have much memory to give back
            self.end()
            return self._ended(answers, -(self._process.exitcode or 0))

    def _ended(self, answers: list[bytes], number: int) -> Outcome:
        """What is said where a signal of this number ended the process, or a status below 0."""
        limits = self.setting
        if number == ALARM:
            return Outcome(answers, f"over the time limit of {limits.seconds:g} s", True)
        if number == -NO_MEMORY and self._has_answered:
            return Outcome(answers, "")
        if number == -NO_MEMORY:
            return Outcome(answers, f"over the memory limit of {limits.megabytes} MB", True)
        if number <= 0:
            return Outcome(answers, f"with status {-number}")
        name = signal.Signals(number).name if number in [*signal.Signals] else f"signal {number}"
        of_memory = ", most often as its memory was at an end" * (name in ("SIGABRT", "SIGKILL"))
        return Outcome(answers, f"by {name}{of_memory}")

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._channel.close()


# --- how processes begin --------------------------------------------------------------------------


def is_forking() -> bool:
    """Whether workers begin as copies of this process, with all that it knows."""
    # Beside other threads a fork may inherit locks that nobody opens again.
    return sys.platform == "linux" and threading.active_count() == 1


def context_for(preloaded: Iterable[str]) -> BaseContext:
    """How processes begin: forked, with all that is loaded, where that is safe; else as new
    interpreters, of which all have all modules that were ever to be preloaded before the first.
    """
    if is_forking():
        return multiprocessing.get_context("fork")
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    PRELOADED.update(dict.fromkeys(preloaded))
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*PRELOADED])
    return context


@contextmanager
def _apart_from_the_folder() -> Iterator[None]:
    """A new interpreter must find no module of the folder where documents lie; the processes that
    the caller starts later are the caller's.
    """
    with STARTING:
        before = os.environ.get("PYTHONSAFEPATH")
        os.environ["PYTHONSAFEPATH"] = "1"
        try:
            yield
        finally:
            del os.environ["PYTHONSAFEPATH"]
            os.environ |= {} if before is None else {"PYTHONSAFEPATH": before}


@contextmanager
def _deaf_to_ctrl_c(context: BaseContext) -> Iterator[None]:
    """What begins now hears no Ctrl-C, not even while it loads modules: that is for the caller."""
    if sys.platform == "win32":
        yield
        return
    if context.get_start_method() != "fork":
        # Begun later, it would let Ctrl-C through again.
        resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
