"""Jobs: work for somebody who waits for it, sees how far it has come, and may call it off.

What is found is forgotten when many others came since.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from threading import Event, Lock

from ...exact.cost import LIFTED
from ...exact.errors import ExactDiceError
from ...exact.numbers import Progress, printable
from .answers import Page

MOST_KEPT = 30  # jobs that are done

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
        except ExactDiceError as error:
            self.complaint = _one_line(error)
            self.state = State.CANCELLED if self.stopped.is_set() else State.FAILED
        # Else whoever waits would never hear of a defect.
        except Exception as error:
            self.complaint = f"this is a defect of exactdice, please report it: {_one_line(error)}"
            self.state = State.FAILED
        else:
            self.state = State.DONE

    def cancel(self) -> None:
        """Call it off: at once while it waits, else as soon as its worker has ended."""
        with self._changing:
            self.stopped.set()
            if self.state is State.WAITING:
                self.state = State.CANCELLED

    def _progress(self, done: int, total: int | None) -> None:
        self.done = done
        self.total = total


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
        """A new job."""
        job = Job(work)
        with self._changing:
            self._jobs[job.name] = job
            done = [one.name for one in self._jobs.values() if not one.is_underway]
            for name in done[:-MOST_KEPT]:
                del self._jobs[name]
        self._threads.submit(job.run)
        return job

    def named(self, name: str) -> Job | None:
        """The job of this name; None where there is none any more."""
        return self._jobs.get(name)

    def end(self) -> None:
        """Call all jobs off, as the server ends."""
        self.has_ended = True
        with self._changing:
            for job in self._jobs.values():
                job.cancel()
