"""Matrices drawn at random, and their values."""

from fractions import Fraction
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from exactdice.linear.lp.solve import Engine
from exactdice.linear.matrices.solve import as_matrix, by_programme, solve_matrix_game
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


def value(matrix, engine=Engine.AUTO):
    if engine == Engine.AUTO:
        return solve_matrix_game(matrix).value
    return by_programme(as_matrix(matrix), engine).value
