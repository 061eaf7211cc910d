"""The testing kit: laws, matrix games, programmes and arenas that it draws, and what it stores."""

import subprocess
import sys
from fractions import Fraction

import numpy
import pytest
from hypothesis import given

from exactdice import checker, matrix_proof
from exactdice.linear.lp import Status, proved
from exactdice.linear.lp.solve import optimum
from exactdice.linear.matrices.solve import solve_matrix_game
from exactdice.testing import arenas, exact, matrix_games, solved_matrix_games, solved_programs

# --- laws, matrix games, programmes, arenas -------------------------------------------------------


@given(matrix_games())
def test_matrix_games_have_a_value(matrix):
    assert checker.check(matrix_proof(matrix, solve_matrix_game(matrix))).startswith("value ")


@given(solved_matrix_games())
def test_solved_matrix_games_are_right_and_the_solver_agrees(drawn):
    matrix, solution = drawn
    for side, lines, sign in (
        (solution.row, list(zip(*matrix, strict=True)), 1),
        (solution.column, matrix, -1),
    ):
        assert sum(side) == 1
        assert min(side) >= 0
        assert (
            min(sign * sum(p * v for p, v in zip(side, line, strict=True)) for line in lines)
            == sign * solution.value
        )
    assert solve_matrix_game(matrix).value == solution.value


@given(solved_programs())
def test_solved_programmes_are_right_and_the_solver_agrees(drawn):
    program, known = drawn
    x, y = known.x, known.y
    assert min(x) >= 0
    assert min(y) >= 0
    for row, weight in zip(program.rows, y, strict=True):
        activity = sum(a * x[j] for j, a in row.coefficients.items())
        assert activity == row.upper if weight else activity <= row.upper
    assert (
        known.value
        == sum(c * x[j] for j, c in program.objective.items())
        == sum(w * r.upper for w, r in zip(y, program.rows, strict=True))
    )
    assert proved(program, known)
    found = optimum(program)
    assert (found.status, found.value) == (Status.OPTIMAL, known.value)


@given(arenas())
def test_arenas_have_no_cycle_and_list_every_vertex(arena):
    assert all(after > k for k, successors in arena.items() for after in successors)
    assert set(arena) == set(range(len(arena)))
    assert all(after in arena for successors in arena.values() for after in successors)


# --- without hypothesis ---------------------------------------------------------------------------


def test_all_but_the_strategies_works_without_hypothesis():
    program = """
import sys
sys.modules["hypothesis"] = None
from exactdice import DiceBattle
from exactdice.testing import Listed, check_game, exact
print(check_game(DiceBattle(dice=1, target=1)))
exact.close(0.5, "1/2")
try:
    from exactdice.testing import laws
except ImportError as error:
    print(error)
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines() == [
        "the rules are kept at all 7 states",
        "exactdice.testing.laws needs hypothesis: pip install hypothesis",
    ]


def test_an_unknown_name_is_an_attribute_error():
    import exactdice.testing

    with pytest.raises(
        AttributeError, match=r"module 'exactdice\.testing' has no attribute 'throws'"
    ):
        _ = exactdice.testing.throws
    assert all(hasattr(exactdice.testing, name) for name in exactdice.testing.__all__)


def test_the_mean_of_right_random_games_is_consistent_however_it_is_summed():
    """A running sum of floats loses digits; the chance to win is about 0.602, so the count is
    usual.
    """
    games, wins, mean = 10_001, 6038, 0.0
    for k in range(1, games + 1):
        mean += ((1 if k <= wins else -1) - mean) / k
    assert 0 < abs(Fraction(mean) - Fraction(2 * wins - games, games)) < Fraction(1, 10**12)
    exact.consistent(numpy.float64(mean), "gain(blind, optimal)", games=games, dice=3, target=20)
