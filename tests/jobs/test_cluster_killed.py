"""Workers of a cluster that are killed cost no answer, and nothing is answered twice."""

import logging
import os
import signal
import threading
from contextlib import contextmanager
from random import Random

import made_work as work
import pytest
from distributed import LocalCluster

from exactdice.jobs.allowance import Allowance
from exactdice.jobs.cluster import connected
from exactdice.jobs.crew import Crew, Task

TASKS = [Task(work.nap, (k % 5) / 1000, str(k // 50)) for k in range(300)]


@contextmanager
def workers(count):
    """A cluster whose workers are processes, each begun again by its keeper when it ends."""
    with (
        LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",
            worker_dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL + 1,
        ) as cluster,
        connected(cluster.scheduler_address) as found,
    ):
        yield found


def check_a_run(cluster, rng):
    """Every task is answered once, and rightly, while a worker is killed at some moment."""
    processes = list(cluster.client.run(os.getpid).values())
    killed = threading.Timer(0.6 * rng.random(), kill, (rng.choice(processes),))
    answered = []
    with Crew(Allowance(), cluster=cluster) as crew:
        crew.add(TASKS)
        killed.start()
        answered += crew.answers()
    killed.join()
    assert len(answered) == len(TASKS)
    assert dict(answered) == {task: task.argument for task in TASKS}


def kill(process):
    os.kill(process, signal.SIGKILL)


def test_a_worker_is_killed_and_nothing_is_lost_and_nothing_twice():
    with workers(2) as cluster:
        check_a_run(cluster, Random(1))


@pytest.mark.slow
def test_a_worker_is_killed_in_each_of_fifty_runs():
    rng = Random(50)
    for _ in range(50):
        # A cluster for each run: who is killed while Dask begins it again stays away for good.
        with workers(2) as cluster:
            check_a_run(cluster, rng)
