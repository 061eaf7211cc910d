"""A crew does tasks, and answers each once, whatever becomes of the worker that was at it.

Tasks are given out in portions to an executor: one of processes of this machine, or one of a
cluster. A task that takes too long, or too much memory, or ends its worker twice, is answered by
why; the others are not touched by it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from multiprocessing.reduction import ForkingPickler
from time import monotonic, sleep
from types import TracebackType
from typing import Any, Protocol

from ..cost import allowed
from ..errors import ExactDiceError
from ..exact import Progress
from .allowance import Allowance
from .process import SOON, Outcome, WorkerProcess, context_for
from .worker import Failed, Refused, Setting

TRIES = 2  # of a task whose worker ends
MOST_BYTES = 300_000_000  # of all answers together, which who gave the tasks must hold


class Stopping(Protocol):
    """What says whether the tasks are to be given up, such as an `Event`."""

    def is_set(self) -> bool:
        """Whether they are."""


@dataclass(frozen=True, eq=False)
class Task:
    """A function of a module, which returns a result that can be sent, and its argument.

    Tasks of a `group` share what they compute, so that one worker does them; those of a `question`
    are beyond a limit together. One that `stays` reads files of this machine, or runs code that is
    on it alone.
    """

    work: Callable[[Any], Any]
    argument: object
    group: str = ""
    question: str = ""
    stays: bool = False


@dataclass(frozen=True)
class Lost:
    """Why a task has no result; whether no other task of its question will have one."""

    why: str
    is_of_question: bool = field(default=False, compare=False)


class Place(ABC):
    """Where portions of tasks are done, by what executor."""

    most_at_once = 64  # tasks in a portion
    quickly = 0.05  # seconds after which a worker hands over what it has not begun

    executor: Executor

    @abstractmethod
    def width(self) -> int:
        """How many portions are done at once; `ExactDiceError` where there is nobody any more."""

    @abstractmethod
    def give(self, tasks: Sequence[tuple[Any, object]]) -> Future[Any]:
        """The outcome of the tasks, each a function and its argument."""

    @abstractmethod
    def end(self) -> None:
        """End what is not done."""

    def outcome(self, future: Future[Any]) -> Outcome:
        """What came of a portion that is done; `ExactDiceError` where nothing will come of any."""
        found = future.result()
        if isinstance(found, Refused):
            raise ExactDiceError(f"a worker {found.why}")
        assert isinstance(found, Outcome)
        return found


class Cluster(Protocol):
    """Workers on other machines."""

    def place(self, setting: Setting, preloaded: Sequence[str]) -> Place:
        """The executor of portions there."""


class Here(Place):
    """Processes of this machine, so many at once, each waited for by a thread.

    The standard library's pool of processes has no limit of time, and loses all tasks with one
    worker.
    """

    def __init__(
        self, setting: Setting, jobs: int, preloaded: Sequence[str], progress: Progress | None
    ) -> None:
        self._jobs, self._progress = jobs, progress
        # Before there are threads of our own, which hold no lock that a copy would need.
        self._context = context_for(preloaded)
        # A copy is ready.
        is_ready = self._context.get_start_method() == "fork"
        self._setting = replace(setting, prepare=None) if is_ready else setting
        self.executor = ThreadPoolExecutor(jobs)
        self._idle: list[WorkerProcess] = []
        self._busy: dict[WorkerProcess, None] = {}

    def width(self) -> int:
        """How many processes there may be."""
        return self._jobs

    def give(self, tasks: Sequence[tuple[Any, object]]) -> Future[Any]:
        """The outcome of the tasks, done by a process that is begun here where none is idle: it is
        a copy of what the caller knows.
        """
        portion = bytes(ForkingPickler.dumps(tasks))
        process = self._idle.pop() if self._idle else self._begun()
        self._busy[process] = None
        return self.executor.submit(self._done, process, portion)

    def _begun(self) -> WorkerProcess:
        return WorkerProcess(self._context, self._setting)

    def _done(self, process: WorkerProcess, portion: bytes) -> Outcome | Refused:
        outcome = process.do(portion, self._progress)
        del self._busy[process]
        if isinstance(outcome, Outcome) and outcome.why is None:
            self._idle.append(process)
        return outcome

    def end(self) -> None:
        """End all processes."""
        for process in [*self._busy]:
            process.kill()
        self.executor.shutdown()
        while self._idle:
            self._idle.pop().end()


class Crew:
    """Workers that do tasks within an allowance; leaving the `with` block ends them.

    New interpreters, where processes are not forked, call `prepare` and have these modules
    `preloaded`. What is not done when `stopped` is set, by another thread, is given up. `progress`
    is told how far a task has come that says so by `telling`. With a `cluster` all tasks but those
    that stay are done there.

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
        cluster: Cluster | None = None,
    ) -> None:
        self.allowance, self.stopped = allowance, stopped
        self.ends = monotonic() + allowance.total_seconds
        setting = Setting(allowance.seconds, allowance.megabytes, allowed(), Here.quickly, prepare)
        here = Here(setting, allowance.jobs, preloaded, progress)
        self._here = self._usual = _Desk(here)
        self._desks = [self._here]
        if cluster is not None:
            self._usual = _Desk(cluster.place(setting, preloaded))
            self._desks.append(self._usual)
        self._bytes = 0  # of all answers

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for desk in self._desks:
            desk.place.end()

    def add(self, tasks: Iterable[Task]) -> None:
        """Let the crew do these, too."""
        for task in tasks:
            (self._here if task.stays else self._usual).add(task)

    def forget(self) -> None:
        """Forget what went wrong and how much was answered: the next tasks are of another asker."""
        self._bytes = 0
        for desk in self._desks:
            desk.forget()

    def answers(self) -> Iterator[tuple[Task, object]]:
        """Each task with its result, or with `Lost`, as it is done, until none is left; more may be
        added meanwhile.
        """
        while any(desk.is_at_work() for desk in self._desks):
            why = self._why_ended()
            if why:
                yield from self._given_up(why)
                continue
            for desk in self._desks:
                yield from desk.give_out()
            yield from self._answers_soon()

    def _answers_soon(self) -> Iterator[tuple[Task, object]]:
        """The answers that come within a moment."""
        at_work = {future: desk for desk in self._desks for future in desk.at_work}
        left = max(0, min(SOON, self.ends - monotonic()))
        if not at_work:  # a cluster has no worker
            sleep(left)
        done, _ = wait(at_work, timeout=left, return_when=FIRST_COMPLETED)
        taken = [at_work[future].take(future) for future in done]
        # Nobody waits while answers are looked at.
        for desk in self._desks:
            yield from desk.give_out()
        for answers in taken:
            yield from ((task, self._unpacked(data)) for task, data in answers)

    def _unpacked(self, data: bytes | Lost) -> object:
        """The answer; why it is passed over where all answers together are too much to hold."""
        if isinstance(data, Lost):
            return data
        self._bytes += len(data)
        if self._bytes > MOST_BYTES:
            return Lost(f"the results have more than {MOST_BYTES} bytes together")
        answer = ForkingPickler.loads(data)
        return Lost(answer.why) if isinstance(answer, Failed) else answer

    def _why_ended(self) -> str:
        """Why nothing more is done; "" while there is time."""
        if self.stopped is not None and self.stopped.is_set():
            return "stopped"
        if monotonic() < self.ends:
            return ""
        return f"over the total time limit of {self.allowance.total_seconds:g} s"

    def _given_up(self, why: str) -> Iterator[tuple[Task, object]]:
        """All tasks that are not done."""
        for desk in self._desks:
            desk.place.end()
        left = [task for desk in self._desks for task in desk.all_taken()]
        lost = Lost(why)
        yield from ((task, lost) for task in left)


class _Desk:
    """Tasks by their groups that wait for one place, and what is known of those that went wrong."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.at_work: dict[Future[Any], tuple[list[Task], float]] = {}  # and since when
        self._last = ""  # the group of which a portion was done last
        self._size = 1  # of the next portion
        self.forget()

    def forget(self) -> None:
        """Begin anew."""
        self._groups = OrderedDict[str, deque[Task]]()
        self._tries: dict[Task, int] = {}
        self._hopeless: dict[str, Lost] = {}  # questions that were beyond a limit

    def is_at_work(self) -> bool:
        """Whether a task is not answered."""
        return bool(self._groups or self.at_work)

    def add(self, task: Task) -> None:
        """Let the task wait, too."""
        self._groups.setdefault(task.group, deque()).append(task)

    def all_taken(self) -> list[Task]:
        """All tasks, of which none waits or is done any more."""
        left = [task for tasks, _ in self.at_work.values() for task in tasks]
        left += [task for tasks in self._groups.values() for task in tasks]
        self.at_work.clear()
        self._groups.clear()
        return left

    # --- giving out -------------------------------------------------------------------------------

    def give_out(self) -> Iterator[tuple[Task, Lost]]:
        """Give portions to all who have nothing to do; the answers to tasks that are lost
        already.
        """
        width = self.place.width() if self.is_at_work() else 0
        while self._groups and len(self.at_work) < width:
            group = self._next_group()
            tasks = self._groups[group]
            most = min(self._size, len(tasks) // (2 * width))  # that all end together
            portion, lost = self._portion(tasks, max(1, most))
            if not tasks:
                del self._groups[group]
            if portion:
                future = self.place.give([(task.work, task.argument) for task in portion])
                self.at_work[future] = portion, monotonic()
            yield from lost

    def _next_group(self) -> str:
        """The group to give out next: the one of which a portion was done last, as its worker is
        idle and knows what its tasks share; else one that nobody is at, else any.
        """
        if self._last in self._groups:
            return self._last
        taken = {tasks[0].group for tasks, _ in self.at_work.values()}
        free = (group for group in self._groups if group not in taken)
        return next(free, next(iter(self._groups)))

    def _portion(self, tasks: deque[Task], most: int) -> tuple[list[Task], list[tuple[Task, Lost]]]:
        """The next tasks, at most so many, and the answers to those that were passed over."""
        portion, lost = list[Task](), list[tuple[Task, Lost]]()
        while tasks and len(portion) < most:
            if tasks[0].question in self._hopeless:
                lost.append((tasks[0], self._hopeless[tasks.popleft().question]))
                continue
            # One that may have ended a worker goes alone, so that it takes no other with it.
            if tasks[0] in self._tries:
                portion = portion or [tasks.popleft()]
                break
            portion.append(tasks.popleft())
        return portion, lost

    # --- taking answers ---------------------------------------------------------------------------

    def take(self, future: Future[Any]) -> list[tuple[Task, bytes | Lost]]:
        """The tasks of a portion that are answered; those that are not wait again."""
        portion, since = self.at_work.pop(future)
        outcome = self.place.outcome(future)
        found: list[tuple[Task, bytes | Lost]] = [*zip(portion, outcome.answers, strict=False)]
        left = portion[len(found) :]
        is_quick = not left and monotonic() - since < self.place.quickly
        most = self.place.most_at_once
        self._size = min(2 * self._size, most) if is_quick else max(1, len(found))
        if outcome.why and left:
            found += self._ended(left, outcome)
        if left:
            self._groups.setdefault(left[0].group, deque()).extendleft(reversed(left))
        self._last = portion[0].group
        return found

    def _ended(self, left: list[Task], outcome: Outcome) -> list[tuple[Task, bytes | Lost]]:
        """The answer to the task that ended its worker, which is taken from those that are left, if
        that was the last try.
        """
        task = left[0]
        if outcome.is_of_all and len(left) > 1:
            self._tries |= dict.fromkeys(left, 0)
            return []
        if outcome.is_certain or outcome.is_of_all:
            return [(left.pop(0), self._beyond(task, outcome.why or ""))]
        self._tries[task] = self._tries.get(task, 0) + 1
        if self._tries[task] < TRIES:
            return []
        why = f"its process ended {TRIES} times, {outcome.why}"
        return [(left.pop(0), self._beyond(task, why))]

    def _beyond(self, task: Task, why: str) -> Lost:
        """What is lost, and with it all tasks of the question."""
        lost = Lost(why, bool(task.question))
        if task.question:
            self._hopeless[task.question] = lost
        return lost
