"""PuLP with exact answers.

    >>> from fractions import Fraction
    >>> import pulp
    >>> from exactdice.linear.lp.pulp.solver import ExactProblem, ExactSolver, exact_dot, exact_sum
    >>> problem = ExactProblem("blend", pulp.LpMinimize)
    >>> a, b = problem.add_variable("a", lowBound=0), problem.add_variable("b", lowBound=0)
    >>> problem += 3 * a + 2 * b
    >>> problem += a + b == 1, "whole"
    >>> problem += a / 3 + b / 7 >= Fraction(1, 4), "strength"
    >>> _ = problem.solve(ExactSolver())
    >>> a.varValue, b.varValue, pulp.value(problem.objective), problem.valid(0)
    (Fraction(9, 16), Fraction(7, 16), Fraction(41, 16), True)

Model as in any PuLP programme, with ints and Fractions for numbers. Nothing is rounded: the value,
the solution, the duals and the verdict (optimal, infeasible, unbounded) are exact, and each was
checked against its certificate before the solve returned.

**Which class.** `ExactProblem` works the same under PuLP 3.3 and PuLP 4. It is spelled as an
`LpProblem`, and its variables, made by `add_variable`, `add_variable_dicts` or
`add_variable_matrix`, calculate exactly; a float is refused where it enters, and so is an
expression that PuLP itself has made: an `LpProblem` of PuLP has rounded its numbers before any
solver sees them.

**Sums.** `exact_sum` stands for `lpSum` and `exact_dot` for `lpDot`. Python's own `sum` is exact
too.

    >>> problem = ExactProblem("one", pulp.LpMaximize)
    >>> p = problem.add_variable_matrix("p", range(3), 0)
    >>> problem += exact_sum(p) <= 1 - Fraction(1, 6**40), "total"
    >>> problem += exact_dot([1, 2, 3], p)
    >>> _ = problem.solve()
    >>> pulp.value(problem.objective) == 3 - Fraction(3, 6**40)
    True
    >>> pulp.lpSum(p)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    exactdice.exact.errors.InexactError: PuLP's own sums (lpSum, lpDot) add in floats...

**What comes back**, as Fractions:

- `variable.varValue`, `pulp.value(problem.objective)`, `constraint.value()`;
- `constraint.pi`, as in `problem.constraints["strength"].pi`: how fast the optimal objective grows
  with the right-hand side, whatever the sense, as PuLP reports from CBC and (from PuLP 4 on)
  HiGHS; `variable.dj`: the objective's coefficient minus `pi` times the column;
- `constraint.slack`: right-hand side minus left-hand side, as in `LpProblem.assignConsSlack`
  (negative in a `>=` row with room; PuLP's HiGHS reports the distance instead);
- `problem.status`: 1, -1 or -2 (`pulp.LpStatus` of PuLP 3.3, `pulp.LpSolveStatus` of PuLP 4), which
  `solve` returns. Without an optimum the values, `pi`, `dj` and `slack` are None;
- `problem.solverModel.outcome`: the certificate itself. For an infeasible problem `y` combines the
  rows into a contradiction; for an unbounded one `ray` is a direction of endless gain.

    >>> problem = ExactProblem("impossible")
    >>> x = problem.add_variable("x", 0, 1)
    >>> problem += 3 * x >= 3 + Fraction(1, 10**30), "more"
    >>> _ = problem.solve()
    >>> problem.status, problem.solverModel.outcome.status.value
    (-1, 'infeasible')

- A proof file for anyone to check: `write_proof(program_proof(solved.program, solved.outcome),
  path)`, where `solved` is `problem.solverModel`.

    >>> from exactdice import checker, program_proof
    >>> checker.check(program_proof(problem.solverModel.program, problem.solverModel.outcome))
    'no x satisfies the constraints of a programme of 3 constraints on 1 variables, minimised'

**Not offered.** Integer variables are refused by name: there is no exact branch and bound here.
`ExactSolver(mip=False)` solves the relaxation. An `ExactProblem` cannot go to another solver or
into a file exactly; `problem.rounded()` is the plain, rounded `LpProblem` for both. `a <=
expression <= b` raises, since Python would drop its first half: write two constraints.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from numbers import Number
from typing import Any

import pulp

from ....exact.argument_checks import an_instance
from ....exact.errors import ExactDiceError, InexactError, RulesError
from ....exact.numbers import Exact, as_exact, one_of, shown
from ..program import Outcome, Program, Row, Status, Variable, applied, weights_of
from ..solve import optimum
from ..systems import Scaled

__all__ = ["ExactProblem", "ExactSolver", "Solved", "exact_dot", "exact_sum"]

CODES = {Status.OPTIMAL: 1, Status.INFEASIBLE: -1, Status.UNBOUNDED: -2}  # PuLP's own
OfPuLP = Any  # a thing or an answer of PuLP, which has no types
CONTINUOUS = "Continuous"
CATEGORIES = (CONTINUOUS, "Integer", "Binary")  # as PuLP has them
LESS = -1  # PuLP's codes of <=, ==, >=
EQUAL = 0
GREATER = 1
SIDES = {"lowBound": "lower", "upBound": "upper"}
SIGNS = {LESS: "<=", EQUAL: "==", GREATER: ">="}
Index = Any  # of a variable: whatever the user counts by, as in PuLP
Nested = Any  # a variable, or a dict or list of such for each further index


# --- variables, expressions and constraints -------------------------------------------------------
#
# Every number must be exact: a float raises `InexactError` in the operation it enters. Expressions
# never change; an operation returns a new one.


class Expression:
    """A constant plus exact coefficients times variables."""

    __array_ufunc__ = None  # numpy numbers leave the operation to this class

    def __init__(self, coefficients: Mapping[ExactVariable, Exact], constant: Exact = 0) -> None:
        # Copied, so that a mapping of the caller may change without this one.
        self._coefficients = dict(coefficients)
        self.constant = constant

    def items(self) -> list[tuple[ExactVariable, Exact]]:
        """The variables with their coefficients."""
        return list(self._coefficients.items())

    def keys(self) -> list[ExactVariable]:
        """The variables."""
        return list(self._coefficients)

    def __getitem__(self, variable: ExactVariable) -> Exact:
        return self._coefficients.get(variable, 0)

    def value(self) -> Fraction | None:
        """The value in the last optimum; None when a variable has none."""
        total = Fraction(self.constant)
        for variable, coefficient in self.items():
            if variable.varValue is None:
                return None
            total += coefficient * variable.varValue
        return total

    def __repr__(self) -> str:
        terms = [str(v) if c == 1 else f"{shown(c)}*{v}" for v, c in self.items()]
        return " + ".join([*terms, shown(self.constant)] if self.constant or not terms else terms)

    def __add__(self, other: object) -> Expression:
        return total_of([(1, self), (1, other)])

    __radd__ = __add__

    def __sub__(self, other: object) -> Expression:
        return total_of([(1, self), (-1, other)])

    def __rsub__(self, other: object) -> Expression:
        return -self + other

    def __neg__(self) -> Expression:
        return self * -1

    def __pos__(self) -> Expression:
        return self + 0

    def __mul__(self, other: object) -> Expression:
        if isinstance(other, Expression):
            # A product is linear when one side is a constant, whichever it is.
            if self.items() and other.items():
                raise RulesError(f"({self}) * ({other}) is not linear")
            return self * other.constant if self.items() else other * self.constant
        return total_of([(as_exact(other, f"the factor of {self}"), self)])

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Expression:
        if isinstance(other, Expression):
            raise RulesError(f"({self}) / ({other}) is not linear")
        divisor = as_exact(other, f"the divisor of {self}")
        if not divisor:
            raise RulesError(f"({self}) / 0")
        return self * (1 / Fraction(divisor))

    def __le__(self, other: object) -> Constraint:
        return Constraint(self - other, LESS)

    def __ge__(self, other: object) -> Constraint:
        return Constraint(self - other, GREATER)

    def __eq__(self, other: object) -> Constraint:  # type: ignore[override]
        return Constraint(self - other, EQUAL)

    # Defining __eq__ takes the hash away, and variables are keys: by identity, as == is a
    # constraint.
    __hash__ = object.__hash__

    def __iter__(self) -> Iterator[object]:  # PuLP's sums take a stranger for a list, and come here
        raise InexactError(
            f"PuLP's own sums (lpSum, lpDot) add in floats and cannot take {self}: write "
            "exact_sum or exact_dot"
        )

    # It raises as __iter__ does: PuLP's lpDot asks for it before it walks through.
    def __len__(self) -> int:
        return len(list(self))

    # Else Python would ask for the length.
    def __bool__(self) -> bool:
        return True


class ExactVariable(Expression):
    """A variable of an `ExactProblem`, and the expression that it is.

    After a solve, `varValue` and `dj` are Fractions (None when there is no optimum).
    """

    def __init__(
        self, name: str, lowBound: object = None, upBound: object = None, cat: str = CONTINUOUS
    ) -> None:
        super().__init__({self: 1})
        self.name = name
        self.cat = one_of(CATEGORIES, cat, f"the category of {name}")
        self.varValue: Fraction | None = None
        self.dj: Fraction | None = None
        self.bounds(lowBound, upBound)

    def __setattr__(self, name: str, value: object) -> None:
        """Sets it; a bound must be exact, or None for none."""
        if name in SIDES and value is not None:
            value = as_exact(value, f"the {SIDES[name]} bound of {self.name}")
        super().__setattr__(name, value)

    def bounds(self, low: Any, up: Any) -> None:
        """Sets both bounds."""
        self.lowBound: Exact | None = low
        self.upBound: Exact | None = up

    def valid(self, eps: Exact = 0) -> bool:
        """Whether the variable has a value within its bounds."""
        value = self.varValue
        return (
            value is not None
            and (self.lowBound is None or value >= self.lowBound - eps)
            and (self.upBound is None or value <= self.upBound + eps)
        )

    def __repr__(self) -> str:
        return self.name


class Constraint:
    """expression <= 0, == 0 or >= 0.

    After a solve, `pi` and `slack` are Fractions (None when there is no optimum).
    """

    def __init__(self, expression: Expression, sense: int, name: str | None = None) -> None:
        self.expression = expression
        self.sense = sense
        self.name = name
        self.constant = expression.constant
        self.pi: Fraction | None = None
        self.slack: Fraction | None = None

    def __bool__(self) -> bool:
        raise RulesError(
            f"whether {self} holds is not known yet: write a <= e <= b, or a condition on a "
            "constraint, as two constraints"
        )

    def items(self) -> list[tuple[ExactVariable, Exact]]:
        """The variables with their coefficients."""
        return self.expression.items()

    def keys(self) -> list[ExactVariable]:
        """The variables."""
        return self.expression.keys()

    def changeRHS(self, RHS: object) -> None:
        """Replaces the right-hand side."""
        self.constant = -as_exact(RHS, f"the right-hand side of {self.name}")

    def value(self) -> Fraction | None:
        """Left-hand side minus right-hand side in the last optimum."""
        return Expression(dict(self.items()), self.constant).value()

    def valid(self, eps: Exact = 0) -> bool:
        """Whether the constraint holds in the last optimum."""
        value = self.value()
        if value is None:
            return False
        return abs(value) <= eps if self.sense == EQUAL else value * self.sense >= -eps

    def __repr__(self) -> str:
        return f"{Expression(dict(self.items()))} {SIGNS[self.sense]} {shown(-self.constant)}"


def as_expression(term: object) -> Expression:
    """The term as an expression.

    `InexactError` for anything but a variable, an expression and an exact number.
    """
    if isinstance(term, Expression):
        return term
    # By the name of its module, whatever class of whichever version of PuLP it is.
    if not isinstance(term, Number) and type(term).__module__.startswith("pulp"):
        raise InexactError(
            f"an exact expression cannot take a {type(term).__name__} of PuLP: use variables "
            "of an ExactProblem"
        )
    return Expression({}, as_exact(term, "a term of an exact expression"))


def total_of(products: Iterable[tuple[Exact, object]]) -> Expression:
    """The sum of factor times term: a variable, an expression or an exact number."""
    coefficients: dict[ExactVariable, Exact] = {}
    constant: Exact = 0
    for factor, term in products:
        added = as_expression(term)
        constant += added.constant * factor
        for variable, coefficient in added.items():
            coefficients[variable] = coefficients.get(variable, 0) + coefficient * factor
    return Expression({v: c for v, c in coefficients.items() if c}, constant)


# --- problems -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Solved:
    """What an exact solve leaves in `problem.solverModel`: the programme, and its outcome with the
    certificate.
    """

    program: Program
    outcome: Outcome


@dataclass(frozen=True)
class ExactSolver:
    """How an `ExactProblem` is solved.

    - `mip=False`: solve the relaxation of a problem with integer variables, which is refused
      otherwise.
    - `msg`: print one line on how it ended.
    """

    mip: bool = True
    msg: bool = False


class Rows(dict[str, Constraint]):
    """The constraints of a problem as PuLP gives them, which has called them in both ways."""

    def __call__(self) -> list[Constraint]:
        """All, as a list."""
        return list(self.values())


class ExactProblem:
    """A linear programme in PuLP's notation whose coefficients, bounds and solution are exact.

    >>> problem = ExactProblem("bet", pulp.LpMaximize)
    >>> x, y = problem.add_variable("x", 0), problem.add_variable("y", 0, Fraction(1, 3))
    >>> problem += x + y / 2
    >>> problem += 3 * x + y <= 1, "money"
    >>> _ = problem.solve()
    >>> x.varValue, y.varValue, pulp.value(problem.objective)
    (Fraction(2, 9), Fraction(1, 3), Fraction(7, 18))
    >>> problem.constraints["money"].pi
    Fraction(1, 3)
    """

    def __init__(self, name: str = "NoName", sense: int = pulp.LpMinimize) -> None:
        self.name = name
        self.sense = sense
        self.status = 0
        self.solverModel: Solved | None = None
        self._rows: dict[str, Constraint] = {}
        self._columns: dict[str, ExactVariable] = {}
        self._aim: Expression | None = None

    # -- variables --

    def add_variable(
        self, name: str, lowBound: object = None, upBound: object = None, cat: str = CONTINUOUS
    ) -> ExactVariable:
        """A new variable of this problem."""
        if name in self._columns:
            raise RulesError(f"{self.name} has a variable {name} already")
        # As in PuLP: a binary variable is an integer one from 0 to 1, whatever bounds were given.
        if cat == pulp.LpBinary:
            lowBound = 0
            upBound = 1
            cat = pulp.LpInteger
        self._columns[name] = ExactVariable(name, lowBound, upBound, cat)
        return self._columns[name]

    def add_variable_dicts(
        self,
        name: str,
        indices: object,
        lowBound: object = None,
        upBound: object = None,
        cat: str = CONTINUOUS,
    ) -> dict[Index, Nested]:
        """New variables {i: variable}, or {i: {j: variable}} for two lists of indices,
        and so on.
        """
        first, *rest = indices if isinstance(indices, tuple) else (indices,)
        if rest:
            return {
                i: self.add_variable_dicts(f"{name}_{i}", tuple(rest), lowBound, upBound, cat)
                for i in first
            }
        return {i: self.add_variable(f"{name}_{i}", lowBound, upBound, cat) for i in first}

    def add_variable_matrix(
        self,
        name: str,
        indices: object,
        lowBound: object = None,
        upBound: object = None,
        cat: str = CONTINUOUS,
    ) -> list[Nested]:
        """New variables in a list, or in lists of lists for two lists of indices, and so on."""
        lists: list[Nested] = _as_lists(
            self.add_variable_dicts(name, indices, lowBound, upBound, cat)
        )
        return lists

    def variables(self) -> list[ExactVariable]:
        """All variables, in the order in which they were added."""
        return list(self._columns.values())

    def variablesDict(self) -> dict[str, ExactVariable]:
        """{name: variable}."""
        return dict(self._columns)

    def numVariables(self) -> int:
        """How many variables there are."""
        return len(self._columns)

    # -- constraints and the objective --

    def __iadd__(self, other: object) -> ExactProblem:
        item, name = other if isinstance(other, tuple) else (other, None)
        if isinstance(item, Constraint):
            self.addConstraint(item, name)
        elif item is not True:
            if self.objective is not None:
                warnings.warn("Overwriting previously set objective.", stacklevel=2)
            self.setObjective(item)
        return self

    def addConstraint(self, constraint: Constraint, name: str | None = None) -> Constraint:
        """Adds the constraint and returns it."""
        if not isinstance(constraint, Constraint):
            raise InexactError(
                f"{self.name} takes constraints between its own variables, got {_kind(constraint)}"
            )
        name = name or constraint.name or f"_C{len(self._rows) + 1}"
        if name in self._rows:
            raise RulesError(f"{self.name} has a constraint {name} already")
        self._check_owned(constraint.keys(), f"constraint {name}")
        constraint.name = name
        self._rows[name] = constraint
        return constraint

    @property
    def constraints(self) -> Rows:
        """All constraints, in the order in which they were added: called, as a list; by name, as
        in a dict.
        """
        return Rows(self._rows)

    def get_constraint_by_name(self, name: str) -> Constraint | None:
        """The constraint of that name, or None."""
        return self._rows.get(name)

    def numConstraints(self) -> int:
        """How many constraints there are."""
        return len(self._rows)

    @property
    def objective(self) -> Expression | None:
        """The objective; None before it is set."""
        return self._aim

    @objective.setter
    def objective(self, objective: object) -> None:
        if objective is None:
            self._aim = None
            return
        if isinstance(objective, (Constraint, bool)) or not isinstance(
            objective, (Expression, int, Fraction, float)
        ):
            raise InexactError(
                f"{self.name} takes an objective of its own variables, got {_kind(objective)}"
            )
        self._aim = as_expression(objective)
        self._check_owned(self._aim.keys(), "the objective")

    def setObjective(self, objective: object) -> None:
        """Replaces the objective."""
        self.objective = objective

    def _check_owned(self, variables: Iterable[ExactVariable], where: str) -> None:
        for v in variables:
            # Of the same name is not enough: a variable of another problem would take the place of
            # this.
            if self._columns.get(v.name) is not v:
                raise RulesError(
                    f"{where} uses {v}, which is not a variable of {self.name}: create it with "
                    f"{self.name}.add_variable"
                )

    # -- solving --

    def solve(self, solver: ExactSolver | None = None) -> int:
        """The status code of PuLP, which `status` is as well, after the exact solve.

        Values, duals, reduced costs and slacks are Fractions then, and None without an optimum.
        """
        chosen = an_instance(
            ExactSolver() if solver is None else solver,
            ExactSolver,
            "the solver of an ExactProblem",
            "an ExactSolver (problem.rounded() is the model for others)",
        )
        integer = [v.name for v in self.variables() if v.cat != CONTINUOUS]
        # An optimum of the relaxation would be a wrong answer to the question that was asked.
        if chosen.mip and integer:
            raise RulesError(
                f"variable {integer[0]} is an integer variable, and exact branch and bound is not "
                "offered: make it continuous, or solve the relaxation with ExactSolver(mip=False)"
            )
        program = self._build_program()
        outcome = optimum(program)
        self._store_outcome(program, outcome)
        self.solverModel = Solved(program, outcome)
        self.status = CODES[outcome.status]
        if chosen.msg:
            print(f"ExactSolver: {self.name} is {outcome.status}, by {outcome.method}")
        return self.status

    def _build_program(self) -> Program:
        # By identity, as == of two variables makes a constraint.
        columns = {id(v): column for column, v in enumerate(self.variables())}
        rows = []
        for name, row in self._rows.items():
            # Every constraint is an expression compared with 0, its constant on the left side.
            right = -row.constant
            lower = None if row.sense == LESS else right
            upper = None if row.sense == GREATER else right
            rows.append(Row(name, {columns[id(v)]: c for v, c in row.items()}, lower, upper))
        aim = self._aim or Expression({})
        return Program(
            tuple(Variable(v.name, v.lowBound, v.upBound) for v in self.variables()),
            tuple(rows),
            {columns[id(v)]: c for v, c in aim.items()},
            aim.constant,
            maximise=self.sense == pulp.LpMaximize,
        )

    def _store_outcome(self, program: Program, outcome: Outcome) -> None:
        if outcome.status != Status.OPTIMAL:
            for variable in self.variables():
                variable.varValue = variable.dj = None
            for constraint in self._rows.values():
                constraint.pi = constraint.slack = None
            return
        costs = weights_of(program, outcome.y, program.objective).numbers()
        for variable, value, cost in zip(self.variables(), outcome.x, costs, strict=False):
            variable.varValue = Fraction(value)
            variable.dj = Fraction(cost)
        at = Scaled.of(outcome.x)
        rows = zip(self._rows.values(), outcome.y, program.forms, strict=True)
        for constraint, dual, form in rows:
            constraint.pi = Fraction(dual)
            constraint.slack = Fraction(-constraint.constant - applied(form, at))

    def valid(self, eps: Exact = 0) -> bool:
        """Whether every variable and every constraint holds within eps, exactly."""
        return all(v.valid(eps) for v in self.variables()) and all(
            c.valid(eps) for c in self._rows.values()
        )

    def rounded(self) -> OfPuLP:
        """The same model as a plain `pulp.LpProblem`, for other solvers and for files.

        Every number is rounded to a float.
        """
        plain = pulp.LpProblem(self.name, self.sense)
        twins = {}
        for v in self.variables():
            ends = (None if end is None else float(end) for end in (v.lowBound, v.upBound))
            twins[v] = plain.add_variable(v.name, *ends, cat=v.cat)
        if self._aim is not None:
            aim = pulp.lpSum(float(c) * twins[v] for v, c in self._aim.items())
            plain += aim + float(self._aim.constant)
        for name, row in self._rows.items():
            left = pulp.lpSum(float(c) * twins[v] for v, c in row.items())
            right = -float(row.constant)
            compared = {LESS: left <= right, GREATER: left >= right}.get(row.sense, left == right)
            # PuLP 4 refuses a leading underscore
            plain += compared, name if name[:1] != "_" else f"unnamed{name}"
        return plain

    def __repr__(self) -> str:
        lines = [
            f"{self.name}:",
            "MAXIMIZE" if self.sense == pulp.LpMaximize else "MINIMIZE",
            repr(self._aim),
            "SUBJECT TO",
            *(f"{name}: {row}" for name, row in self._rows.items()),
            "VARIABLES",
            *(f"{v.lowBound} <= {v} <= {v.upBound} {v.cat}" for v in self.variables()),
        ]
        return "\n".join(lines)


def _kind(item: object) -> str:
    """The type of what came, and what to do when it is PuLP's own."""
    # By the module, as PuLP 4 has other classes than PuLP 3.
    kind = f"a {type(item).__name__}"
    if type(item).__module__.startswith("pulp"):
        kind += " of PuLP, which may be rounded: use problem.add_variable, exact_sum and exact_dot"
    return kind


def _as_lists(nested: Nested) -> Nested:
    return [_as_lists(inner) for inner in nested.values()] if isinstance(nested, dict) else nested


def exact_sum(terms: Iterable[object]) -> Expression:
    """The sum of the variables, expressions and exact numbers, nothing rounded: the exact `lpSum`.

    >>> x = ExactProblem().add_variable("x")
    >>> exact_sum([x, x, 1])
    2*x + 1
    """
    return total_of([(1, term) for term in terms])


def exact_dot(coefficients: Iterable[object], variables: Iterable[object]) -> Expression:
    """The sum of coefficient times variable, nothing rounded: the exact `lpDot`.

    Both lists must have the same length.

    >>> problem = ExactProblem()
    >>> exact_dot([1, 2], [problem.add_variable("x"), problem.add_variable("y")])
    x + 2*y
    """
    # Both are read to their end first, so that a shorter list is refused and not cut off.
    factors = list(coefficients)
    terms = list(variables)
    if len(factors) != len(terms):
        raise ExactDiceError(
            f"exact_dot needs as many coefficients as variables, got {len(factors)} and "
            f"{len(terms)}"
        )
    return total_of(
        [
            (as_exact(f, f"coefficient {k} of exact_dot"), term)
            for k, (f, term) in enumerate(zip(factors, terms, strict=True))
        ]
    )
