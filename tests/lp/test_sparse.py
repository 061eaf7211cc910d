"""Sparse matrices against dense ones of python-flint."""

from random import Random

import numpy as np
import pytest
from flint import fmpz_mat

from exactdice.lp.sparse import SparseMatrix, array_of, integers

SIZES = [(0, 0), (1, 1), (3, 5), (8, 4), (20, 20)]
LARGEST = [9, 2**40, 10**60]


def drawn(height, width, largest):
    """A dense matrix of which two thirds are 0, with empty rows and columns in it."""
    rng = Random(f"{height} {width} {largest}")
    return [
        [rng.randint(-largest, largest) * (rng.random() < 1 / 3) for _ in range(width)]
        for _ in range(height)
    ]


def sparse(dense, width):
    return SparseMatrix.of([[(j, n) for j, n in enumerate(row) if n] for row in dense], width)


def dense_of(matrix):
    lines = [[0] * matrix.width for _ in range(matrix.height)]
    for line, row in zip(lines, matrix.rows(), strict=True):
        for column, n in row:
            line[column] = int(n)
    return lines


@pytest.mark.parametrize("largest", LARGEST)
@pytest.mark.parametrize(("height", "width"), SIZES)
def test_product_transpose_and_part(height, width, largest):
    dense = drawn(height, width, largest)
    matrix = sparse(dense, width)
    x = list(range(-3, width - 3))
    product = fmpz_mat(height, width, [n for row in dense for n in row]) * fmpz_mat(width, 1, x)
    assert matrix.times(array_of(x)).tolist() == product.entries()
    assert dense_of(matrix.transposed()) == [[row[j] for row in dense] for j in range(width)]
    rows, columns = list(range(height))[::-2], list(range(width))[1::2]
    part = matrix.part(np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64))
    assert dense_of(part) == [[dense[i][j] for j in columns] for i in rows]


def test_only_long_integers_are_kept_as_such():
    assert integers([1, -(2**30)]).dtype == np.int64
    assert integers([1, 2**31]).tolist() == [1, 2**31]
    assert integers([1, 2**31]).dtype == object
