"""The exact outcome of a linear programme, its certificate checked.

HiGHS finds a basis. Its point and its dual are exact solutions of two systems: with J the basic
variables and R the nonbasic rows, A[R, J] x_J = r_R - A[R, N] x_N, where the nonbasic N rest at
their bounds, and A[R, J]' y_R = c_J; everything else is 0. Nothing dense is made beyond a stated
size. Where floats were misled by little, HiGHS is asked again under a magnifying glass. Programmes
without a point or a bound are proved so by the optimum of another programme.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TypeVar

import numpy as np

from ...exact.argument_checks import no_progress
from ...exact.cost import refuse_costly
from ...exact.errors import UnsolvableError
from ...exact.numbers import Exact, Progress, ratio, simplest
from .floats import FloatProgram, Highs
from .pivoting import Basis, Place, Tableau, bound_at
from .program import (
    Outcome,
    Program,
    Row,
    Status,
    Variable,
    a_program,
    is_crossed,
    proved,
    weights_of,
    with_activity,
)
from .systems import (
    Binary,
    Exponents,
    Floats,
    Integers,
    Places,
    Scaled,
    SparseMatrix,
    array_of,
    binary_of_exact,
    integers,
    solve_dense,
    solve_refined,
)

# Entries below which exact pivoting alone is faster than starting with floats, and how many numbers
# the tableau of sparse ones may hold then.
SMALL = 400
SMALL_TABLEAU = 1_000
FAR = 1e12  # of a magnified bound or cost: what is farther off is left where it is
# The solution of square . x = right, of the basis matrix or (True) its transpose; None where there
# is none to be found.
Solve = Callable[[SparseMatrix, Integers, bool], Scaled | None]


def optimum(program: Program, progress: Progress | None = None) -> Outcome:
    """The exact outcome of the programme, its certificate checked.

    `progress` is told how many binary digits, or steps of pivoting, are done. Raises `TooCostly`
    where only pivoting is left and the programme is too large for it.

    >>> from exactdice.linear.lp import Program, Row, Variable
    >>> x, y = Variable("x"), Variable("y")
    >>> limit = Row("limit", {0: 1, 1: 2}, upper=3)
    >>> outcome = optimum(Program((x, y), (limit,), {0: 1, 1: 1}, maximise=True))
    >>> outcome.status.value, outcome.value, outcome.x, outcome.y
    ('optimal', 3, (3, 0), (1,))
    """
    no_progress(progress)
    crossed = [item.name for item in a_program(program).limited() if is_crossed(item)]
    rows = len(program.rows)
    columns = len(program.variables)
    tableau = (rows + 1) * (columns + 1)  # how many numbers it holds
    entries = sum(len(row.coefficients) for row in program.rows)
    outcome = None
    if crossed:
        outcome = Outcome(Status.INFEASIBLE, "bounds", crossed=crossed[0])
    elif entries >= SMALL or tableau >= SMALL_TABLEAU:
        # Two exact solves cost less than pivoting when the floats were right, as they mostly are.
        outcome = FloatSolve(program, progress).outcome()
    if outcome is None:
        # A tableau may fill the memory or take hours. A pivot is a product for each number of it,
        # and there are rather more than a tenth as many as there are rows.
        refuse_costly(
            f"exact pivoting on {rows} rows and {columns} variables, where floats found no basis "
            "that holds,",
            tableau * (8 + rows // 10),
            "fewer rows or shorter numbers",
        )
        outcome = Tableau(program).solve(progress)
    # The one gate for every way: whatever found the outcome, floats among them, nothing leaves
    # unproved.
    if not proved(program, outcome):
        raise UnsolvableError(
            f"no proof for the outcome {outcome.status} by {outcome.method}: please report "
            "this programme"
        )
    return outcome


# --- from floats ----------------------------------------------------------------------------------


class Vertex:
    """A programme at a basis."""

    def __init__(self, program: Program, basis: Basis) -> None:
        self.program = program
        self.basis = basis
        n = len(program.variables)
        basic = np.array([place == Place.BASIC for place in basis], dtype=bool)
        self.chosen: Places = np.flatnonzero(basic[:n])
        self.tight: Places = np.flatnonzero(~basic[n:])
        self.square = program.matrix.part(self.tight, self.chosen)  # A[R, J] in integers

    def outcome(self, method: str, solve: Solve) -> Outcome | None:
        """The point and the dual as an unchecked OPTIMAL outcome; None when the basis is singular
        or this way to solve the two systems fails.
        """
        x = self._solve_point(solve)
        y = None if x is None else self._solve_dual(solve)
        if x is None or y is None:
            return None
        value = simplest(self.program.constant + self.program.gain(x))
        return Outcome(Status.OPTIMAL, method, value, tuple(x), tuple(y))

    def _solve_point(self, solve: Solve) -> list[Exact] | None:
        n = len(self.program.variables)
        placed = zip(self.basis, self.program.bounds, strict=True)
        at_rest: list[Exact] = [bound_at(place, low, high) or 0 for place, (low, high) in placed]
        x = at_rest[:n]
        # Without basic variables the point is at rest: nothing is to be solved.
        if not len(self.chosen):
            return x
        # The right side is r_R - A[R, N] x_N, and basic variables rest at 0 here.
        resting = Scaled.of(at_rest)
        numerators = array_of(resting.numerators)
        right = numerators[n:]
        if numerators[:n].any():
            right = right - self.program.matrix.times(numerators[:n])
        solution = solve(self.square, integers(right[self.tight].tolist()), False)
        if solution is None:
            return None
        common = solution.denominator * resting.denominator
        for j, number in zip(self.chosen.tolist(), solution.numerators, strict=True):
            x[j] = simplest(ratio(number, common)) if number else 0
        return x

    def _solve_dual(self, solve: Solve) -> list[Exact] | None:
        y: list[Exact] = [0] * len(self.program.rows)
        if not len(self.chosen):
            return y
        costs = Scaled.of(self.program.objective.get(j, 0) for j in self.chosen.tolist())
        solution = solve(self.square.transposed(), integers(costs.numerators), True)
        if solution is None:
            return None
        common = solution.denominator * costs.denominator
        for i, n in zip(self.tight.tolist(), solution.numerators, strict=True):
            if n:
                # the dual of the row before it was scaled to integers
                y[i] = simplest(ratio(n * self.program.forms[i][1], common))
        return y


def factorised(
    floats: FloatProgram, model: Highs, vertex: Vertex
) -> Callable[[bool, Binary], Binary] | None:
    """Rough solutions of A[R, J] x = b, or transposed of A[R, J]' y = c, for any right side by
    HiGHS's factorisation of its basis; None when it has none of this basis.

    It is that of B, the basic columns of its scaled copy with a unit column for each basic row.
    Basic rows take 0 on the right side, and so change neither x nor y.
    """
    order = model.basic_order()
    if order is None:
        return None
    tight = vertex.tight
    # a row i is -1 - i in the order
    loose = np.setdiff1d(np.arange(len(order)), tight)
    if not np.array_equal(np.sort(order), np.sort(np.concatenate([-1 - loose, vertex.chosen]))):
        return None
    # where each of the chosen variables stands among the basic ones of HiGHS
    places = np.flatnonzero(order >= 0)
    places = places[np.argsort(order[places])]
    down = floats.down[tight]
    across = floats.across[vertex.chosen]

    def solve(transposed: bool, right: Binary) -> Binary:
        solve, before, after, into, out_of = (
            (model.model.getBasisTransposeSolve, across, down, places, tight)
            if transposed
            else (model.model.getBasisSolve, down, across, tight, places)
        )
        scaled = right.times_powers(-before)
        top = scaled.top()
        whole = np.zeros(len(floats.down))
        whole[into] = scaled.times_powers(-top).floats()
        _, found = solve(whole)
        return Binary(np.array(found)[out_of], top - after)

    return solve


class FloatSolve:
    """A programme, the basis at which HiGHS stops, and what can be made of it exactly."""

    def __init__(self, program: Program, progress: Progress | None) -> None:
        self.program = program
        self.progress = progress
        self.seen: Outcome | None = None  # that of the first basis, unchecked
        self.floats = FloatProgram(program)
        self.model = self.floats.model()
        self.believed = self.model.run()
        self.basis = self.floats.usable(self.model.places())

    def outcome(self) -> Outcome | None:
        """The proved outcome; None where it is not found."""
        if self.believed in (Status.INFEASIBLE, Status.UNBOUNDED):
            return self.without_optimum() or self.magnified()
        return self.optimum() or self.magnified() or self.without_optimum()

    def optimum(self) -> Outcome | None:
        """The proved outcome at the basis; None when it has none."""
        outcome = self.seen = self._outcome_at(self.basis)
        return outcome if outcome is not None and proved(self.program, outcome) else None

    def magnified(self) -> Outcome | None:
        """The proved outcome at a basis that HiGHS finds when errors are magnified."""
        outcome = self.seen or self._outcome_at(self.basis)
        if outcome is None:
            return None
        glass = Glass(self.program)
        seen = []
        while outcome is not None and self.basis is not None:
            if proved(self.program, outcome):
                return outcome
            seen.append(self.basis)
            better = self.floats.usable(glass.basis(self.basis, outcome))
            if better is None or better in seen:
                return None
            self.basis = better
            outcome = self._outcome_at(better)
        return None

    def without_optimum(self) -> Outcome | None:
        """The proved outcome that there is no point or no bound, each by the optimum of a programme
        that has one.
        """
        apart = self._solve_other(elastic(self.program))
        if apart is None:
            return None
        if apart.value:
            # By the dual the bounds allow (yA) . x - y . r no more than minus the least violation.
            y = tuple(-weight for weight in apart.y)
            outcome = Outcome(Status.INFEASIBLE, apart.method, y=y)
        else:
            way = self._solve_other(directions(self.program))
            if way is None or not way.value:
                return None
            x = apart.x[: len(self.program.variables)]
            outcome = Outcome(Status.UNBOUNDED, way.method, x=x, ray=way.x)
        return outcome if proved(self.program, outcome) else None

    def _solve_other(self, program: Program) -> Outcome | None:
        solve = FloatSolve(program, self.progress)
        return solve.optimum() or solve.magnified()

    def _outcome_at(self, basis: Basis | None) -> Outcome | None:
        if basis is None:
            return None
        vertex = Vertex(self.program, basis)
        rough = None
        # HiGHS must not be asked about a basis of rows alone, nor is anything to be solved there.
        if len(vertex.chosen):
            rough = factorised(self.floats, self.model, vertex)
            if rough is None:
                # The basis comes from elsewhere, and HiGHS has still to factorise it.
                n = len(self.program.variables)
                self.model.start_from(basis[:n], basis[n:])
                rough = factorised(self.floats, self.model, vertex)
        outcome = None
        if rough is not None:
            outcome = vertex.outcome(
                "float basis, refined",
                lambda square, right, transposed: solve_refined(
                    square, right, partial(rough, transposed), self.progress
                ),
            )
        return outcome or vertex.outcome(
            "float basis, exact solves", lambda square, right, _: solve_dense(square, right)
        )


# --- under a magnifying glass ---------------------------------------------------------------------


class Glass:
    """A better basis than floats find at first: the programme around a point, magnified.

    Where floats stop, a bound may be missed by less than they can see, or a cost be of the wrong
    sign. So bounds are counted from the exact point and costs are taken less the exact dual, both
    multiplied until what is wrong is near 1, and HiGHS goes on from its basis (iterative refinement
    of linear programmes: Gleixner, Steffy, Wolter 2016). The activities r = A x are variables here:
    A x - r = 0, so that the dual can be taken off their costs as well.
    """

    def __init__(self, program: Program) -> None:
        n = len(program.variables)
        rows = []
        for i, (entries, _) in enumerate(program.forms):
            rows.append(Row("", {**{column: int(c) for column, c in entries}, n + i: -1}, 0, 0))
        variables = tuple(Variable("", *ends) for ends in program.bounds)  # x and r
        around = FloatProgram(Program(variables, tuple(rows)))
        self.program = program
        self.model = around.model()
        self.shift = around.across  # a variable times 2^shift is what HiGHS sees
        self.closer = 0  # the power of 2 by which bounds are multiplied,
        self.steeper = 0  # and that of the costs

    def basis(self, basis: Basis, outcome: Outcome) -> Basis | None:
        """The basis at which HiGHS stops when it goes on from this one and its exact outcome."""
        program = self.program
        at = with_activity(program, outcome.x).numbers()
        weights = weights_of(program, outcome.y, program.objective).numbers()
        sign = -1 if program.maximise else 1
        exact: list[Exact] = [
            Fraction(sign * w) / s for w, s in zip(weights, program.scales, strict=True)
        ]
        costs = binary_of_exact(exact).times_powers(-self.shift)
        ends = list(zip(*program.bounds, strict=True))
        lower, upper = (
            binary_of_exact(
                [0 if b is None else b - x for b, x in zip(bounds, at, strict=True)]
            ).times_powers(self.shift)
            for bounds in ends
        )
        # Which nonbasic variables would lower the objective by leaving their bounds.
        places = np.array(basis)
        fixed = np.array([low is not None and low == high for low, high in program.bounds])
        rising = (places != Place.UPPER) & (costs.mantissas < 0)
        falling = (places != Place.LOWER) & (costs.mantissas > 0)
        improving = (rising | falling) & (places != Place.BASIC) & ~fixed
        below = lower.tops()[lower.mantissas > 0]
        above = upper.tops()[upper.mantissas < 0]
        self.closer = max(self.closer, -_largest(np.concatenate([below, above])))
        self.steeper = max(self.steeper, -_largest(costs.tops()[improving]))
        has_lower, has_upper = (np.array([end is not None for end in bounds]) for bounds in ends)
        bounds = (
            np.where(has_lower, _magnified(lower, self.closer), -np.inf),
            np.where(has_upper, _magnified(upper, self.closer), np.inf),
        )
        self.model.change(_magnified(costs, self.steeper), bounds)
        self.model.start_from(basis, [Place.LOWER] * len(program.rows))
        self.model.run()
        found = self.model.places()
        return None if found is None else found[: len(basis)]


def _largest(tops: Exponents) -> int:
    """The largest exponent; that of 1 for none."""
    return int(tops.max()) if len(tops) else 0


def _magnified(room: Binary, power: int) -> Floats:
    return np.clip(room.times_powers(power).floats(), -FAR, FAR)


# --- programmes that have an optimum --------------------------------------------------------------

Limited = TypeVar("Limited", Variable, Row)


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
    ends = (None, 1) if program.maximise else (-1, None)
    limit = Row("gain", program.objective, *ends)
    return replace(
        program,
        variables=tuple(_as_direction(v) for v in program.variables),
        rows=(*(_as_direction(row) for row in program.rows), limit),
        constant=0,
    )


def _as_direction(item: Limited) -> Limited:
    # None for no bound stays, and every other is 0
    return replace(item, lower=item.lower and 0, upper=item.upper and 0)
