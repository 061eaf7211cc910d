"""The fast path of matrix games on integers over one denominator."""

from dataclasses import replace
from fractions import Fraction

import pytest
from drawn_matrices import MATRICES, is_equilibrium, law, random_matrix, value
from hypothesis import given
from ways_of_programmes import pivoted, refined

from exactdice.linear.matrices import solve as integer_game
from exactdice.linear.matrices.solve import solve_matrix_game


@pytest.mark.parametrize(
    ("rows", "columns", "most"),
    [(16, 16, 1), (20, 20, 1), (12, 30, 997), (30, 12, 3), (20, 20, 1000), (4, 5, 1000), (9, 9, 1)],
)
def test_the_fast_path_agrees_with_the_programme(rows, columns, most):
    matrix = random_matrix(rows * columns + most, rows, columns, most)
    fast = solve_matrix_game(matrix)
    assert fast.method in ("integers over one denominator", "saddle point")
    assert fast.value == value(matrix, refined)
    assert is_equilibrium(tuple(map(tuple, matrix)), fast)


@pytest.mark.parametrize("basis", [None, ([0], [0, 1]), ([0, 1], [0, 1]), ([0, 1, 2], [3, 4, 5])])
def test_a_missing_or_wrong_float_basis_leaves_the_game_to_the_programme(basis, monkeypatch):
    matrix = random_matrix(5, 20, 20, 1)
    expected = solve_matrix_game(matrix)
    monkeypatch.setattr(integer_game, "float_game_basis", lambda _: basis)
    solution = solve_matrix_game(matrix)
    assert (solution.method, solution.value) == ("linear programme", expected.value)


def test_a_false_proposal_is_refused():
    good = integer_game.pivoted([[3, -1], [-2, 1]])
    assert integer_game.is_proved([[3, -1], [-2, 1]], good)
    for change in (
        {"value": Fraction(2, 7)},
        {"row": replace(good.row, numerators=good.row.numerators[::-1])},
        {"column": replace(good.column, numerators=good.column.numerators[::-1])},
        {"row": replace(good.row, denominator=-good.row.denominator)},
    ):
        assert not integer_game.is_proved([[3, -1], [-2, 1]], replace(good, **change))


@given(MATRICES)
@law
def test_pivoting_on_integers_is_proved_on_any_game(matrix):
    integers, denominator = integer_game.over_one_denominator(matrix)
    found = integer_game.pivoted(integers)
    assert integer_game.is_proved(integers, found)
    assert found.value == value(matrix, pivoted) * denominator
