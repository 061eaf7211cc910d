"""Matrices drawn at random, and their values."""

from fractions import Fraction
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from exactdice.linear.matrices.solve import as_matrix, game_program, solve_matrix_game
from exactdice.testing import exact_numbers

ENTRIES = exact_numbers(-3, 3)
MATRICES = st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
    lambda size: st.lists(
        st.lists(ENTRIES, min_size=size[1], max_size=size[1]).map(tuple),
        min_size=size[0],
        max_size=size[0],
    ).map(tuple)
)
law = settings(max_examples=60)


def random_matrix(seed, rows, columns, most):
    rng = Random(seed)
    return [
        [Fraction(rng.randint(-1000, 1000), rng.randint(1, most)) for _ in range(columns)]
        for _ in range(rows)
    ]


def value(matrix, way=None):
    return way(game_program(as_matrix(matrix))).value if way else solve_matrix_game(matrix).value


def is_equilibrium(matrix, solution):
    """Whether both mixtures are distributions, p' A nowhere below the value, A q nowhere above."""
    row, column, value = solution.row, solution.column, solution.value
    return (
        min(*row, *column) >= 0
        and sum(row) == sum(column) == 1
        and len(row) == len(matrix)
        and all(dot(row, line) >= value for line in zip(*matrix, strict=True))
        and all(dot(column, line) <= value for line in matrix)
    )


def dot(one, other):
    return sum(x * y for x, y in zip(one, other, strict=True))
