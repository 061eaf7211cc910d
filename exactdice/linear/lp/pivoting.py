"""Exact simplex on bounded variables, from the basis of all rows.

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

from enum import IntEnum
from operator import add, sub
from typing import TypeVar

from flint import fmpq, fmpz

from ...exact.numbers import Exact, Progress, as_fmpq, ratio, simplest
from .program import Outcome, Program, Status, integer_form

METHOD = "exact pivoting"
ZERO = fmpq(0)
Violated = dict[int, int]  # {line: 1 above its bound, -1 below}
Bound = TypeVar("Bound")  # a number
Integer = TypeVar("Integer", int, fmpz)


class Place(IntEnum):
    """Where a variable stands in a basis."""

    BASIC = 0
    LOWER = 1
    UPPER = 2
    ZERO = 3  # nonbasic without bounds


Basis = list[Place]  # a place for each x and then each r, as many BASIC as there are rows


def resting_place(lower: Exact | None, upper: Exact | None) -> Place:
    """Where a nonbasic variable rests: at its lower bound when it has one."""
    if lower is not None:
        return Place.LOWER
    return Place.ZERO if upper is None else Place.UPPER


def bound_at(place: Place, lower: Bound | None, upper: Bound | None) -> Bound | None:
    """The bound at which a variable of this place rests; None where it rests at none."""
    return {Place.LOWER: lower, Place.UPPER: upper}.get(place)


def exchange(lines: list[list[Integer]], line: int, column: int, denominator: Integer) -> Integer:
    """Exchange the basic variable of the line with the nonbasic one of the column, in place; the
    new denominator.
    """
    pivot_line = lines[line]
    sign = 1
    opposite = [-v for v in pivot_line]
    if pivot_line[column] < 0:
        # keep the denominator positive: both sides of the exchange change sign
        pivot_line, opposite, sign = opposite, pivot_line, -1
    pivot = pivot_line[column]
    for k, other in enumerate(lines):
        factor = other[column]
        if k == line:
            continue
        if factor:
            # Sylvester's identity: the results are minors of A again, so the division leaves no
            # rest. The column then belongs to the variable that left.
            lines[k] = [
                (v * pivot - factor * w) // denominator
                for v, w in zip(other, pivot_line, strict=True)
            ]
            lines[k][column] = factor * sign
        elif pivot != denominator:
            # Without an entry there only the denominator changes.
            lines[k] = [v * pivot // denominator for v in other]
    lines[line] = opposite
    lines[line][column] = denominator * sign
    return pivot


class Tableau:
    """A programme at a basis, to be minimised."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.n = len(program.variables)
        self.m = len(program.rows)
        # the activities r are taken in integers: row i times the denominator of its coefficients
        self.lower = [None if low is None else as_fmpq(low) for low, _ in program.bounds]
        self.upper = [None if high is None else as_fmpq(high) for _, high in program.bounds]
        # At first every row is basic, every variable at a bound, and A itself is the tableau, with
        # the integer cost as the last line.
        self.basic = list(range(self.n, self.n + self.m))
        self.nonbasic = list(range(self.n))
        resting = [resting_place(v.lower, v.upper) for v in program.variables]
        self.place = resting + [Place.BASIC] * self.m
        # The cost has a scale of its own, which the dual is divided by in the end.
        cost, self.cost_scale = integer_form(program.objective)
        self.sign = -1 if program.maximise else 1  # the tableau minimises
        rows = [entries for entries, _ in program.forms]
        rows.append(tuple((column, self.sign * c) for column, c in cost))
        self.lines = [[fmpz(0)] * self.n for _ in rows]
        for line, entries in zip(self.lines, rows, strict=True):
            for column, value in entries:
                line[column] = value
        self.denominator = fmpz(1)
        # most variables rest at 0, and then their entries do not count
        away = [(z, at) for z in self.nonbasic if (at := self._rest(z))]
        self.values = [
            sum((line[column] * at for column, at in away), ZERO) for line in self.lines[: self.m]
        ]
        self.steps = 0

    def _rest(self, z: int) -> fmpq:
        """Where a nonbasic variable rests, 0 where it has no bound."""
        return bound_at(self.place[z], self.lower[z], self.upper[z]) or ZERO

    # -- the method --

    def solve(self, progress: Progress | None = None) -> Outcome:
        """Both phases to their end, as an outcome with its certificate."""
        careful = False
        while True:
            violated = self._violated()
            # Recomputed from the tableau at each step: whether a line is violated changes as values
            # move.
            costs = self._phase_costs(violated)
            column = self._choose_column(costs, careful)
            if column is None:
                return self._outcome(costs, violated)
            direction = -1 if costs[column] > 0 else 1
            length, line = self._find_block(column, direction, violated)
            if length is None:  # only in phase 2: a violation cannot fall for ever
                ray: list[Exact] = [0] * self.n
                entering = self.nonbasic[column]
                if entering < self.n:
                    ray[entering] = direction
                for z, entries in zip(self.basic, self.lines, strict=False):
                    if z < self.n:
                        ray[z] = simplest(ratio(entries[column] * direction, self.denominator))
                return Outcome(Status.UNBOUNDED, METHOD, x=self._current_point(), ray=tuple(ray))
            careful = length == 0
            self._move_column(column, line, length * direction)
            self.steps += 1
            if progress:
                progress(self.steps, None)

    def _violated(self) -> Violated:
        """{line: 1 above its bound, -1 below} of the basic variables beyond a bound."""
        violated = {}
        for line, (z, value) in enumerate(zip(self.basic, self.values, strict=True)):
            low = self.lower[z]
            high = self.upper[z]
            if low is not None and value < low:
                violated[line] = -1
            elif high is not None and value > high:
                violated[line] = 1
        return violated

    def _phase_costs(self, violated: Violated) -> list[fmpz]:
        """The reduced costs of the phase: those of the violation while there is one."""
        # The last line is the cost of phase 2, which is right only once nothing is violated.
        if not violated:
            return self.lines[self.m]
        costs = [fmpz(0)] * self.n
        for line, sign in violated.items():
            # A value above its bound must fall and one below must rise, so lines enter with their
            # sign.
            combine = add if sign > 0 else sub
            costs = list(map(combine, costs, self.lines[line]))
        return costs

    def _choose_column(self, costs: list[fmpz], careful: bool) -> int | None:
        """The column to enter: the largest reduced cost among those that improve.

        When careful, it is the first variable among them.
        """
        found: int | None = None
        for column, (z, cost) in enumerate(zip(self.nonbasic, costs, strict=True)):
            if not cost:
                continue
            place = self.place[z]
            if place != Place.ZERO:
                # It leaves its bound to the other side, unless equal bounds fix it: letting such a
                # variable enter would only cost steps.
                behind = Place.LOWER if cost < 0 else Place.UPPER
                if place != behind or self.lower[z] == self.upper[z]:
                    continue
            if found is None:
                found = column
            elif careful:
                found = column if z < self.nonbasic[found] else found
            elif abs(cost) > abs(costs[found]):
                found = column
        return found

    def _find_block(
        self, column: int, direction: int, violated: Violated
    ) -> tuple[fmpq | None, int | None]:
        """How far the column may move, None when nothing blocks it, and the line that blocks; None
        for that when the variable goes from bound to bound.
        """
        blocker = self.nonbasic[column]
        low = self.lower[blocker]
        high = self.upper[blocker]
        # A variable may reach its own other bound before any basic one blocks: then no exchange is
        # needed.
        least = None if low is None or high is None else high - low
        blocking = None
        for line, z in enumerate(self.basic):
            numerator = self.lines[line][column] * direction
            if not numerator:
                continue
            rising = numerator > 0
            beyond = violated.get(line, 0)
            # A violated variable moves on freely away from its bound, and up to it otherwise.
            if beyond and rising == (beyond > 0):
                continue
            bound = self.upper[z] if rising != bool(beyond) else self.lower[z]
            if bound is None:
                continue
            length = (bound - self.values[line]) * self.denominator / numerator
            # the first variable among equals, as Bland's rule asks
            if least is None or length < least or (length == least and z < blocker):
                least = length
                blocking = line
                blocker = z
        return least, blocking

    def _move_column(self, column: int, line: int | None, moved: fmpq) -> None:
        """Move the entering variable, and exchange it with the one that blocks it."""
        entering = self.nonbasic[column]
        start = self._rest(entering)
        if moved:
            # Bring the values of the basic variables up to date
            for k in range(self.m):
                numerator = self.lines[k][column]
                if numerator:
                    self.values[k] += moved * numerator / self.denominator
        if line is None:
            self.place[entering] = Place.UPPER if moved > 0 else Place.LOWER
            return
        leaving = self.basic[line]
        reached = self.values[line]
        # It was blocked by the bound it has reached, and equal bounds are the same place.
        self.place[leaving] = Place.LOWER if reached == self.lower[leaving] else Place.UPPER
        self.place[entering] = Place.BASIC
        self.denominator = exchange(self.lines, line, column, self.denominator)
        self.basic[line] = entering
        self.nonbasic[column] = leaving
        self.values[line] = start + moved

    # -- what is proved at the end --

    def _current_point(self) -> tuple[Exact, ...]:
        x = [ZERO] * self.n
        for z in self.nonbasic:
            if z < self.n:
                x[z] = self._rest(z)
        for z, value in zip(self.basic, self.values, strict=True):
            if z < self.n:
                x[z] = value
        return tuple(simplest(ratio(value.p, value.q)) for value in x)

    def _outcome(self, costs: list[fmpz], violated: Violated) -> Outcome:
        """The outcome where no column lowers the cost, or the violation while there is one."""
        # The reduced costs of the slacks are the dual, up to the scales of costs and rows; those of
        # the violation add up rows that contradict each other.
        divisor = -self.denominator if violated else self.sign * self.denominator * self.cost_scale
        y: list[Exact] = [0] * self.m
        for z, cost in zip(self.nonbasic, costs, strict=True):
            if z >= self.n and cost:
                y[z - self.n] = simplest(ratio(cost * self.program.scales[z], divisor))
        if not violated:
            x = self._current_point()
            value = simplest(self.program.constant + self.program.gain(x))
            return Outcome(Status.OPTIMAL, METHOD, value, x, tuple(y))
        for line, sign in violated.items():
            z = self.basic[line]
            if z >= self.n:
                y[z - self.n] = sign * self.program.scales[z]
        return Outcome(Status.INFEASIBLE, METHOD, y=tuple(y))
