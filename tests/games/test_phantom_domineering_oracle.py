"""The double oracle on lists of Phantom Domineering and on any matrix."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sets_of_cells import Written

from exactdice import solve_matrix_game
from exactdice.exact.errors import UnsolvableError
from exactdice.linear.matrices.double_oracle import (
    Oracles,
    certain_solution,
    double_oracle,
    line_oracles,
    solve_large_game,
)


def rows(length):
    """Lists of so many numbers from -3 to 3, drawn at once as bytes."""
    drawn = st.binary(min_size=length, max_size=length)
    return drawn.map(lambda row: [byte % 7 - 3 for byte in row])


matrices = st.integers(1, 9).flatmap(lambda n: st.lists(rows(n), min_size=1, max_size=12))


@given(matrices)
def test_the_double_oracle_solves_any_matrix(matrix):
    game = Written(matrix)
    found = double_oracle(line_oracles(game), 0, 0)
    assert found.value == solve_matrix_game(matrix).value == solve_large_game(game).value
    certain = certain_solution(game)
    least, greatest = game.extremes
    has_sure_line = any(min(row) == greatest for row in matrix) or any(
        max(column) == least for column in zip(*matrix, strict=True)
    )
    assert (certain is not None) == has_sure_line
    if certain:
        assert certain.value == found.value


@given(st.lists(rows(40), min_size=1, max_size=6), st.data())
def test_best_answers_to_mixtures_of_huge_weights_are_exact(matrix, data):
    """Weights far beyond 2^53 that differ in their last digits."""
    weights = {i: 10**40 + data.draw(st.integers(0, 3)) for i in range(len(matrix))}
    totals = [sum(w * matrix[i][j] for i, w in weights.items()) for j in range(40)]
    found = line_oracles(Written(matrix)).best_columns(weights)
    assert found[0][1] == min(totals)
    assert all(totals[j] == total for j, total in found)


def test_an_oracle_that_contradicts_the_payoffs_is_noticed():
    oracles = Oracles(lambda i, j: 0, lambda q: [(0, 5)], lambda p: [(0, 0)])
    with pytest.raises(UnsolvableError, match="contradicts the payoffs"):
        double_oracle(oracles, 0, 0)
