"""examples/testing_a_float_solver: each mistake alone is found, what its page quotes is what pytest
says, the corrected solver passes.
"""

import difflib
import re
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np  # noqa: F401  # loaded once: what a run inside loads is forgotten after it
import pytest

import exactdice.testing.oracle  # noqa: F401
from exactdice import MAX, BattleState, DiceBattle, solve

pytest_plugins = ["pytester"]


FOLDER = Path(__file__).parents[2] / "examples" / "testing_a_float_solver"
FOUND, CORRECTED = (
    (FOLDER / name).read_text(encoding="utf-8").splitlines()
    for name in ("solver.py", "solver_corrected.py")
)
CHANGES = [
    change
    for change in difflib.SequenceMatcher(None, FOUND, CORRECTED).get_opcodes()
    if change[0] != "equal"
]


GAINS, CHOICES, THROWS = (
    "test_the_gains",
    "test_the_numbers_of_dice_are_the_first_best_ones",
    "test_the_mean_of_random_throws",
)


def with_mistakes(*places):
    """The corrected solver, but with these changed lines as they were found."""
    lines = list(CORRECTED)
    for place in places:
        _, before, until, _, _ = CHANGES[place]
        lines[before:until] = FOUND[before:until]
    return "\n".join(lines) + "\n"


TESTS = (FOLDER / "test_solver.py").read_text(encoding="utf-8")
# Which tests fail shows in short games too.
SHORT = TESTS.replace('"target": st.integers(1, 15)', '"target": st.integers(1, 8)')


@pytest.fixture
def run(pytester, monkeypatch):
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def tested(source, tests):
        pytester.makepyfile(solver=source, test_solver=tests)
        for name in ("solver", "test_solver"):
            sys.modules.pop(name, None)
        result = pytester.runpytest_inprocess(
            "-p", "_hypothesis_pytestplugin", "-p", "no:cacheprovider", "-v"
        )
        said = result.stdout.str()
        return dict(re.findall(r"test_solver\.py::(\w+) (PASSED|FAILED)", said)), said

    return tested


def failed(outcomes):
    return {name for name, word in outcomes.items() if word == "FAILED"}


def alone(places, found, name):
    """A mistake without the others, which is slow to look for as each run loads everything."""
    return pytest.param(places, found, id=name, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("places", "found"),
    [
        pytest.param((), set(), id="corrected"),
        alone((1,), {GAINS, CHOICES}, "aliased rows"),
        alone((2,), {CHOICES}, "tie broken by rounding"),
        alone((3,), {THROWS}, "integers off by one"),
        pytest.param((1, 2, 3), {GAINS, CHOICES, THROWS}, id="as found"),
    ],
)
def test_each_mistake_is_found_and_nothing_else(run, places, found):
    assert SHORT != TESTS
    outcomes, said = run(with_mistakes(*places), TESTS if len(places) == 1 else SHORT)
    assert len(outcomes) == 4
    assert failed(outcomes) == found
    quoted = re.findall(
        r"```\n(.*?)```", (FOLDER / "README.md").read_text(encoding="utf-8"), re.DOTALL
    )
    plain = re.sub(r"^E +", "", said, flags=re.MULTILINE)
    assert len(quoted) == 3
    for place, lines in enumerate(quoted, 1):
        if places == (place,):
            assert all(line.strip() in plain for line in lines.splitlines())


def test_the_corrected_solver_differs_in_the_title_and_three_lines():
    assert len(FOUND) == len(CORRECTED)
    assert [
        (until - before, CORRECTED[before].split()[0]) for _, before, until, _, _ in CHANGES
    ] == [(1, '"""A'), (1, "gain"), (1, "best[i,"), (1, "faces")]


ULP_OF_1 = Fraction(1, 2**52)


def test_the_corrected_solver_is_right_at_every_size():
    names = {}
    exec(compile("\n".join(CORRECTED), "solver_corrected.py", "exec"), names)
    for dice in range(1, 5):
        for target in range(1, 16):
            gain, best = names["solve"](dice, target)
            solution = solve(DiceBattle(dice=dice, target=target))
            for i, j in product(range(target), repeat=2):
                state = BattleState(i, j, MAX)
                assert abs(Fraction(gain[i][j]) - solution.values[state]) <= 64 * ULP_OF_1
                assert best[i][j] == solution.optimal_actions[state][0]
