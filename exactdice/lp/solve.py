"""The exact outcome of a linear programme, its certificate checked."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import partial

from ..errors import UnsolvableError
from ..exact import one_of
from .elimination import eliminated
from .factors import Factors
from .floats import FloatProgram
from .pivoting import Basis, SingularBasis, Tableau, slack_basis
from .program import Outcome, Program, Status, a_program, crossed_bounds, proved
from .refinement import refined
from .vertex import Vertex, Ways

SMALL = 400  # entries below which exact pivoting alone is faster than starting with floats
FEW = 60  # basic variables up to which elimination is faster than refinement


class Engine(StrEnum):
    """Which way to go: AUTO, or one of the ways alone (for tests and measurements)."""

    AUTO = "auto"
    FLOAT_BASIS = "float basis"  # then the two solves; pivoting where they fail
    WARM_PIVOTING = "warm pivoting"  # from the float basis, without the two solves
    PIVOTING = "pivoting"  # from the slack basis, no floats


def optimum(program: Program, engine: Engine = Engine.AUTO) -> Outcome:
    """The exact outcome of the programme, its certificate checked.

    >>> from exactdice.lp import Program, Row, Variable
    >>> x, y = Variable("x"), Variable("y")
    >>> limit = Row("limit", {0: 1, 1: 2}, upper=3)
    >>> outcome = optimum(Program((x, y), (limit,), {0: 1, 1: 1}, maximise=True))
    >>> outcome.status.value, outcome.value, outcome.x, outcome.y
    ('optimal', 3, (3, 0), (1,))
    """
    engine = one_of(Engine, engine, "engine")
    crossed = crossed_bounds(a_program(program))
    if crossed:
        outcome = Outcome(Status.INFEASIBLE, "bounds", crossed=crossed[0])
    else:
        outcome = _found(program, engine)
    # The one gate for every way: whatever found the outcome, floats among them, nothing leaves
    # unproved.
    if not proved(program, outcome):
        raise UnsolvableError(
            f"no proof for the outcome {outcome.status} by {outcome.method}: please report "
            "this programme"
        )
    return outcome


def _found(program: Program, engine: Engine) -> Outcome:
    """An outcome by the engine, not yet proved."""
    entries = sum(len(form[0]) for form in program.forms)
    if engine == Engine.PIVOTING or (engine == Engine.AUTO and entries < SMALL):
        return Tableau(program, slack_basis(program)).solve()
    floats = FloatProgram.of(program)
    basis = None if floats is None else floats.basis()
    if floats is not None and basis is not None and engine != Engine.WARM_PIVOTING:
        # Two exact solves cost less than pivoting when the floats were right, as they mostly are;
        # when they were not, the basis is still a good place to begin.
        for outcome in _at_basis(program, basis, floats):
            if proved(program, outcome):
                return outcome
    return _pivoted(program, basis)


def _pivoted(program: Program, basis: Basis | None) -> Outcome:
    """The outcome by exact pivoting, from the basis when there is one that serves."""
    if basis is not None:
        try:
            return Tableau(program, basis).solve()
        except SingularBasis:
            pass  # floats took nearly equal columns for independent ones
    return Tableau(program, slack_basis(program)).solve()


def _at_basis(program: Program, basis: Basis, floats: FloatProgram) -> Iterator[Outcome]:
    """The unchecked outcomes at the basis, by each way that serves."""
    vertex = Vertex(program, basis)
    if vertex.is_square:
        for ways in _ways(vertex, floats):
            outcome = vertex.outcome(ways)
            if outcome is not None:
                yield outcome
                return


def _ways(vertex: Vertex, floats: FloatProgram) -> Iterator[Ways]:
    """How the systems of the basis can be solved, the fastest first."""
    by_elimination = Ways("float basis, exact solves", eliminated, eliminated)
    if len(vertex.chosen) <= FEW:
        yield by_elimination
        return
    factors = Factors.of(floats, vertex)
    if factors is not None:
        yield Ways(
            "float basis, refined",
            partial(refined, approximate=factors.point),
            partial(refined, approximate=factors.dual),
        )
    yield by_elimination
