"""Systems solved by refinement, against python-flint's dense solve; fractions from their digits:
any that the digits single out, and none where they do not.
"""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from flint import fmpz, fmpz_mat

from exactdice.linear.lp import systems
from exactdice.linear.lp.systems import Binary, SparseMatrix, fractions_near, integers

# size, entries a row, largest entry, largest right side
SYSTEMS = [
    (1, 1, 3, 3),
    (5, 3, 10, 1),
    (12, 12, 2, 0),
    (30, 4, 1000, 10**40),
    (30, 4, 10**30, 9),
    (60, 5, 9, 9),
    (60, 2, 3, 10**100),
]


def drawn(size, entries, largest, right):
    """A regular system; its diagonal has no 0."""
    rng = Random(f"{size} {entries} {largest} {right}")
    while True:
        rows = []
        for i in range(size):
            row = {j: rng.randint(1, largest) for j in rng.sample(range(size), entries)}
            rows.append(sorted({**row, i: -rng.randint(1, largest)}.items()))
        matrix = SparseMatrix.of(rows, size)
        if dense(matrix).det():
            return matrix, integers([rng.randint(-right, right) for _ in range(size)])


def dense(matrix):
    lines = [[0] * matrix.width for _ in range(matrix.height)]
    for line, row in zip(lines, matrix.rows(), strict=True):
        for column, n in row:
            line[column] = n
    return fmpz_mat(lines)


def by_flint(matrix, right):
    solution = dense(matrix).solve(fmpz_mat([[n] for n in right.tolist()]))
    return [Fraction(int(q.p), int(q.q)) for q in solution.entries()]


def fractions(solution):
    return [Fraction(int(n), int(solution.denominator)) for n in solution.numerators]


def in_floats(matrix, noise=0.0):
    """numpy's solution, each number off by up to the noise."""
    floats = np.array(dense(matrix).tolist(), dtype=object).astype(np.float64)
    rng = np.random.default_rng(1)

    def approximate(right):
        top = right.top()
        found = np.linalg.solve(floats, right.times_powers(-top).floats())
        off = 1 + noise * rng.uniform(-1, 1, len(found))
        return Binary(found * off, np.full(len(found), top))

    return approximate


@pytest.mark.parametrize("system", SYSTEMS)
def test_refinement_is_the_solution(system):
    matrix, right = drawn(*system)
    assert fractions(systems.solve_refined(matrix, right, in_floats(matrix))) == by_flint(
        matrix, right
    )


@pytest.mark.parametrize(
    "rows",
    [
        [[(0, 1), (1, 2)], [(0, 2), (1, 4)]],
        [[(0, 1)], [(0, 2)]],
        [[], [(0, 1), (1, 1)]],
        [[(0, 1), (1, 1), (2, 1)], [(0, 1), (1, 2)], [(0, 2), (1, 3), (2, 1)]],
    ],
)
def test_a_singular_matrix_is_refused(rows):
    size = len(rows)
    matrix = SparseMatrix.of(rows, size)
    right = integers([1] * size)  # which no x gives
    assert systems.solve_dense(matrix, right) is None
    near = SparseMatrix.of([[*row, (i, 1)] for i, row in enumerate(rows)], size)
    assert systems.solve_refined(matrix, right, in_floats(near)) is None


# --- fractions from their digits ------------------------------------------------------------------


def digits(numbers, places, unsure, rng):
    """The numbers with `places` binary places, the last `unsure` of them wrong."""
    off = [rng.randint(-(2**unsure) + 1, 2**unsure - 1) if unsure else 0 for _ in numbers]
    pairs = zip(numbers, off, strict=True)
    return [fmpz(round(n * 2**places) + d) for n, d in pairs], places, unsure + 1


@pytest.mark.parametrize("unsure", [0, 10, 40])
@pytest.mark.parametrize("bits", [1, 20, 300, 3000])
def test_fractions_come_back(bits, unsure):
    rng = Random(bits + unsure)
    below = [rng.randint(1, 2**bits) for _ in range(3)]
    numbers = [
        Fraction(rng.randint(-(4**bits), 4**bits), rng.choice(below) * rng.choice(below))
        for _ in range(20)
    ]
    found = fractions_near(*digits(numbers, 18 * bits + unsure + 60, unsure, rng), [])
    assert [Fraction(int(n), int(found.denominator)) for n in found.numerators] == numbers


def test_too_few_digits_are_refused_and_the_hard_number_is_named():
    rng = Random(4)
    numbers = [Fraction(1, 3), Fraction(rng.getrandbits(200), rng.getrandbits(200) | 1)]
    hard = []
    assert fractions_near(*digits(numbers, 100, 0, rng), hard) is None
    assert hard == [1]
