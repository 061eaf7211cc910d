"""A crew does tasks, and answers each once, whatever becomes of the worker that was at it.

Tasks are given out in portions to an executor: one of processes of this machine, or one of a
cluster. A task that takes too long, or too much memory, or ends its worker twice, is answered by
why; the others are not touched by it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing.reduction import ForkingPickler
from threading import Event
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ..exact.cost import allowed
from ..exact.errors import ExactDiceError
from ..exact.numbers import Progress
from .allowance import Allowance
from .worker import SOON, Lost, Outcome, Refused, Setting, WorkerProcess, context_for_processes

if TYPE_CHECKING:
    from .cluster import Cluster, There

TRIES = 2  # of a task whose worker ends
FOREVER = 10**7  # seconds, and megabytes: work that is part of a solver has the limits of that
MOST_BYTES = 300_000_000  # of all answers together, which who gave the tasks must hold

Argument = TypeVar("Argument")
Result = TypeVar("Result")


@dataclass(frozen=True, eq=False)
class Task:
    """A function of a module, which returns a result that can be sent, and its argument.

    Tasks of a `group` share what they compute, so that one worker does them; those of a `question`
    are beyond a limit together. One that `stays` reads files of this machine, or runs code that is
    on it alone.
    """

    work: Callable[[Any], Any]
    argument: Any
    group: str = ""
    question: str = ""
    stays: bool = False


class Here:
    """Processes of this machine, so many at once, each waited for by a thread: the standard
    library's pool of processes has no limit of time, and loses all tasks with one worker.
    """

    most_at_once = 64  # tasks in a portion
    quickly = 0.05  # seconds after which a worker hands over what it has not begun

    def __init__(self, setting: Setting, jobs: int, progress: Progress | None) -> None:
        self.width, self._progress = jobs, progress
        # Before there are threads of our own, which hold no lock that a copy would need.
        self._context = context_for_processes()
        is_ready = self._context.get_start_method() == "fork"
        self._setting = replace(
            setting, portion=self.quickly, prepare=None if is_ready else setting.prepare
        )
        self._threads = ThreadPoolExecutor(jobs)
        self._idle: list[WorkerProcess] = []
        self._is_over = Event()

    def give(self, tasks: Sequence[object]) -> Future[Outcome]:
        """The outcome of a portion, done by a process that is begun here where none is idle: it may
        be a copy, which knows what the caller knows.
        """
        portion = bytes(ForkingPickler.dumps(tasks))
        process = self._idle.pop() if self._idle else WorkerProcess(self._context, self._setting)

        def work() -> Outcome:
            outcome = process.do(portion, self._progress, self._is_over.is_set)
            if outcome.why is None:
                self._idle.append(process)
            return outcome

        return self._threads.submit(work)

    def outcome(self, future: Future[Outcome]) -> Outcome:
        """The outcome of a portion that is done."""
        try:
            return future.result()
        except Refused as error:
            raise ExactDiceError(f"a worker {error}") from error

    def end(self) -> None:
        """End all processes."""
        self._is_over.set()
        self._threads.shutdown()
        while self._idle:
            self._idle.pop().end()


class Crew:
    """Workers that do tasks within an allowance; leaving the `with` block ends them.

    New interpreters, where processes are not forked, call `prepare`. What is not done when
    `stopped` is set, by another thread, is given up. `progress` is told how far a task has come
    that says so to the progress of its session. With a `cluster` all tasks but those that stay are
    done there.

    >>> with Crew(Allowance(jobs=1)) as crew:
    ...     crew.add([Task(abs, -2)])
    ...     [answer for task, answer in crew.answers()]
    [2]
    """

    def __init__(
        self,
        allowance: Allowance,
        prepare: Callable[[], None] | None = None,
        stopped: Event | None = None,
        progress: Progress | None = None,
        cluster: Cluster | None = None,
    ) -> None:
        self.allowance, self.stopped = allowance, stopped
        self.ends = monotonic() + allowance.total_seconds
        setting = Setting(allowance.seconds, allowance.megabytes, allowed(), 0, prepare)
        here = Here(setting, allowance.jobs, progress)
        self._here = self._usual = _Desk(here)
        self._desks = [self._here]
        if cluster is not None:
            self._usual = _Desk(cluster(setting))
            self._desks.append(self._usual)
        self._bytes = 0  # of all answers

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        for desk in self._desks:
            desk.place.end()

    def add(self, tasks: Iterable[Task]) -> None:
        """Let the crew do these, too."""
        for task in tasks:
            (self._here if task.stays else self._usual).add(task)

    def forget(self) -> None:
        """Forget how much was answered: the next tasks are of another asker."""
        self._bytes = 0

    def answers(self) -> Iterator[tuple[Task, object]]:
        """Each task with its result, or with `Lost`, as it is done, until none is left; more may be
        added meanwhile.
        """
        while any(desk.groups or desk.at_work for desk in self._desks):
            is_stopped = self.stopped is not None and self.stopped.is_set()
            if is_stopped or monotonic() >= self.ends:
                why = f"over the total time limit of {self.allowance.total_seconds:g} s"
                lost = Lost("stopped" if is_stopped else why)
                for desk in self._desks:
                    desk.place.end()
                    left = [*desk.at_work.values(), *desk.groups.values()]
                    desk.at_work.clear()
                    desk.groups.clear()
                    yield from ((task, lost) for tasks in left for task in tasks)
                continue
            found = [answer for desk in self._desks for answer in desk.give_out()]
            at_work = {future: desk for desk in self._desks for future in desk.at_work}
            seconds = max(0, min(SOON, self.ends - monotonic()))
            if not at_work:  # a cluster has no worker
                sleep(seconds)
            for future in wait(at_work, timeout=seconds, return_when=FIRST_COMPLETED).done:
                found += at_work[future].take(future)
            # No worker waits while answers are looked at.
            found += [answer for desk in self._desks for answer in desk.give_out()]
            for task, data in found:
                if isinstance(data, Lost):
                    yield task, data
                    continue
                self._bytes += len(data)
                if self._bytes > MOST_BYTES:
                    yield task, Lost(f"the results have more than {MOST_BYTES} bytes together")
                else:
                    yield task, ForkingPickler.loads(data)


class _Desk:
    """Tasks by their groups that wait for one place, and what is known of those that went wrong."""

    def __init__(self, place: Here | There) -> None:
        self.place = place
        self.groups: dict[str, deque[Task]] = {}
        self.at_work: dict[Future[Any], list[Task]] = {}
        self._last = ""  # the group of which a portion was done last
        self._size = 1  # of the next portion
        self._tries: dict[Task, int] = {}
        self._hopeless: dict[str, Lost] = {}  # questions that were beyond a limit

    def add(self, task: Task) -> None:
        """Let the task wait, too."""
        self.groups.setdefault(task.group, deque()).append(task)

    def give_out(self) -> Iterator[tuple[Task, bytes | Lost]]:
        """Give portions to all who have nothing to do; the answers to tasks that are lost
        already.
        """
        width = self.place.width if self.groups or self.at_work else 0
        while self.groups and len(self.at_work) < width:
            # The group of which a portion was done last, as its worker is idle and knows what its
            # tasks share; else one that nobody is at, else any.
            taken = {tasks[0].group for tasks in self.at_work.values()}
            free = [group for group in self.groups if group not in taken]
            group = self._last if self._last in self.groups else [*free, *self.groups][0]
            tasks = self.groups[group]
            share = max(1, len(tasks) // (2 * width))  # so that all end together
            portion = list[Task]()
            while tasks and len(portion) < min(self._size, share):
                task = tasks.popleft()
                if task.question in self._hopeless:
                    yield task, self._hopeless[task.question]
                else:
                    portion.append(task)
            if not tasks:
                del self.groups[group]
            if portion:
                future = self.place.give([(task.work, task.argument) for task in portion])
                self.at_work[future] = portion

    def take(self, future: Future[Any]) -> list[tuple[Task, bytes | Lost]]:
        """The tasks of a portion that are answered; those that are not wait again."""
        portion = self.at_work.pop(future)
        outcome = self.place.outcome(future)
        found: list[tuple[Task, bytes | Lost]] = [*zip(portion, outcome.answers, strict=False)]
        left = portion[len(found) :]
        # What is not begun in time is left.
        self._size = max(1, len(found)) if left else min(2 * self._size, self.place.most_at_once)
        self._last = portion[0].group
        if outcome.why and left:
            first = left[0]
            self._tries[first] = self._tries.get(first, 0) + 1
            if outcome.is_certain or self._tries[first] == TRIES:
                times = "" if outcome.is_certain else f"its process ended {TRIES} times, "
                lost = Lost(f"{times}{outcome.why}")
                found.append((left.pop(0), lost))
                if first.question:
                    self._hopeless[first.question] = lost
        if left:
            self.groups.setdefault(self._last, deque()).extendleft(reversed(left))
        return found


@contextmanager
def spread(
    workers: int, prepare: Callable[[], None] | None = None, cluster: Cluster | None = None
) -> Iterator[Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]]:
    """Workers that answer a list of arguments in its order, each with what a function returns for
    it, or None where it has no result: what a session has for exploring a graph elsewhere.
    """
    with Crew(Allowance(workers, FOREVER, FOREVER), prepare, cluster=cluster) as crew:

        def answers(work: Callable[[Any], Any], arguments: Sequence[Any]) -> Iterator[Any]:
            crew.forget()
            tasks = [Task(work, argument) for argument in arguments]
            crew.add(tasks)
            given, early = crew.answers(), dict[Task, object]()
            for task in tasks:
                while task not in early:
                    done, answer = next(given)
                    early[done] = None if isinstance(answer, Lost) else answer
                yield early.pop(task)

        yield answers


def within(
    allowance: Allowance,
    work: Callable[[Argument], Result],
    argument: Argument,
    stopped: Event | None = None,
    progress: Progress | None = None,
) -> Result:
    """The result of the work, a function of a module, done in another process.

    Raises `ExactDiceError` saying which limit it passed, or that it was `stopped`, by another
    thread; and with its text the `ExactDiceError` that the work raises. `progress` is told what the
    work says to that of its session.

    >>> within(Allowance(), abs, -2)
    2
    """
    with Crew(allowance, None, stopped, progress) as crew:
        crew.add([Task(work, argument)])
        ((_, answer),) = crew.answers()
    if isinstance(answer, Lost):
        raise ExactDiceError(answer.why)
    return cast(Result, answer)
