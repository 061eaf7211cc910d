"""Matrix games: the value, an optimal mixture for each player, and the proof that they are optimal.

MAX picks a row, MIN a column, and MAX is paid the entry. The value v comes with mixtures p and q of
rows and columns such that p guarantees at least v against every column and q at most v against
every row; that is the whole proof, and it is checked.

A pure solution is looked for first. Else the entries are brought over one denominator: small games
are solved by pivoting on integers, large ones from a float basis. Both ways end in integers (the
mixtures, up to their totals) that are proved by two integer products before they count. What is
left goes to the linear programme.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, lcm
from operator import mul
from typing import Any, Generic, TypeVar, overload

import numpy as np
from flint import fmpz, fmpz_mat

from ...distributions.distribution_text import rows_of, text_table, value_html
from ...exact.errors import RulesError
from ...exact.numbers import (
    Exact,
    Interval,
    Value,
    as_exact,
    entrywise,
    lower_end,
    ratio,
    shown,
    simplest,
    submatrix,
    upper_end,
)
from ..lp import Program, Row, Variable
from ..lp.floats import float_game_basis
from ..lp.pivoting import exchange
from ..lp.solve import optimum
from ..lp.systems import Scaled, solve_integers

# Where one way becomes faster than the other, as measured.
SMALL = 200  # entries below which pivoting is faster than floats and two solves
SHORT = 64  # bits of the common denominator up to which it is
LONG = 512  # bits of an entry beyond which plain integers are slow

Matrix = tuple[tuple[Exact, ...], ...]
Mixture = tuple[Exact, ...]
Integers = Sequence[Sequence[int]]
PLAIN = {int, Fraction}
Worth = TypeVar("Worth", bound=Value, covariant=True)


@dataclass(frozen=True)
class MatrixSolution(Generic[Worth]):
    """The value of a matrix game (payoff to MAX), and an optimal mixture for each player.

    MAX mixes rows, MIN columns; `method` says how they were found. For a matrix of bounds the value
    is an `Interval`, whose lower end MAX's mixture guarantees and whose upper end MIN's does.
    """

    value: Worth
    row: Mixture
    column: Mixture
    method: str

    def _repr_html_(self) -> str:
        mixtures = (("MAX", "row", self.row), ("MIN", "column", self.column))
        tables = (
            f"<div>{player} mixes: each {line}, counted from 0, with its probability"
            f"<pre>{text_table(rows_of([(k, Fraction(p)) for k, p in enumerate(mixture) if p]))}"
            "</pre></div>"
            for player, line, mixture in mixtures
        )
        beside = '<div style="display:flex;flex-wrap:wrap;gap:2em">'
        return f"<p>value {value_html(self.value)} to MAX</p>{beside}{''.join(tables)}</div>"


def as_matrix(entries: Sequence[Sequence[object]]) -> Matrix:
    """The entries as a matrix of exact numbers.

    Raises `RulesError` when it is empty or ragged, `InexactError` naming an entry that is not
    exact.
    """
    return tuple(exact_entries(entries, PLAIN))


def exact_entries(
    entries: Iterable[Iterable[Any]], exact: Iterable[type] = (*PLAIN, Interval)
) -> list[tuple[Any, ...]]:
    """The rows of exact numbers or `Interval`, refused as those of a matrix are; entries that are
    not of the types `exact` are made so.
    """
    try:
        rows = [tuple(row) for row in entries]
    except TypeError:
        raise RulesError(
            f"a matrix game must be a list of rows of numbers, got {shown(entries)}"
        ) from None
    if not rows or not rows[0]:
        raise RulesError("a matrix game needs at least one row and one column, got none")
    width = len(rows[0])
    for i, row in enumerate(rows):
        if len(row) != width:
            raise RulesError(
                f"every row must have {width} entries like the first, but row {i} has {len(row)}"
            )
        # most entries are exact numbers already, and looking is much faster than `as_exact`
        rows[i] = tuple(
            entry if type(entry) in exact else as_exact(entry, f"entry ({i}, {j})")
            for j, entry in enumerate(row)
        )
    return rows


@overload
def solve_matrix_game(entries: Sequence[Sequence[Exact]]) -> MatrixSolution[Exact]: ...


@overload
def solve_matrix_game(entries: Sequence[Sequence[Value]]) -> MatrixSolution[Value]: ...


def solve_matrix_game(entries: Sequence[Sequence[Value]]) -> MatrixSolution[Value]:
    """The exact solution of the matrix game, its proof checked.

    A pure saddle point is found without a linear programme. Otherwise MAX's programme, max z with
    p' A_j >= z for each column j, p >= 0 and sum p = 1, is solved; its dual is MIN's mixture.
    Entries may be `Interval`s: the value is monotone in the entries, so it lies between the values
    of the lower and of the upper ends.

    >>> solution = solve_matrix_game([[3, -1], [-2, 1]])
    >>> solution.value, solution.row, solution.column
    (Fraction(1, 7), (Fraction(3, 7), Fraction(4, 7)), (Fraction(2, 7), Fraction(5, 7)))
    """
    exact: Any = exact_entries(entries)
    if not any(isinstance(entry, Interval) for row in exact for entry in row):
        matrix = tuple(exact)
        return _solve_integers(matrix) or solve_by_program(matrix)
    lower = solve_matrix_game(entrywise(lower_end, exact))
    upper = solve_matrix_game(entrywise(upper_end, exact))
    return MatrixSolution(
        Interval(lower.value, upper.value),
        lower.row,
        upper.column,
        f"{lower.method} at both ends",
    )


def solve_by_program(matrix: Matrix) -> MatrixSolution[Exact]:
    """The solution by MAX's programme and its dual, whose certificate proves both mixtures."""
    outcome = optimum(game_program(matrix))
    assert outcome.value is not None
    # the last variable is z, the last row the sum; a dual of a row that is at least 0 is negative
    p = tuple(outcome.x[:-1])
    q = tuple(-weight for weight in outcome.y[:-1])
    return MatrixSolution(outcome.value, p, q, "linear programme")


Entry = TypeVar("Entry")


def columns_of(matrix: Sequence[Sequence[Entry]]) -> list[tuple[Entry, ...]]:
    """The columns of a matrix whose rows are equally long."""
    return list(zip(*matrix, strict=True))


def guaranteed(matrix: Matrix, row: Mixture) -> Exact:
    """What MAX's mixture guarantees: its worst column."""
    weights = Scaled.of(row)
    # what the mixture leaves out need not be brought over one denominator
    support = [k for k, n in enumerate(weights.numerators) if n]
    positive = [weights.numerators[k] for k in support]
    products: list[Exact] = []
    for column in columns_of(matrix):
        scaled = Scaled.of([column[k] for k in support])
        total = sum(map(mul, scaled.numerators, positive))
        products.append(simplest(ratio(total, scaled.denominator * weights.denominator)))
    return min(products)


def _solve_integers(matrix: Matrix) -> MatrixSolution[Exact] | None:
    """The solution by a saddle point or on integers, proved there; None when neither finds one."""
    integers, denominator = over_one_denominator(matrix)
    pure = saddle_point(integers)
    if pure is not None:
        return replace(pure, value=simplest(ratio(pure.value.numerator, denominator)))
    # Of equal lines the first stands for all.
    rows = _distinct_lines(integers)
    columns = _distinct_lines(columns_of(integers))
    found = proved_strategies(submatrix(integers, rows, columns), denominator)
    if found is None:
        return None
    p = dict(zip(rows, found.row, strict=True))
    q = dict(zip(columns, found.column, strict=True))
    return replace(
        found,
        value=simplest(ratio(found.value.numerator, found.value.denominator * denominator)),
        row=tuple(p.get(i, 0) for i in range(len(matrix))),
        column=tuple(q.get(j, 0) for j in range(len(matrix[0]))),
    )


def _distinct_lines(lines: Iterable[Sequence[Exact]]) -> list[int]:
    """The index of the first of each group of equal lines."""
    first: dict[tuple[Exact, ...], int] = {}
    for k, line in enumerate(lines):
        first.setdefault(tuple(line), k)
    return list(first.values())


# --- without a linear programme -------------------------------------------------------------------


def saddle_point(matrix: Sequence[Sequence[Exact]]) -> MatrixSolution[Exact] | None:
    """The first pure solution; None when there is none.

    It is an entry that is the least of its row and the greatest of its column.
    """
    least = [min(row) for row in matrix]
    greatest = [max(column) for column in columns_of(matrix)]
    value = max(least)
    if value != min(greatest):
        return None
    # row i is nowhere below the value and column j nowhere above it, so their entry is the value
    row = pure_mixture(least.index(value), len(matrix))
    column = pure_mixture(greatest.index(value), len(matrix[0]))
    return MatrixSolution(value, row, column, "saddle point")


def pure_mixture(chosen: int, count: int) -> Mixture:
    """The mixture that always takes this one of `count` lines."""
    return tuple(int(k == chosen) for k in range(count))


# --- by linear programming ------------------------------------------------------------------------


def game_program(matrix: Matrix) -> Program:
    """MAX's linear programme: max z with p' A_j >= z for each column j, then sum p = 1.

    Its variables are p_0, ..., p_(m-1) and z.
    """
    z = len(matrix)
    variables = [Variable(f"p{i}") for i in range(z)]
    variables.append(Variable("z", None))
    rows = []
    for j, column in enumerate(columns_of(matrix)):
        coefficients = dict(enumerate(column))
        coefficients[z] = -1
        rows.append(Row(f"column {j}", coefficients, lower=0))
    rows.append(Row("sum", dict.fromkeys(range(z), 1), 1, 1))
    return Program(tuple(variables), tuple(rows), {z: 1}, maximise=True)


# --- on integers over one denominator -------------------------------------------------------------


@dataclass(frozen=True)
class Proposal:
    """The value that a game of integers should have, and mixtures over their totals."""

    value: Fraction
    row: Scaled
    column: Scaled


def over_one_denominator(matrix: Sequence[Sequence[Exact]]) -> tuple[list[list[int]], int]:
    """The matrix as integers, and the denominator of them all."""
    denominators = {entry.denominator for row in matrix for entry in row}
    common = lcm(*denominators)
    # one division for each denominator instead of one for each entry
    factor = {d: common // d for d in denominators}
    return [[n.numerator * factor[n.denominator] for n in row] for row in matrix], common


def proved_strategies(integers: Integers, denominator: int) -> MatrixSolution[Exact] | None:
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
    row, column = (tuple(mixture.numbers()) for mixture in (found.row, found.column))
    return MatrixSolution(found.value, row, column, "integers over one denominator")


def is_small(integers: Integers) -> bool:
    """Whether plain Python integers are fastest: few entries, none of them long."""
    if len(integers) * len(integers[0]) >= SMALL:
        return False
    return all(entry.bit_length() <= LONG for row in integers for entry in row)


def is_proved(integers: Integers, found: Proposal) -> bool:
    """Whether p guarantees and q concedes exactly the value, by integer products."""
    for mixture in (found.row, found.column):
        total = mixture.denominator
        if total <= 0 or min(mixture.numerators) < 0 or sum(mixture.numerators) != total:
            return False
    # p' A and A q are taken in whole numbers, so the value is multiplied up instead of divided
    top = found.value.numerator
    bottom = found.value.denominator
    # only the support of a mixture counts, and it is often a small part of the lines
    rows = [i for i, n in enumerate(found.row.numerators) if n]
    columns = [j for j, n in enumerate(found.column.numerators) if n]
    p = fmpz_mat([[found.row.numerators[i] for i in rows]])
    guaranteed = min((p * fmpz_mat([list(integers[i]) for i in rows])).entries())
    q = fmpz_mat([[found.column.numerators[j]] for j in columns])
    conceded = max((fmpz_mat([[row[j] for j in columns] for row in integers]) * q).entries())
    return bool(
        guaranteed * bottom == found.row.denominator * top
        and conceded * bottom == found.column.denominator * top
    )


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
    while (column := _choose_column(lines[m], nonbasic, careful)) is not None:
        line = _choose_line(lines, basic, column)
        careful = lines[line][n] == 0
        denominator = exchange(lines, line, column, denominator)
        basic[line], nonbasic[column] = nonbasic[column], basic[line]
    # The mixtures and the value at the last tableau: right sides, reduced costs, total
    total = lines[m][n]
    columns = {z: lines[i][n] for i, z in enumerate(basic)}
    rows = {z: -lines[m][j] for j, z in enumerate(nonbasic)}
    return Proposal(
        Fraction(denominator, total) - shift,
        Scaled([fmpz(rows.get(-1 - i, 0)) for i in range(m)], fmpz(total)),
        Scaled([fmpz(columns.get(j, 0)) for j in range(n)], fmpz(total)),
    )


def _choose_column(costs: list[int], nonbasic: list[int], careful: bool) -> int | None:
    """The column to enter; None at the optimum."""
    columns = range(len(nonbasic))
    if careful:
        improving = [j for j in columns if costs[j] > 0]
        return min(improving, key=nonbasic.__getitem__, default=None)
    best = max(columns, key=costs.__getitem__)
    return best if costs[best] > 0 else None


def _choose_line(lines: list[list[int]], basic: list[int], column: int) -> int:
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
    row = [fmpz(0)] * len(integers)
    for i, weight in zip(rows, weights, strict=True):
        row[i] = weight
    column_weights = [fmpz(0)] * len(integers[0])
    for j, end, weight in zip(columns, ends, y.numerators[:-1], strict=True):
        column_weights[j] = -end * weight
    return Proposal(
        ratio(top * denominator, p.denominator),
        Scaled(row, p.denominator),
        Scaled(column_weights, y.denominator),
    )
