"""Eight threads that are the first to use the package in a process: all find the same."""

import json
import subprocess
import sys

import pytest

PROGRAM = """
import json, sys, threading
from pathlib import Path

questions = json.loads(sys.argv[1])
sys.setswitchinterval(1e-5)  # threads take turns far more often than they would
start, found, failures = threading.Barrier(8), [], []


def ask(question):
    kind, text = question
    if kind == "query":
        from exactdice.query.evaluate import evaluate_query

        return str(evaluate_query(text))
    if kind == "Python":
        import exactdice

        return str(eval(text))
    from exactdice.exact.loading import module_of

    return id(module_of(Path(text)))


def use(k):
    start.wait()
    first = k % len(questions)  # each thread begins with another question
    try:
        order = questions[first:] + questions[:first]
        answers = {str(question): ask(question) for question in order}
    except BaseException as error:
        failures.append(repr(error))
    else:
        found.append(sorted(answers.items()))


threads = [threading.Thread(target=use, args=(k,)) for k in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(json.dumps({"failures": failures, "found": found}))
"""
QUESTIONS = {
    "queries of games": [
        ("query", "EG(0,0, target=3)"),
        ("query", "pig_win(8,8,0, target=10)"),
        ("query", "grundy(nim(3,4,5))"),
        ("query", "value(game=kuhn)"),
    ],
    "queries with symbols": [
        ("query", "derivative(EG(0,0,dice=1,target=2,weights=(p,1-p)), p)"),
        ("query", "EG(0,0,dice=1,target=2,weights=(p,1-p))"),
        ("query", "breakpoints(EG(0,0,dice=2,target=2,weights=(p,1-p)))"),
    ],
    "names of the package": [
        ("Python", "exactdice.solve(exactdice.Pig(5)).value"),
        ("Python", "exactdice.solve_matrix_game([[3, -1], [-2, 1]]).value"),
        ("Python", "exactdice.Domineering(2, 2)"),
        ("query", "EG(0,0, target=2)"),
    ],
}


def used(questions):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(questions)], capture_output=True, text=True
    )
    assert done.stderr == ""
    return json.loads(done.stdout)


@pytest.mark.parametrize("kind", QUESTIONS)
def test_threads_that_are_the_first_find_the_same(kind):
    for _ in range(3):
        told = used(QUESTIONS[kind])
        assert told["failures"] == []
        assert len(told["found"]) == 8
        assert all(found == told["found"][0] for found in told["found"])


def test_threads_that_load_one_file_share_its_module(tmp_path):
    (tmp_path / "mine.py").write_text("import time\ntime.sleep(0.05)\nclass Mine: pass\n")
    told = used([("file", str(tmp_path / "mine.py"))])
    assert told["failures"] == []
    assert all(found == told["found"][0] for found in told["found"])
