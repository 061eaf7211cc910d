"""The point and the dual of a basis, exactly.

With J the basic variables and R the nonbasic rows: A[R, J] x_J = r_R - A[R, N] x_N, where the
nonbasic N rest at their bounds, and A[R, J]' y_R = c_J. Everything else is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..exact import Exact, ratio, simplest
from .pivoting import Basis, Place
from .program import Outcome, Program, Scaled, Status, applied, integer_form
from .sparse import Integers, Places, SparseMatrix, array_of, integers

# The solution of square . x = right, and of its transpose; None where there is none to be found.
Solve = Callable[[SparseMatrix, Integers], Scaled | None]


@dataclass(frozen=True)
class Ways:
    """How the two systems of a basis are solved; `method` names it."""

    method: str
    point: Solve
    dual: Solve


class Vertex:
    """A programme at a basis."""

    def __init__(self, program: Program, basis: Basis) -> None:
        self.program = program
        self.basis = basis
        n = len(program.variables)
        basic = np.array([place == Place.BASIC for place in basis], dtype=bool)
        self.chosen: Places = np.flatnonzero(basic[:n])
        self.tight: Places = np.flatnonzero(~basic[n:])

    @property
    def is_square(self) -> bool:
        """Whether there are as many equations as unknowns."""
        return len(self.chosen) == len(self.tight)

    @cached_property
    def square(self) -> SparseMatrix:
        """A[R, J] in integers."""
        return self.program.matrix.part(self.tight, self.chosen)

    @cached_property
    def at_rest(self) -> list[Exact]:
        """The nonbasic variables and rows at their bounds, the basic ones 0."""
        resting = []
        for place, item in zip(self.basis, self.program.limited(), strict=True):
            bound = _bound_at(place, item.lower, item.upper)
            resting.append(0 if bound is None else bound)
        return resting

    def outcome(self, ways: Ways) -> Outcome | None:
        """The point and the dual as an unchecked OPTIMAL outcome; None when the basis is singular
        or the ways fail.
        """
        if not self.is_square:
            return None
        x = self._point(ways.point)
        y = None if x is None else self._dual(ways.dual)
        if x is None or y is None:
            return None
        program = self.program
        gained = applied(integer_form(program.objective), Scaled.of(x))
        value = simplest(program.constant + gained)
        return Outcome(Status.OPTIMAL, ways.method, value, tuple(x), tuple(y))

    def _point(self, solve: Solve) -> list[Exact] | None:
        x = self.at_rest[: len(self.program.variables)]
        # Without basic variables the point is at rest: nothing is to be solved.
        if not len(self.chosen):
            return x
        right = self._right_sides()
        solution = solve(self.square, integers(right.numerators))
        if solution is None:
            return None
        common = solution.denominator * right.denominator
        for j, n in zip(self.chosen.tolist(), solution.numerators, strict=True):
            x[j] = simplest(ratio(n, common)) if n else 0
        return x

    def _right_sides(self) -> Scaled:
        """r_R - A[R, N] x_N"""
        n = len(self.program.variables)
        x, r = self.at_rest[:n], self.at_rest[n:]
        scales = [int(scale) for _, scale in self.program.forms]
        tight = self.tight.tolist()
        resting = Scaled.of([*(r[i] * scales[i] for i in tight), *x])
        right = array_of(resting.numerators[: len(tight)])
        away = array_of(resting.numerators[len(tight) :])
        moved = np.flatnonzero(away)
        if len(moved):
            # mostly variables rest at 0, and then their entries do not count
            part = self.program.matrix.part(self.tight, moved)
            right = right - part.times(away[moved])
        return Scaled(right.tolist(), resting.denominator)

    def _dual(self, solve: Solve) -> list[Exact] | None:
        y: list[Exact] = [0] * len(self.program.rows)
        if not len(self.chosen):
            return y
        costs = Scaled.of(self.program.objective.get(j, 0) for j in self.chosen.tolist())
        solution = solve(self.square.transposed(), integers(costs.numerators))
        if solution is None:
            return None
        common = solution.denominator * costs.denominator
        for i, n in zip(self.tight.tolist(), solution.numerators, strict=True):
            if n:
                # the dual of the row before it was scaled to integers
                y[i] = simplest(ratio(n * self.program.forms[i][1], common))
        return y


def _bound_at(place: Place, lower: Exact | None, upper: Exact | None) -> Exact | None:
    if place == Place.LOWER:
        return lower
    return upper if place == Place.UPPER else None
