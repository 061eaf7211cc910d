"""All optimal mixtures of a matrix game."""

from fractions import Fraction

import pytest
from drawn_matrices import MATRICES, dot, law, value
from hypothesis import given

from exactdice.exact.errors import TooCostly
from exactdice.linear.matrices.optimal_mixed_actions import extreme_mixtures, is_unique
from exactdice.linear.matrices.solve import guaranteed


@given(MATRICES)
@law
def test_extreme_mixtures_are_optimal_and_agree_with_uniqueness(matrix):
    rows, columns = extreme_mixtures(matrix)
    v = value(matrix)
    assert all(guaranteed(matrix, p) == v for p in rows)
    assert all(max(dot(line, q) for line in matrix) == v for q in columns)
    assert is_unique(matrix) == (len(rows) == len(columns) == 1)


def test_extreme_mixtures_by_hand():
    # MAX may play anything in a game of zeros; its extreme mixtures are the pure ones.
    assert extreme_mixtures([[0, 0], [0, 0], [0, 0]])[0] == ((0, 0, 1), (0, 1, 0), (1, 0, 0))
    # Against [[1,0,1],[0,1,1]] the third column is dominated and MAX must mix evenly.
    assert extreme_mixtures([[1, 0, 1], [0, 1, 1]]) == (
        ((Fraction(1, 2),) * 2,),
        ((Fraction(1, 2), Fraction(1, 2), 0),),
    )
    # Two equal rows share their probability freely.
    assert extreme_mixtures([[1, 0], [1, 0], [0, 1]])[0] == (
        (0, Fraction(1, 2), Fraction(1, 2)),
        (Fraction(1, 2), 0, Fraction(1, 2)),
    )


# The first column makes the value 0; the others say p0 <= 3/4 and p1 <= 3/4, which cut two corners
# off the triangle of mixtures.
CUT = [[0, -1, 3], [0, 3, -1], [0, 3, 3]]


def test_extreme_mixtures_of_a_triangle_with_two_corners_cut_off():
    quarter, most = Fraction(1, 4), Fraction(3, 4)
    corners = (
        (0, 0, 1),
        (0, most, quarter),
        (quarter, most, 0),
        (most, 0, quarter),
        (most, quarter, 0),
    )
    assert extreme_mixtures(CUT) == (corners, ((1, 0, 0),))
    assert extreme_mixtures([[*row, row[1]] for row in CUT]) == (
        corners,
        ((1, 0, 0, 0),),
    )  # a corner found twice is listed once


def test_too_many_are_refused():
    # A column of zeros makes every mixture optimal, and each of 24 probabilities and 12 other
    # columns is tight somewhere.
    with pytest.raises(TooCostly, match="all extreme optimal mixtures of this 24 x 13 game"):
        extreme_mixtures([[0, *(int(i % 12 == j) for j in range(12))] for i in range(24)])
