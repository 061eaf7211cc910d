"""States in which both players choose at once, as rational functions of the symbol.

At a sample point the matrix of means is solved in numbers. A square part of it, its kernel, gives
the value and a mixture for each player by linear equations (Shapley and Snow, "Basic solutions of
discrete games", 1950), whose solution is rational functions; these are optimal on the interval
around the sample on which no probability and no guarantee changes its sign.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import comb

from flint import fmpq, fmpz_poly

from ...cost import refuse_costly
from ...exact import as_exact, shown
from ...game import State
from ...matrices.solve import solve_matrix_game
from ...parametric.highest import Solved, covered
from ...parametric.pieces import Gathered, Mixtures, Piece, Pieces
from ...parametric.points import Line, Point
from ...parametric.rational import Quotient
from .equations import ONE, solve_equations_at_once

STEPS_A_KERNEL = 50_000  # a square part of a matrix, which is tried
NOTHING = Quotient(fmpz_poly([]))
Matrix = tuple[tuple[Quotient, ...], ...]
Lines = tuple[int, ...]


@dataclass(frozen=True)
class _Held:
    """The value, and a mixture of all rows and one of all columns."""

    value: Quotient
    mixtures: Mixtures


def solved_at_once(
    line: Line, state: State, cells: Iterator[tuple[Point, Point, Matrix]]
) -> Pieces:
    """The pieces of a state from the matrix of means on each interval."""
    gathered = Gathered()
    for lower, upper, matrix in cells:
        for left, right, held in covered(line, lower, upper, partial(_held_at, state, matrix)):
            gathered.add(Piece(left, right, held.value, (), held.mixtures), ())
    return gathered.finished(())


def _held_at(state: State, matrix: Matrix, at: fmpq) -> Solved[_Held]:
    """What is optimal at a number, as functions, and what must keep its sign for it."""
    for rows, columns in _kernels(state, matrix, at):
        held = _of_kernel(matrix, rows, columns)
        if held is None:
            continue
        slack = list(_slack(matrix, held))
        if all(part.at(at) >= 0 for part in slack):
            return held, [part.numerator for part in slack if not part.is_zero]
    raise AssertionError("every matrix has a kernel")


def _kernels(state: State, matrix: Matrix, at: fmpq) -> Iterator[tuple[Lines, Lines]]:
    """Square parts of the matrix, the one that numbers propose first."""
    solved = solve_matrix_game([[as_exact(entry.at(at)) for entry in row] for row in matrix])
    rows = tuple(i for i, p in enumerate(solved.row) if p)
    columns = tuple(j for j, p in enumerate(solved.column) if p)
    if len(rows) == len(columns):
        yield rows, columns
    height, width = len(matrix), len(matrix[0])
    tried = comb(height + width, height)  # all pairs of as many rows as columns
    parts = (
        f"about {shown(tried)} square parts of the {height} by {width} actions of {shown(state)}"
    )
    refuse_costly(parts, STEPS_A_KERNEL * tried, "a number for the symbol")
    for size in range(1, min(height, width) + 1):
        for some_rows in combinations(range(height), size):
            for some_columns in combinations(range(width), size):
                yield some_rows, some_columns


def _of_kernel(matrix: Matrix, rows: Lines, columns: Lines) -> _Held | None:
    """The value and the mixtures that make the other player's lines of the kernel equal; None when
    the equations have no single solution.
    """
    part = [[matrix[i][j] for j in columns] for i in rows]
    by_column = _equalising(part)
    by_row = _equalising([list(column) for column in zip(*part, strict=True)])
    if by_column is None or by_row is None:
        return None
    mixtures = (
        _spread(rows, by_row[:-1], len(matrix)),
        _spread(columns, by_column[:-1], len(matrix[0])),
    )
    return _Held(by_column[-1], mixtures)


def _equalising(part: Sequence[Sequence[Quotient]]) -> list[Quotient] | None:
    """Weights of the columns that sum to 1 and give every row the same mean, and this mean."""
    lines = [[*row, -ONE, NOTHING] for row in part]
    lines.append([ONE] * len(part) + [NOTHING, ONE])
    return solve_equations_at_once(lines)


def _spread(lines: Lines, weights: Sequence[Quotient], count: int) -> tuple[Quotient, ...]:
    """The mixture over all lines."""
    known = dict(zip(lines, weights, strict=True))
    return tuple(known.get(k, NOTHING) for k in range(count))


def _slack(matrix: Matrix, held: _Held) -> Iterator[Quotient]:
    """All that must be 0 or more: probabilities, what MAX's mixture wins against each column above
    the value, and what MIN's loses against each row below it.
    """
    first, second = held.mixtures
    yield from first
    yield from second
    for column in zip(*matrix, strict=True):
        yield _product(first, column) - held.value
    for row in matrix:
        yield held.value - _product(second, row)


def _product(mixture: Sequence[Quotient], line: Sequence[Quotient]) -> Quotient:
    total = NOTHING
    for share, entry in zip(mixture, line, strict=True):
        total = total + share * entry
    return total
