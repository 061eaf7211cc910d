"""Matrix games: laws of the value, sourced games, and what is refused."""

from dataclasses import replace
from fractions import Fraction

import pytest
from drawn_matrices import ENTRIES, MATRICES, law, random_matrix, value
from hypothesis import given
from hypothesis import strategies as st

from exactdice.errors import InexactError, RulesError, UnsolvableError
from exactdice.exact import Bounds
from exactdice.lp import Program, Row, Variable
from exactdice.lp.solve import Engine, optimum
from exactdice.matrices import solve as matrix_game
from exactdice.matrices.mixtures import extreme_mixtures, is_unique, transposed
from exactdice.matrices.solve import (
    MatrixSolution,
    conceded,
    gain,
    guaranteed,
    is_equilibrium,
    solve_matrix_game,
)


@given(MATRICES)
@law
def test_both_mixtures_prove_the_value(matrix):
    for engine in Engine:
        solution = solve_matrix_game(matrix, engine)
        assert sum(solution.row) == sum(solution.column) == 1
        assert (
            guaranteed(matrix, solution.row) == solution.value == conceded(matrix, solution.column)
        )
        assert gain(matrix, solution.row, solution.column) == solution.value


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


@given(MATRICES)
@law
def test_antisymmetric_games_have_value_0(matrix):
    n = min(len(matrix), len(matrix[0]))
    assert value([[matrix[i][j] - matrix[j][i] for j in range(n)] for i in range(n)]) == 0


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


def test_a_saddle_point_needs_no_programme():
    assert solve_matrix_game([[1, 2], [0, 5]]).method == "saddle point"


@pytest.mark.parametrize("engine", [engine for engine in Engine if engine != Engine.AUTO])
@pytest.mark.parametrize("matrix", [[[3, -1], [-2, 1]], [[3, Bounds(-1, 0)], [-2, 1]]])
def test_the_engine_asked_for_is_the_one_that_solves(matrix, engine, monkeypatch):
    asked = []
    monkeypatch.setattr(
        matrix_game,
        "optimum",
        lambda program, engine: asked.append(engine) or optimum(program, engine),
    )
    assert solve_matrix_game(matrix, engine).method.startswith("linear programme")
    assert set(asked) == {engine}


def test_the_programme_of_a_game():
    """max z with 3 p0 - 2 p1 >= z, -p0 + p1 >= z, p0 + p1 = 1."""
    assert matrix_game.programme(((3, -1), (-2, 1))) == Program(
        (Variable("p0"), Variable("p1"), Variable("z", None)),
        (
            Row("column 0", {0: 3, 1: -2, 2: -1}, lower=0),
            Row("column 1", {0: -1, 1: 1, 2: -1}, lower=0),
            Row("sum", {0: 1, 1: 1}, 1, 1),
        ),
        {2: 1},
        maximise=True,
    )


def test_a_false_equilibrium_is_seen():
    half = (Fraction(1, 2), Fraction(1, 2))
    assert is_equilibrium(((0, 1), (1, 0)), MatrixSolution(Fraction(1, 2), half, half, ""))
    assert not is_equilibrium(((0, 1), (1, 0)), MatrixSolution(Fraction(1, 2), half, (1, 0), ""))
    assert not is_equilibrium(
        ((0, 1), (1, 0)),
        MatrixSolution(Fraction(1, 2), (Fraction(3, 2), Fraction(-1, 2)), half, ""),
    )
    assert not is_equilibrium(((0, 1), (1, 0)), MatrixSolution(Fraction(1, 3), half, half, ""))
    assert not is_equilibrium(
        ((0, 0), (0, 0)), MatrixSolution(0, half, (Fraction(1, 2), Fraction(1, 3)), "")
    )
    assert not is_equilibrium(((0, 0), (0, 0)), MatrixSolution(0, (*half, 0), half, ""))
    assert not is_equilibrium(((0, 0), (0, 0)), MatrixSolution(0, half, (1,), ""))


# --- where floats mislead -------------------------------------------------------------------------


@pytest.mark.parametrize("engine", Engine)
def test_hilbert_payoffs(engine):
    # Cauchy's inverse: v = 1 / sum of all entries of H^-1 when that gives mixtures; n = 2: H^-1 =
    # [[4, -6], [-6, 12]] does not.
    matrix = [
        [Fraction(1, i + j + 1) - Fraction(1, 3) * (i == j) for j in range(8)] for i in range(8)
    ]
    assert value(matrix, engine) == value(matrix, Engine.PIVOTING)


@pytest.mark.parametrize("engine", Engine)
@pytest.mark.parametrize("digits", [6, 12, 20, 30, 60])
def test_payoffs_that_floats_cannot_tell_apart(engine, digits):
    # x, y tiny: the 2 x 2 formula gives ((1+x)(1+y) - 1) / (x + y)
    x, y = Fraction(1, 10**digits), Fraction(3, 10**digits)
    assert value([[1 + x, 1], [1, 1 + y]], engine) == ((1 + x) * (1 + y) - 1) / (x + y)


def test_entries_of_ten_to_the_fifth_digits():
    huge = 10**100_000
    assert value([[huge, -huge], [-huge, huge]]) == 0
    assert value([[huge, 1, 0], [0, huge, 1], [1, 0, huge]]) == Fraction(
        huge + 1, 3
    )  # rows and columns all sum to huge + 1


def test_a_large_offset_does_not_hide_the_differences():
    matrix = random_matrix(7, 20, 20, 1)
    moved = solve_matrix_game([[entry + 10**30 for entry in row] for row in matrix])
    assert (moved.value, moved.method) == (value(matrix) + 10**30, "integers over one denominator")


# --- what is no matrix and no mixture -------------------------------------------------------------

BAD = [
    ([], RulesError, "a matrix game needs at least one row and one column, got none"),
    ([[]], RulesError, "a matrix game needs at least one row and one column, got none"),
    ([[1, 2], [3]], RulesError, "every row must have 2 entries like the first, but row 1 has 1"),
    (
        [[1, 0.5]],
        InexactError,
        (
            "entry (0, 1) must be exact (an int or a Fraction), got the float 0.5: write "
            "Fraction(1, 2)"
        ),
    ),
    (
        [[1], [float("nan")]],
        InexactError,
        "entry (1, 0) must be exact (an int or a Fraction), got the float nan",
    ),
    ([["1"]], InexactError, "entry (0, 0) must be exact (an int or a Fraction), got '1'"),
    ([1, 2], RulesError, "a matrix game must be a list of rows of numbers, got [1, 2]"),
    (None, RulesError, "a matrix game must be a list of rows of numbers, got None"),
]


@pytest.mark.parametrize(("matrix", "error", "message"), BAD)
@pytest.mark.parametrize("solve_it", [solve_matrix_game, is_unique, extreme_mixtures])
def test_bad_matrices(solve_it, matrix, error, message):
    with pytest.raises(error) as caught:
        solve_it(matrix)
    assert str(caught.value) == message


BAD_MIXTURES = [
    ((1,), (1, 0, 0), "the row mixture must be 2 probabilities that sum to 1, got (1,)"),
    ((2, -1), (1, 0, 0), "the row mixture must be 2 probabilities that sum to 1, got (2, -1)"),
    (
        (1, 0),
        (Fraction(1, 2), Fraction(1, 3), 0),
        "the column mixture must be 3 probabilities that sum to 1, got (1/2, 1/3, 0)",
    ),
    ((1, 0), (1, 0), "the column mixture must be 3 probabilities that sum to 1, got (1, 0)"),
    (
        (1.0, 0),
        (1, 0, 0),
        (
            "a probability of the row mixture must be exact (an int or a Fraction), got the float "
            "1.0: write 1"
        ),
    ),
]


@pytest.mark.parametrize(("row", "column", "message"), BAD_MIXTURES)
def test_bad_mixtures(row, column, message):
    with pytest.raises((RulesError, InexactError)) as caught:
        gain(((1, 2, 3), (4, 5, 6)), row, column)
    assert str(caught.value) == message


def test_a_solution_that_fails_its_proof_is_not_returned(monkeypatch):
    def wrong(program, engine):
        return replace(optimum(program, engine), value=Fraction(1, 3))

    monkeypatch.setattr(matrix_game, "optimum", wrong)
    with pytest.raises(UnsolvableError) as caught:
        solve_matrix_game([[3, -1], [-2, 1]], Engine.PIVOTING)
    assert (
        str(caught.value)
        == "the solution of a matrix game failed its proof: please report this matrix"
    )
