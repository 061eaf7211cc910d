"""Work on the machines of a Dask cluster (extra `dask`): portions of tasks, given to its executor.

A portion travels as bytes, since the scheduler looks into nothing that it hands on. On a worker of
Dask a process of our own does its tasks, within the limits that hold on this machine: what ends it
costs one task, and the worker of Dask stays.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from multiprocessing.reduction import ForkingPickler
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..exact.errors import ExactDiceError
from ..exact.loading import needed
from ..exact.numbers import shown
from ..exact.processes import cores
from ..solvers.stores.cache import this_program
from .worker import PRELOADED, Outcome, Refused, Setting, WorkerProcess, context_for_processes

if TYPE_CHECKING:
    from distributed import Client

LOCAL = "local"  # in place of an address
SECONDS = 5.0  # until an address that does not answer is given up
HOW_NAMED = "name the address that it printed, as in --dask tcp://10.0.0.5:8786, or --dask local"
LOOPBACK = "127.0.0.1:0"  # for pages about a cluster of this machine, which no other sees
NO_LIMIT = 0  # of memory, for Dask: ours hold in the processes that do the work
SELDOM = 1.0  # seconds between two looks at which workers there are
PATIENCE = 60.0  # seconds without a worker


# A cluster whose workers may be given work: says where they do tasks under a setting.
Cluster = Callable[[Setting], "There"]


class There:
    """Workers of Dask, to which portions are given that are larger and last longer."""

    most_at_once = 4096
    quickly = 0.3

    def __init__(self, client: Client, setting: Setting) -> None:
        self._client = client
        here = replace(setting, portion=self.quickly)
        self._setting = _pack((here, [__name__, *PRELOADED]), setting.prepare)
        self._executor = client.get_executor(pure=False)
        self._threads, self._looked, self._met = 0, -SELDOM, monotonic()

    @property
    def width(self) -> int:
        """The number of threads of the workers, asked for now and then."""
        if monotonic() - self._looked > SELDOM:
            if self._client.status != "running":
                raise self._gone()
            try:
                self._threads = sum(self._client.nthreads().values())
            except (OSError, TimeoutError):
                raise self._gone() from None
            self._looked = monotonic()
            self._met = self._looked if self._threads else self._met
        if self._looked - self._met > PATIENCE:
            raise ExactDiceError(f"{_named(self._client)} has had no worker for {PATIENCE:g} s")
        return self._threads

    def _gone(self) -> ExactDiceError:
        return ExactDiceError(f"{_named(self._client)} has ended while it was at work")

    def give(self, tasks: Sequence[tuple[object, object]]) -> Future[Any]:
        """The outcome of a portion, done by any of the workers; `ExactDiceError` naming the first
        task that cannot be sent.
        """
        try:
            portion = _pack(tasks, None)
        except ExactDiceError:
            for task in tasks:
                _pack(task, task[1])
            raise
        found: Future[Any] = self._executor.submit(done, this_program(), self._setting, portion)
        return found

    def outcome(self, future: Future[Any]) -> Outcome:
        """The outcome of a portion; Dask gives that of a lost worker to others, some times."""
        named = _named(self._client)
        try:
            found = future.result()
        except CancelledError as error:
            raise self._gone() from error
        except Refused as error:
            raise ExactDiceError(f"a worker of {named} {error}") from error
        # Whatever else Dask tells of.
        except Exception as error:
            if type(error).__name__ == "KilledWorker":
                return Outcome([], "with its worker on the cluster")
            said = f"{named} cannot do the work: {type(error).__name__}: {error}"
            raise ExactDiceError(said) from error
        assert isinstance(found, Outcome)
        return found

    def end(self) -> None:
        """Call back what was given."""
        if self._client.status == "running":
            self._executor.shutdown(wait=False)


def _pack(thing: object, named: object) -> bytes:
    """The thing as bytes; `ExactDiceError` naming what cannot be sent."""
    try:
        return bytes(ForkingPickler.dumps(thing))
    # Whatever is in it says in its own way that it stays.
    except Exception as error:
        raise ExactDiceError(
            f"{shown(named)} cannot be sent to another machine ({error}): define its class and its "
            "functions at the top of a module, or leave --dask out"
        ) from error


def _named(client: Client) -> str:
    """`the cluster at tcp://...`"""
    scheduler = client.scheduler
    return "the cluster" if scheduler is None else f"the cluster at {scheduler.address}"


# --- the scheduler --------------------------------------------------------------------------------


@contextmanager
def connected(address: str, jobs: int | None = None) -> Iterator[Cluster]:
    """The cluster whose scheduler is at the address; for `local` one of this machine, with so many
    workers, which ends with the block.

    Raises `ExactDiceError` within 10 s where nobody answers, or no worker is there.
    """
    with needed("--dask", "dask"):
        import distributed
    loggers = [logging.getLogger(name) for name in ("distributed", "asyncio")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:  # whatever goes wrong is told once, in a line of ours
        logger.setLevel(logging.CRITICAL + 1)
    try:
        with _client(address, jobs) as client:
            try:
                client.wait_for_workers(1, timeout=SECONDS)
            except (OSError, TimeoutError, distributed.TimeoutError) as error:
                said = f"{_named(client)} has no worker: begin some with `dask worker`"
                raise ExactDiceError(said) from error
            try:
                yield partial(There, client)
            finally:
                with suppress(Exception):  # as far as the workers can be reached
                    client.run(dismissed)
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


@contextmanager
def _client(address: str, jobs: int | None) -> Iterator[Client]:
    from distributed import Client, LocalCluster

    if address != LOCAL:
        # Before there is a client, which would go on asking.
        try:
            kind = asyncio.run(_identity(address)).get("type")
        # What is at the address may answer anything, which Dask tries to read.
        except Exception as error:
            kind = f"{type(error).__name__}: {error}"
        if kind != "Scheduler":
            raise ExactDiceError(
                f"no scheduler of Dask answers at {shown(address)[1:-1]} within {SECONDS:g} s "
                f"({kind}): {HOW_NAMED}"
            )
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


async def _identity(address: str) -> dict[str, object]:
    from distributed import Security, rpc

    security = Security().get_connection_args("client")
    async with rpc(address, connection_args=security) as there:
        found: dict[str, object] = await asyncio.wait_for(there.identity(), SECONDS)
    return found


# --- on a worker ----------------------------------------------------------------------------------

# Processes that wait for the next portion of their setting, which is given as bytes: no more than
# there were threads at work at once.
IDLE: list[tuple[bytes, WorkerProcess]] = []
LOCK = threading.Lock()


def done(program: str, setting: bytes, portion: bytes) -> Outcome:
    """The outcome of a portion of this program; `Refused` for one of another."""
    here = this_program()
    if program != here:
        raise Refused(f"has {here}, and here is {program}: install the same there")
    # Dask's own keeper of workers starts them so that they may have no processes of their own.
    multiprocessing.current_process().daemon = False
    with LOCK:
        # A process for this setting may keep what earlier portions have computed.
        waiting = next((one for one in IDLE if one[0] == setting), None)
        if waiting is not None:
            IDLE.remove(waiting)
    if waiting is not None:
        process = waiting[1]
    else:
        dismissed()
        read, preloaded = ForkingPickler.loads(setting)
        PRELOADED.update(dict.fromkeys(preloaded))
        process = WorkerProcess(context_for_processes(), read)
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()

    def is_over() -> bool:
        """Whether the scheduler has called back this portion, or its worker is closing."""
        task = worker.state.tasks.get(key)
        is_at_it = task is not None and task.state in ("executing", "long-running", "resumed")
        return not is_at_it or worker.status.name not in ("running", "paused")

    try:
        outcome = process.do(portion, None, is_over)
    except BaseException:
        process.end()
        raise
    if outcome.why is None:
        with LOCK:
            IDLE.append((setting, process))
    return outcome


def dismissed() -> None:
    """End the processes that wait."""
    with LOCK:
        ended, IDLE[:] = [process for _, process in IDLE], []
    for process in ended:
        process.end()
