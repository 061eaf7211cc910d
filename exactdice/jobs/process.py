"""A worker as who gives it tasks knows it: a process that is begun, given portions of tasks and
ended, and what comes of each portion.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.context import BaseContext
from time import monotonic

from ..exact import Progress
from .worker import MORE_SECONDS, NO_MEMORY, Refused, Setting, Underway, serve

SOON = 0.1  # seconds after which who waits looks at the clock
STARTING = threading.Lock()  # one process at a time, as the environment is that of all threads
ALARM = getattr(signal, "SIGALRM", 0)
# Modules that all workers have from the beginning, as keys of a dict for their order.
PRELOADED: dict[str, None] = {}


@dataclass(frozen=True)
class Outcome:
    """What came of a portion: the answers to its first tasks, as bytes. The rest are to be given
    again, and where there is a `why` the first of them ended the worker, or any when `is_of_all`:
    the worker's own doing when that is "", the task's when `is_certain`, and else perhaps.
    """

    answers: list[bytes]
    why: str | None = None
    is_certain: bool = False
    is_of_all: bool = False


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
        """What comes of the portion; it is given up once it `is_over`. Where there is a `why` the
        process has ended.
        """
        answers: list[bytes] = []
        try:
            self._channel.send_bytes(portion)
            since = monotonic()
            while True:
                left = since + self.setting.seconds - monotonic()
                # An answer that has come is taken first, however late.
                if not self._channel.poll(max(0, min(SOON, left))):
                    if left <= 0:
                        return self._over_time(answers)
                    if is_over():
                        return self._ended(answers, "", False)
                    continue
                message = self._channel.recv()
                if isinstance(message, bytes):
                    answers.append(message)
                    self._has_answered, since = True, monotonic()
                elif isinstance(message, Underway):
                    if progress is not None:
                        progress(message.done, message.total)
                elif message is None:
                    return Outcome(answers)
                else:
                    self.end()
                    return message if isinstance(message, Refused) else Refused(repr(message))
        except (EOFError, OSError):  # it has ended, perhaps while it wrote
            return self._ending(answers)

    def _over_time(self, answers: list[bytes]) -> Outcome:
        return self._ended(answers, f"over the time limit of {self.setting.seconds:g} s", True)

    def _ending(self, answers: list[bytes]) -> Outcome:
        """What is said of a process that has closed its channel, which it does as it ends."""
        self._process.join(MORE_SECONDS)
        status = self._process.exitcode or 0
        if status == -ALARM:
            return self._over_time(answers)
        if status == NO_MEMORY and self._has_answered:
            return self._ended(answers, "", False)
        if status == NO_MEMORY:
            said = f"over the memory limit of {self.setting.megabytes} MB"
            return self._ended(answers, said, True)
        return self._ended(answers, _in_words(status), False)

    def _ended(self, answers: list[bytes], why: str, is_certain: bool) -> Outcome:
        self.end()
        return Outcome(answers, why, is_certain)

    def kill(self) -> None:
        """Have the process end, whatever it is at."""
        self._process.kill()

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._channel.close()


def _in_words(status: int) -> str:
    """How a process ended."""
    if status >= 0:
        return f"with status {status}"
    name = signal.Signals(-status).name if -status in [*signal.Signals] else f"signal {-status}"
    of_memory = ", most often as its memory was at an end" * (name in ("SIGABRT", "SIGKILL"))
    return f"by {name}{of_memory}"


# --- how processes begin --------------------------------------------------------------------------


def is_forking() -> bool:
    """Whether workers begin as copies of this process, with all that it knows."""
    # Beside other threads a fork may inherit locks that nobody opens again.
    return sys.platform == "linux" and threading.active_count() == 1


def context_for(preloaded: Sequence[str]) -> BaseContext:
    """How processes begin: forked, with all that is loaded, where that is safe; else as new
    interpreters.
    """
    if is_forking():
        return multiprocessing.get_context("fork")
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    preload(preloaded)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*PRELOADED])
    return context


def preload(modules: Iterable[str]) -> None:
    """Have the modules loaded for all workers that are not forked from this process: once, before
    the first of them begins, whoever that works for.
    """
    PRELOADED.update(dict.fromkeys(modules))


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
            if before is None:
                del os.environ["PYTHONSAFEPATH"]
            else:
                os.environ["PYTHONSAFEPATH"] = before


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
