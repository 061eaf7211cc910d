"""Factors in balls against products, and against bases that have none."""

from random import Random

import pytest
from flint import arb

from exactdice.lp.long_factors import LongFactors, Unsure
from exactdice.precision import working_precision

SIZE = 30


@pytest.fixture
def columns():
    """A sparse basis of numbers of very different sizes."""
    draw = Random(5)
    made = []
    for k in range(SIZE):
        rows = {k, *draw.sample(range(SIZE), 3)}
        made.append([(i, arb(draw.randint(1, 10 ** draw.choice([1, 8, 15])))) for i in rows])
    return made


def times(columns, x):
    total = [arb(0)] * len(x)
    for column, at in zip(columns, x, strict=True):
        for i, entry in column:
            total[i] += entry * at
    return total


def times_transposed(columns, y):
    return [sum((entry * y[i] for i, entry in column), arb(0)) for column in columns]


def is_near(found, wanted):
    return all(
        (a - b).contains(0) and abs(a - b) < 1e-30 for a, b in zip(found, wanted, strict=True)
    )


def test_a_solution_multiplied_out_is_the_right_side(columns):
    right = [arb(k - 7) for k in range(SIZE)]
    with working_precision(512):
        factors = LongFactors(columns)
        assert is_near(times(columns, factors.solve(list(right))), right)
        assert is_near(times_transposed(columns, factors.solve_transposed(list(right))), right)


def test_it_still_is_after_columns_were_exchanged(columns):
    right = [arb(k - 7) for k in range(SIZE)]
    new = [(i, arb(3 + i)) for i in range(0, SIZE, 4)]
    with working_precision(512):
        factors = LongFactors(columns)
        for place in (3, 17):
            column = [0] * SIZE
            for i, entry in new:
                column[i] = entry + place
            factors.exchange(place, factors.solve(column))
            columns[place] = [(i, entry + place) for i, entry in new]
        assert is_near(times(columns, factors.solve(list(right))), right)
        assert is_near(times_transposed(columns, factors.solve_transposed(list(right))), right)


def test_a_basis_with_a_column_twice_has_no_factors(columns):
    columns[4] = columns[9]
    with working_precision(512), pytest.raises(Unsure):
        LongFactors(columns)
