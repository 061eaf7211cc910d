"""A cluster that is there: its scheduler is asked for, and its workers are found to be of the same
program, before any work is given to them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from typing import TYPE_CHECKING

from ..errors import ExactDiceError
from ..exact import Progress, shown
from ..extras import needed
from ..workers.allowance import Allowance, cores
from ..workers.crew import Stopping
from .crew import ClusterCrew, named
from .orders import dismissed
from .program import program_there, this_program

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

LOCAL = "local"  # in place of an address
SECONDS = 5.0  # until an address that does not answer is given up
HOW_NAMED = "name the address that it printed, as in --dask tcp://10.0.0.5:8786, or --dask local"
LOOPBACK = "127.0.0.1:0"  # for pages about a cluster of this machine, which no other sees
NO_LIMIT = 0  # of memory, for Dask: ours hold in the processes that do the work


class Cluster:
    """A cluster whose workers may be given work."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def crew(
        self,
        allowance: Allowance,
        prepare: Callable[[], None] | None = None,
        preloaded: Sequence[str] = (),
        stopped: Stopping | None = None,
        progress: Progress | None = None,
    ) -> ClusterCrew:
        """A crew of its workers, in place of one of this machine."""
        return ClusterCrew(self.client, allowance, prepare, preloaded, stopped, progress)


@contextmanager
def connected(address: str, jobs: int | None = None) -> Iterator[Cluster]:
    """The cluster whose scheduler is at the address; for `local` one of this machine, with so many
    workers, which ends with the block.

    Raises `ExactDiceError` within 10 s where nobody answers, or no worker of this program is there.
    """
    _refuse_without_dask()
    with _quiet(), _client(address, jobs) as client:
        _wait_for_workers(client)
        _check_programs(client)
        try:
            yield Cluster(client)
        finally:
            _dismiss(client)


def _refuse_without_dask() -> None:
    with needed("--dask", "dask"):
        import distributed
    _ = distributed


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
    from distributed import Client

    if address == LOCAL:
        with _local(jobs or cores()) as cluster, Client(cluster, set_as_default=False) as client:
            yield client
        return
    client = _client_at(address)
    try:
        yield client
    finally:
        client.close(timeout=SECONDS)


def _client_at(address: str) -> Client:
    from distributed import Client

    kind = _kind_of(address)
    if kind != "Scheduler":
        raise ExactDiceError(f"{_no_scheduler(address)}: what answers there is a {shown(kind)}")
    return Client(address, timeout=SECONDS, set_as_default=False)


def _kind_of(address: str) -> object:
    """What the one at the address says that it is; asked for before there is a client, which would
    go on asking.
    """
    try:
        return asyncio.run(_identity(address)).get("type")
    except (OSError, TimeoutError) as error:
        raise ExactDiceError(
            f"no scheduler of Dask answers at {shown(address)[1:-1]} within {SECONDS:g} s: "
            f"{HOW_NAMED}"
        ) from error
    # What is at the address may answer anything, which Dask tries to read.
    except Exception as error:
        raise ExactDiceError(
            f"{_no_scheduler(address)} ({type(error).__name__}: {error}): {HOW_NAMED}"
        ) from error


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


def _local(jobs: int) -> LocalCluster:
    """A cluster in this process, whose workers have processes of ours for the work."""
    from distributed import LocalCluster

    return LocalCluster(
        n_workers=jobs,
        threads_per_worker=1,
        processes=False,
        dashboard_address=LOOPBACK,
        worker_dashboard_address=LOOPBACK,
        memory_limit=NO_LIMIT,
        silence_logs=logging.CRITICAL + 1,
    )


def _wait_for_workers(client: Client) -> None:
    ends = monotonic() + SECONDS
    while not client.nthreads():
        if monotonic() > ends:
            raise ExactDiceError(f"{named(client)} has no worker: begin some with `dask worker`")
        sleep(0.1)


def _check_programs(client: Client) -> None:
    """Refuse a cluster with a worker of another program, naming it and both."""
    try:
        found: Mapping[str, object] = client.run(program_there)
    # Where exactdice is absent, its function is not found.
    except Exception as error:
        raise ExactDiceError(
            f"a worker of {named(client)} cannot say which exactdice it has "
            f"({type(error).__name__}: {error}): install {this_program()} there"
        ) from error
    here = this_program()
    for worker, there in found.items():
        if there != here:
            raise ExactDiceError(
                f"the worker at {worker} has {there}, and here is {here}: install the same there"
            )


def _dismiss(client: Client) -> None:
    """End the processes of ours on the workers, as far as these can be reached."""
    with suppress(Exception):
        if client.status == "running":
            client.run(dismissed)
