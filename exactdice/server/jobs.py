"""Jobs: work for somebody who waits for it, sees how far it has come, and may call it off.

What is found is forgotten after a while, and when many others came since.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from threading import Event, Lock
from time import monotonic

from ..cost import LIFTED
from ..errors import ExactDiceError
from ..exact import Progress, printable
from .made_pages import Page

MOST_WAITING = 20  # jobs that are not done
MOST_KEPT = 30  # jobs that are done
MOST_CHARACTERS = 100_000_000  # of all that is kept
SECONDS_KEPT = 3600

Result = Mapping[str, object] | Page
Work = Callable[[Progress, Event], Result]


class State(StrEnum):
    """What becomes of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


UNDERWAY = (State.WAITING, State.RUNNING)


class Job:
    """Work under a name that nobody guesses."""

    def __init__(self, work: Work) -> None:
        self.name = secrets.token_urlsafe(16)
        self.state = State.WAITING
        self.done = 0
        self.total: int | None = None
        self.complaint = ""
        self.result: Result | None = None
        self.ended = 0.0  # when it was
        self.size = 0  # of its result, about how many characters
        self.stopped = Event()
        self._work = work
        self._changing = Lock()  # from waiting to running, or to cancelled

    @property
    def is_underway(self) -> bool:
        """Whether it is not done yet."""
        return self.state in UNDERWAY

    def told(self) -> dict[str, object]:
        """How it stands, for who waits."""
        told: dict[str, object] = {"state": str(self.state)}
        if self.state is State.RUNNING:
            told |= {"done": self.done, "total": self.total}
        if self.complaint:
            told["complaint"] = self.complaint
        return told

    def run(self) -> None:
        """Do the work, unless it was called off before."""
        with self._changing:
            if self.state is not State.WAITING:
                return
            self.state = State.RUNNING
        try:
            self.result = self._work(self._progress, self.stopped)
            self.size = _size(self.result)
        except ExactDiceError as error:
            self.complaint = _one_line(error)
            self._end(State.CANCELLED if self.stopped.is_set() else State.FAILED)
        # Else whoever waits would never hear of a defect.
        except Exception as error:
            self.complaint = f"this is a defect of exactdice, please report it: {_one_line(error)}"
            self._end(State.FAILED)
        else:
            self._end(State.DONE)

    def cancel(self) -> None:
        """Call it off: at once while it waits, else as soon as its worker has ended."""
        with self._changing:
            self.stopped.set()
            if self.state is State.WAITING:
                self._end(State.CANCELLED)

    def _end(self, state: State) -> None:
        self.ended = monotonic()
        self.state = state

    def _progress(self, done: int, total: int | None) -> None:
        self.done, self.total = done, total


def _size(result: Result) -> int:
    return len(result.html) if isinstance(result, Page) else len(str(result))


def _one_line(error: Exception) -> str:
    # Limits of the site stay as they are.
    said = str(error).replace(LIFTED, f"{LIFTED} at a terminal")
    return printable(" ".join(said.split()))


class Jobs:
    """All jobs, of which so many run at once.

    >>> with Jobs(1) as jobs:
    ...     job = jobs.begin(lambda progress, stopped: {"exact": "1/6"})
    >>> str(job.state), jobs.named(job.name).result
    ('done', {'exact': '1/6'})
    """

    def __init__(self, at_once: int) -> None:
        self._threads = ThreadPoolExecutor(at_once, "job")
        self._jobs: dict[str, Job] = {}  # in the order they began
        self._changing = Lock()
        self.has_ended = False

    def __enter__(self) -> Jobs:
        return self

    def __exit__(self, *_: object) -> None:
        self._threads.shutdown()

    def begin(self, work: Work) -> Job:
        """A new job; `ExactDiceError` where too many wait."""
        job = Job(work)
        with self._changing:
            self._forget()
            waiting = sum(one.is_underway for one in self._jobs.values())
            if waiting >= MOST_WAITING:
                raise ExactDiceError(
                    f"{waiting} jobs are not done, and at most {MOST_WAITING} wait: cancel one, or "
                    "wait until one ends"
                )
            self._jobs[job.name] = job
        self._threads.submit(job.run)
        return job

    def named(self, name: str) -> Job | None:
        """The job of this name; None where there is none any more."""
        with self._changing:
            self._forget()
            return self._jobs.get(name)

    def end(self) -> None:
        """Call all jobs off, as the server ends."""
        self.has_ended = True
        with self._changing:
            for job in self._jobs.values():
                job.cancel()

    def _forget(self) -> None:
        """Forget what is old, what is too much, and the oldest first."""
        kept = characters = 0
        for job in reversed([*self._jobs.values()]):
            if job.is_underway:
                continue
            kept, characters = kept + 1, characters + job.size
            is_old = monotonic() - job.ended > SECONDS_KEPT
            # The last one is kept, however large it is.
            if is_old or kept > MOST_KEPT or (kept > 1 and characters > MOST_CHARACTERS):
                del self._jobs[job.name]
