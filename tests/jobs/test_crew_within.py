"""One task for one worker: its result, or why there is none."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event, Timer
from time import monotonic, sleep

import pytest

from exactdice.exact.errors import ExactDiceError, SeveralErrors
from exactdice.exact.session import session
from exactdice.jobs.allowance import Allowance
from exactdice.jobs.crew import within


def refuse(why):
    raise ExactDiceError(why)


def refuse_twice(why):
    raise SeveralErrors([why, why])


def end(number):
    os.kill(os.getpid(), number)


def fail(_):
    raise KeyError("no such thing")


def tell_of(count):
    tell = session().progress
    for done in range(count):
        tell(done, count)
        sleep(0.001)
    return count


def test_it_is_told_how_far_the_work_has_come_but_not_at_every_step():
    told = []
    count = 250
    found = within(
        Allowance(), tell_of, count, progress=lambda done, total: told.append((done, total))
    )
    assert found == count
    assert 2 <= len(told) < 100
    assert told == sorted(told)
    assert {total for _, total in told} == {count}


def test_work_that_tells_of_itself_is_ended_at_its_limit_all_the_same():
    with pytest.raises(ExactDiceError, match=r"over the time limit of 0\.5 s"):
        within(Allowance(seconds=0.5), tell_of, 10**6)


@pytest.mark.parametrize(
    ("allowance", "work", "argument", "why"),
    [
        (Allowance(), refuse, "it is wrong", "^it is wrong$"),
        (Allowance(), refuse_twice, "it is wrong", "^it is wrong; it is wrong$"),
        (Allowance(seconds=0.5), sleep, 60, "^over the time limit of 0.5 s$"),
        (Allowance(), end, signal.SIGKILL, "its process ended 2 times, by SIGKILL"),
        (Allowance(), fail, None, "this is a defect of exactdice"),
    ],
)
def test_why_there_is_no_result(allowance, work, argument, why):
    with pytest.raises(ExactDiceError, match=why):
        within(allowance, work, argument)


def test_another_thread_may_stop_it():
    stopped = Event()
    timer = Timer(0.5, stopped.set)
    timer.start()
    begun = monotonic()
    with pytest.raises(ExactDiceError, match=r"^stopped$"):
        within(Allowance(), sleep, 60, stopped)
    timer.join()
    assert monotonic() - begun < 10


@pytest.mark.parametrize("most", [0, float("nan")])
def test_a_limit_that_is_not_above_0_is_refused_by_its_name(most):
    with pytest.raises(ExactDiceError, match=r"^seconds must be above 0, got"):
        Allowance(seconds=most)


IN_A_THREAD = """
import os
import threading
from exactdice.jobs.allowance import Allowance
from exactdice.jobs.crew import within

if __name__ == "__main__":
    print("run")
    beside = threading.Thread(target=lambda: print(within(Allowance(), abs, -2)))
    beside.start()
    beside.join()
    print(os.environ.get("PYTHONSAFEPATH"))
"""


def test_a_new_interpreter_runs_no_module_of_the_folder(tmp_path):
    """Beside other threads no process is forked; documents of strangers may lie in the folder."""
    script, folder = tmp_path / "script.py", tmp_path / "documents"
    script.write_text(IN_A_THREAD)
    folder.mkdir()
    for name in ("multiprocessing", "signal", "socket", "selectors", "sitecustomize", "numpy"):
        (folder / f"{name}.py").write_text(f"open('{tmp_path}/hostile', 'w')\n")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "run\n2\nNone\n"  # what this script starts itself finds its folder
    assert not (tmp_path / "hostile").exists()
