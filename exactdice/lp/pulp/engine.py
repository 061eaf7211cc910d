"""ExactSolver: reads a PuLP problem as a `Program`, solves it exactly, and writes Fractions back.

The manual is `solver.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Any

import pulp

from ...errors import InexactError, RulesError
from ...exact import Exact, as_exact
from ..program import Outcome, Program, Row, Scaled, Status, Variable, applied, reduced_costs
from ..solve import optimum

PULP_4 = hasattr(pulp, "LpSolveStats")  # everything in a Rust core, in 64-bit floats
CODES = {Status.OPTIMAL: 1, Status.INFEASIBLE: -1, Status.UNBOUNDED: -2}  # PuLP's own
LESS = pulp.LpConstraintLE
EQUAL = pulp.LpConstraintEQ
GREATER = pulp.LpConstraintGE
OfPuLP = Any  # a thing or an answer of PuLP, which has no types
ROUNDS = (
    "lpSum, lpDot and LpAffineExpression() start at 0.0 and round what is added: write "
    "exact_sum or exact_dot instead"
)


@dataclass(frozen=True)
class Solved:
    """What an exact solve leaves in `problem.solverModel`.

    The programme and its outcome with the certificate.
    """

    program: Program
    outcome: Outcome


class ExactSolver(pulp.LpSolver):  # type: ignore[misc]
    """A PuLP solver whose answers are exact.

    - `accept_floats`: take a float coefficient, constant or bound as the binary number it is,
      instead of refusing it.
    - `mip=False`: solve the relaxation of a problem with integer variables, which is refused
      otherwise.
    - `msg`: print one line on how it ended.
    """

    name = "ExactSolver"

    def __init__(self, accept_floats: bool = False, mip: bool = True, msg: bool = False) -> None:
        super().__init__(mip=mip, msg=msg, accept_floats=accept_floats)

    def available(self) -> bool:
        """True: it needs no other programme."""
        return True

    def copy(self) -> ExactSolver:
        """The same solver again."""
        return ExactSolver(self.optionsDict["accept_floats"], self.mip, self.msg)

    def solve(self, lp: object, **kwargs: object) -> OfPuLP:
        """What `lp.solve(self)` returns."""
        return (
            self.actualSolve(lp, **kwargs) if PULP_4 or keeps_exact_rows(lp) else super().solve(lp)
        )

    def actualSolve(self, lp: OfPuLP, **_: object) -> OfPuLP:
        """PuLP's status code after the exact solve (from PuLP 4 on, its LpSolveStats)."""
        # PuLP 4 wants to know how long a solve took; version 3 asks for nothing.
        start = pulp.apis.core.clocks() if PULP_4 else None
        model = Model(lp, self.optionsDict["accept_floats"], self.mip)
        outcome = optimum(model.program)
        model.write(outcome)
        lp.solverModel = Solved(model.program, outcome)
        if self.msg:
            print(f"ExactSolver: {lp.name} is {outcome.status}, by {outcome.method}")
        code = CODES[outcome.status]
        if not PULP_4:
            lp.assignStatus(code)
            return code
        lp.status = code
        return self.buildStats(
            lp, code, outcome.status == Status.OPTIMAL, start=start, best_bound=outcome.value
        )


def keeps_exact_rows(problem: object) -> bool:
    """Whether the problem is an `ExactProblem`."""
    return getattr(problem, "keeps_exact_rows", False)


class Model:
    """A PuLP problem beside the exact programme read from it."""

    def __init__(self, problem: OfPuLP, accept_floats: bool, mip: bool) -> None:
        self.problem, self.accept_floats = problem, accept_floats
        _refuse_what_is_not_offered(problem, mip)
        self.variables = list(problem.variables())
        # By identity, as == of two variables of PuLP makes a constraint.
        self.columns = {id(v): column for column, v in enumerate(self.variables)}
        self.constraints = dict(problem._constraints)
        self.forms = {
            name: self._form(c, f"constraint {name}") for name, c in self.constraints.items()
        }
        # Kept beside the forms, as writing back needs the constants exactly as they were read.
        self.constants = {
            name: self._constant_of(c, f"constraint {name}") for name, c in self.constraints.items()
        }
        self.program = self._program()

    def _program(self) -> Program:
        variables = [self._variable(v) for v in self.variables]
        rows = [self._row(name, constraint) for name, constraint in self.constraints.items()]
        objective = self.problem.objective
        form = {} if objective is None else self._form(objective, "the objective")
        constant = 0 if objective is None else self._constant_of(objective, "the objective")
        maximise = self.problem.sense == pulp.LpMaximize
        return Program(tuple(variables), tuple(rows), form, constant, maximise=maximise)

    def _variable(self, v: OfPuLP) -> Variable:
        lower = self._bound(v.lowBound, f"the lower bound of {v.name}")
        return Variable(v.name, lower, self._bound(v.upBound, f"the upper bound of {v.name}"))

    def _bound(self, bound: object, where: str) -> Exact | None:
        return None if bound is None else self._number(bound, where)

    def _row(self, name: str, constraint: OfPuLP) -> Row:
        # PuLP keeps every constraint as an expression compared with 0, its constant on the left
        # side.
        right = -self.constants[name]
        lower = None if constraint.sense == LESS else right
        upper = None if constraint.sense == GREATER else right
        return Row(name, self.forms[name], lower, upper)

    def _form(self, expression: OfPuLP, where: str) -> dict[int, Exact]:
        return {
            self.columns[id(v)]: self._number(c, f"the coefficient of {v.name} in {where}")
            for v, c in expression.items()
        }

    def _number(self, value: object, where: str) -> Exact:
        if not isinstance(value, float):
            return as_exact(value, where)
        # The user asked for it: a float is then the binary fraction that it is.
        if self.accept_floats and isfinite(value):
            return as_exact(Fraction(value))
        try:
            return as_exact(value, where)
        except InexactError as error:
            raise InexactError(
                f"{error}, or take its binary value with ExactSolver(accept_floats=True)"
            ) from None

    def _constant_of(self, expression: OfPuLP, where: str) -> Exact:
        """The constant; of floats only 0.0, PuLP's start of a sum, unless floats are accepted."""
        if self.accept_floats or not isinstance(expression.constant, float):
            return self._number(expression.constant, f"the constant of {where}")
        # PuLP keeps the constant of a constraint and that of its left side
        left_side: OfPuLP = getattr(expression, "expr", expression)
        for value in (expression.constant, left_side.constant):
            if value != 0:
                raise InexactError(
                    f"the constant of {where} is the float {value!r}, which may be rounded: "
                    f"{ROUNDS}"
                )
        return 0

    # -- writing back --

    def write(self, outcome: Outcome) -> None:
        """Puts values, duals, reduced costs and slacks into the problem as Fractions.

        None when there is no optimum.
        """
        program = self.program
        optimal = outcome.status == Status.OPTIMAL
        values = outcome.x if optimal else [None] * len(self.variables)
        costs = reduced_costs(program, outcome.y) if optimal else [None] * len(self.variables)
        for variable, value, cost in zip(self.variables, values, costs, strict=True):
            variable.varValue, variable.dj = _fraction(value), _fraction(cost)
        duals = outcome.y if optimal else [None] * len(self.constraints)
        at = Scaled.of(outcome.x) if optimal else None
        for (name, constraint), dual, form in zip(
            self.constraints.items(), duals, program.forms, strict=True
        ):
            constraint.pi = _fraction(dual)
            constraint.slack = (
                None if at is None else Fraction(-self.constants[name] - applied(form, at))
            )
        # An ExactProblem never held a float; in a plain one PuLP itself calculates with what is
        # left.
        if not keeps_exact_rows(self.problem):
            self._make_exact()

    def _make_exact(self) -> None:
        """Replaces the floats left in a plain problem by the exact numbers they stand for.

        So PuLP's own sums stay exact.
        """
        for name, constraint in self.constraints.items():
            constraint.constant = Fraction(self.constants[name])
        expressions = [constraint.expr for constraint in self.constraints.values()]
        if self.problem.objective is not None:
            self.problem.objective.constant = Fraction(self.program.constant)
            expressions.append(self.problem.objective)
        for expression in expressions:
            for variable, coefficient in expression.items():
                if isinstance(coefficient, float):
                    expression[variable] = Fraction(coefficient)


def _fraction(number: Exact | None) -> Fraction | None:
    return None if number is None else Fraction(number)


def _refuse_what_is_not_offered(problem: OfPuLP, mip: bool) -> None:
    # What was rounded before it came here cannot be made exact again, and must not be called so.
    if PULP_4 and not keeps_exact_rows(problem):
        raise InexactError(
            f"PuLP 4 has already rounded {problem.name} to 64-bit floats: build it as an "
            "ExactProblem instead of an LpProblem"
        )
    integer = [v.name for v in problem.variables() if v.cat != pulp.LpContinuous]
    # An optimum of the relaxation would be a wrong answer to the question that was asked.
    if mip and integer:
        raise RulesError(
            f"variable {integer[0]} is an integer variable, and exact branch and bound is not "
            "offered: "
            "make it continuous, or solve the relaxation with ExactSolver(mip=False)"
        )
    if getattr(problem, "sos1", None) or getattr(problem, "sos2", None):
        raise RulesError(
            f"{problem.name} has special ordered sets, which ExactSolver does not offer"
        )


# So that pulp.getSolver and pulp.listSolvers know it by its name.
if PULP_4:
    pulp.apis.addSolver(ExactSolver)
elif ExactSolver not in pulp.apis._all_solvers:
    pulp.apis._all_solvers.append(ExactSolver)
