"""Matrices as lists of rows: made, changed and picked entry by entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")
Entry = TypeVar("Entry")


def matrix_of(
    entry: Callable[[A, B], Entry], rows: Iterable[A], columns: Sequence[B]
) -> list[list[Entry]]:
    """The entry of each row with each column, asked for row by row.

    >>> matrix_of(pow, [2, 3], [1, 2, 3])
    [[2, 4, 8], [3, 9, 27]]
    """
    return [[entry(row, column) for column in columns] for row in rows]


def entrywise(function: Callable[[A], Entry], matrix: Iterable[Iterable[A]]) -> list[list[Entry]]:
    """What the function makes of each entry, in its place.

    >>> entrywise(abs, [[-1, 2], [3, -4]])
    [[1, 2], [3, 4]]
    """
    return [list(map(function, row)) for row in matrix]


def submatrix(
    matrix: Sequence[Sequence[Entry]], rows: Iterable[int], columns: Sequence[int]
) -> list[list[Entry]]:
    """The entries in these rows and these columns, in their order.

    >>> submatrix([[1, 2, 3], [4, 5, 6]], [1, 0], [0, 2])
    [[4, 6], [1, 3]]
    """
    return [[matrix[i][j] for j in columns] for i in rows]
