"""A crew gives every task exactly one answer, whatever becomes of its workers."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from multiprocessing import active_children

import made_work as work
import pytest

from exactdice.jobs.allowance import Allowance
from exactdice.jobs.crew import Crew, Lost, Task
from exactdice.jobs.worker import PRELOADED

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps this limit")
ENDINGS = {  # {a task that ends badly: how that is told}
    (work.nap, 60): "over the time limit of 1 s",
    (work.end_by, signal.SIGKILL): "its process ended 2 times, by SIGKILL, most often as its "
    "memory was at an end",
    (work.end_by, signal.SIGTERM): "its process ended 2 times, by SIGTERM",
    (work.leave, 3): "its process ended 2 times, with status 3",
    (work.leave, 0): "its process ended 2 times, with status 0",
    (work.exit_quietly, None): "its process ended 2 times, with status 0",
    (work.unsent, None): "its result cannot be handed over: it stays here",
    (work.deep, None): "it is too large to compute here (RecursionError)",
    (work.divide, 0): "this is a defect of exactdice, please report it: ZeroDivisionError: "
    "integer division or modulo by zero in divide of made_work.py",
}
OF_MEMORY = {
    (work.fill, 400): "over the memory limit of 200 MB",
    (work.abort, None): "its process ended 2 times, by SIGABRT, most often as its memory",
}


def answered(tasks, **limits):
    """{task: its answers} of a crew of this machine, of which no process is left."""
    before = active_children()
    answers = answered_by(Crew(Allowance(**limits)), tasks)
    assert {*active_children()} <= {*before}
    return answers


def answered_by(crew, tasks):
    """{task: its answers} of the crew."""
    answers = {task: [] for task in tasks}
    with crew:
        crew.add(tasks)
        for task, answer in crew.answers():
            answers[task].append(answer)
    return answers


def check_one_answer_each(endings, tasks, answers):
    for task in tasks:
        (answer,) = answers[task]
        why = endings.get((task.work, task.argument))
        if why is None:
            assert answer == 2 * task.argument
        else:
            assert isinstance(answer, Lost)
            assert answer.why.startswith(why)


@pytest.mark.parametrize("group", ["", "one"])
def test_every_task_has_one_answer_however_its_neighbours_end(group):
    """Good tasks stand between bad ones, in one group or each in its own."""
    tasks = []
    for k, (bad, argument) in enumerate(ENDINGS):
        groups = [group or str(k)] * 3
        tasks += [Task(work.double, k, groups[0]), Task(bad, argument, groups[1])]
        tasks.append(Task(work.double, 10**30 + k, groups[2]))
    check_one_answer_each(ENDINGS, tasks, answered(tasks, jobs=2, seconds=1))


def test_work_that_heeds_no_signal_handler_is_ended():
    spin, other = Task(work.spin, None), Task(work.double, 4)
    answers = answered([spin, other], jobs=1, seconds=0.5)
    assert answers[spin][0].why == "over the time limit of 0.5 s"
    assert answers[other] == [8]


@linux
def test_the_memory_limit_is_kept_by_the_system():
    tasks = [Task(*ending) for ending in OF_MEMORY] + [Task(work.double, 1)]
    answers = answered(tasks, jobs=1, seconds=20, megabytes=200)
    check_one_answer_each(OF_MEMORY, tasks, answers)
    within = Task(work.fill, 100)
    assert answered([within], jobs=1, megabytes=200) == {within: [100_000_000]}


@linux
def test_what_earlier_tasks_keep_takes_no_memory_from_later_ones():
    # Two of 80 leave 40 of 200 for what the process itself takes or gives back; three never fit.
    tasks = [Task(work.keep, 80, "one") for _ in range(9)]
    answers = answered(tasks, jobs=1, megabytes=200)
    # Two fit into one process; for the third there is a new one.
    assert sorted(answer for (answer,) in answers.values()) == [1] * 5 + [2] * 4


def test_a_task_whose_process_was_ended_once_is_tried_again(tmp_path):
    task = Task(work.once, tmp_path / "begun")
    assert answered([task], jobs=1) == {task: ["done"]}


def test_tasks_of_one_question_are_beyond_a_limit_together():
    slow = [Task(work.nap, 60, "g", "slow") for _ in range(50)]
    other = [Task(work.double, k, "g", "quick") for k in range(50)]
    begun = time.monotonic()
    answers = answered([*slow, *other], jobs=1, seconds=0.5)
    assert time.monotonic() - begun < 10  # and not 50 times the limit
    assert {answer.why for task in slow for answer in answers[task]} == {
        "over the time limit of 0.5 s"
    }
    assert [answers[task] for task in other] == [[2 * k] for k in range(50)]


def test_tasks_may_be_added_while_others_are_answered():
    with Crew(Allowance(jobs=2)) as crew:
        crew.add([Task(work.double, 1)])
        found = []
        for _, answer in crew.answers():
            found.append(answer)
            if answer < 1000:
                crew.add([Task(work.double, answer)])
    assert found == [2**k for k in range(1, 11)]


def test_the_total_time_ends_everything_with_one_answer_each():
    tasks = [Task(work.nap, 60, str(k)) for k in range(5)]
    begun = time.monotonic()
    answers = answered(tasks, jobs=2, total_seconds=0.5)
    assert time.monotonic() - begun < 10
    assert {answer.why for (answer,) in answers.values()} == {"over the total time limit of 0.5 s"}


def test_all_answers_together_are_bounded(monkeypatch):
    monkeypatch.setattr("exactdice.jobs.crew.MOST_BYTES", 10_000)
    tasks = [Task(work.giant, 3_000, "g") for _ in range(5)]
    answers = [answer for (answer,) in answered(tasks, jobs=1).values()]
    assert [len(answer) for answer in answers[:3]] == [3_000] * 3
    why = "the results have more than 10000 bytes together"
    assert [answer.why for answer in answers[3:]] == [why] * 2


def test_an_interruption_while_waiting_leaves_no_process():
    def interrupt():
        time.sleep(0.4)
        os.kill(os.getpid(), signal.SIGINT)

    before = active_children()
    with Crew(Allowance(jobs=2)) as crew:
        crew.add([Task(work.nap, 60), Task(work.spin, None)])
        # Begun here, since the first workers are forked where there is one thread alone.
        answers = crew.answers()
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            next(answers)
    assert {*active_children()} <= {*before}


def test_a_worker_writes_nothing_and_reads_nothing(capfd):
    task = Task(work.read_from_standard_input, None)
    assert answered([task], jobs=1) == {task: [b""]}
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_however_processes_begin(monkeypatch, method):
    """Where nothing is inherited, a new process is prepared first."""
    context = multiprocessing.get_context(method)
    # The process that others are copied from is begun once, for all tests.
    context.set_forkserver_preload([*PRELOADED])
    monkeypatch.setattr("exactdice.jobs.crew.context_for_processes", lambda: context)
    tasks = [Task(work.greeting, None), Task(work.end_by, signal.SIGKILL), Task(work.double, 4)]
    with Crew(Allowance(jobs=1), work.prepare) as crew:
        crew.add(tasks)
        answers = [answer for _, answer in crew.answers()]
    assert answers[0] == ([] if method == "fork" else ["ready"])
    assert answers[1] == 8 or answers[2] == 8
    assert sum(isinstance(answer, Lost) for answer in answers) == 1
