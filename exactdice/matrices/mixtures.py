"""Whether the optimal mixtures of a matrix game are unique, and all of its extreme ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb
from typing import Any

from flint import fmpz, fmpz_mat

from ..errors import UnsolvableError
from ..exact import Exact, ratio, simplest
from ..lp import Outcome, Program, Status
from ..lp.program import Scaled, fraction_free
from ..lp.solve import optimum
from .solve import Matrix, Mixture, as_matrix, columns_of, guaranteed, programme, solve_matrix_game

MOST_CANDIDATES = 200_000  # systems of equations that extreme_mixtures is ready to solve


def transposed(matrix: Matrix) -> Matrix:
    """The same game with the players exchanged: -A', so that MIN's mixtures become MAX's."""
    return tuple(tuple(-entry for entry in column) for column in columns_of(matrix))


def is_unique(entries: Sequence[Sequence[Any]]) -> bool:
    """Whether each player has only one optimal mixture.

    >>> is_unique([[3, -1], [-2, 1]]), is_unique([[0, 0], [0, 0]])
    (True, False)
    """
    matrix = as_matrix(entries)
    return all(_one_optimal_row(one) for one in (matrix, transposed(matrix)))


def _one_optimal_row(matrix: Matrix) -> bool:
    """Whether MAX has one optimal mixture: every probability is the same at its least and at its
    greatest.
    """
    optimal = _optimal_rows(matrix)
    return all(
        _extreme(optimal, {i: 1}, False) == _extreme(optimal, {i: 1}, True)
        for i in range(len(matrix))
    )


def _optimal_rows(matrix: Matrix) -> Program:
    """MAX's programme with z at least the value: its points are MAX's optimal mixtures."""
    full, value = programme(matrix), solve_matrix_game(matrix).value
    assert isinstance(value, Exact)
    return replace(full, variables=(*full.variables[:-1], replace(full.variables[-1], lower=value)))


def _extreme(polytope: Program, form: dict[int, Exact], maximise: bool) -> Exact:
    outcome: Outcome = optimum(replace(polytope, objective=form, maximise=maximise))
    assert outcome.status == Status.OPTIMAL
    assert outcome.value is not None
    return outcome.value


def extreme_mixtures(
    entries: Sequence[Sequence[Any]],
) -> tuple[tuple[Mixture, ...], tuple[Mixture, ...]]:
    """All extreme optimal mixtures of MAX and of MIN; each player's optimal mixtures are the
    averages of its extreme ones.

    Meant for small games: raises `UnsolvableError` when more than MOST_CANDIDATES systems of
    equations would be needed.

    >>> extreme_mixtures([[1, 1, 0], [0, 1, 1]])[1]
    ((Fraction(1, 2), 0, Fraction(1, 2)),)
    """
    matrix = as_matrix(entries)
    return tuple(sorted(_vertices(matrix))), tuple(sorted(_vertices(transposed(matrix))))


def _vertices(matrix: Matrix) -> Iterator[Mixture]:
    """The vertices of MAX's optimal polytope: points at which as many independent constraints are
    tight as there are rows.

    Constraints that are tight everywhere on it are always taken; those that are tight nowhere
    never.
    """
    polytope, m = _optimal_rows(matrix), len(matrix)
    value = polytope.variables[m].lower
    assert value is not None
    forms: list[tuple[dict[int, Exact], Exact]] = [({i: 1}, 0) for i in range(m)]
    forms += [(dict(enumerate(column)), value) for column in columns_of(matrix)]
    always = [(form, at) for form, at in forms if _extreme(polytope, form, True) == at]
    sometimes = [
        (form, at)
        for form, at in forms
        if (form, at) not in always and _extreme(polytope, form, False) == at
    ]
    fixed = _independent([(dict.fromkeys(range(m), 1), 1), *always], m)
    missing = m - len(fixed)
    if comb(len(sometimes), missing) > MOST_CANDIDATES:
        raise UnsolvableError(
            f"the optimal mixtures of this {m} x {len(matrix[0])} game are too many to list "
            "all extreme ones"
        )
    seen: set[Mixture] = set()
    for chosen in combinations(sometimes, missing):
        point = _meeting([*fixed, *chosen], m)
        if (
            point is not None
            and point not in seen
            and min(point) >= 0
            and guaranteed(matrix, point) == value
        ):
            seen.add(point)
            yield point


def _independent(
    equations: list[tuple[dict[int, Exact], Exact]], m: int
) -> list[tuple[dict[int, Exact], Exact]]:
    """A largest independent part of the equations, the first ones kept."""
    kept: list[tuple[dict[int, Exact], Exact]] = []
    for equation in equations:
        if _coefficients([*kept, equation], m)[0].rank() == len(kept) + 1:
            kept.append(equation)
    return kept


def _coefficients(
    equations: list[tuple[dict[int, Exact], Exact]], m: int
) -> tuple[fmpz_mat, list[fmpz]]:
    scaled = [
        Scaled.of([*(form.get(i, 0) for i in range(m)), at]).numerators for form, at in equations
    ]
    return fmpz_mat([line[:m] for line in scaled]), [line[m] for line in scaled]


def _meeting(equations: list[tuple[dict[int, Exact], Exact]], m: int) -> Mixture | None:
    """The one point that satisfies all m equations; None when there is none or more."""
    square, right = _coefficients(equations, m)
    try:
        top, below = fraction_free(square.solve(fmpz_mat([[n] for n in right])))
    except ZeroDivisionError:
        return None
    return tuple(simplest(ratio(line[0], below)) for line in top.tolist())
