"""Matrix games: the value, an optimal mixture for each player, and the proof that they are optimal.

MAX picks a row, MIN a column, and MAX is paid the entry. The value v comes with mixtures p and q of
rows and columns such that p guarantees at least v against every column and q at most v against
every row; that is the whole proof, and it is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import Any, Generic, TypeVar, overload

from ...distributions.law_text import html_table, rows_of, value_html
from ...exact.by_entry import entrywise, submatrix
from ...exact.errors import RulesError, UnsolvableError
from ...exact.numbers import (
    Exact,
    Interval,
    Value,
    as_exact,
    lower_end,
    ratio,
    shown,
    simplest,
    upper_end,
)
from ..lp import Program, Row, Variable
from ..lp.program import Scaled
from ..lp.solve import Engine, optimum
from .integers import over_one_denominator, proved_strategies

Matrix = tuple[tuple[Exact, ...], ...]
Mixture = tuple[Exact, ...]
PLAIN = {int, Fraction}
Number = TypeVar("Number", int, Exact)
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
            f"{html_table(rows_of([(k, Fraction(p)) for k, p in enumerate(mixture) if p]))}</div>"
            for player, line, mixture in mixtures
        )
        beside = '<div style="display:flex;flex-wrap:wrap;gap:2em">'
        return f"<p>value {value_html(self.value)} to MAX</p>{beside}{''.join(tables)}</div>"


def as_matrix(entries: Sequence[Sequence[object]]) -> Matrix:
    """The entries as a matrix of exact numbers.

    Raises `RulesError` when it is empty or ragged, `InexactError` naming an entry that is not
    exact.
    """
    return tuple(_rows(entries, PLAIN))


def exact_entries(entries: Iterable[Iterable[object]]) -> list[tuple[Value, ...]]:
    """The rows of exact numbers or `Interval`, refused as those of a matrix are."""
    return _rows(entries, {*PLAIN, Interval})


def _rows(entries: Iterable[Iterable[Any]], exact: set[type]) -> list[tuple[Any, ...]]:
    """The rows, entries that are not of these types made exact; `RulesError` when empty or
    ragged.
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
        # most rows are of exact numbers already, and looking is much faster than `as_exact`
        if not all(type(entry) in exact for entry in row):
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
    exact = exact_entries(entries)
    if not any(isinstance(entry, Interval) for row in exact for entry in row):
        matrix: Any = tuple(exact)
        return _by_integers(matrix) or by_programme(matrix)
    lower = solve_matrix_game(entrywise(lower_end, exact))
    upper = solve_matrix_game(entrywise(upper_end, exact))
    value = Interval(lower.value, upper.value)
    return MatrixSolution(value, lower.row, upper.column, f"{lower.method} at both ends")


def by_programme(matrix: Matrix, engine: Engine = Engine.AUTO) -> MatrixSolution[Exact]:
    """The solution by MAX's programme and its dual."""
    outcome = optimum(programme(matrix), engine)
    assert outcome.value is not None
    # the last variable is z, the last row the sum; a dual of a row that is at least 0 is negative
    p = tuple(outcome.x[:-1])
    q = tuple(-weight for weight in outcome.y[:-1])
    solution = MatrixSolution(outcome.value, p, q, "linear programme")
    if not is_equilibrium(matrix, solution):
        raise UnsolvableError(
            "the solution of a matrix game failed its proof: please report this matrix"
        )
    return solution


def is_equilibrium(matrix: Matrix, solution: MatrixSolution[Value]) -> bool:
    """Whether the mixtures prove the value.

    Both must be laws, and min over columns of p' A = value = max over rows of A q.

    >>> half = Fraction(1, 2)
    >>> is_equilibrium(((0, 1), (1, 0)), MatrixSolution(half, (1, 0), (half, half), "guess"))
    False
    """
    row = solution.row
    column = solution.column
    if not _is_law(row, len(matrix)) or not _is_law(column, len(matrix[0])):
        return False
    return guaranteed(matrix, row) == solution.value == conceded(matrix, column)


def _is_law(mixture: Mixture, size: int) -> bool:
    """Whether these are `size` probabilities that sum to 1."""
    return len(mixture) == size and min(mixture) >= 0 and sum(mixture) == 1


Entry = TypeVar("Entry")


def columns_of(matrix: Sequence[Sequence[Entry]]) -> list[tuple[Entry, ...]]:
    """The columns of a matrix whose rows are equally long."""
    return list(zip(*matrix, strict=True))


def guaranteed(matrix: Matrix, row: Mixture) -> Exact:
    """What MAX's mixture guarantees: its worst column."""
    return min(_products(columns_of(matrix), row))


def conceded(matrix: Matrix, column: Mixture) -> Exact:
    """What MIN's mixture concedes: its worst row."""
    return max(_products(matrix, column))


def gain(matrix: Matrix, row: Mixture, column: Mixture) -> Exact:
    """The expected payoff of one mixture against another, p' A q."""
    _refuse_no_mixture("row", row, len(matrix))
    _refuse_no_mixture("column", column, len(matrix[0]))
    return _products([_products(matrix, column)], row)[0]


def _refuse_no_mixture(name: str, mixture: Mixture, size: int) -> None:
    exact = tuple(as_exact(p, f"a probability of the {name} mixture") for p in mixture)
    if not _is_law(exact, size):
        raise RulesError(
            f"the {name} mixture must be {size} probabilities that sum to 1, got "
            f"{shown(tuple(mixture))}"
        )


def _products(lines: Iterable[Sequence[Exact]], mixture: Mixture) -> list[Exact]:
    """line . mixture for each line, in integers over one denominator."""
    weights = Scaled.of(mixture)
    # what the mixture leaves out need not be brought over one denominator
    support = [k for k, n in enumerate(weights.numerators) if n]
    positive = [weights.numerators[k] for k in support]
    products: list[Exact] = []
    for line in lines:
        scaled = Scaled.of([line[k] for k in support])
        total = sum(map(mul, scaled.numerators, positive))
        products.append(simplest(ratio(total, scaled.denominator * weights.denominator)))
    return products


def _by_integers(matrix: Matrix) -> MatrixSolution[Exact] | None:
    """The solution by the fast path on integers, proved there; None when it finds none."""
    integers, denominator = over_one_denominator(matrix)
    pure = saddle_point(integers)
    if pure is not None:
        value = simplest(ratio(pure.value, denominator))
        return MatrixSolution(value, pure.row, pure.column, pure.method)
    # Of equal lines the first stands for all.
    rows = _first_of_equals(integers)
    columns = _first_of_equals(columns_of(integers))
    found = proved_strategies(submatrix(integers, rows, columns), denominator)
    if found is None:
        return None
    p, q = found.mixtures()
    value = ratio(found.value.numerator, found.value.denominator * denominator)
    return MatrixSolution(
        simplest(value),
        _spread(rows, p, len(matrix)),
        _spread(columns, q, len(matrix[0])),
        "integers over one denominator",
    )


# --- without a linear programme -------------------------------------------------------------------


def saddle_point(matrix: Sequence[Sequence[Number]]) -> MatrixSolution[Number] | None:
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


def programme(matrix: Matrix) -> Program:
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


def _first_of_equals(lines: Iterable[Sequence[Exact]]) -> list[int]:
    """The index of the first of each group of equal lines."""
    first: dict[tuple[Exact, ...], int] = {}
    for k, line in enumerate(lines):
        first.setdefault(tuple(line), k)
    return list(first.values())


def _spread(places: Sequence[int], mixture: Mixture, count: int) -> Mixture:
    """The mixture of the lines at these places as one of `count` lines."""
    known = dict(zip(places, mixture, strict=True))
    return tuple(known.get(k, 0) for k in range(count))
