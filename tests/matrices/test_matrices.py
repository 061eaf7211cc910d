"""Matrix games: laws of the value, sourced games, and what is refused."""

from fractions import Fraction

import pytest
from drawn_matrices import ENTRIES, MATRICES, dot, is_equilibrium, law, value
from hypothesis import given
from hypothesis import strategies as st
from ways_of_programmes import WAYS

from exactdice.exact.errors import InexactError, RulesError
from exactdice.exact.numbers import Interval
from exactdice.linear.matrices.optimal_mixed_actions import extreme_mixtures, is_unique, transposed
from exactdice.linear.matrices.solve import guaranteed, solve_by_program, solve_matrix_game


@given(MATRICES)
@law
def test_both_mixtures_prove_the_value(matrix):
    for solution in (solve_matrix_game(matrix), solve_by_program(matrix)):
        assert is_equilibrium(matrix, solution)
    assert {value(matrix, way) for way in WAYS} == {solution.value}


@given(MATRICES, ENTRIES, st.fractions(Fraction(1, 9), 9, max_denominator=9))
@law
def test_laws_of_the_value(matrix, shift, scale):
    v = value(matrix)
    assert value(transposed(matrix)) == -v
    assert value([[e + shift for e in row] for row in matrix]) == v + shift
    assert value([[scale * e for e in row] for row in matrix]) == scale * v
    assert value(matrix[::-1]) == v
    assert value([row[::-1] for row in matrix]) == v
    assert value([*matrix, matrix[0]]) == v
    assert value([(*row, row[0]) for row in matrix]) == v
    assert (
        value([*matrix, [min(column) - 1 for column in zip(*matrix, strict=True)]]) == v
    )  # a dominated row
    assert value([(*row, max(row) + 1) for row in matrix]) == v  # a dominated column


@given(st.tuples(ENTRIES, ENTRIES, ENTRIES, ENTRIES))
def test_two_by_two_by_formula(entries):
    a, b, c, d = entries
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    expected = low if low == high else Fraction(a * d - b * c) / (a + d - b - c)
    assert value([[a, b], [c, d]]) == expected


SOURCED = [
    ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, (Fraction(1, 3),) * 3),  # rock, paper, scissors
    (
        [[1, 0, 0], [0, 2, 0], [0, 0, 3]],
        Fraction(6, 11),
        (Fraction(6, 11), Fraction(3, 11), Fraction(2, 11)),
    ),  # diagonal: 1/v = sum 1/a
    (
        [[2, -3], [-3, 4]],
        Fraction(-1, 12),
        (Fraction(7, 12), Fraction(5, 12)),
    ),  # two-finger Morra with sums, Ferguson
]


@pytest.mark.parametrize(("matrix", "expected", "row"), SOURCED)
def test_sourced_games(matrix, expected, row):
    solution = solve_matrix_game(matrix)
    assert (solution.value, solution.row) == (expected, row)
    assert is_unique(matrix)


# --- where floats mislead -------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("digits", [6, 12, 20, 30, 60])
def test_payoffs_that_floats_cannot_tell_apart(way, digits):
    # x, y tiny: the 2 x 2 formula gives ((1+x)(1+y) - 1) / (x + y)
    x, y = Fraction(1, 10**digits), Fraction(3, 10**digits)
    assert value([[1 + x, 1], [1, 1 + y]], way) == ((1 + x) * (1 + y) - 1) / (x + y)


# --- what is no matrix ----------------------------------------------------------------------------

BAD = [
    ([], RulesError, "a matrix game needs at least one row and one column, got none"),
    ([[1, 2], [3]], RulesError, "every row must have 2 entries like the first, but row 1 has 1"),
    (
        [[1, 0.5]],
        InexactError,
        (
            "entry (0, 1) must be exact (an int or a Fraction), got the float 0.5: write "
            "Fraction(1, 2)"
        ),
    ),
    ([["1"]], InexactError, "entry (0, 0) must be exact (an int or a Fraction), got '1'"),
    ([1, 2], RulesError, "a matrix game must be a list of rows of numbers, got [1, 2]"),
]


@pytest.mark.parametrize(("matrix", "error", "message"), BAD)
@pytest.mark.parametrize("solve_it", [solve_matrix_game, is_unique, extreme_mixtures])
def test_bad_matrices(solve_it, matrix, error, message):
    with pytest.raises(error) as caught:
        solve_it(matrix)
    assert str(caught.value) == message


@given(MATRICES)
@law
def test_bounds_hold_the_value_of_every_matrix_between(matrix):
    wide = [[Interval(e - Fraction(1, 7), e + Fraction(1, 5)) for e in row] for row in matrix]
    solution = solve_matrix_game(wide)
    assert solution.value == Interval(
        value(matrix) - Fraction(1, 7), value(matrix) + Fraction(1, 5)
    )
    lower, upper = ([[getattr(e, end) for e in row] for row in wide] for end in ("lower", "upper"))
    assert guaranteed(lower, solution.row) == solution.value.lower
    assert max(dot(line, solution.column) for line in upper) == solution.value.upper
