"""The corrected solver of examples/testing_a_float_solver is right at every size."""

from fractions import Fraction
from itertools import product

from two_float_solvers import CHANGES, CORRECTED, FOUND

from exactdice import MAX, BattleState, DiceBattle, solve


def test_the_corrected_solver_differs_in_the_title_and_three_lines():
    assert len(FOUND) == len(CORRECTED)
    assert [
        (until - before, CORRECTED[before].split()[0]) for _, before, until, _, _ in CHANGES
    ] == [
        (1, '"""A'),
        (1, "gain"),
        (1, "best[i,"),
        (1, "faces"),
    ]


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
