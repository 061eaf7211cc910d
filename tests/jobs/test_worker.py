"""A worker in this machine's terms: it ends with who began it, at the latest when its time is over,
and no limit of its system is raised for it.
"""

import os
import signal
import subprocess
import sys
import time

import made_work as work
import pytest
from test_crew import linux

from exactdice.jobs.allowance import Allowance
from exactdice.jobs.crew import Crew, Task
from exactdice.jobs.worker import Failed, answered

BEGINS_AND_WAITS = """
import sys
sys.path.insert(0, {here!r})
import made_work as work
from exactdice.jobs.allowance import Allowance
from exactdice.jobs.crew import Crew, Task

if __name__ == "__main__":
    with Crew(Allowance(jobs=2, seconds=30)) as crew:
        crew.add([Task(work.who, None), Task(work.who, None, "b")])
        for k, (task, answer) in enumerate(crew.answers()):
            print(answer, flush=True)
            if k < 2:
                crew.add([Task(work.spin, None, task.group)])
"""


def is_running(process):
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@linux
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_who_began_them_however_that_ends(number):
    script = BEGINS_AND_WAITS.format(here=os.path.dirname(__file__))
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True
    ) as beginner:
        workers = {int(beginner.stdout.readline()) for _ in range(2)}
        time.sleep(0.2)
        assert all(map(is_running, workers))
        beginner.send_signal(number)
        beginner.wait()
    for _ in range(100):
        if not any(map(is_running, workers)):
            break
        time.sleep(0.05)
    assert not any(map(is_running, workers))


def stop_the_parents_clock(monkeypatch):
    """Who waits never finds a task late, as when it is busy or stopped."""
    monkeypatch.setattr("exactdice.jobs.process.monotonic", lambda: 0)


def test_the_system_itself_ends_a_task_that_nobody_else_ends(monkeypatch):
    stop_the_parents_clock(monkeypatch)
    task = Task(work.nap, 60)
    with Crew(Allowance(jobs=1, seconds=0.2)) as crew:
        crew.add([task, Task(work.double, 1)])
        answers = dict(crew.answers())
    assert answers.pop(task).why == "over the time limit of 0.2 s"
    assert list(answers.values()) == [2]


def limits(_):
    import resource

    signals = signal.getsignal(signal.SIGINT)
    return resource.getrlimit(resource.RLIMIT_DATA), signals == signal.SIG_IGN


@linux
def test_the_limit_of_memory_is_above_what_is_in_use_and_never_above_the_systems_own():
    import resource

    task = Task(limits, None)
    with Crew(Allowance(jobs=1, megabytes=300)) as crew:
        crew.add([task])
        ((_, ((soft, hard), ignores_ctrl_c)),) = crew.answers()
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    assert hard == most
    assert 300 * 10**6 < soft < 300 * 10**6 + 10**10
    assert ignores_ctrl_c


@pytest.mark.parametrize(
    ("task", "answer"),
    [
        (work.double, 2),
        (work.divide, 1),
        (work.deep, Failed("it is too large to compute here (RecursionError)")),
    ],
)
def test_an_answer_is_a_result_or_why_there_is_none(task, answer):
    assert answered(task, 1) == answer


def out_of_memory(_):
    raise MemoryError


def too_large(_):
    raise OverflowError("cannot fit 'int' into an index-sized integer")


def test_what_is_too_large_is_told_apart_from_a_defect():
    with pytest.raises(MemoryError):
        answered(out_of_memory, 0)
    assert answered(too_large, 0).why == "it is too large to compute here (OverflowError)"
    assert "defect" in answered(work.divide, 0).why
