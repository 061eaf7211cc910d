"""A cluster is found, or is not, and its workers are of the same program, or are refused."""

import logging
import socket
import threading
import time
from contextlib import contextmanager, suppress

import made_work as work
import pytest
from distributed import LocalCluster

from exactdice.exact.errors import ExactDiceError
from exactdice.jobs import cluster
from exactdice.jobs.allowance import Allowance
from exactdice.jobs.cluster import connected
from exactdice.jobs.crew import Crew, Task


@contextmanager
def a_cluster(workers=1, processes=False):
    """A scheduler with an address, and workers in threads of this process, or processes that are
    begun again by a keeper when they end.
    """
    with LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=processes,
        protocol="tcp",
        dashboard_address="127.0.0.1:0",
        worker_dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL + 1,
    ) as running:
        yield running


def one_line(address):
    """What is told of the address."""
    with pytest.raises(ExactDiceError) as caught, connected(address):
        pass
    (line,) = str(caught.value).splitlines()
    return line


def answers(found, *tasks):
    """What a crew of the cluster answers."""
    with Crew(Allowance(), cluster=found) as one:
        one.add(tasks)
        return list(one.answers())


def test_an_address_at_which_nobody_listens(monkeypatch):
    monkeypatch.setattr(cluster, "SECONDS", 0.3)
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{unused.getsockname()[1]}"
        said = one_line(address)
        assert said.startswith(f"no scheduler of Dask answers at {address} within 0.3 s (")
        assert said.endswith("as in --dask tcp://10.0.0.5:8786, or --dask local")


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_an_address_at_which_something_else_listens(monkeypatch, answer):
    monkeypatch.setattr(cluster, "SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=answering, args=(server, answer), daemon=True)
        thread.start()
        said = one_line(f"tcp://127.0.0.1:{server.getsockname()[1]}")
        assert said.startswith("no scheduler of Dask ")


def answering(server, answer):
    """Say the same to whoever connects, until the server is closed."""
    with suppress(OSError):
        while True:
            connection, _ = server.accept()
            with connection:
                connection.sendall(answer)
                time.sleep(0.1)


@pytest.mark.parametrize("address", ["nonsense", "tcp://"])
def test_what_is_no_address(address, monkeypatch):
    monkeypatch.setattr(cluster, "SECONDS", 0.3)
    said = one_line(address)
    assert said.startswith(f"no scheduler of Dask answers at {address} ")


def test_the_address_of_a_worker_is_that_of_no_scheduler():
    with a_cluster() as running:
        (worker,) = running.workers.values()
        assert "(Worker)" in one_line(worker.address)


def test_a_scheduler_without_workers(monkeypatch):
    monkeypatch.setattr(cluster, "SECONDS", 0.5)
    with a_cluster(workers=0) as running:
        said = one_line(running.scheduler_address)
        assert said == (
            f"the cluster at {running.scheduler_address} has no worker: begin some with `dask "
            "worker`"
        )


def test_a_worker_of_another_program(monkeypatch):
    """Every portion says which program it is of; so workers that come later are looked at, too."""
    other = "exactdice 0.1 (code 000000000000), Python 3.9, python-flint 0.1"
    here = cluster.this_program()
    with a_cluster() as running, connected(running.scheduler_address) as found:
        asked = iter([other])
        monkeypatch.setattr(cluster, "this_program", lambda: next(asked, here))
        with pytest.raises(ExactDiceError) as caught:
            answers(found, Task(work.double, 1))
    assert str(caught.value) == (
        f"a worker of the cluster at {running.scheduler_address} has {here}, and here is {other}: "
        "install the same there"
    )


def test_a_scheduler_that_ends_while_work_goes_on():
    with a_cluster() as running, connected(running.scheduler_address) as found:
        timer = threading.Timer(0.5, running.close)
        timer.start()
        with pytest.raises(ExactDiceError) as caught:
            answers(found, Task(work.nap, 30))
        timer.join()
        assert str(caught.value).endswith("has ended while it was at work")


def test_no_process_of_ours_is_left_when_the_cluster_is_left():
    with connected("local", 2) as found:
        assert len(answers(found, *(Task(work.double, k, str(k)) for k in range(4)))) == 4
        assert cluster.IDLE
    assert cluster.IDLE == []
