"""Programmes whose optima prove that another one has no point, or no bound.

They always have an optimum, so that whatever finds optima sparsely finds these proofs as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from ..exact import Exact
from .program import Outcome, Program, Row, Status, Variable

# The outcome of a programme that has an optimum; None where it cannot be found.
Limited = TypeVar("Limited", Variable, Row)
Optimum = Callable[[Program], Outcome | None]


def infeasible(program: Program, optimum: Optimum) -> Outcome | None:
    """The outcome INFEASIBLE, unchecked; None when there is a point or no proof of none."""
    found = optimum(elastic(program))
    if found is None or not found.value:
        return None
    # By the dual the bounds allow (yA) . x - y . r no more than minus the least violation.
    return Outcome(Status.INFEASIBLE, found.method, y=tuple(-weight for weight in found.y))


def unbounded(program: Program, optimum: Optimum) -> Outcome | None:
    """The outcome UNBOUNDED, unchecked; None when there is a bound or no proof of none."""
    way = optimum(directions(program))
    if way is None or not way.value:
        return None
    at = optimum(elastic(program))
    if at is None or at.value:
        return None
    n = len(program.variables)
    return Outcome(Status.UNBOUNDED, way.method, x=at.x[:n], ray=way.x)


def elastic(program: Program) -> Program:
    """The least sum by which the rows are violated, each within the bounds of the variables.

    Behind the variables come those by which rows are lifted and then those by which rows are
    lowered.
    """
    n = len(program.variables)
    added: list[Variable] = []
    rows = []
    for row in program.rows:
        form = dict(row.coefficients)
        for sign, bound in ((1, row.lower), (-1, row.upper)):
            if bound is not None:
                form[n + len(added)] = sign
                added.append(Variable(f"violation {len(added)}"))
        rows.append(replace(row, coefficients=form))
    costs: dict[int, Exact] = dict.fromkeys(range(n, n + len(added)), 1)
    return Program((*program.variables, *added), tuple(rows), costs)


def directions(program: Program) -> Program:
    """The most, up to 1, that a direction gains which never leaves the bounds."""
    gained = dict(program.objective)
    limit = Row("gain", gained, None if program.maximise else -1, 1 if program.maximise else None)
    return replace(
        program,
        variables=tuple(_without_end(v) for v in program.variables),
        rows=(*(_without_end(row) for row in program.rows), limit),
        constant=0,
    )


def _without_end(item: Limited) -> Limited:
    lower = None if item.lower is None else 0
    return replace(item, lower=lower, upper=None if item.upper is None else 0)
