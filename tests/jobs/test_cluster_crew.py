"""A crew on a cluster answers as a crew of this machine does: each task once, whatever becomes of
the processes that do the work.
"""

import threading

import made_work as work
import pytest
from test_crew import answered_by

from exactdice.exact.errors import ExactDiceError
from exactdice.jobs.allowance import Allowance
from exactdice.jobs.cluster import There
from exactdice.jobs.crew import Crew, Lost, Task


def answered(cluster, tasks, stopped=None, prepare=None, **limits):
    """{task: its answers} of a crew."""
    return answered_by(Crew(Allowance(**limits), prepare, stopped, cluster=cluster), tasks)


ENDING = [
    (work.nap, 60),
    (work.leave, 3),
    (work.exit_quietly, None),
    (work.unsent, None),
    (work.deep, None),
    (work.divide, 0),
]


def test_every_task_has_one_answer_the_same_as_here(cluster):
    tasks = [Task(work.double, k, str(k % 3), "") for k in range(30)]
    tasks += [Task(*bad, str(k)) for k, bad in enumerate(ENDING)]
    limits = {"jobs": 2, "seconds": 0.7}
    there = answered(cluster, tasks, **limits)
    assert all(len(answers) == 1 for answers in there.values())
    assert there == answered(None, tasks, **limits)
    assert sum(isinstance(answer, Lost) for (answer,) in there.values()) == len(ENDING)


@pytest.fixture
def sent(monkeypatch):
    """The portions that are sent to a cluster."""
    portions = []
    give = There.give

    def noted(place, tasks):
        portions.append(tasks)
        return give(place, tasks)

    monkeypatch.setattr(There, "give", noted)
    return portions


def test_tasks_that_stay_are_done_by_this_machine_beside_the_others(cluster, sent):
    tasks = [Task(work.double, k, stays=k % 2 == 0) for k in range(20)]
    answers = answered(cluster, tasks)
    assert [answer for (answer,) in answers.values()] == [2 * k for k in range(20)]
    assert sorted(argument for portion in sent for _, argument in portion) == list(range(1, 20, 2))


def test_the_scheduler_is_given_few_portions(cluster, sent):
    tasks = [Task(work.double, k) for k in range(5000)]
    answers = answered(cluster, tasks)
    assert all(answers[task] == [2 * task.argument] for task in tasks)
    assert len(sent) < 100


def test_a_process_is_made_ready_before_its_tasks(cluster):
    tasks = [Task(work.greeting, k) for k in range(3)]
    answers = answered(cluster, tasks, prepare=work.prepare)
    assert {str(answer) for (answer,) in answers.values()} == {"['ready']"}


def test_what_is_not_done_is_given_up_and_threads_are_free_again(cluster):
    """When the time is over, and when another thread says so."""
    tasks = [Task(work.nap, 30, str(k)) for k in range(5)]
    answers = answered(cluster, tasks, total_seconds=0.5)
    assert {answer.why for (answer,) in answers.values()} == {"over the total time limit of 0.5 s"}
    stopped = threading.Event()
    timer = threading.Timer(0.3, stopped.set)
    timer.start()
    answers = answered(cluster, tasks, stopped)
    timer.join()
    assert {answer.why for (answer,) in answers.values()} == {"stopped"}
    again = [Task(work.double, k, str(k)) for k in range(4)]
    answers = answered(cluster, again, total_seconds=10)
    assert [answer for (answer,) in answers.values()] == [0, 2, 4, 6]


def test_what_cannot_be_sent_is_named(cluster):
    tasks = [Task(work.double, 1), Task(work.divide, work.Unsent())]
    with pytest.raises(ExactDiceError, match=r"^a Unsent cannot be sent .*it stays here"):
        answered(cluster, tasks)
    with pytest.raises(ExactDiceError, match="cannot be sent to another machine"):
        Crew(Allowance(), lambda: None, cluster=cluster)
