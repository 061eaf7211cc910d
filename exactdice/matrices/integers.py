"""The fast path of matrix games: integers over one denominator, small games by pivoting, large ones
from a float basis.

Both ways end in integers p and q (the mixtures, up to their totals) that are proved by two integer
products before they count: p guarantees the value against every column and q concedes no more
against any row. What is not proved is not returned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import numpy as np
from flint import fmpz, fmpz_mat

from ..exact import Exact, ratio, simplest
from ..lp.floats import float_game_basis
from ..lp.program import fraction_free

SMALL = 200  # entries below which pivoting is faster than floats and two solves
SHORT = 64  # bits of the common denominator up to which it is
LONG = 512  # bits of an entry beyond which plain integers are slow

Integers = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Proposal:
    """Mixtures as integers and their totals, and the value they should have in the game of
    integers.
    """

    value: Fraction
    row: list[int]
    row_total: int
    column: list[int]
    column_total: int

    def mixtures(self) -> tuple[tuple[Exact, ...], tuple[Exact, ...]]:
        """Both mixtures as exact numbers."""
        pairs = ((self.row, self.row_total), (self.column, self.column_total))
        row, column = (
            tuple(simplest(ratio(n, total)) if n else 0 for n in weights)
            for weights, total in pairs
        )
        return row, column


def over_one_denominator(matrix: Sequence[Sequence[Exact]]) -> tuple[list[list[int]], int]:
    """The matrix as integers, and the denominator of them all."""
    denominators = {entry.denominator for row in matrix for entry in row}
    common = lcm(*denominators)
    factor = {d: common // d for d in denominators}
    return [
        [entry.numerator * factor[entry.denominator] for entry in row] for row in matrix
    ], common


def proposal(integers: Integers, denominator: int) -> Proposal | None:
    """A proved solution of the game of integers (entries times the denominator), or None when this
    path finds none.

    >>> proposal([[3, -1], [-2, 1]], 1).value
    Fraction(1, 7)
    """
    if is_small(integers) and denominator.bit_length() <= SHORT:
        found: Proposal | None = pivoted(integers)
    else:
        found = from_float_basis(integers, denominator)
    return found if found is not None and is_proved(integers, found) else None


def is_small(integers: Integers) -> bool:
    """Whether plain Python integers are fastest: few entries, none of them long."""
    return len(integers) * len(integers[0]) < SMALL and all(
        entry.bit_length() <= LONG for row in integers for entry in row
    )


def is_proved(integers: Integers, found: Proposal) -> bool:
    """Whether p guarantees and q concedes exactly the value, by integer products."""
    for weights, total in ((found.row, found.row_total), (found.column, found.column_total)):
        if total <= 0 or min(weights) < 0 or sum(weights) != total:
            return False
    guaranteed, conceded = _least_and_most(integers, found)
    top, bottom = found.value.numerator, found.value.denominator
    return (
        guaranteed * bottom == found.row_total * top
        and conceded * bottom == found.column_total * top
    )


def _least_and_most(integers: Integers, found: Proposal) -> tuple[int, int]:
    """min over columns of p' A and max over rows of A q, up to the totals; only the support of a
    mixture counts.
    """
    rows = [(i, n) for i, n in enumerate(found.row) if n]
    columns = [(j, n) for j, n in enumerate(found.column) if n]
    if is_small(integers):
        against = [sum(n * integers[i][j] for i, n in rows) for j in range(len(integers[0]))]
        return min(against), max(sum(n * row[j] for j, n in columns) for row in integers)
    against_columns = fmpz_mat([[n for _, n in rows]]) * fmpz_mat(
        [list(integers[i]) for i, _ in rows]
    )
    against_rows = fmpz_mat([[row[j] for j, _ in columns] for row in integers]) * fmpz_mat(
        [[n] for _, n in columns]
    )
    return int(min(against_columns.entries())), int(max(against_rows.entries()))


# --- small games: exact pivoting ------------------------------------------------------------------


def pivoted(integers: Integers) -> Proposal:
    """The solution by fraction-free pivoting of max sum y, A y <= 1, y >= 0 for the game made
    positive by adding a constant.

    The slack basis is feasible. The most negative cost enters, the first one after a step of length
    0 until a step moves (Bland).
    """
    shift = 1 - min(map(min, integers))
    m, n = len(integers), len(integers[0])
    lines = [[entry + shift for entry in row] + [1] for row in integers] + [[-1] * n + [0]]
    basic, nonbasic, denominator, careful = [-1 - i for i in range(m)], list(range(n)), 1, False
    while (column := _entering(lines[m], nonbasic, careful)) is not None:
        line = _leaving(lines, basic, column)
        careful = lines[line][n] == 0
        denominator = _exchange(lines, line, column, denominator)
        basic[line], nonbasic[column] = nonbasic[column], basic[line]
    total, row, mixture = lines[m][n], [0] * m, [0] * n
    for i, z in enumerate(basic):
        if z >= 0:
            mixture[z] = lines[i][n]
    for j, z in enumerate(nonbasic):
        if z < 0:
            row[-1 - z] = lines[m][j]
    return Proposal(Fraction(denominator, total) - shift, row, total, mixture, total)


def _entering(costs: list[int], nonbasic: list[int], careful: bool) -> int | None:
    columns = range(len(nonbasic))
    if careful:
        return min((j for j in columns if costs[j] < 0), key=nonbasic.__getitem__, default=None)
    best = min(columns, key=costs.__getitem__)
    return best if costs[best] < 0 else None


def _leaving(lines: list[list[int]], basic: list[int], column: int) -> int:
    """The line with the least ratio of right side to entry, the first variable among equals; a
    positive game always has one.
    """
    found, top, bottom = -1, 1, 0
    for i, z in enumerate(basic):
        entry = lines[i][column]
        if entry > 0:
            difference = lines[i][-1] * bottom - top * entry
            if difference < 0 or found < 0 or (difference == 0 and z < basic[found]):
                found, top, bottom = i, lines[i][-1], entry
    return found


def _exchange(lines: list[list[int]], line: int, column: int, denominator: int) -> int:
    """Pivot in place; the new common denominator. All divisions are exact."""
    pivot_line = lines[line]
    pivot = pivot_line[column]
    for i, other in enumerate(lines):
        factor = other[column]
        if i == line:
            continue
        if factor:
            lines[i] = [
                (v * pivot - factor * w) // denominator
                for v, w in zip(other, pivot_line, strict=True)
            ]
            lines[i][column] = -factor
        elif pivot != denominator:
            lines[i] = [v * pivot // denominator for v in other]
    pivot_line[column] = denominator
    return pivot


# --- large games: a float basis and two exact solves ----------------------------------------------


def from_float_basis(integers: Integers, denominator: int) -> Proposal | None:
    """The solution on the rows and columns that HiGHS finds to matter; None when they give no
    basis.

    On rows S and columns T of the same number, p' A_j = z for j in T with sum p = 1, and A_i q = z
    for i in S with sum q = 1. Each column is divided by what its entries share with the common
    denominator, which keeps the integers short.
    """
    low = min(
        map(min, integers)
    )  # a constant added to all entries changes no basis, so it must not drown the differences
    size = max(max(map(max, integers)) - low, 1)
    support = float_game_basis(
        np.array([[(entry - low) / size for entry in row] for row in integers])
    )
    if support is None or len(support[0]) != len(support[1]):
        return None
    rows, columns = support
    shared = [gcd(denominator, *(integers[i][j] for i in rows)) for j in columns]
    ends = [denominator // g for g in shared]
    bordered = [
        [*(integers[i][j] // g for i in rows), -end]
        for j, g, end in zip(columns, shared, ends, strict=True)
    ]
    square, unit = fmpz_mat([*bordered, [1] * len(rows) + [0]]), fmpz_mat([[0]] * len(rows) + [[1]])
    try:
        p, row_total = fraction_free(square.solve(unit))
        y, column_total = fraction_free(square.transpose().solve(unit))
    except ZeroDivisionError:
        return None
    row, column = [0] * len(integers), [0] * len(integers[0])
    for i, weight in zip(rows, p.entries(), strict=False):
        row[i] = int(weight)
    for j, end, weight in zip(columns, ends, y.entries(), strict=False):
        column[j] = -end * int(weight)
    value = ratio(p.entries()[-1] * denominator, row_total)
    return Proposal(value, *_positive(row, row_total), *_positive(column, column_total))


def _positive(weights: list[int], total: fmpz) -> tuple[list[int], int]:
    """The weights and their total with the sign that makes the total positive."""
    sign = -1 if total < 0 else 1
    return [sign * n for n in weights], sign * int(total)
