"""Orders: batches of tasks as they travel to another machine, and what is done there.

An order is bytes, since the scheduler looks into nothing that it hands on. One that is done twice,
as its worker was lost when it had done it, has the same result twice, of which one is taken. On a
worker of Dask a process of our own does the tasks one by one, within the limits that hold on this
machine: what ends it costs one task, and the worker of Dask stays.
"""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from multiprocessing.reduction import ForkingPickler
from typing import Any

from ..cost import limit
from ..errors import ExactDiceError
from ..exact import shown
from ..workers.allowance import Allowance
from ..workers.crew import Crew, Task
from ..workers.worker import Failed
from .program import this_program

MAIN = b"__main__"  # a module that is another one on every machine
DIGITS = 32  # of an order's key


@dataclass(frozen=True)
class Setting:
    """Under what the tasks of an order are done: the limits of each, the limit of cost, the modules
    that are loaded, and what makes a new process ready, pickled, as by loading a game.
    """

    allowance: Allowance
    steps: int | None
    preloaded: tuple[str, ...] = ()
    prepare: bytes = b""


@dataclass(frozen=True)
class Order:
    """Tasks for a worker: each a function of a module and its argument, pickled, with its question;
    the program that they are of.
    """

    setting: Setting
    tasks: tuple[tuple[bytes, str], ...]
    program: str

    def key(self, giver: str, number: int) -> str:
        """What names the order: its content, who gives it, and the number that it has there. A name
        is never used again, since a scheduler may forget the first as the second comes.
        """
        content = sha256(bytes(ForkingPickler.dumps(self))).hexdigest()
        return f"exactdice-{content[:DIGITS]}-{giver}-{number}"


@dataclass(frozen=True)
class Refused:
    """Why a worker does no order of this program."""

    why: str


# --- on the machine that gives the orders -----------------------------------------------------


def order_of(setting: Setting, tasks: Sequence[Task]) -> Order:
    """The order of these tasks; `ExactDiceError` naming the first that cannot be sent."""
    packed = tuple((_packed(task), task.question) for task in tasks)
    return Order(setting, packed, this_program())


def _packed(task: Task) -> bytes:
    return pickled((task.work, task.argument), task.argument)


def pickled(thing: object, named: object) -> bytes:
    """The thing as bytes; `ExactDiceError` naming what cannot be sent."""
    try:
        data = bytes(ForkingPickler.dumps(thing))
    # Whatever is in it says in its own way that it stays.
    except Exception as error:
        raise ExactDiceError(
            f"{shown(named)} cannot be sent to another machine ({error}): define its class and its "
            "functions at the top of a module, or leave --dask out"
        ) from error
    if MAIN in data:
        raise ExactDiceError(
            f"{shown(named)} cannot be sent to another machine: what it is made of stands in the "
            "programme that was started, which is not there: define it in a module"
        )
    return data


# --- on a worker ------------------------------------------------------------------------------


def done(order: Order) -> bytes:
    """The answers to the tasks of the order in their order, each pickled or `Lost`, as bytes; or
    why they are refused.
    """
    here = this_program()
    if order.program != here:
        return bytes(ForkingPickler.dumps(Refused(f"has {here}")))
    _allow_children()
    crew = _taken(order.setting)
    try:
        answers = _answers(crew, order)
    except BaseException:
        crew.__exit__(None, None, None)
        raise
    _given_back(order.setting, crew)
    return bytes(ForkingPickler.dumps(answers))


def _answers(crew: Crew, order: Order) -> list[object]:
    """The answers of a crew of one to the tasks."""
    prepare = order.setting.prepare
    tasks = [Task(_work, (prepare, packed), question=asked) for packed, asked in order.tasks]
    crew.forget()
    crew.stopped = _Dismissal()
    crew.add(tasks)
    answers = dict(crew.answers())
    return [answers[task] for task in tasks]


def _work(asked: tuple[bytes, bytes]) -> object:
    """The result of a task, pickled, as nobody on the way needs to know what it is; done by a
    process that is ready for it.
    """
    prepare, packed = asked
    try:
        _ready(prepare)
        work, argument = ForkingPickler.loads(packed)
    except (ExactDiceError, ImportError, AttributeError) as error:
        return Refused(f"cannot take up what is sent: {error}")
    result = work(argument)
    try:
        return bytes(ForkingPickler.dumps(result))
    # As for `_packed`.
    except Exception as error:
        return Failed(f"its result cannot be handed over: {error}")


@lru_cache(maxsize=1)
def _ready(prepare: bytes) -> None:
    """Make the process ready, once."""
    if prepare:
        make_ready: Callable[[], None] = ForkingPickler.loads(prepare)
        make_ready()


class _Dismissal:
    """Whether the order that this thread is at is not wanted any more."""

    def __init__(self) -> None:
        from distributed import get_worker

        self._worker: Any = get_worker()
        self._key = self._worker.get_current_task()

    def is_set(self) -> bool:
        """Whether the scheduler has called it back, or the worker is closing."""
        task = self._worker.state.tasks.get(self._key)
        is_at_it = task is not None and task.state in ("executing", "long-running", "resumed")
        return not is_at_it or self._worker.status.name not in ("running", "paused")


def _allow_children() -> None:
    """Let this process have processes of its own: Dask's own keeper of workers starts them so that
    they may have none. Ours end with it all the same.
    """
    process = multiprocessing.current_process()
    if process.daemon:
        process.daemon = False


# --- crews that wait for the next order -------------------------------------------------------

# Of one setting, and no more than there were threads at work at once.
IDLE: list[tuple[Setting, Crew]] = []
LOCK = threading.Lock()


def _taken(setting: Setting) -> Crew:
    """A crew of one for this setting, which may keep what earlier orders have computed."""
    with LOCK:
        others = [pair for pair in IDLE if pair[0] != setting]
        ours = [crew for kept, crew in IDLE if kept == setting]
        IDLE[:] = [(setting, crew) for crew in ours[1:]]
    for _, crew in others:
        crew.__exit__(None, None, None)
    if ours:
        return ours[0]
    with limit(setting.steps):
        return Crew(_for_one(setting.allowance), None, [__name__, *setting.preloaded])


def _given_back(setting: Setting, crew: Crew) -> None:
    with LOCK:
        IDLE.append((setting, crew))


def dismissed() -> int:
    """End the crews that wait, and say how many there were."""
    with LOCK:
        ended, IDLE[:] = [crew for _, crew in IDLE], []
    for crew in ended:
        crew.__exit__(None, None, None)
    return len(ended)


def _for_one(allowance: Allowance) -> Allowance:
    """The limits of one task, for one process."""
    return Allowance(1, allowance.seconds, allowance.megabytes)
