"""Jobs: how they stand, who waits, what is forgotten."""

from threading import Event
from time import monotonic, sleep

import pytest

import exactdice.cli.server.application as module
from exactdice.cli.server.application import Jobs, State
from exactdice.exact.errors import ExactDiceError

FOUND = {"exact": "1/6"}


def at_once(progress, stopped):
    return FOUND


def until_stopped(progress, stopped):
    stopped.wait(10)
    raise ExactDiceError("stopped")


def ended(job):
    end = monotonic() + 10
    while job.is_underway:
        assert monotonic() < end
        sleep(0.01)
    return job


@pytest.fixture
def jobs():
    with Jobs(2) as made:
        yield made
        made.end()


def test_a_job_is_found_by_its_name_alone(jobs):
    job = ended(jobs.begin(at_once))
    assert jobs.named(job.name) is job
    assert (job.report(), job.result) == ({"state": "done"}, FOUND)
    assert jobs.named("another") is None
    # 16 random bytes in base 64
    assert len(job.name) >= 22


def test_it_is_told_how_far_it_has_come(jobs):
    told, go = Event(), Event()

    def work(progress, stopped):
        progress(3, 10)
        told.set()
        go.wait(10)
        return FOUND

    job = jobs.begin(work)
    assert told.wait(10)
    assert job.report() == {"state": "running", "done": 3, "total": 10}
    go.set()
    assert ended(job).state is State.DONE


def test_a_job_that_is_called_off_says_so(jobs):
    job = jobs.begin(until_stopped)
    job.cancel()
    assert ended(job).state is State.CANCELLED
    assert job.result is None


@pytest.mark.parametrize(
    ("error", "complaint"),
    [
        (ExactDiceError("d is\nno number"), "d is no number"),
        (ExactDiceError("\x1b[2J"), "\\x1b[2J"),
        (ZeroDivisionError("x"), "this is a defect of exactdice, please report it: x"),
    ],
)
def test_a_complaint_is_one_line(jobs, error, complaint):
    def work(progress, stopped):
        raise error

    job = ended(jobs.begin(work))
    assert job.report() == {"state": "failed", "complaint": complaint}


def test_the_oldest_is_forgotten_where_there_are_many(jobs, monkeypatch):
    monkeypatch.setattr(module, "MOST_KEPT", 2)
    names = [ended(jobs.begin(at_once)).name for _ in range(4)]
    assert [jobs.named(name) is not None for name in names] == [False, True, True, True]


def test_the_end_calls_all_off():
    with Jobs(2) as jobs:
        begun = [jobs.begin(until_stopped) for _ in range(4)]
        jobs.end()
    assert jobs.has_ended
    assert {job.state for job in begun} == {State.CANCELLED}


def test_a_job_that_waits_is_called_off_at_once_and_leaves_its_place():
    with Jobs(1) as jobs:
        running, waiting = jobs.begin(until_stopped), jobs.begin(at_once)
        waiting.cancel()
        assert waiting.state is State.CANCELLED
        third = jobs.begin(at_once)
        running.cancel()
        assert ended(third).result == FOUND
        assert waiting.result is None


def test_a_limit_of_cost_is_lifted_elsewhere(jobs):
    def work(progress, stopped):
        raise ExactDiceError("too much: limit=none lifts this limit")

    complaint = ended(jobs.begin(work)).complaint
    assert complaint == "too much: limit=none lifts this limit at a terminal"
