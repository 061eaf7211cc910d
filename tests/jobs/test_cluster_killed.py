"""Workers of a cluster that are killed cost no answer, and nothing is answered twice."""

import os
import signal
import threading
from random import Random

import made_work as work
import pytest
from test_cluster import a_cluster

from exactdice.jobs.allowance import Allowance
from exactdice.jobs.cluster import connected
from exactdice.jobs.crew import Crew, Task

TASKS = [Task(work.nap, (k % 5) / 1000, str(k // 50)) for k in range(300)]


def check_a_run(cluster, rng):
    """Every task is answered once, and rightly, while a worker is killed at some moment."""
    processes = list(cluster.args[0].run(os.getpid).values())
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
    with a_cluster(2, processes=True) as running, connected(running.scheduler_address) as cluster:
        check_a_run(cluster, Random(1))


@pytest.mark.slow
def test_a_worker_is_killed_in_each_of_fifty_runs():
    rng = Random(50)
    for _ in range(50):
        # A cluster for each run: who is killed while Dask begins it again stays away for good.
        with (
            a_cluster(2, processes=True) as running,
            connected(running.scheduler_address) as cluster,
        ):
            check_a_run(cluster, rng)
