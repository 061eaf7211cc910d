"""The exact outcome of a linear programme, its certificate checked."""

from __future__ import annotations

from enum import StrEnum

from ..argument_checks import no_progress
from ..cost import refuse_costly
from ..errors import UnsolvableError
from ..exact import Progress, one_of
from .from_floats import FEW, FloatSolve
from .highs import Ending
from .pivoting import Basis, SingularBasis, Tableau, slack_basis
from .presolve import Presolved, is_worth
from .program import Outcome, Program, Status, a_program, crossed_bounds, proved

# Entries below which exact pivoting alone is faster than starting with floats, and how many numbers
# the tableau of sparse ones may hold then.
SMALL, SMALL_TABLEAU = 400, 1_000
# Entries of a tableau up to which pivoting from a basis is faster than asking HiGHS again.
QUICK = 20_000


class Engine(StrEnum):
    """Which way to go: AUTO, or one of the ways alone (for tests and measurements)."""

    AUTO = "auto"
    FLOAT_BASIS = "float basis"  # then the two solves; pivoting where they fail
    REFINEMENT = "refinement"  # as for large programmes: nothing dense before all else has failed
    WARM_PIVOTING = "warm pivoting"  # from the float basis, without the two solves
    PIVOTING = "pivoting"  # from the slack basis, no floats


def optimum(
    program: Program, engine: Engine = Engine.AUTO, progress: Progress | None = None
) -> Outcome:
    """The exact outcome of the programme, its certificate checked.

    `progress` is told how many binary digits, or steps of pivoting, are done. Raises `TooCostly`
    where only pivoting is left and the programme is too large for it.

    >>> from exactdice.lp import Program, Row, Variable
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
    if engine == Engine.AUTO and not _is_small(program) and is_worth(program):
        presolved = Presolved(program)
        # Where a bound contradicts another, the programme itself has to show it.
        if not presolved.has_no_point:
            return presolved.outcome(_directly(presolved.program(), engine, progress))
    return _directly(program, engine, progress)


def _is_small(program: Program) -> bool:
    entries = sum(len(row.coefficients) for row in program.rows)
    return entries < SMALL and _tableau(program) < SMALL_TABLEAU


def _directly(program: Program, engine: Engine, progress: Progress | None) -> Outcome:
    """An outcome of the programme as it is."""
    if engine == Engine.PIVOTING or (engine == Engine.AUTO and _is_small(program)):
        return _pivoted(program, None, progress)
    return _from_floats(program, engine, progress)


def _from_floats(program: Program, engine: Engine, progress: Progress | None) -> Outcome:
    """An outcome that floats lead to."""
    only_refined = engine == Engine.REFINEMENT
    solve = FloatSolve(program, progress, few=0 if only_refined else FEW)
    if engine != Engine.WARM_PIVOTING:
        # Two exact solves cost less than pivoting when the floats were right, as they mostly are;
        # when they were not, the basis is still a good place to begin.
        outcome = _sparse(solve, only_refined or _tableau(program) > QUICK)
        if outcome is not None:
            return outcome
    return _pivoted(program, solve.basis, progress)


def _sparse(solve: FloatSolve, is_large: bool) -> Outcome | None:
    """The proved outcome without a tableau; None where it is not found."""
    if solve.ending in (Ending.INFEASIBLE, Ending.UNBOUNDED):
        return solve.without_optimum() or solve.magnified() if is_large else None
    outcome = solve.optimum()
    if outcome is None and is_large:
        outcome = solve.magnified() or solve.without_optimum()
    return outcome


def _tableau(program: Program) -> int:
    """How many numbers the tableau of the programme holds."""
    return (len(program.rows) + 1) * (len(program.variables) + 1)


def _pivoted(program: Program, basis: Basis | None, progress: Progress | None) -> Outcome:
    """The outcome by exact pivoting, from the basis when there is one that serves."""
    _refuse_hopeless(program)
    if basis is not None:
        try:
            return Tableau(program, basis).solve(progress)
        except SingularBasis:
            pass  # floats took nearly equal columns for independent ones
    return Tableau(program, slack_basis(program)).solve(progress)


def _refuse_hopeless(program: Program) -> None:
    """Refuse a tableau that would fill the memory or take hours."""
    rows, columns = len(program.rows), len(program.variables)
    # A pivot is a product for each number of the tableau, and there are rather more than a tenth
    # as many as there are rows.
    refuse_costly(
        f"exact pivoting on {rows} rows and {columns} variables, where floats found no basis that "
        "holds,",
        _tableau(program) * (8 + rows // 10),
        "fewer rows or shorter numbers",
    )
