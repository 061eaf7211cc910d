"""The exact outcome of a linear programme, its certificate checked."""

from __future__ import annotations

from enum import StrEnum

from ...exact.argument_checks import no_progress
from ...exact.cost import refuse_costly
from ...exact.errors import UnsolvableError
from ...exact.numbers import Progress, one_of
from .from_floats import FloatSolve
from .pivoting import Tableau
from .program import Outcome, Program, Status, a_program, crossed_bounds, proved

# Entries below which exact pivoting alone is faster than starting with floats, and how many numbers
# the tableau of sparse ones may hold then.
SMALL, SMALL_TABLEAU = 400, 1_000


class Engine(StrEnum):
    """Which way to go: AUTO, or one of the ways alone (for tests and measurements)."""

    AUTO = "auto"
    REFINEMENT = "refinement"  # from floats, nothing dense before all else has failed
    PIVOTING = "pivoting"  # no floats


def optimum(
    program: Program, engine: Engine = Engine.AUTO, progress: Progress | None = None
) -> Outcome:
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
    engine = one_of(Engine, engine, "engine")
    no_progress(progress)
    crossed = crossed_bounds(a_program(program))
    if crossed:
        outcome = Outcome(Status.INFEASIBLE, "bounds", crossed=crossed[0])
    else:
        outcome = _found(program, engine, progress)
    # The one gate for every way: whatever found the outcome, floats among them, nothing leaves
    # unproved.
    if not proved(program, outcome):
        raise UnsolvableError(
            f"no proof for the outcome {outcome.status} by {outcome.method}: please report "
            "this programme"
        )
    return outcome


def _found(program: Program, engine: Engine, progress: Progress | None) -> Outcome:
    """An outcome by the engine, not yet proved."""
    entries = sum(len(row.coefficients) for row in program.rows)
    is_small = entries < SMALL and _tableau(program) < SMALL_TABLEAU
    if engine == Engine.PIVOTING or (engine == Engine.AUTO and is_small):
        return _pivoted(program, progress)
    # Two exact solves cost less than pivoting when the floats were right, as they mostly are.
    return FloatSolve(program, progress).outcome() or _pivoted(program, progress)


def _tableau(program: Program) -> int:
    """How many numbers the tableau of the programme holds."""
    return (len(program.rows) + 1) * (len(program.variables) + 1)


def _pivoted(program: Program, progress: Progress | None) -> Outcome:
    """The outcome by exact pivoting."""
    rows, columns = len(program.rows), len(program.variables)
    # A tableau may fill the memory or take hours. A pivot is a product for each number of it, and
    # there are rather more than a tenth as many as there are rows.
    refuse_costly(
        f"exact pivoting on {rows} rows and {columns} variables, where floats found no basis that "
        "holds,",
        _tableau(program) * (8 + rows // 10),
        "fewer rows or shorter numbers",
    )
    return Tableau(program).solve(progress)
