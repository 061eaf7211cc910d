"""Whether the optimal mixtures of a matrix game are unique, and all of its extreme ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb
from operator import neg

from flint import fmpz, fmpz_mat

from ..by_entry import entrywise
from ..cost import refuse_costly
from ..exact import Exact, ratio, simplest
from ..lp import Program, Status
from ..lp.program import Scaled, fraction_free
from ..lp.solve import optimum
from .solve import Matrix, Mixture, as_matrix, columns_of, guaranteed, programme, solve_matrix_game

STEPS_A_SYSTEM = 5000  # of equations
Equation = tuple[dict[int, Exact], Exact]  # a linear form {row: coefficient}, and what it equals


def transposed(matrix: Matrix) -> Matrix:
    """The same game with the players exchanged: -A', so that MIN's mixtures become MAX's."""
    return as_matrix(entrywise(neg, columns_of(matrix)))


def is_unique(entries: Sequence[Sequence[object]]) -> bool:
    """Whether each player has only one optimal mixture.

    >>> is_unique([[3, -1], [-2, 1]]), is_unique([[0, 0], [0, 0]])
    (True, False)
    """
    matrix = as_matrix(entries)
    return all(_one_optimal_row(one) for one in (matrix, transposed(matrix)))


def _one_optimal_row(matrix: Matrix) -> bool:
    """Whether every probability of MAX is the same at its least and at its greatest."""
    optimal = _optimal_rows(matrix)
    return all(_is_constant(optimal, {i: 1}) for i in range(len(matrix)))


def _is_constant(polytope: Program, form: dict[int, Exact]) -> bool:
    return _least(polytope, form) == _greatest(polytope, form)


def _optimal_rows(matrix: Matrix) -> Program:
    """MAX's programme with z at least the value: its points are MAX's optimal mixtures."""
    full = programme(matrix)
    value = solve_matrix_game(matrix).value
    *probabilities, z = full.variables
    return replace(full, variables=(*probabilities, replace(z, lower=value)))


def _least(polytope: Program, form: dict[int, Exact]) -> Exact:
    return _best(replace(polytope, objective=form, maximise=False))


def _greatest(polytope: Program, form: dict[int, Exact]) -> Exact:
    return _best(replace(polytope, objective=form, maximise=True))


def _best(program: Program) -> Exact:
    outcome = optimum(program)
    # the polytope of optimal mixtures is neither empty nor unbounded
    assert outcome.status == Status.OPTIMAL
    assert outcome.value is not None
    return outcome.value


def extreme_mixtures(
    entries: Sequence[Sequence[object]],
) -> tuple[tuple[Mixture, ...], tuple[Mixture, ...]]:
    """All extreme optimal mixtures of MAX and of MIN.

    Each player's optimal mixtures are the averages of its extreme ones. Meant for small games:
    raises `TooCostly` when too many systems of equations would be needed.

    >>> extreme_mixtures([[1, 1, 0], [0, 1, 1]])[1]
    ((Fraction(1, 2), 0, Fraction(1, 2)),)
    """
    matrix = as_matrix(entries)
    return tuple(sorted(_vertices(matrix))), tuple(sorted(_vertices(transposed(matrix))))


def _vertices(matrix: Matrix) -> Iterator[Mixture]:
    """The vertices of MAX's optimal polytope.

    They are the points at which as many independent constraints are tight as there are rows.
    """
    polytope, m = _optimal_rows(matrix), len(matrix)
    value = polytope.variables[m].lower
    assert value is not None
    always, sometimes = _tight(polytope, _constraints(matrix, value))
    whole: Equation = (dict.fromkeys(range(m), 1), 1)
    fixed = _independent([whole, *always], m)
    missing = m - len(fixed)
    every = f"all extreme optimal mixtures of this {m} x {len(matrix[0])} game"
    refuse_costly(every, STEPS_A_SYSTEM * comb(len(sometimes), missing))
    seen: set[Mixture] = set()
    for chosen in combinations(sometimes, missing):
        point = _meeting([*fixed, *chosen], m)
        # where more constraints are tight than needed, several choices meet in one vertex
        if point is not None and point not in seen and _is_optimal(matrix, point, value):
            seen.add(point)
            yield point


def _constraints(matrix: Matrix, value: Exact) -> list[Equation]:
    """What a probability and a column are at least, each as the equation when it is tight."""
    probabilities: list[Equation] = [({i: 1}, 0) for i in range(len(matrix))]
    columns: list[Equation] = [(dict(enumerate(column)), value) for column in columns_of(matrix)]
    return probabilities + columns


def _tight(polytope: Program, constraints: list[Equation]) -> tuple[list[Equation], list[Equation]]:
    """The constraints tight on the whole polytope, and those tight on a part of it.

    The others are tight nowhere, so no vertex needs them.
    """
    always, sometimes = [], []
    for form, at in constraints:
        if _greatest(polytope, form) == at:
            always.append((form, at))
        elif _least(polytope, form) == at:
            sometimes.append((form, at))
    return always, sometimes


def _is_optimal(matrix: Matrix, point: Mixture, value: Exact) -> bool:
    return min(point) >= 0 and guaranteed(matrix, point) == value


def _independent(equations: list[Equation], m: int) -> list[Equation]:
    """A largest independent part of the equations, the first ones kept."""
    kept: list[Equation] = []
    for equation in equations:
        square, _ = _coefficients([*kept, equation], m)
        if square.rank() == len(kept) + 1:
            kept.append(equation)
    return kept


def _coefficients(equations: list[Equation], m: int) -> tuple[fmpz_mat, list[fmpz]]:
    """The left and the right sides of the equations, each scaled to integers."""
    lines, right = [], []
    for form, at in equations:
        left = [form.get(i, 0) for i in range(m)]
        *line, end = Scaled.of([*left, at]).numerators
        lines.append(line)
        right.append(end)
    return fmpz_mat(lines), right


def _meeting(equations: list[Equation], m: int) -> Mixture | None:
    """The one point that satisfies all m equations; None when there is none or more."""
    square, right = _coefficients(equations, m)
    try:
        top, below = fraction_free(square.solve(fmpz_mat([[n] for n in right])))
    except ZeroDivisionError:
        return None
    return tuple(simplest(ratio(n, below)) for n in top.entries())
