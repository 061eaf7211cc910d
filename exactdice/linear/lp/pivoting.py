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

from dataclasses import dataclass
from enum import IntEnum
from operator import add, sub

from flint import fmpq, fmpz

from ...exact.numbers import Exact, Progress, as_fmpq, ratio, simplest
from .program import Outcome, Program, Scaled, Status, applied, integer_form

ZERO = fmpq(0)


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


@dataclass
class Step:
    """A step of the simplex method: the entering column, its direction, and how far.

    `line` is the one that blocks; None when the variable goes from bound to bound.
    """

    column: int
    direction: int
    length: fmpq
    line: int | None


class Tableau:
    """A programme at a basis, to be minimised."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.n = len(program.variables)
        self.m = len(program.rows)
        # the activities r are taken in integers: row i times the denominator of its coefficients
        self.scales = [fmpz(1)] * self.n + [form[1] for form in program.forms]
        limited = program.limited()
        self.lower = self._scaled([z.lower for z in limited])
        self.upper = self._scaled([z.upper for z in limited])
        # At first every row is basic, every variable at a bound, and A itself is the tableau, with
        # the integer cost as the last line.
        self.basic = list(range(self.n, self.n + self.m))
        self.nonbasic = list(range(self.n))
        resting = [resting_place(v.lower, v.upper) for v in program.variables]
        self.place = resting + [Place.BASIC] * self.m
        # The cost has a scale of its own, which the dual is divided by in the end.
        cost, self.cost_scale = integer_form(program.objective)
        sign = -1 if program.maximise else 1  # the tableau minimises
        rows = [entries for entries, _ in program.forms]
        rows.append(tuple((column, sign * c) for column, c in cost))
        self.lines = [[fmpz(0)] * self.n for _ in rows]
        for line, entries in zip(self.lines, rows, strict=True):
            for column, value in entries:
                line[column] = value
        self.denominator = fmpz(1)
        # most variables rest at 0, and then their entries do not count
        away = [(z, at) for z in self.nonbasic if (at := self._resting(z))]
        self.values = [
            sum((line[column] * at for column, at in away), ZERO) for line in self.lines[: self.m]
        ]
        self.steps = 0

    def _scaled(self, bounds: list[Exact | None]) -> list[fmpq | None]:
        pairs = zip(bounds, self.scales, strict=True)
        return [None if bound is None else as_fmpq(bound) * scale for bound, scale in pairs]

    def _resting(self, z: int) -> fmpq:
        """Where a nonbasic variable rests."""
        # A variable of Place.ZERO has no bound to rest at, and rests at 0.
        bound = {Place.LOWER: self.lower[z], Place.UPPER: self.upper[z]}.get(self.place[z])
        return ZERO if bound is None else bound

    # -- the method --

    def solve(self, progress: Progress | None = None) -> Outcome:
        """Both phases to their end, as an outcome with its certificate."""
        careful = False
        while True:
            violated = self._violated()
            # Recomputed from the tableau at each step: whether a line is violated changes as values
            # move.
            costs = self._costs(violated)
            column = self._entering(costs, careful)
            if column is None:
                return self._infeasible(costs, violated) if violated else self._optimal()
            direction = -1 if costs[column] > 0 else 1
            step = self._blocked(column, direction, violated)
            if step is None:  # only in phase 2: a violation cannot fall for ever
                ray: list[Exact] = [0] * self.n
                entering = self.nonbasic[column]
                if entering < self.n:
                    ray[entering] = direction
                for line, z in enumerate(self.basic):
                    if z < self.n:
                        moved = self.lines[line][column] * direction
                        ray[z] = simplest(ratio(moved, self.denominator))
                return Outcome(Status.UNBOUNDED, "exact pivoting", x=self._point(), ray=tuple(ray))
            careful = step.length == 0
            self._take(step)
            self.steps += 1
            if progress:
                progress(self.steps, None)

    def _violated(self) -> dict[int, int]:
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

    def _costs(self, violated: dict[int, int]) -> list[fmpz]:
        """The reduced costs of the phase: those of the violation while there is one."""
        # The last line is the cost of phase 2, which is right only once nothing is violated.
        if not violated:
            return self.lines[self.m]
        costs = [fmpz(0)] * len(self.nonbasic)
        for line, sign in violated.items():
            # A value above its bound must fall and one below must rise, so lines enter with their
            # sign.
            combine = add if sign > 0 else sub
            costs = list(map(combine, costs, self.lines[line]))
        return costs

    def _entering(self, costs: list[fmpz], careful: bool) -> int | None:
        """The column to enter: the largest reduced cost among those that improve.

        When careful, it is the first variable among them.
        """
        found: int | None = None
        for column, (z, cost) in enumerate(zip(self.nonbasic, costs, strict=True)):
            if not cost or not self._may_move(z, rising=cost < 0):
                continue
            if found is None:
                found = column
            elif careful:
                found = column if z < self.nonbasic[found] else found
            elif abs(cost) > abs(costs[found]):
                found = column
        return found

    def _may_move(self, z: int, rising: bool) -> bool:
        """Whether the nonbasic variable can leave its place in this direction."""
        place = self.place[z]
        if place == Place.ZERO:
            return True
        if place != (Place.LOWER if rising else Place.UPPER):
            return False
        # A variable fixed by equal bounds can go nowhere; letting it enter would only cost steps.
        return bool(self.lower[z] != self.upper[z])

    def _blocked(self, column: int, direction: int, violated: dict[int, int]) -> Step | None:
        """How far the column may move; None when nothing blocks it."""
        blocker = self.nonbasic[column]
        # A variable may reach its own other bound before any basic one blocks: then no exchange is
        # needed.
        best = self._to_the_other_bound(column, direction)
        for line, z in enumerate(self.basic):
            numerator = self.lines[line][column] * direction
            if not numerator:
                continue
            bound = self._bound_ahead(line, numerator > 0, violated)
            if bound is None:
                continue
            length = (bound - self.values[line]) * self.denominator / numerator
            # the first variable among equals, as Bland's rule asks
            if best is None or length < best.length or (length == best.length and z < blocker):
                best = Step(column, direction, length, line)
                blocker = z
        return best

    def _to_the_other_bound(self, column: int, direction: int) -> Step | None:
        """The step of the entering variable across its own range; None when that is endless."""
        entering = self.nonbasic[column]
        low = self.lower[entering]
        high = self.upper[entering]
        if low is None or high is None:
            return None
        return Step(column, direction, high - low, None)

    def _bound_ahead(self, line: int, rising: bool, violated: dict[int, int]) -> fmpq | None:
        """The bound at which the basic variable of the line blocks; None when it does not.

        A violated variable moves on freely away from its bound, and up to it otherwise.
        """
        z = self.basic[line]
        state = violated.get(line, 0)
        if not state:
            return self.upper[z] if rising else self.lower[z]
        if rising == (state > 0):
            return None
        return self.lower[z] if rising else self.upper[z]

    def _take(self, step: Step) -> None:
        """Move the entering variable, and exchange it with the one that blocks it."""
        entering = self.nonbasic[step.column]
        moved = step.length * step.direction
        start = self._resting(entering)
        if moved:
            # Bring the values of the basic variables up to date
            for line in range(self.m):
                numerator = self.lines[line][step.column]
                if numerator:
                    self.values[line] += moved * numerator / self.denominator
        if step.line is None:
            self.place[entering] = Place.UPPER if step.direction > 0 else Place.LOWER
            return
        leaving = self.basic[step.line]
        reached = self.values[step.line]
        # It was blocked by the bound it has reached, and equal bounds are the same place.
        self.place[leaving] = Place.LOWER if reached == self.lower[leaving] else Place.UPPER
        self.place[entering] = Place.BASIC
        # Exchange the basic variable of the line with the nonbasic one of the column
        pivot_line = self.lines[step.line]
        old = self.denominator
        sign = 1
        if pivot_line[step.column] < 0:
            # keep the denominator positive: both sides of the exchange change sign
            pivot_line = [-v for v in pivot_line]
            sign = -1
        pivot = pivot_line[step.column]
        for k, other in enumerate(self.lines):
            if k != step.line:
                self.lines[k] = _eliminated(other, pivot_line, step.column, old, sign)
        exchanged = [-v for v in pivot_line]
        exchanged[step.column] = old * sign
        self.lines[step.line] = exchanged
        self.denominator = pivot
        self.basic[step.line] = entering
        self.nonbasic[step.column] = leaving
        self.values[step.line] = start + moved

    # -- what is proved at the end --

    def _point(self) -> tuple[Exact, ...]:
        """The x of this basis."""
        x = [ZERO] * self.n
        for z in self.nonbasic:
            if z < self.n:
                x[z] = self._resting(z)
        for z, value in zip(self.basic, self.values, strict=True):
            if z < self.n:
                x[z] = value
        return tuple(simplest(ratio(value.p, value.q)) for value in x)

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
        # the reduced costs of the slacks are the dual, up to the scales of costs and rows
        y = self._weights(self.lines[self.m], sign * self.denominator * self.cost_scale)
        value = simplest(
            self.program.constant + applied(integer_form(self.program.objective), Scaled.of(x))
        )
        return Outcome(Status.OPTIMAL, "exact pivoting", value, x, y)

    def _infeasible(self, costs: list[fmpz], violated: dict[int, int]) -> Outcome:
        # no column lowers the violation, so the rows that are added up for it contradict each other
        y = list(self._weights(costs, -self.denominator))
        for line, sign in violated.items():
            z = self.basic[line]
            if z >= self.n:
                y[z - self.n] = sign * int(self.scales[z])
        return Outcome(Status.INFEASIBLE, "exact pivoting", y=tuple(y))


def _eliminated(
    other: list[fmpz], pivot_line: list[fmpz], column: int, old: fmpz, sign: int
) -> list[fmpz]:
    """Another line after the exchange, over the new denominator, which is the pivot."""
    factor = other[column]
    pivot = pivot_line[column]
    if factor:
        # Sylvester's identity: the results are minors of A again, so the division leaves no rest.
        updated = [(v * pivot - factor * w) // old for v, w in zip(other, pivot_line, strict=True)]
        # The column now belongs to the variable that left, whose coefficient is the old entry.
        updated[column] = factor * sign
        return updated
    # In a line without an entry there only the denominator changes, or nothing at all.
    return other if pivot == old else [v * pivot // old for v in other]
