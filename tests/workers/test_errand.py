"""One task for one worker."""

import os
import signal
from threading import Event, Timer
from time import monotonic, sleep

import pytest

from exactdice.errors import ExactDiceError, SeveralErrors
from exactdice.workers.allowance import Allowance
from exactdice.workers.errand import within


def refuse(why):
    raise ExactDiceError(why)


def refuse_twice(why):
    raise SeveralErrors([why, why])


def fill(size):
    return len(bytearray(size))


def end(number):
    os.kill(os.getpid(), number)


def fail(_):
    raise KeyError("no such thing")


def test_the_result_comes_back():
    assert within(Allowance(), sorted, [3, 1, 2]) == [1, 2, 3]


@pytest.mark.parametrize(
    ("allowance", "work", "argument", "why"),
    [
        (Allowance(), refuse, "it is wrong", "^it is wrong$"),
        (Allowance(), refuse_twice, "it is wrong", "^it is wrong; it is wrong$"),
        (Allowance(seconds=0.5), sleep, 60, "^over the time limit of 0.5 s$"),
        (Allowance(total_seconds=0.5), sleep, 60, "^over the total time limit of 0.5 s$"),
        (Allowance(megabytes=50), fill, 10**9, "^over the memory limit of 50 MB$"),
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
