"""All optimal laws of a matrix game, against its extreme mixtures."""

from fractions import Fraction

import pytest
from drawn_matrices import MATRICES, law, value
from hypothesis import given

from exactdice import MAX
from exactdice.errors import TooCostly
from exactdice.exact import Bounds
from exactdice.matrices.optimal_laws import (
    Condition,
    extreme_mixtures,
    is_unique,
    laws_of_choice,
    laws_of_matrix,
)
from exactdice.matrices.solve import conceded, guaranteed

# MAX may mix the three rows as it likes.
ZEROS = laws_of_matrix([[0], [0], [0]], 0, "abc", MAX, "zeros")


@given(MATRICES)
@law
def test_each_probability_is_between_those_of_the_extreme_mixtures(matrix):
    for player, corners in enumerate(extreme_mixtures(matrix)):
        actions = range(len(corners[0]))
        laws = laws_of_matrix(matrix, value(matrix), actions, player, "drawn")
        for action, chances in zip(actions, zip(*corners, strict=True), strict=True):
            found = laws.strategies.extent({laws.columns[action]: 1}, laws.unit)
            assert found == Bounds(min(chances), max(chances))


@given(MATRICES)
@law
def test_bounds_on_the_entries_leave_no_optimal_law_out(matrix):
    v = value(matrix)
    around = [[Bounds(entry - 1, entry + 1) for entry in row] for row in matrix]
    exact, outer = (
        laws_of_matrix(entries, worth, range(len(matrix)), MAX, "drawn")
        for entries, worth in ((matrix, v), (around, Bounds(v - 1, v + 1)))
    )
    for column in exact.columns.values():
        inside = exact.strategies.extent({column: 1}, exact.unit)
        outside = outer.strategies.extent({column: 1}, outer.unit)
        assert outside.lower <= inside.lower <= inside.upper <= outside.upper
    assert (exact.strategies.is_outer, outer.strategies.is_outer) == (False, True)


def test_conditions_are_kept_together_or_contradict_each_other():
    a, b, c = (ZEROS.columns[name] for name in "abc")
    strategies, whole = ZEROS.strategies, ZEROS.unit
    half = [Condition({one: 2, whole: -1}, ">=") for one in (a, b)]
    assert strategies.possible(half)
    assert not strategies.possible([*half, Condition({c: 1}, ">")])
    assert not strategies.possible([Condition({a: 1}, "<")])
    assert strategies.possible([Condition({a: 1, b: -1}, "!="), Condition({c: 1}, "==")])
    third = Condition({c: 3, whole: -1}, "==")
    assert strategies.conflict([*half, third]) == [0, 1, 2]
    assert strategies.conflict([half[0], third]) == []


def test_a_choice_in_turns_is_drawn_among_the_optimal_actions():
    laws = laws_of_choice(("a", "b", "c"), ("a", "c"), "turns")
    extents = [laws.strategies.extent({k: 1}, laws.unit) for k in laws.columns.values()]
    assert extents == [Bounds(0, 1), Bounds(0, 0), Bounds(0, 1)]
    assert not laws.may_pass_by


# --- extreme mixtures -----------------------------------------------------------------------------


@given(MATRICES)
@law
def test_extreme_mixtures_are_optimal_and_agree_with_uniqueness(matrix):
    rows, columns = extreme_mixtures(matrix)
    v = value(matrix)
    assert all(guaranteed(matrix, p) == v for p in rows)
    assert all(conceded(matrix, q) == v for q in columns)
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
