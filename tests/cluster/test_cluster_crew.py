"""A crew on a cluster answers as a crew of this machine does: each task once, whatever becomes of
the processes that do the work.
"""

import threading
from functools import partial

import made_work as work
import pytest

from exactdice.cluster import crew as cluster_crew
from exactdice.cluster.connecting import connected
from exactdice.errors import ExactDiceError
from exactdice.workers.allowance import Allowance
from exactdice.workers.crew import Crew, Lost, Task


@pytest.fixture(scope="module")
def cluster():
    with connected("local", 2) as found:
        yield found


def answered(crews, tasks, stopped=None, prepare=None, **limits):
    """{task: its answers} of a crew."""
    answers = {task: [] for task in tasks}
    with crews(Allowance(**limits), prepare, [], stopped) as crew:
        crew.add(tasks)
        for task, answer in crew.answers():
            answers[task].append(answer)
    return answers


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
    there = answered(cluster.crew, tasks, **limits)
    assert all(len(answers) == 1 for answers in there.values())
    assert there == answered(Crew, tasks, **limits)
    assert sum(isinstance(answer, Lost) for (answer,) in there.values()) == len(ENDING)


def test_tasks_of_one_question_are_beyond_a_limit_together(cluster):
    tasks = [Task(work.nap, 60, str(k), "the same") for k in range(8)]
    answers = answered(cluster.crew, tasks, seconds=0.3)
    assert {str(answer) for (answer,) in answers.values()} == {
        str(Lost("over the time limit of 0.3 s", True))
    }


def test_what_is_beyond_a_limit_once_is_tried_again_by_who_comes_next(cluster):
    for seconds, answer in ((0.2, Lost("over the time limit of 0.2 s")), (5, 0.4)):
        task = Task(work.nap, 0.4, "", "a nap")
        assert answered(cluster.crew, [task], seconds=seconds) == {task: [answer]}


def test_tasks_that_stay_are_done_by_this_machine_beside_the_others(cluster, monkeypatch):
    sent = []
    monkeypatch.setattr(cluster_crew, "order_of", partial(noted_order, sent))
    tasks = [Task(work.double, k, stays=k % 2 == 0) for k in range(20)]
    answers = answered(cluster.crew, tasks)
    assert [answer for (answer,) in answers.values()] == [2 * k for k in range(20)]
    assert sorted(task.argument for batch in sent for task in batch) == list(range(1, 20, 2))


ORDER_OF = cluster_crew.order_of


def noted_order(sent, setting, tasks):
    sent.append(tasks)
    return ORDER_OF(setting, tasks)


def test_the_scheduler_is_given_few_orders(cluster, monkeypatch):
    sent = []
    monkeypatch.setattr(cluster_crew, "order_of", partial(noted_order, sent))
    monkeypatch.setattr(cluster_crew, "MOST_ORDERS", 20)
    tasks = [Task(work.double, k) for k in range(2000)]
    answers = answered(cluster.crew, tasks)
    assert all(answers[task] == [2 * task.argument] for task in tasks)
    assert len(sent) <= 20 + 1  # the last may be smaller


def test_more_may_be_added_while_answers_come(cluster):
    found = []
    with cluster.crew(Allowance()) as crew:
        crew.add([Task(work.double, 1)])
        for _, answer in crew.answers():
            found.append(answer)
            if answer < 100:
                crew.add([Task(work.double, answer)])
    assert found == [2, 4, 8, 16, 32, 64, 128]


def test_a_process_is_made_ready_before_its_tasks(cluster):
    tasks = [Task(work.greeting, k) for k in range(3)]
    answers = answered(cluster.crew, tasks, prepare=work.prepare)
    assert {str(answer) for (answer,) in answers.values()} == {"['ready']"}


def test_what_is_not_done_is_given_up_when_the_time_is_over(cluster):
    tasks = [Task(work.nap, 30, str(k)) for k in range(5)]
    answers = answered(cluster.crew, tasks, total_seconds=0.5)
    assert {answer.why for (answer,) in answers.values()} == {"over the total time limit of 0.5 s"}


def test_what_is_not_done_is_given_up_when_another_thread_says_so(cluster):
    stopped = threading.Event()
    timer = threading.Timer(0.3, stopped.set)
    timer.start()
    tasks = [Task(work.nap, 30, str(k), stays=k == 0) for k in range(5)]
    answers = answered(cluster.crew, tasks, stopped)
    timer.join()
    assert {answer.why for (answer,) in answers.values()} == {"stopped"}


def test_threads_are_free_again_after_orders_were_called_back(cluster):
    """No worker goes on with what nobody waits for."""
    tasks = [Task(work.nap, 30, str(k)) for k in range(4)]
    answered(cluster.crew, tasks, total_seconds=0.3)
    again = [Task(work.double, k, str(k)) for k in range(4)]
    answers = answered(cluster.crew, again, total_seconds=10)
    assert [answer for (answer,) in answers.values()] == [0, 2, 4, 6]


def test_all_answers_together_are_bounded(cluster, monkeypatch):
    monkeypatch.setattr(cluster_crew, "MOST_BYTES", 5000)
    tasks = [Task(work.giant, 2000, str(k)) for k in range(4)]
    answers = [answer for (answer,) in answered(cluster.crew, tasks).values()]
    assert sum(isinstance(answer, Lost) for answer in answers) == 2


def test_what_cannot_be_sent_is_named(cluster):
    task = Task(work.divide, work.Unsent())
    with pytest.raises(ExactDiceError, match=r"^a Unsent cannot be sent .*it stays here"):
        answered(cluster.crew, [task])
    with pytest.raises(ExactDiceError, match="cannot be sent to another machine"):
        cluster.crew(Allowance(), lambda: None)
