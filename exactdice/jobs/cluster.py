"""Work on the machines of a Dask cluster (extra `dask`): its scheduler is asked for, its workers
are found to be of the same program, and portions of tasks are given to Dask's executor.

A portion travels as bytes, since the scheduler looks into nothing that it hands on. On a worker of
Dask a process of our own does its tasks, within the limits that hold on this machine: what ends it
costs one task, and the worker of Dask stays.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import platform
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from hashlib import sha256
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import flint

from .. import __version__
from ..errors import ExactDiceError
from ..exact import shown
from ..extras import needed
from ..files import read_bytes
from .allowance import cores
from .crew import Place
from .process import Outcome, WorkerProcess, context_for
from .worker import Refused, Setting

if TYPE_CHECKING:
    from distributed import Client

LOCAL = "local"  # in place of an address
SECONDS = 5.0  # until an address that does not answer is given up
LOOPBACK = "127.0.0.1:0"  # for pages about a cluster of this machine, which no other sees
NO_LIMIT = 0  # of memory, for Dask: ours hold in the processes that do the work
SELDOM = 1.0  # seconds between two looks at which workers there are
PATIENCE = 60.0  # seconds without a worker
DIGITS = 12  # of the digest of the code: enough to tell one state of it from another
MAIN = b"__main__"  # a module that is another one on every machine


class DaskCluster:
    """A cluster whose workers may be given work."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def place(self, setting: Setting, preloaded: Sequence[str]) -> Place:
        """Its executor of portions."""
        return _There(self.client, setting, preloaded)


@contextmanager
def connected(address: str, jobs: int | None = None) -> Iterator[DaskCluster]:
    """The cluster whose scheduler is at the address; for `local` one of this machine, with so many
    workers, which ends with the block.

    Raises `ExactDiceError` within 10 s where nobody answers, or no worker of this program is there.
    """
    with needed("--dask", "dask"):
        import distributed
    _ = distributed
    with _quiet(), _client(address, jobs) as client:
        _wait_for_workers(client)
        _check_programs(client)
        try:
            yield DaskCluster(client)
        finally:
            with suppress(Exception):  # as far as the workers can be reached
                client.run(dismissed)


class _There(Place):
    """Workers of Dask, to which portions are given that are larger and last longer."""

    most_at_once = 4096
    quickly = 0.3

    def __init__(self, client: Client, setting: Setting, preloaded: Sequence[str]) -> None:
        self._client = client
        self._setting = _pickled(
            (replace(setting, portion=self.quickly), [__name__, *preloaded]), setting.prepare
        )
        self.executor = client.get_executor(pure=False)
        self._threads, self._looked, self._met = 0, -SELDOM, monotonic()

    def width(self) -> int:
        """How many threads the workers have; asked for now and then."""
        if monotonic() - self._looked > SELDOM:
            self._threads = self._counted()
            self._looked = monotonic()
            if self._threads:
                self._met = self._looked
            elif self._looked - self._met > PATIENCE:
                named = _named(self._client)
                raise ExactDiceError(f"{named} has had no worker for {PATIENCE:g} s")
        return self._threads

    def _counted(self) -> int:
        try:
            if self._client.status == "running":
                return sum(self._client.nthreads().values())
        except (OSError, TimeoutError):
            pass
        raise self._gone()

    def _gone(self) -> ExactDiceError:
        return ExactDiceError(f"{_named(self._client)} has ended while it was at work")

    def give(self, tasks: Sequence[tuple[Any, object]]) -> Future[Any]:
        """The outcome of the tasks, done by any of the workers."""
        return self.executor.submit(done, this_program(), self._setting, _packed(tasks))

    def outcome(self, future: Future[Any]) -> Outcome:
        """What came of a portion; Dask gives that of a lost worker to another, some times."""
        try:
            found = future.result()
        except CancelledError as error:
            raise self._gone() from error
        # Whatever Dask tells of.
        except Exception as error:
            if type(error).__name__ == "KilledWorker":
                return Outcome([], "it ended its workers on the cluster", is_of_all=True)
            said = f"{_named(self._client)} cannot do the work: {type(error).__name__}: {error}"
            raise ExactDiceError(said) from error
        if isinstance(found, Refused):
            raise ExactDiceError(f"a worker of {_named(self._client)} {found.why}")
        assert isinstance(found, Outcome)
        return found

    def end(self) -> None:
        """Call back what was given."""
        if self._client.status == "running":
            self.executor.shutdown(wait=False)


def _packed(tasks: Sequence[tuple[object, object]]) -> bytes:
    """The tasks as bytes; `ExactDiceError` naming the first that cannot be sent."""
    try:
        return _pickled(tasks, None)
    except ExactDiceError:
        for task in tasks:
            _pickled(task, task[1])
        raise


def _pickled(thing: object, named: object) -> bytes:
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


# --- the scheduler and its workers ----------------------------------------------------------------


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what Dask logs from standing between the lines that are told: whatever goes wrong is
    told once, in a line of ours.
    """
    loggers = [logging.getLogger(name) for name in ("distributed", "asyncio")]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


@contextmanager
def _client(address: str, jobs: int | None) -> Iterator[Client]:
    from distributed import Client, LocalCluster

    if address != LOCAL:
        kind = _kind_of(address)
        if kind != "Scheduler":
            raise ExactDiceError(f"{_no_scheduler(address)}: what answers there is a {shown(kind)}")
        client = Client(address, timeout=SECONDS, set_as_default=False)
        try:
            yield client
        finally:
            client.close(timeout=SECONDS)
        return
    with (
        LocalCluster(
            n_workers=jobs or cores(),
            threads_per_worker=1,
            processes=False,
            dashboard_address=LOOPBACK,
            worker_dashboard_address=LOOPBACK,
            memory_limit=NO_LIMIT,
            silence_logs=logging.CRITICAL + 1,
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        yield client


def _kind_of(address: str) -> object:
    """What the one at the address says that it is; asked for before there is a client, which would
    go on asking.
    """
    how_named = "name the address that it printed, as in --dask tcp://10.0.0.5:8786, or --dask "
    try:
        return asyncio.run(_identity(address)).get("type")
    except (OSError, TimeoutError) as error:
        raise ExactDiceError(
            f"no scheduler of Dask answers at {shown(address)[1:-1]} within {SECONDS:g} s: "
            f"{how_named}{LOCAL}"
        ) from error
    # What is at the address may answer anything, which Dask tries to read.
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        raise ExactDiceError(f"{_no_scheduler(address)} ({said}): {how_named}{LOCAL}") from error


async def _identity(address: str) -> dict[str, object]:
    from distributed import Security, rpc

    there = rpc(address, connection_args=Security().get_connection_args("client"))
    try:
        found: dict[str, object] = await asyncio.wait_for(there.identity(), SECONDS)
    finally:
        await there.close_rpc()
    return found


def _no_scheduler(address: str) -> str:
    return f"no scheduler of Dask is at {shown(address)[1:-1]}"


def _named(client: Client) -> str:
    """`the cluster at tcp://...`"""
    scheduler = client.scheduler
    return "the cluster" if scheduler is None else f"the cluster at {scheduler.address}"


def _wait_for_workers(client: Client) -> None:
    ends = monotonic() + SECONDS
    while not client.nthreads():
        if monotonic() > ends:
            raise ExactDiceError(f"{_named(client)} has no worker: begin some with `dask worker`")
        sleep(0.1)


def _check_programs(client: Client) -> None:
    """Refuse a cluster with a worker of another program, naming it and both."""
    here = this_program()
    try:
        found: Mapping[str, object] = client.run(program_there)
    # Where exactdice is absent, its function is not found.
    except Exception as error:
        raise ExactDiceError(
            f"a worker of {_named(client)} cannot say which exactdice it has "
            f"({type(error).__name__}: {error}): install {here} there"
        ) from error
    for worker, there in found.items():
        if there != here:
            raise ExactDiceError(
                f"the worker at {worker} has {there}, and here is {here}: install the same there"
            )


def program_there() -> str:
    """Which program the machine has that is asked."""
    return this_program()


@cache
def this_program() -> str:
    """The version of this package and of its code, of Python and of python-flint, in a line: two
    machines work together only where it is the same.
    """
    python = ".".join(platform.python_version_tuple()[:2])
    code = _digest(Path(__file__).parent.parent)
    return (
        f"exactdice {__version__} (code {code}), Python {python}, python-flint {flint.__version__}"
    )


def _digest(home: Path) -> str:
    """The first digits of the digest of all code below the folder, wherever that lies."""
    found = sha256()
    for path in sorted(home.rglob("*.py")):
        found.update(f"{path.relative_to(home).as_posix()}\n".encode())
        found.update(read_bytes(path))
    return found.hexdigest()[:DIGITS]


# --- on a worker ----------------------------------------------------------------------------------

# Processes that wait for the next portion of their setting, which is given as bytes: no more than
# there were threads at work at once.
IDLE: list[tuple[bytes, WorkerProcess]] = []
LOCK = threading.Lock()


def done(program: str, setting: bytes, portion: bytes) -> Outcome | Refused:
    """What comes of a portion of this program, or why it is refused."""
    here = this_program()
    if program != here:
        return Refused(f"has {here}")
    # Dask's own keeper of workers starts them so that they may have no processes of their own.
    multiprocessing.current_process().daemon = False
    process = _taken(setting)
    try:
        outcome = process.do(portion, is_over=_Dismissal().is_set)
    except BaseException:
        process.end()
        raise
    if isinstance(outcome, Outcome) and outcome.why is None:
        with LOCK:
            IDLE.append((setting, process))
    return outcome


def _taken(setting: bytes) -> WorkerProcess:
    """A process for this setting, which may keep what earlier portions have computed."""
    with LOCK:
        ours = [process for kept, process in IDLE if kept == setting]
        others = [process for kept, process in IDLE if kept != setting]
        IDLE[:] = [(setting, process) for process in ours[1:]]
    for process in others:
        process.end()
    if ours:
        return ours[0]
    read, preloaded = ForkingPickler.loads(setting)
    return WorkerProcess(context_for(preloaded), read)


def dismissed() -> int:
    """End the processes that wait, and say how many there were."""
    with LOCK:
        ended, IDLE[:] = [process for _, process in IDLE], []
    for process in ended:
        process.end()
    return len(ended)


class _Dismissal:
    """Whether the portion that this thread is at is not wanted any more."""

    def __init__(self) -> None:
        from distributed import get_worker

        self._worker: Any = get_worker()
        self._key = self._worker.get_current_task()

    def is_set(self) -> bool:
        """Whether the scheduler has called it back, or the worker is closing."""
        task = self._worker.state.tasks.get(self._key)
        is_at_it = task is not None and task.state in ("executing", "long-running", "resumed")
        return not is_at_it or self._worker.status.name not in ("running", "paused")
