"""The exact outcome of a linear programme, its certificate checked."""

from __future__ import annotations

from enum import StrEnum

from ...exact.argument_checks import no_progress
from ...exact.cost import refuse_costly
from ...exact.errors import UnsolvableError
from ...exact.numbers import Progress, one_of
from .from_floats import FloatSolve
from .pivoting import Tableau
from .program import Outcome, Program, Status, a_program, is_crossed, proved

# Entries below which exact pivoting alone is faster than starting with floats, and how many numbers
# the tableau of sparse ones may hold then.
SMALL = 400
SMALL_TABLEAU = 1_000


class Engine(StrEnum):
    """Which way to go: AUTO, or one of the ways alone (for tests and measurements)."""

    AUTO = "auto"
    REFINEMENT = "refinement"  # from floats, each basis proved exactly
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
    crossed = [item.name for item in a_program(program).limited() if is_crossed(item)]
    rows = len(program.rows)
    columns = len(program.variables)
    tableau = (rows + 1) * (columns + 1)  # how many numbers it holds
    entries = sum(len(row.coefficients) for row in program.rows)
    outcome = None
    if crossed:
        outcome = Outcome(Status.INFEASIBLE, "bounds", crossed=crossed[0])
    elif engine == Engine.REFINEMENT or (
        engine == Engine.AUTO and (entries >= SMALL or tableau >= SMALL_TABLEAU)
    ):
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
