"""Wythoff without an explicit graph: a table of Sprague-Grundy values, and the losing squares in
closed form, in integers only.

The losing squares are (a_k, a_k + k) and their mirror images, a_k = floor(k phi) with phi = (1 +
sqrt 5) / 2 (Wythoff 1907). As k sqrt 5 = sqrt(5 k^2) is irrational for k > 0, floor(k phi) =
floor((k + isqrt(5 k^2)) / 2). The numbers a_k and b_k = a_k + k together meet every whole number
above 0 once (Beatty), so every row, column and diagonal has exactly one losing square.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from ...argument_checks import no_progress
from ...cost import refuse_costly
from ...exact import Progress, as_whole, shown
from .rules import Square

A_MOMENT = 10**8  # steps
LEAST_SIDE = 64  # of a table that is kept, so that small squares share one


def losing_square(k: int) -> Square:
    """The losing square (a_k, a_k + k), k = 0, 1, 2, ...: the only one whose row exceeds its column
    by k.

    >>> [losing_square(k) for k in range(6)]
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)]
    """
    k = as_whole(k, "k", 0)
    lower = (k + isqrt(5 * k * k)) // 2
    return lower, lower + k


def partner(number: int) -> int:
    """The row of the one losing square in this column.

    number = a_k means k = floor(number / phi) + 1, number = b_k means k = floor(number / phi^2) +
    1, for numbers above 0; with 1 / phi = (sqrt 5 - 1) / 2 and 1 / phi^2 = (3 - sqrt 5) / 2 both
    floors are integer square roots.

    >>> [partner(a) for a in range(9)]
    [0, 2, 1, 5, 7, 3, 10, 4, 13]
    """
    if number == 0:
        return 0
    root = isqrt(5 * number * number)
    as_lower = (root - number) // 2 + 1
    lower, upper = losing_square(as_lower)
    if lower == number:
        return upper
    # as the root is irrational, 3 n - root - 1 is the floor of 3 n - sqrt(5 n^2)
    as_upper = (3 * number - root - 1) // 2 + 1
    lower, _ = losing_square(as_upper)
    return lower


def winning_squares(square: Square) -> tuple[Square, ...]:
    """The losing squares that one move leads to: left, down, then diagonally; () on a losing
    square.

    >>> winning_squares((4, 6)), winning_squares((3, 5)), winning_squares((10**30, 10**30 + 1))[-1]
    (((3, 5),), (), (1, 2))
    """
    column, row = square
    if partner(column) == row:
        return ()
    left, below = (partner(row), row), (column, partner(column))
    lower, upper = losing_square(abs(row - column))
    diagonal = (lower, upper) if row >= column else (upper, lower)
    # on one row, one column or one diagonal the squares a move leads to are those that come before
    return tuple(losing for losing in (left, below, diagonal) if losing < square)


def wythoff_values(
    columns: int, rows: int, progress: Progress | None = None
) -> tuple[tuple[int, ...], ...]:
    """values[column][row], the Sprague-Grundy value of every square of a board of columns x rows
    squares.

    The values seen so far on each row, on each diagonal and in the column are the set bits of
    integers, so the mex is their lowest common gap. `UnsolvableError` beyond four million squares.

    >>> wythoff_values(3, 4)
    ((0, 1, 2, 3), (1, 2, 0, 4), (2, 0, 1, 5))
    """
    no_progress(progress)
    columns = as_whole(columns, "columns", 1)
    rows = as_whole(rows, "rows", 1)
    squares = f"a table of {shown(columns)} x {shown(rows)} squares"
    refuse_costly(squares, table_steps(columns, rows))
    on_row = [0] * rows
    on_diagonal = [0] * (columns + rows)  # [row - column]; from the end where that is negative
    table = []
    for column in range(columns):
        table.append(_column_values(column, on_row, on_diagonal))
        if progress:
            progress(column + 1, columns)
    return tuple(table)


def _column_values(column: int, on_row: list[int], on_diagonal: list[int]) -> tuple[int, ...]:
    """The values of one column from below; they are entered on the rows and the diagonals."""
    # columns go from left to right and rows upwards, so every move from a square leads to one
    # whose value is entered already
    on_column = 0
    values = []
    for row, row_values in enumerate(on_row):
        present = on_column | row_values | on_diagonal[row - column]
        bit = ~present & (present + 1)  # the lowest that is not set
        on_column |= bit
        on_row[row] |= bit
        on_diagonal[row - column] |= bit
        values.append(bit.bit_length() - 1)
    return tuple(values)


@lru_cache(maxsize=4)
def _kept(columns: int, rows: int) -> tuple[tuple[int, ...], ...]:
    return wythoff_values(columns, rows)


def wythoff_value(square: Square) -> int:
    """The Sprague-Grundy value of a square; tables are kept for the questions that follow.

    >>> wythoff_value((4, 6)), wythoff_value((6, 10))
    (9, 0)
    """
    column, row = square
    if partner(column) == row:
        return 0
    table = _kept(*_table_for(square))
    return table[column][row]


def _table_for(square: Square) -> tuple[int, int]:
    """The columns and rows of the table that holds the square.

    They are powers of two where that is made soon, so that one table answers many squares.
    """
    columns, rows = (max(LEAST_SIDE, 1 << side.bit_length()) for side in square)
    if table_steps(columns, rows) <= A_MOMENT:
        return columns, rows
    return square[0] + 1, square[1] + 1


def value_steps(square: Square) -> int:
    """What the Sprague-Grundy value of a square costs: a table, where there is no closed form."""
    columns, rows = _table_for(square)
    column, row = square
    has_closed_form = min(square) == 0 or partner(column) == row
    return 0 if has_closed_form else table_steps(columns, rows)


def table_steps(columns: int, rows: int) -> int:
    """What a table of so many squares costs."""
    return 20 * columns * rows  # some 0.9 microseconds and 40 bytes a square
