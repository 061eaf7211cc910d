"""ExactProblem: an LpProblem that keeps its rows exact under every version of PuLP.

The manual is `solver.py`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, NoReturn

import pulp

from ...errors import ExactDiceError, InexactError, RulesError
from ...exact import Exact
from .engine import ExactSolver, OfPuLP
from .expressions import CONTINUOUS, Constraint, ExactVariable, Expression, Linear, as_expression

NOT_EXACT = (
    "give the exact model to ExactSolver, or the rounded one, problem.rounded(), to another solver"
)

Index = Any  # of a variable: whatever the user counts by, as in PuLP
Nested = Any  # a variable, or a dict or list of such for each further index


def _rounded_bound(bound: Exact | None) -> float | None:
    return None if bound is None else float(bound)


class Rows(Mapping[str, Constraint]):
    """The constraints of a problem as PuLP gives them, which has called them in both ways."""

    def __init__(self, rows: Mapping[str, Constraint]) -> None:
        self._rows = rows

    def __call__(self) -> list[Constraint]:
        """All, as a list."""
        return list(self._rows.values())

    def __getitem__(self, name: str) -> Constraint:
        return self._rows[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


class ExactProblem(pulp.LpProblem):  # type: ignore[misc]
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

    keeps_exact_rows = True

    def __init__(self, name: str = "NoName", sense: int = pulp.LpMinimize) -> None:
        # Before super(), which sets the objective, a property here that needs these.
        self._rows: dict[str, Constraint] = {}
        self._columns: dict[str, ExactVariable] = {}
        self._aim: Expression | None = None
        self.status = 0
        super().__init__(name, sense)
        # PuLP and the reader of problems look for rows under its own name; both are one dict.
        self._constraints = self._rows

    # -- variables --

    def add_variable(
        self, name: str, lowBound: object = None, upBound: object = None, cat: str = CONTINUOUS
    ) -> ExactVariable:
        """A new variable of this problem."""
        if name in self._columns:
            raise RulesError(f"{self.name} has a variable {name} already")
        # As in PuLP: a binary variable is an integer one from 0 to 1, whatever bounds were given.
        binary = (0, 1, pulp.LpInteger) if cat == pulp.LpBinary else (lowBound, upBound, cat)
        self._columns[name] = ExactVariable(name, *binary)
        return self._columns[name]

    def add_variable_dicts(
        self,
        name: str,
        indices: object,
        lowBound: object = None,
        upBound: object = None,
        cat: str = CONTINUOUS,
        indexStart: list[object] | None = None,
    ) -> dict[Index, Nested]:
        """New variables {i: variable}, or {i: {j: variable}} for two lists of indices,
        and so on.
        """
        first, *rest, template = *_levels(indices), _template(name, indices)
        start = indexStart or []
        if rest:
            return {
                i: self.add_variable_dicts(
                    template, tuple(rest), lowBound, upBound, cat, [*start, i]
                )
                for i in first
            }
        return {i: self.add_variable(template % (*start, i), lowBound, upBound, cat) for i in first}

    def add_variable_dict(
        self,
        name: str,
        indices: object,
        lowBound: object = None,
        upBound: object = None,
        cat: str = CONTINUOUS,
    ) -> dict[Index, ExactVariable]:
        """New variables {i: variable}, or {(i, j): variable} for two lists of indices,
        and so on.
        """
        template = _template(name, indices)
        keys = product(*_levels(indices))
        return {
            k if len(k) > 1 else k[0]: self.add_variable(template % k, lowBound, upBound, cat)
            for k in keys
        }

    def add_variable_matrix(
        self,
        name: str,
        indices: object,
        lowBound: object = None,
        upBound: object = None,
        cat: str = CONTINUOUS,
        indexStart: list[object] | None = None,
    ) -> list[Nested]:
        """New variables in a list, or in lists of lists for two lists of indices, and so on."""
        nested = self.add_variable_dicts(name, indices, lowBound, upBound, cat, indexStart)
        lists: list[Nested] = _as_lists(nested)
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

    def isMIP(self) -> int:
        """1 when some variable is integer, else 0."""
        return int(any(v.cat != CONTINUOUS for v in self.variables()))

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

    def add(self, constraint: Constraint, name: str | None = None) -> None:
        """Adds the constraint."""
        self.addConstraint(constraint, name)

    def addConstraint(self, constraint: Constraint, name: str | None = None) -> Constraint:
        """Adds the constraint and returns it."""
        if not isinstance(constraint, Constraint):
            raise InexactError(
                f"{self.name} takes constraints between its own variables, got {_kind(constraint)}"
            )
        name = name or constraint.name or self.unusedConstraintName()
        if name in self._rows:
            raise RulesError(f"{self.name} has a constraint {name} already")
        self._check_owned(constraint.keys(), f"constraint {name}")
        constraint.name = name
        self._rows[name] = constraint
        return constraint

    def unusedConstraintName(self) -> str:
        """The first of _C1, _C2, ... that no constraint has."""
        number = len(self._rows) + 1
        while f"_C{number}" in self._rows:
            number += 1
        return f"_C{number}"

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
            objective, (Linear, int, Fraction, float)
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

    def solve(self, solver: object = None, **kwargs: object) -> OfPuLP:
        """What PuLP returns from a solve: the status code, from PuLP 4 on LpSolveStats.

        `status` is the code under both.
        """
        chosen = _exact(solver or self.solver or ExactSolver())
        self.solver: OfPuLP = chosen
        return chosen.actualSolve(self, **kwargs)

    def sequentialSolve(
        self,
        objectives: object,
        absoluteTols: object = None,
        relativeTols: object = None,
        solver: object = None,
        debug: bool = False,
    ) -> OfPuLP:
        """What PuLP returns from solving for one objective after another."""
        return super().sequentialSolve(
            objectives, absoluteTols, relativeTols, _exact(solver or ExactSolver()), debug
        )

    def valid(self, eps: Exact = 0) -> bool:
        """Whether every variable and every constraint holds within eps, exactly."""
        return all(v.valid(eps) for v in self.variables()) and all(
            c.valid(eps) for c in self.constraints()
        )

    def roundSolution(self, epsInt: object = None, eps: object = None) -> None:
        """Changes nothing: the values are exact."""

    def fixObjective(self) -> NoReturn:
        """Refuses: only solvers that read floats call it."""
        raise ExactDiceError(f"{self.name} is an ExactProblem: {NOT_EXACT}")

    # -- other forms --

    def copy(self) -> ExactProblem:
        """A problem with the same variables and copies of the constraints, without a solution."""
        other = ExactProblem(self.name, self.sense)
        # The variables are shared: a solve of either problem writes into them.
        other._columns.update(self._columns)
        other._rows.update({name: c.copy() for name, c in self._rows.items()})
        other._aim = self._aim
        return other

    deepcopy = copy

    def rounded(self) -> OfPuLP:
        """The same model as a plain `pulp.LpProblem`, for other solvers and for files.

        Every number is rounded to a float.
        """
        # A new problem: what is rounded must never get back among the exact rows.
        plain = pulp.LpProblem(self.name, self.sense)
        twins = {}
        for v in self.variables():
            low, high = _rounded_bound(v.lowBound), _rounded_bound(v.upBound)
            twins[v] = plain.add_variable(v.name, low, high, cat=v.cat)
        if self._aim is not None:
            aim = pulp.lpSum(float(c) * twins[v] for v, c in self._aim.items())
            plain += aim + float(self._aim.constant)
        for name, row in self._rows.items():
            left = pulp.lpSum(float(c) * twins[v] for v, c in row.items())
            right = -float(row.constant)
            # PuLP 4 refuses a leading underscore
            plain += (
                _compared(left, row.sense, right),
                name if name[:1] != "_" else f"unnamed{name}",
            )
        return plain

    def __repr__(self) -> str:
        lines = [
            f"{self.name}:",
            "MAXIMIZE" if self.sense == pulp.LpMaximize else "MINIMIZE",
            repr(self._aim),
            "SUBJECT TO",
        ]
        lines += [f"{name}: {row}" for name, row in self._rows.items()]
        return "\n".join(
            [
                *lines,
                "VARIABLES",
                *(f"{v.lowBound} <= {v} <= {v.upBound} {v.cat}" for v in self.variables()),
            ]
        )

    def writeLP(self, *args: object, **kwargs: object) -> OfPuLP:
        """What PuLP returns from writing the rounded model."""
        return self.rounded().writeLP(*args, **kwargs)

    def writeMPS(self, *args: object, **kwargs: object) -> OfPuLP:
        """What PuLP returns from writing the rounded model."""
        return self.rounded().writeMPS(*args, **kwargs)

    def toDataclass(self) -> OfPuLP:
        """PuLP's data of the rounded model."""
        return self.rounded().toDataclass()


# What would go past the exact rows is refused by name, rather than answered by what PuLP holds.
def _refused(name: str) -> Callable[..., NoReturn]:
    def method(*_: object, **__: object) -> NoReturn:
        raise ExactDiceError(f"an ExactProblem does not offer {name}: {NOT_EXACT}")

    method.__doc__ = f"Refuses: {name} would go past the exact rows."
    return method


for _name in (
    "extend",
    "addVariable",
    "addVariables",
    "add_column",
    "remove_variables",
    "add_sos_group",
    "toRustModel",
    "coefficients",
):
    setattr(ExactProblem, _name, _refused(_name))


def _exact(solver: object) -> ExactSolver:
    if not isinstance(solver, ExactSolver):
        raise ExactDiceError(f"{type(solver).__name__} cannot solve an ExactProblem: {NOT_EXACT}")
    return solver


def _compared(left: OfPuLP, sense: int, right: float) -> OfPuLP:
    if sense == pulp.LpConstraintLE:
        return left <= right
    return left >= right if sense == pulp.LpConstraintGE else left == right


def _kind(item: object) -> str:
    """The type of what came, and what to do when it is PuLP's own."""
    # By the module, as PuLP 4 has other classes than PuLP 3.
    plain = type(item).__module__.startswith("pulp")
    return f"a {type(item).__name__}" + (
        " of PuLP, which may be rounded: use problem.add_variable, exact_sum and exact_dot"
        if plain
        else ""
    )


def _levels(indices: object) -> tuple[list[Index], ...]:
    return tuple(list(level) for level in (indices if isinstance(indices, tuple) else (indices,)))


def _template(name: str, indices: object) -> str:
    return name if "%" in name else name + "_%s" * len(_levels(indices))


def _as_lists(nested: Nested) -> Nested:
    return [_as_lists(inner) for inner in nested.values()] if isinstance(nested, dict) else nested
