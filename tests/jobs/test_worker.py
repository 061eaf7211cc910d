"""A worker in this machine's terms: it ends with who began it, at the latest when its time is over,
and no limit of its system is raised for it.
"""

import os
import signal
import subprocess
import sys
import time

import pytest
from test_crew import linux

from exactdice.jobs.worker import answered

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


def out_of_memory(_):
    raise MemoryError


def test_who_is_out_of_memory_has_no_answer():
    with pytest.raises(MemoryError):
        answered(out_of_memory, 0)
