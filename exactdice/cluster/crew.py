"""A crew on a cluster: it is given tasks and answers them as a crew of this machine does, and its
workers are elsewhere.

The scheduler sees orders, which are batches of tasks, and few at a time: as many as there are
threads on its workers. Which worker has which order is said here, as tasks of a group share what
they compute; so it is seen here, too, when a worker is lost, and its order is given to another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.reduction import ForkingPickler
from queue import Empty, SimpleQueue
from secrets import token_hex
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ..cost import allowed
from ..errors import ExactDiceError
from ..exact import Progress
from ..workers.allowance import Allowance
from ..workers.crew import MOST_BYTES, SOON, TRIES, Crew, Lost, Stopping, Task, Waiting
from .orders import Order, Refused, Setting, done, order_of, pickled

if TYPE_CHECKING:
    from distributed import Client, Future

MOST_ORDERS = 100_000  # of all that a crew is given: a scheduler holds no more with ease
QUICKLY = 0.3  # seconds in which an order may be done for the next one to be larger
SLOWLY = 3.0  # seconds after which the next one is smaller
MOST_AT_ONCE = 4096  # tasks in an order
SOON_FETCHED = 5.0  # seconds after which it is asked whether who has the answer is still there
MOST_LOSSES = 3  # of the worker that a task is at, until it is tried alone
SELDOM = 1.0  # seconds between two looks at which workers there are
PATIENCE = 60.0  # seconds without a worker


@dataclass(eq=False)
class Slot:
    """A thread of a worker as the crew knows it, and the order that it is at."""

    worker: str
    group: str = ""
    batch: int = 1  # how many tasks it is given together
    given: float = 0.0  # when it was given these
    at: list[Task] = field(default_factory=list)
    future: Future[bytes] | None = None


class ClusterCrew:
    """Workers of a cluster that do tasks within an allowance; leaving the `with` block calls back
    what is not done. Tasks that stay are done by a crew of this machine.

    It takes what `Crew` takes after the client of the cluster. A lost worker loses the order that
    it was at, which another is given; one that ends its worker twice is answered by why.
    """

    def __init__(
        self,
        client: Client,
        allowance: Allowance,
        prepare: Callable[[], None] | None = None,
        preloaded: Sequence[str] = (),
        stopped: Stopping | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.client = client
        self._here = Crew(allowance, prepare, preloaded, stopped, progress)
        ready = b"" if prepare is None else pickled(prepare, prepare)
        self._setting = Setting(allowance, allowed(), tuple(preloaded), ready)
        self._waiting = Waiting()
        self._tasks = self._bytes = 0  # that were added; of all answers
        self._name, self._orders = token_hex(8), 0  # of this crew; that were given
        self._slots: list[Slot] = []
        self._losses = Counter[Task]()  # how often the worker of a task was lost
        self._answered = SimpleQueue[tuple[Slot, Any]]()
        self._looked = -SELDOM  # when the workers were asked for
        self._alone: float | None = None  # since when there is none

    def __enter__(self) -> ClusterCrew:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._here.__exit__(kind, error, trace)
        self._call_back()

    def add(self, tasks: Iterable[Task]) -> None:
        """Let the crew do these, too."""
        for task in tasks:
            self._tasks += 1
            (self._here if task.stays else self._waiting).add([task])

    def forget(self) -> None:
        """Forget what went wrong and how much was answered: the next tasks are of another asker."""
        self._here.forget()
        self._waiting, self._bytes = Waiting(), 0

    def answers(self) -> Iterator[tuple[Task, object]]:
        """Each task with its result, or with `Lost`, as it is done, until none is left; more may be
        added meanwhile.
        """
        while self._here.is_at_work() or self._waiting or self._at_work():
            if self._here.is_at_work():
                yield from self._here.answers_soon()
            why = self._here.why_ended()
            if why:
                yield from self._given_up(why)
                continue
            yield from self._look()
            yield from self._give_out()
            yield from self._answers_soon()

    def _at_work(self) -> list[Slot]:
        return [slot for slot in self._slots if slot.future is not None]

    # --- the workers ------------------------------------------------------------------------------

    def _look(self) -> Iterator[tuple[Task, object]]:
        """See, now and then, which workers there are; the answers to what was lost too often."""
        if monotonic() - self._looked < SELDOM:
            return
        threads = self._threads()
        self._looked = monotonic()
        yield from self._enter(threads)
        if threads:
            self._alone = None
        elif self._alone is None:
            self._alone = monotonic()
        elif monotonic() - self._alone > PATIENCE:
            raise ExactDiceError(f"{named(self.client)} has had no worker for {PATIENCE:g} s")

    def _threads(self) -> dict[str, int]:
        """{worker: its threads}; `ExactDiceError` where the scheduler has ended."""
        if self.client.status != "running":
            raise gone(self.client)
        try:
            return dict(self.client.nthreads())
        except (OSError, TimeoutError) as error:
            raise gone(self.client) from error

    def _enter(self, threads: dict[str, int]) -> Iterator[tuple[Task, object]]:
        """Have a slot for each thread, and none of workers that are gone: their tasks wait again;
        the answers to those that are given up.
        """
        gone = [slot for slot in self._slots if slot.worker not in threads]
        self._slots = [slot for slot in self._slots if slot.worker in threads]
        known = {slot.worker for slot in self._slots}
        new = [worker for worker, count in threads.items() for _ in range(count)]
        self._slots += [Slot(worker) for worker in new if worker not in known]
        for slot in gone:
            # None, so that nothing is taken that it has answered all the same.
            batch, future, slot.at, slot.future = slot.at, slot.future, [], None
            if future is not None:
                future.release()
            yield from self._lost(slot.group, batch)

    def _lost(self, group: str, batch: list[Task]) -> Iterator[tuple[Task, object]]:
        """What becomes of tasks whose worker is lost: it need not be their doing, until it was for
        the third time.
        """
        self._losses.update(batch)
        often = [task for task in batch if self._losses[task] >= MOST_LOSSES]
        self._waiting.again(group, (task for task in batch if self._losses[task] < MOST_LOSSES))
        yield from self._ended(group, often)

    # --- giving out -------------------------------------------------------------------------------

    def _give_out(self) -> Iterator[tuple[Task, object]]:
        """Give every thread that has nothing to do an order; the answers to tasks that are lost
        already.
        """
        idle = [slot for slot in self._slots if slot.future is None]
        taken = {slot.group for slot in self._at_work()}
        while self._waiting and idle:
            slot = next((slot for slot in idle if slot.group in self._waiting), idle[0])
            group = self._waiting.next_group(slot.group, taken)
            batch, lost = self._waiting.batch(group, self._size(slot, group))
            yield from lost
            if batch:
                self._give(slot, group, batch)
                taken.add(group)
                idle.remove(slot)

    def _size(self, slot: Slot, group: str) -> int:
        """How many tasks of the group the slot is to be given: few towards the end, that all end
        together, and as many as it takes to have few orders.
        """
        share = self._waiting.size(group) // (2 * len(self._slots))
        return max(1, min(slot.batch, share), self._tasks // MOST_ORDERS)

    def _give(self, slot: Slot, group: str, batch: list[Task]) -> None:
        order = order_of(self._setting, batch)
        slot.group, slot.at, slot.given = group, batch, monotonic()
        self._orders += 1
        slot.future = self._submitted(order, order.key(self._name, self._orders), slot.worker)
        slot.future.add_done_callback(partial(self._tell, slot))

    def _submitted(self, order: Order, key: str, worker: str) -> Future[bytes]:
        return self.client.submit(done, order, key=key, workers=[worker], pure=True)

    def _tell(self, slot: Slot, future: object) -> None:
        self._answered.put((slot, future))

    # --- taking answers ---------------------------------------------------------------------------

    def _answers_soon(self) -> Iterator[tuple[Task, object]]:
        """The answers that come soon; at once, where a crew of this machine is waited for, too."""
        if not self._at_work():
            return
        try:
            told = self._answered.get(timeout=0.001 if self._here.is_at_work() else SOON)
        except Empty:
            return
        yield from self._taken(*told)
        while not self._answered.empty():
            yield from self._taken(*self._answered.get())

    def _taken(self, slot: Slot, future: Future[bytes]) -> Iterator[tuple[Task, object]]:
        """The answers of a slot whose order is done, which is idle then."""
        if slot.future is not future:  # it was called back, or its worker was lost
            return
        batch, slot.at, slot.future = slot.at, [], None
        status = future.status
        if status == "finished":
            data = self._fetched(slot, future)
            slot.batch = _next_size(slot.batch, monotonic() - slot.given)
            yield from (
                self._lost(slot.group, batch)
                if data is None
                else zip(batch, self._unpacked(data, batch), strict=True)
            )
        elif status == "error":
            self._refuse_error(future.exception())
            yield from self._ended(slot.group, batch)
        else:  # it is forgotten, as its worker was lost, or the scheduler
            self._threads()
            yield from self._lost(slot.group, batch)
        future.release()

    def _fetched(self, slot: Slot, future: Future[bytes]) -> bytes | None:
        """What is handed over of an order that is done; None when its worker was lost since."""
        while True:
            try:
                return future.result(timeout=SOON_FETCHED)
            except TimeoutError:
                if slot.worker not in self._threads():
                    return None
            except CancelledError as error:
                raise gone(self.client) from error

    def _refuse_error(self, error: BaseException | None) -> None:
        """Raise `ExactDiceError` unless the worker ended."""
        if type(error).__name__ != "KilledWorker":
            raise ExactDiceError(
                f"{named(self.client)} cannot do the work: {type(error).__name__}: {error}"
            ) from error

    def _unpacked(self, data: bytes, batch: list[Task]) -> Iterator[object]:
        self._bytes += len(data)
        if self._bytes > MOST_BYTES:
            yield from [Lost(f"the results have more than {MOST_BYTES} bytes together")] * len(
                batch
            )
            return
        answers = ForkingPickler.loads(data)
        _refuse(answers, self.client)
        for task, answer in zip(batch, answers, strict=True):
            _refuse(answer, self.client)
            if isinstance(answer, bytes):
                yield ForkingPickler.loads(answer)
            elif answer.is_of_question:
                yield self._waiting.beyond(task, answer.why)
            else:
                yield answer

    def _ended(self, group: str, batch: list[Task]) -> Iterator[tuple[Task, object]]:
        """What becomes of tasks of which one ends its workers: those that were together are tried
        again one by one.
        """
        again = []
        for task in batch:
            tried = self._waiting.tried(task)
            if len(batch) > 1 or tried < TRIES:
                again.append(task)
            else:
                yield task, self._waiting.beyond(task, "it ended its workers on the cluster")
        self._waiting.again(group, again)

    def _given_up(self, why: str) -> Iterator[tuple[Task, object]]:
        """All tasks that are not done."""
        left = [task for slot in self._at_work() for task in slot.at]
        left += self._waiting.all_taken()
        self._call_back()
        lost = Lost(why)
        yield from ((task, lost) for task in left)

    def _call_back(self) -> None:
        """Have no worker go on with what it was given."""
        futures = [slot.future for slot in self._at_work()]
        for slot in self._slots:
            slot.future, slot.at = None, []
        if futures and self.client.status == "running":
            self.client.cancel(futures)


def _next_size(size: int, seconds: float) -> int:
    """How many tasks the next order has, after one of this size took so long."""
    if seconds < QUICKLY:
        return min(2 * size, MOST_AT_ONCE)
    return max(1, size // 2) if seconds > SLOWLY else size


def _refuse(answer: object, client: Client) -> None:
    """Raise `ExactDiceError` for an answer that says why the worker does nothing of this."""
    if isinstance(answer, Refused):
        raise ExactDiceError(f"a worker of {named(client)} {answer.why}")


def named(client: Client) -> str:
    """`the cluster at tcp://...`"""
    scheduler = client.scheduler
    return "the cluster" if scheduler is None else f"the cluster at {scheduler.address}"


def gone(client: Client) -> ExactDiceError:
    """The complaint about a scheduler that does not answer any more."""
    return ExactDiceError(f"{named(client)} has ended while it was at work")
