"""The exact outcome of a linear programme, its certificate checked."""

from __future__ import annotations

from enum import StrEnum

from flint import fmpz, fmpz_mat

from ..by_entry import matrix_of
from ..errors import UnsolvableError
from ..exact import Exact, one_of, ratio, simplest
from .floats import float_basis
from .pivoting import Basis, Place, SingularBasis, Tableau, slack_basis
from .program import (
    Outcome,
    Program,
    Scaled,
    Status,
    a_program,
    applied,
    crossed_bounds,
    fraction_free,
    integer_form,
    proved,
)

SMALL = 400  # entries below which exact pivoting alone is faster than starting with floats


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
    basis = float_basis(program)
    if basis is not None and engine != Engine.WARM_PIVOTING:
        outcome = at_basis(program, basis)
        # Two exact solves cost less than pivoting when the floats were right, as they mostly are;
        # when they were not, the basis is still a good place to begin.
        if outcome is not None and proved(program, outcome):
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


def at_basis(program: Program, basis: Basis) -> Outcome | None:
    """The point and the dual of the basis as an unchecked OPTIMAL outcome.

    With J the basic variables and R the nonbasic rows: A[R, J] x_J = r_R - A[R, N] x_N, and A[R,
    J]' y_R = c_J. None when the basis is singular.
    """
    n, forms = len(program.variables), program.forms
    chosen = [z for z in range(n) if basis[z] == Place.BASIC]
    tight = [i for i in range(len(forms)) if basis[n + i] != Place.BASIC]
    if len(chosen) != len(tight):
        return None
    x, r = _resting(program, basis)
    y: list[Exact] = [0] * len(forms)
    # Without basic variables the point is at rest and no row has a weight: nothing is to be solved.
    if chosen:
        right = _right_sides(program, tight, x, r)
        costs = [program.objective.get(j, 0) for j in chosen]
        square = _square(program, tight, chosen)
        try:
            basic = _solved(square, right)
            weights = _solved(square.transpose(), costs)
        except ZeroDivisionError:
            return None
        for j, value in zip(chosen, basic, strict=True):
            x[j] = value
        for i, weight in zip(tight, weights, strict=True):
            y[i] = weight * int(forms[i][1])  # the dual of the row before it was scaled
    value = program.constant + applied(integer_form(program.objective), Scaled.of(x))
    return Outcome(Status.OPTIMAL, "float basis, exact solves", simplest(value), tuple(x), tuple(y))


def _right_sides(program: Program, rows: list[int], x: list[Exact], r: list[Exact]) -> list[Exact]:
    """r_R - A[R, N] x_N, each row in integers; x holds 0 for the basic variables."""
    at_rest = Scaled.of(x)
    right = []
    for i in rows:
        entries, scale = program.forms[i]
        # The row times its scale on both sides, so the form is taken with the denominator 1.
        right.append(r[i] * int(scale) - applied((entries, fmpz(1)), at_rest))
    return right


def _square(program: Program, rows: list[int], columns: list[int]) -> fmpz_mat:
    """A[rows, columns], each row in integers."""
    entries = [dict(program.forms[i][0]) for i in rows]
    return fmpz_mat(matrix_of(lambda row, j: row.get(j, 0), entries, columns))


def _resting(program: Program, basis: Basis) -> tuple[list[Exact], list[Exact]]:
    """x and r with each nonbasic variable at its bound and the basic ones 0."""
    at: list[Exact] = []
    for place, item in zip(basis, program.limited(), strict=True):
        bound = {Place.LOWER: item.lower, Place.UPPER: item.upper}.get(place)
        at.append(0 if bound is None else bound)
    return at[: len(program.variables)], at[len(program.variables) :]


def _solved(square: fmpz_mat, right: list[Exact]) -> list[Exact]:
    """The solution of square . x = right; ZeroDivisionError when the matrix is singular."""
    scaled = Scaled.of(right)
    column = fmpz_mat([[n] for n in scaled.numerators])
    top, below = fraction_free(square.solve(column))
    denominator = below * scaled.denominator
    return [simplest(ratio(n, denominator)) for n in top.entries()]
