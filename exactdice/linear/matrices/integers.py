"""The fast path of matrix games: integers over one denominator.

Small games are solved by pivoting, large ones from a float basis. Both ways end in integers p and q
(the mixtures, up to their totals) that are proved by two integer products before they count: p
guarantees the value against every column and q concedes no more against any row. What is not proved
is not returned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import numpy as np
from flint import fmpz_mat

from ...exact.by_entry import entrywise, submatrix
from ...exact.numbers import Exact, ratio, simplest
from ..lp.floats import float_game_basis
from ..lp.pivoting import exchange
from ..lp.program import solve_integers

# Where one way becomes faster than the other, as measured.
SMALL = 200  # entries below which pivoting is faster than floats and two solves
SHORT = 64  # bits of the common denominator up to which it is
LONG = 512  # bits of an entry beyond which plain integers are slow

Integers = Sequence[Sequence[int]]
Lines = list[list[int]]  # a tableau, changed in place


@dataclass(frozen=True)
class Proposal:
    """Mixtures as integers with their totals, and the value they should have.

    All belong to the game of integers.
    """

    value: Fraction
    row: list[int]
    row_total: int
    column: list[int]
    column_total: int

    def mixtures(self) -> tuple[tuple[Exact, ...], tuple[Exact, ...]]:
        """Both mixtures as exact numbers."""
        return _shares(self.row, self.row_total), _shares(self.column, self.column_total)


def _shares(weights: list[int], total: int) -> tuple[Exact, ...]:
    # most weights are 0, and a fraction costs far more than the question
    return tuple(simplest(ratio(n, total)) if n else 0 for n in weights)


def over_one_denominator(matrix: Sequence[Sequence[Exact]]) -> tuple[list[list[int]], int]:
    """The matrix as integers, and the denominator of them all."""
    denominators = {entry.denominator for row in matrix for entry in row}
    common = lcm(*denominators)
    # one division for each denominator instead of one for each entry
    factor = {d: common // d for d in denominators}
    return [[n.numerator * factor[n.denominator] for n in row] for row in matrix], common


def proved_strategies(integers: Integers, denominator: int) -> Proposal | None:
    """A proved solution of the game of integers, or None when this path finds none.

    The integers are the entries times the denominator.

    >>> proved_strategies([[3, -1], [-2, 1]], 1).value
    Fraction(1, 7)
    """
    if is_small(integers) and denominator.bit_length() <= SHORT:
        found: Proposal | None = pivoted(integers)
    else:
        found = from_float_basis(integers, denominator)
    if found is None or not is_proved(integers, found):
        return None
    return found


def is_small(integers: Integers) -> bool:
    """Whether plain Python integers are fastest: few entries, none of them long."""
    if len(integers) * len(integers[0]) >= SMALL:
        return False
    return all(entry.bit_length() <= LONG for row in integers for entry in row)


def is_proved(integers: Integers, found: Proposal) -> bool:
    """Whether p guarantees and q concedes exactly the value, by integer products."""
    for weights, total in (
        (found.row, found.row_total),
        (found.column, found.column_total),
    ):
        if total <= 0 or min(weights) < 0 or sum(weights) != total:
            return False
    # p' A and A q are taken in whole numbers, so the value is multiplied up instead of divided
    top = found.value.numerator
    bottom = found.value.denominator
    # only the support of a mixture counts, and it is often a small part of the lines
    rows = [i for i, n in enumerate(found.row) if n]
    columns = [j for j, n in enumerate(found.column) if n]
    p = fmpz_mat([[found.row[i] for i in rows]])
    guaranteed = min((p * fmpz_mat([list(integers[i]) for i in rows])).entries())
    q = fmpz_mat([[found.column[j]] for j in columns])
    supported = submatrix(integers, range(len(integers)), columns)
    conceded = max((fmpz_mat(supported) * q).entries())
    guarantees = guaranteed * bottom == found.row_total * top
    return bool(guarantees and conceded * bottom == found.column_total * top)


# --- small games: exact pivoting ------------------------------------------------------------------


def pivoted(integers: Integers) -> Proposal:
    """The solution by fraction-free pivoting on the game made positive by adding a constant.

    The programme is max sum y, A y <= 1, y >= 0: its optimum is 1 / value, y its multiple of MIN's
    mixture, and the dual that of MAX's. The slack basis is feasible. The largest cost enters,
    the first one after a step of length 0 until a step moves (Bland), so no basis comes twice.
    """
    shift = 1 - min(map(min, integers))
    m = len(integers)
    n = len(integers[0])
    # The slacks 1 - A y, then the sum of y; y_j is the variable j, the slack of row i -1 - i
    lines = [[*(-entry - shift for entry in row), 1] for row in integers]
    lines.append([1] * n + [0])
    basic = [-1 - i for i in range(m)]
    nonbasic = list(range(n))
    denominator = 1
    careful = False
    while (column := _entering(lines[m], nonbasic, careful)) is not None:
        line = _leaving(lines, basic, column)
        careful = lines[line][n] == 0
        denominator = exchange(lines, line, column, denominator)
        basic[line], nonbasic[column] = nonbasic[column], basic[line]
    # The mixtures and the value at the last tableau: right sides, reduced costs, total
    total = lines[m][n]
    columns = {z: lines[i][n] for i, z in enumerate(basic)}
    rows = {z: -lines[m][j] for j, z in enumerate(nonbasic)}
    return Proposal(
        Fraction(denominator, total) - shift,
        [rows.get(-1 - i, 0) for i in range(m)],
        total,
        [columns.get(j, 0) for j in range(n)],
        total,
    )


def _entering(costs: list[int], nonbasic: list[int], careful: bool) -> int | None:
    """The column to enter; None at the optimum."""
    columns = range(len(nonbasic))
    if careful:
        improving = [j for j in columns if costs[j] > 0]
        return min(improving, key=nonbasic.__getitem__, default=None)
    best = max(columns, key=costs.__getitem__)
    return best if costs[best] > 0 else None


def _leaving(lines: Lines, basic: list[int], column: int) -> int:
    """The line with the least ratio of right side to entry, the first variable among equals.

    A positive game always has one.
    """
    found = -1
    top = 1
    bottom = 0
    for i, z in enumerate(basic):
        entry = lines[i][column]
        if entry >= 0:
            continue
        # right side / -entry < top / bottom, multiplied out
        difference = lines[i][-1] * bottom + top * entry
        if found < 0 or difference < 0 or (difference == 0 and z < basic[found]):
            found = i
            top = lines[i][-1]
            bottom = -entry
    return found


# --- large games: a float basis and two exact solves ----------------------------------------------


def from_float_basis(integers: Integers, denominator: int) -> Proposal | None:
    """The solution on the rows and columns that HiGHS finds to matter; None without a basis.

    On rows S and columns T of the same number, p' A_j = z for j in T with sum p = 1, and A_i q = z
    for i in S with sum q = 1.
    """
    # Between 0 and 1 for HiGHS: a constant added to all entries changes no basis, so it must not
    # drown the differences.
    low = min(map(min, integers))
    size = max(max(map(max, integers)) - low, 1)
    support = float_game_basis(np.array(entrywise(lambda entry: (entry - low) / size, integers)))
    if support is None or len(support[0]) != len(support[1]):
        return None
    rows, columns = support
    # Each column is divided by what its entries share with the common denominator, which keeps
    # the integers short; `ends` are what is left of the denominator in each.
    ends = []
    lines = []  # the equations for (p, z): one for each column of the game, then sum p = 1
    for column in zip(*submatrix(integers, rows, columns), strict=True):
        shared = gcd(denominator, *column)
        ends.append(denominator // shared)
        lines.append([*(entry // shared for entry in column), -ends[-1]])
    square = fmpz_mat([*lines, [1] * len(rows) + [0]])
    unit = [0] * len(rows) + [1]
    p = solve_integers(square, unit)
    y = solve_integers(square.transpose(), unit)
    if p is None or y is None:  # the rows and columns are no basis after all
        return None
    *weights, top = p.numerators
    row = [0] * len(integers)
    for i, weight in zip(rows, weights, strict=True):
        row[i] = int(weight)
    column_weights = [0] * len(integers[0])
    for j, end, weight in zip(columns, ends, y.numerators[:-1], strict=True):
        column_weights[j] = -end * int(weight)
    totals = int(p.denominator), int(y.denominator)
    value = ratio(top * denominator, p.denominator)
    return Proposal(value, row, totals[0], column_weights, totals[1])
