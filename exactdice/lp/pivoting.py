"""Exact simplex on bounded variables, from any basis.

The variables z are the programme's x and then the activities r = A x of its rows (each row scaled
to integers). A basis makes as many z basic as there are rows and rests each other one at one of its
bounds (at 0 when it has none). The tableau holds

    z_basic = (numerators / denominator) z_nonbasic,

whose integers are minors of A, so that every division below is exact (Edmonds; Bareiss). The last
line of the tableau is the cost.

Phase 1 lowers the sum by which basic variables violate their bounds; a violated variable may move
up to the bound it violates. Phase 2 lowers the cost. Both enter the largest reduced cost, but after
a step of length 0 the first eligible variable, and let the first of the blocking ones leave, until
a step moves (Bland's rule): such a run repeats no basis, since nothing is violated more or less
while no variable moves, and every moving step lowers the violation or the cost. So the method ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from flint import fmpq, fmpz, fmpz_mat

from ..exact import Exact, ratio, simplest
from .program import Outcome, Program, Scaled, Status, applied, fraction_free, integer_form


class Place(IntEnum):
    """Where a variable stands in a basis."""

    BASIC = 0
    LOWER = 1
    UPPER = 2
    ZERO = 3  # nonbasic without bounds


Basis = list[Place]  # a place for each x and then each r, as many BASIC as there are rows


def slack_basis(program: Program) -> Basis:
    """Every row basic, every variable at a bound."""
    return [resting_place(v.lower, v.upper) for v in program.variables] + [Place.BASIC] * len(
        program.rows
    )


def resting_place(lower: Exact | None, upper: Exact | None) -> Place:
    """Where a nonbasic variable rests: at its lower bound when it has one."""
    if lower is not None:
        return Place.LOWER
    return Place.ZERO if upper is None else Place.UPPER


class SingularBasis(Exception):
    """The chosen variables cannot be basic together."""


@dataclass
class Step:
    """A step of the simplex method: the entering column, its direction, how far, and the line that
    blocks (None: a bound flip).
    """

    column: int
    direction: int
    length: fmpq
    line: int | None


class Tableau:
    """A programme at a basis, to be minimised."""

    def __init__(self, program: Program, basis: Basis) -> None:
        self.program = program
        self.n = len(program.variables)
        self.m = len(program.rows)
        scales = [fmpz(1)] * self.n + [form[1] for form in program.forms]
        limited = program.limited()
        self.scales = scales
        self.lower = [
            None if z.lower is None else _rational(z.lower) * s
            for z, s in zip(limited, scales, strict=True)
        ]
        self.upper = [
            None if z.upper is None else _rational(z.upper) * s
            for z, s in zip(limited, scales, strict=True)
        ]
        self.basic = [z for z, place in enumerate(basis) if place == Place.BASIC]
        self.nonbasic = [z for z, place in enumerate(basis) if place != Place.BASIC]
        self.place = list(basis)
        self.lines, self.denominator = self._lines()
        self.values = self._values()
        self.steps = 0

    # -- making the tableau --

    def _matrix(self) -> list[list[fmpz]]:
        """A with integer rows, and the integer cost as the last line."""
        cost, self.cost_scale = integer_form(self.program.objective)
        sign = -1 if self.program.maximise else 1
        rows = [entries for entries, _ in self.program.forms] + [
            tuple((column, sign * c) for column, c in cost)
        ]
        dense = [[fmpz(0)] * self.n for _ in rows]
        for line, entries in zip(dense, rows, strict=True):
            for column, value in entries:
                line[column] = value
        return dense

    def _lines(self) -> tuple[list[list[fmpz]], fmpz]:
        """The tableau of the basis: chosen variables x_J = B^-1 (r_R - A_RN x_N) in the tight rows
        R, the rest by substitution.
        """
        matrix = self._matrix()
        chosen = [z for z in self.basic if z < self.n]
        tight = [z - self.n for z in self.nonbasic if z >= self.n]
        if not chosen:
            return matrix, fmpz(1)
        square = fmpz_mat([[matrix[i][j] for j in chosen] for i in tight])
        determinant = square.det()
        if determinant == 0:
            raise SingularBasis
        right = [
            [(fmpz(z - self.n == i) if z >= self.n else -matrix[i][z]) for z in self.nonbasic]
            for i in tight
        ]
        top, below = fraction_free(square.solve(fmpz_mat(right)))
        size = abs(determinant)
        solved = top * (size // below)
        others = [*(z - self.n for z in self.basic if z >= self.n), self.m]
        rest: list[list[fmpz]] = []
        if others:
            through = fmpz_mat([[matrix[i][j] for j in chosen] for i in others]) * solved
            for line, i in zip(through.tolist(), others, strict=True):
                rest.append(
                    [
                        v + (size * matrix[i][z] if z < self.n else 0)
                        for v, z in zip(line, self.nonbasic, strict=True)
                    ]
                )
        return solved.tolist() + rest, size

    def _resting(self, z: int) -> fmpq:
        bound = {Place.LOWER: self.lower[z], Place.UPPER: self.upper[z]}.get(self.place[z])
        return fmpq(0) if bound is None else bound

    def _values(self) -> list[fmpq]:
        resting = [self._resting(z) for z in self.nonbasic]
        return [
            sum((v * at for v, at in zip(line, resting, strict=True) if at), fmpq(0))
            / self.denominator
            for line in self.lines[: self.m]
        ]

    # -- the method --

    def solve(self) -> Outcome:
        """Both phases to their end, as an outcome with its certificate."""
        careful = False
        while True:
            costs, violated = self._costs()
            column = self._entering(costs, careful)
            if column is None:
                return self._infeasible(costs, violated) if violated else self._optimal()
            step = self._blocked(column, -1 if costs[column] > 0 else 1, violated)
            if step is None:
                return self._unbounded(column, -1 if costs[column] > 0 else 1)
            careful = step.length == 0
            self._take(step)
            self.steps += 1

    def _costs(self) -> tuple[list[fmpz], dict[int, int]]:
        """The reduced costs of the phase, and {line: 1 above its bound, -1 below} of the violated
        basic variables.
        """
        violated = {}
        for line, (z, value) in enumerate(zip(self.basic, self.values, strict=True)):
            low = self.lower[z]
            high = self.upper[z]
            if low is not None and value < low:
                violated[line] = -1
            elif high is not None and value > high:
                violated[line] = 1
        if not violated:
            return self.lines[self.m], violated
        costs = [fmpz(0)] * len(self.nonbasic)
        for line, sign in violated.items():
            costs = (
                [c + v for c, v in zip(costs, self.lines[line], strict=True)]
                if sign > 0
                else [c - v for c, v in zip(costs, self.lines[line], strict=True)]
            )
        return costs, violated

    def _entering(self, costs: list[fmpz], careful: bool) -> int | None:
        """The column to enter: the largest reduced cost among those that improve, or the first
        variable when careful.
        """
        found: int | None = None
        for column, (z, cost) in enumerate(zip(self.nonbasic, costs, strict=True)):
            place = self.place[z]
            if (
                not cost
                or (place == Place.LOWER and cost > 0)
                or (place == Place.UPPER and cost < 0)
            ):
                continue
            if place != Place.ZERO and self.lower[z] == self.upper[z]:
                continue
            if found is None or (
                z < self.nonbasic[found] if careful else abs(cost) > abs(costs[found])
            ):
                found = column
        return found

    def _blocked(self, column: int, direction: int, violated: dict[int, int]) -> Step | None:
        """How far the column may move; None when nothing blocks it."""
        entering = self.nonbasic[column]
        low = self.lower[entering]
        high = self.upper[entering]
        best: Step | None = (
            None if low is None or high is None else Step(column, direction, high - low, None)
        )
        blocker = entering
        for line, z in enumerate(self.basic):
            numerator = self.lines[line][column] * direction
            if not numerator:
                continue
            bound = self._bound_ahead(line, numerator > 0, violated)
            if bound is None:
                continue
            length = (bound - self.values[line]) * self.denominator / numerator
            if best is None or length < best.length or (length == best.length and z < blocker):
                best = Step(column, direction, length, line)
                blocker = z
        return best

    def _bound_ahead(self, line: int, rising: bool, violated: dict[int, int]) -> fmpq | None:
        z = self.basic[line]
        state = violated.get(line, 0)
        if rising:
            return self.lower[z] if state < 0 else None if state > 0 else self.upper[z]
        return self.upper[z] if state > 0 else None if state < 0 else self.lower[z]

    def _take(self, step: Step) -> None:
        entering = self.nonbasic[step.column]
        moved = step.length * step.direction
        start = self._resting(entering)
        if moved:
            for line in range(self.m):
                numerator = self.lines[line][step.column]
                if numerator:
                    self.values[line] += moved * numerator / self.denominator
        if step.line is None:
            self.place[entering] = Place.UPPER if step.direction > 0 else Place.LOWER
            return
        leaving = self.basic[step.line]
        reached = self.values[step.line]
        self.place[leaving] = Place.LOWER if reached == self.lower[leaving] else Place.UPPER
        self.place[entering] = Place.BASIC
        self._pivot(step.line, step.column)
        self.basic[step.line], self.nonbasic[step.column] = entering, leaving
        self.values[step.line] = start + moved

    def _pivot(self, line: int, column: int) -> None:
        """Exchange the basic variable of the line with the nonbasic one of the column."""
        pivot_line = self.lines[line]
        old = self.denominator
        pivot = pivot_line[column]
        if pivot < 0:  # keep the denominator positive: both sides of the exchange change sign
            pivot = -pivot
            pivot_line = [-v for v in pivot_line]
            sign = -1
        else:
            sign = 1
        for k, other in enumerate(self.lines):
            if k == line:
                continue
            factor = other[column]
            if factor:
                updated = [
                    (v * pivot - factor * w) // old for v, w in zip(other, pivot_line, strict=True)
                ]
                updated[column] = factor * sign
            else:
                updated = [v * pivot // old for v in other] if pivot != old else other
            self.lines[k] = updated
        new = [-v for v in pivot_line]
        new[column] = old * sign
        self.lines[line] = new
        self.denominator = pivot

    # -- what is proved at the end --

    def _point(self) -> tuple[Exact, ...]:
        x = [fmpq(0)] * self.n
        for z, value in [
            *zip(self.basic, self.values, strict=True),
            *((z, self._resting(z)) for z in self.nonbasic),
        ]:
            if z < self.n:
                x[z] = value
        return tuple(_exact(value) for value in x)

    def _weights(self, costs: list[fmpz], divisor: fmpz) -> tuple[Exact, ...]:
        """The weight of each row in a line of the tableau."""
        y: list[Exact] = [0] * self.m
        for z, cost in zip(self.nonbasic, costs, strict=True):
            if z >= self.n and cost:
                y[z - self.n] = simplest(ratio(cost * self.scales[z], divisor))
        return tuple(y)

    def _optimal(self) -> Outcome:
        x = self._point()
        sign = -1 if self.program.maximise else 1
        y = self._weights(self.lines[self.m], sign * self.denominator * self.cost_scale)
        value = simplest(self.program.constant + _value(self.program, x))
        return Outcome(Status.OPTIMAL, "exact pivoting", value, x, y)

    def _infeasible(self, costs: list[fmpz], violated: dict[int, int]) -> Outcome:
        y = list(self._weights(costs, -self.denominator))
        for line, sign in violated.items():
            z = self.basic[line]
            if z >= self.n:
                y[z - self.n] = sign * int(self.scales[z])
        return Outcome(Status.INFEASIBLE, "exact pivoting", y=tuple(y))

    def _unbounded(self, column: int, direction: int) -> Outcome:
        ray: list[Exact] = [0] * self.n
        if self.nonbasic[column] < self.n:
            ray[self.nonbasic[column]] = direction
        for line, z in enumerate(self.basic):
            if z < self.n:
                ray[z] = simplest(ratio(self.lines[line][column] * direction, self.denominator))
        return Outcome(Status.UNBOUNDED, "exact pivoting", x=self._point(), ray=tuple(ray))


def _value(program: Program, x: tuple[Exact, ...]) -> Exact:
    return applied(integer_form(program.objective), Scaled.of(x))


def _rational(number: Exact) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _exact(number: fmpq) -> Exact:
    return simplest(ratio(number.p, number.q))
