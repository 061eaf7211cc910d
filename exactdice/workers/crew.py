"""A crew of workers: tasks are given out and answered as they are done, whatever becomes of the
worker that was at them.

Each task has one answer. One that takes too long, or too much memory, or ends its worker twice, is
answered by why; the others are not touched by it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from multiprocessing import connection, resource_tracker
from multiprocessing.reduction import ForkingPickler
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from ..cost import allowed
from ..exact import Progress
from .allowance import Allowance
from .waiting import Lost as Lost
from .waiting import Task as Task
from .waiting import Waiting as Waiting
from .worker import MORE_SECONDS, NO_MEMORY, Batch, Failed, Setting, Underway, serve

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from types import TracebackType

MOST_AT_ONCE = 64  # tasks that are given to a worker together
QUICKLY = 0.05  # seconds in which a batch may be done for the next one to be larger
TRIES = 2  # of a task whose worker ends
SOON = 0.1  # seconds after which who waits looks at the clock
MOST_BYTES = 300_000_000  # of all answers together, which who gave the tasks must hold
STARTING = threading.Lock()  # one process at a time, as the environment is that of all threads


class Stopping(Protocol):
    """What says whether the tasks are to be given up, such as an `Event`."""

    def is_set(self) -> bool:
        """Whether they are."""


class AnyCrew(Protocol):
    """What is given tasks and answers them, on this machine or elsewhere."""

    def __enter__(self) -> AnyCrew:
        """The crew."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End what is not done."""

    def add(self, tasks: Iterable[Task]) -> None:
        """Let the crew do these, too."""

    def answers(self) -> Iterator[tuple[Task, object]]:
        """Each task with its result, or with `Lost`, as it is done, until none is left."""

    def forget(self) -> None:
        """Forget what went wrong and how much was answered: the next tasks are of another asker."""


class Crews(Protocol):
    """What makes a crew, such as the class `Crew`."""

    def __call__(
        self,
        allowance: Allowance,
        prepare: Callable[[], None] | None = None,
        preloaded: Sequence[str] = (),
        stopped: Stopping | None = None,
        progress: Progress | None = None,
    ) -> AnyCrew:
        """The crew, which works within the allowance."""


@dataclass(eq=False)
class _Member:
    """A worker as its crew knows it."""

    process: Any  # of multiprocessing, whose contexts have classes of their own
    channel: Connection
    group: str = ""
    at: deque[Task] = field(default_factory=deque)  # given to it, the one it is at first
    since: float = 0.0  # when it began with that
    batch: int = 1  # how many tasks it is given together
    given: float = 0.0  # when it was given these
    has_answered: bool = False


class Crew:
    """Workers that do tasks within an allowance; leaving the `with` block ends them.

    New interpreters, where processes are not forked, call `prepare` and have these modules
    `preloaded`. What is not done when `stopped` is set, by another thread, is given up. `progress`
    is told how far a task has come that says so by `telling`.

    >>> with Crew(Allowance(jobs=1)) as crew:
    ...     crew.add([Task(abs, -2)])
    ...     [answer for task, answer in crew.answers()]
    [2]
    """

    def __init__(
        self,
        allowance: Allowance,
        prepare: Callable[[], None] | None = None,
        preloaded: Sequence[str] = (),
        stopped: Stopping | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.allowance, self.stopped, self.progress = allowance, stopped, progress
        self.ends = monotonic() + allowance.total_seconds
        self._context = _context(preloaded)
        is_forked = self._context.get_start_method() == "fork"
        ready = None if is_forked else prepare
        self._setting = Setting(allowance.seconds, allowance.megabytes, allowed(), ready)
        self._members: list[_Member] = []
        self._waiting = Waiting()
        self._bytes = 0  # of all answers

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for member in [*self._members]:
            self._end(member)

    def add(self, tasks: Iterable[Task]) -> None:
        """Let the crew do these, too."""
        self._waiting.add(tasks)

    def answers(self) -> Iterator[tuple[Task, object]]:
        """Each task with its result, or with `Lost`, as it is done, until none is left; more may be
        added meanwhile.
        """
        while self.is_at_work():
            yield from self.answers_soon()

    def is_at_work(self) -> bool:
        """Whether a task is not answered."""
        return bool(self._waiting or self._members_at_work())

    def answers_soon(self) -> Iterator[tuple[Task, object]]:
        """The answers that come within a moment, to who waits for something else besides."""
        why = self.why_ended()
        if why:
            yield from self._given_up(why)
            return
        yield from self._give_out()
        yield from self._answers_now()
        yield from self._late()

    def forget(self) -> None:
        """Forget what went wrong and how much was answered: the next tasks are of another asker."""
        self._waiting, self._bytes = Waiting(), 0

    def why_ended(self) -> str:
        """Why nothing more is done; "" while there is time."""
        if self.stopped is not None and self.stopped.is_set():
            return "stopped"
        if monotonic() < self.ends:
            return ""
        return f"over the total time limit of {self.allowance.total_seconds:g} s"

    def _members_at_work(self) -> list[_Member]:
        return [member for member in self._members if member.at]

    # --- giving out -------------------------------------------------------------------------------

    def _give_out(self) -> Iterator[tuple[Task, object]]:
        """Give every worker that has nothing to do a batch of tasks; the answers to those that are
        lost already.
        """
        idle = [member for member in self._members if not member.at]
        while self._waiting and (idle or len(self._members) < self.allowance.jobs):
            member = self._next_of(idle)
            taken = {member.group for member in self._members_at_work()}
            group = self._waiting.next_group(member.group if member else "", taken)
            batch, lost = self._waiting.batch(group, member.batch if member else 1)
            yield from lost
            if batch:
                member = member or self._begun()
                self._give(member, group, batch)
                idle = [one for one in idle if one is not member]

    def _next_of(self, idle: Sequence[_Member]) -> _Member | None:
        """Who is given tasks next: who was at a group that waits and knows what its tasks share,
        else any; None where nobody is idle.
        """
        knowing = (member for member in idle if member.group in self._waiting)
        return next(knowing, idle[0] if idle else None)

    def _give(self, member: _Member, group: str, batch: list[Task]) -> None:
        member.group = group
        member.since = member.given = monotonic()
        member.at.extend(batch)
        sent: Batch = [(task.work, task.argument) for task in batch]
        try:
            member.channel.send(sent)
        except OSError:  # it has ended: its channel says so when it is read
            return

    def _begun(self) -> _Member:
        """A new worker."""
        ours, its = self._context.Pipe()
        # What a forked process inherits it must close, else no channel would ever end.
        inherited = [ours, *(member.channel for member in self._members)]
        is_forked = self._context.get_start_method() == "fork"
        process = self._context.Process(  # type: ignore[attr-defined]
            target=_begin, args=(its, self._setting, inherited if is_forked else []), daemon=True
        )
        with _apart_from_the_folder(), nullcontext() if is_forked else _deaf_to_ctrl_c():
            process.start()
        its.close()
        member = _Member(process, ours)
        self._members.append(member)
        return member

    # --- taking answers ---------------------------------------------------------------------------

    def _answers_now(self) -> Iterator[tuple[Task, object]]:
        """The answers that come soon."""
        by_channel = {member.channel: member for member in self._members_at_work()}
        left = self.ends - monotonic()
        for channel in connection.wait(by_channel, timeout=max(0, min(SOON, left))):
            member = by_channel[channel]  # type: ignore[index]
            try:
                data = member.channel.recv_bytes()
            except (EOFError, OSError):  # it has ended, perhaps while it wrote
                yield from self._ended(member)
                continue
            answer = self._unpacked(data)
            if not isinstance(answer, Underway):
                yield from self._answered(member, answer)
            elif self.progress is not None:
                self.progress(answer.done, answer.total)

    def _unpacked(self, data: bytes) -> object:
        """The answer; why it is passed over where all answers together are too much to hold."""
        self._bytes += len(data)
        if self._bytes > MOST_BYTES:
            return Failed(f"the results have more than {MOST_BYTES} bytes together")
        return ForkingPickler.loads(data)

    def _answered(self, member: _Member, answer: object) -> Iterator[tuple[Task, object]]:
        task = member.at.popleft()
        is_new, member.has_answered = not member.has_answered, True
        member.since = monotonic()
        if not member.at:
            # Long tasks one by one, so that others can take the next; short ones with few messages.
            is_quick = member.since - member.given < QUICKLY
            member.batch = min(2 * member.batch, MOST_AT_ONCE) if is_quick else 1
        if not isinstance(answer, Failed):
            yield task, answer
        elif not answer.is_out_of_memory:
            yield task, Lost(answer.why)
        elif is_new:
            yield task, self._waiting.beyond(task, f"over the memory limit of {self._megabytes} MB")
            self._replace(member)
        else:
            # What is kept of other tasks may have filled the memory.
            self._replace(member, again=task)

    @property
    def _megabytes(self) -> int:
        return self.allowance.megabytes

    def _ended(self, member: _Member) -> Iterator[tuple[Task, object]]:
        """The answer to the task that the worker was at when it ended, if that was the last try."""
        task = member.at.popleft()
        # It has closed its channel, which it does as it ends.
        member.process.join(MORE_SECONDS)
        status = member.process.exitcode or 0
        if status == -ALARM:
            yield task, self._over_time(task)
            self._replace(member)
            return
        if self._waiting.tried(task) < TRIES:
            self._replace(member, again=task)
            return
        yield (
            task,
            self._waiting.beyond(task, f"its process ended {TRIES} times, {_ending(status)}"),
        )
        self._replace(member)

    def _late(self) -> Iterator[tuple[Task, object]]:
        """The answers to tasks that have taken too long."""
        now = monotonic()
        for member in self._members_at_work():
            # An answer that has come is taken first, however late.
            if now - member.since > self.allowance.seconds and not member.channel.poll():
                task = member.at.popleft()
                self._replace(member)
                yield task, self._over_time(task)

    def _over_time(self, task: Task) -> Lost:
        return self._waiting.beyond(task, f"over the time limit of {self.allowance.seconds:g} s")

    def _given_up(self, why: str) -> Iterator[tuple[Task, object]]:
        """All tasks that are not done."""
        left = [task for member in self._members for task in member.at]
        left += self._waiting.all_taken()
        for member in [*self._members]:
            self._end(member)
        lost = Lost(why)
        yield from ((task, lost) for task in left)

    # --- ending -----------------------------------------------------------------------------------

    def _replace(self, member: _Member, again: Task | None = None) -> None:
        """End the worker; what it was given waits for another, `again` first."""
        left = [*member.at] if again is None else [again, *member.at]
        self._waiting.again(member.group, left)
        self._end(member)

    def _end(self, member: _Member) -> None:
        self._members.remove(member)
        member.at.clear()
        member.process.kill()
        member.process.join()
        member.channel.close()


ALARM = getattr(signal, "SIGALRM", 0)


def _ending(status: int) -> str:
    """How a process ended, in words."""
    if status == NO_MEMORY:
        return "as its memory was at an end"
    if status >= 0:
        return f"with status {status}"
    name = signal.Signals(-status).name if -status in [*signal.Signals] else f"signal {-status}"
    of_memory = ", most often as its memory was at an end" * (name in ("SIGABRT", "SIGKILL"))
    return f"by {name}{of_memory}"


def _begin(channel: Connection, setting: Setting, inherited: Iterable[Connection]) -> None:
    """What a new process does."""
    for other in inherited:
        other.close()
    serve(channel, setting)


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
def _deaf_to_ctrl_c() -> Iterator[None]:
    """What begins now hears no Ctrl-C, not even while it loads modules: that is for the caller."""
    if sys.platform == "win32":
        yield
        return
    # Begun later, it would let Ctrl-C through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def is_forking() -> bool:
    """Whether workers begin as copies of this process, with all that it knows."""
    # Beside other threads a fork may inherit locks that nobody opens again.
    return sys.platform == "linux" and threading.active_count() == 1


def _context(preloaded: Sequence[str]) -> BaseContext:
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


PRELOADED: dict[str, None] = {}  # modules, as keys of a dict for their order


def preload(modules: Iterable[str]) -> None:
    """Have the modules loaded for all workers that are not forked from this process: once, before
    the first of them begins, whoever that works for.
    """
    PRELOADED.update(dict.fromkeys(modules))
