"""What mixtures of a matrix game gain, and bounds on what it is worth."""

from fractions import Fraction
from functools import cache

from drawn_matrices import MATRICES, law, value
from hypothesis import given
from hypothesis import strategies as st

from exactdice.exact import Bounds
from exactdice.matrices.solve import (
    conceded,
    gain,
    guaranteed,
    solve_matrix_game,
)


@cache  # to make a strategy takes longer than to draw from it
def mixtures(size):
    weights = st.lists(st.integers(0, 4), min_size=size, max_size=size).filter(any)
    return weights.map(lambda drawn: tuple(Fraction(w, sum(drawn)) for w in drawn))


@given(MATRICES)
@law
def test_bounds_hold_the_value_of_every_matrix_between(matrix):
    wide = [[Bounds(e - Fraction(1, 7), e + Fraction(1, 5)) for e in row] for row in matrix]
    solution = solve_matrix_game(wide)
    assert solution.value == Bounds(value(matrix) - Fraction(1, 7), value(matrix) + Fraction(1, 5))
    assert (
        guaranteed([[e.lower for e in row] for row in wide], solution.row) == solution.value.lower
    )
    assert (
        conceded([[e.upper for e in row] for row in wide], solution.column) == solution.value.upper
    )


def test_numbers_may_stand_among_bounds():
    solution = solve_matrix_game([[Bounds(1, 2), 0], [0, Bounds(1, 2)]])
    assert solution.value == Bounds(Fraction(1, 2), 1)
    assert solution.method == "integers over one denominator at both ends"


@given(MATRICES, st.data())
@law
def test_the_gain_is_the_sum_over_all_pairs_of_lines(matrix, data):
    row, column = (data.draw(mixtures(size)) for size in (len(matrix), len(matrix[0])))
    assert gain(matrix, row, column) == sum(
        p * q * matrix[i][j] for i, p in enumerate(row) for j, q in enumerate(column)
    )
    assert guaranteed(matrix, row) <= gain(matrix, row, column) <= conceded(matrix, column)
