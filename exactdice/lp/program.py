"""A linear programme as data, and its outcome with the certificate that proves it.

    minimise or maximise  constant + objective . x
    subject to            row.lower <= row.coefficients . x <= row.upper   for each row
                          variable.lower <= x <= variable.upper             for each variable

None stands for no bound. All numbers are ints or Fractions. Write r for the vector of row
activities, r_i = coefficients_i . x.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from flint import fmpz

from ..doors import an_instance, got
from ..errors import RulesError
from ..exact import Exact, as_exact, ratio, simplest

Vector = tuple[Exact, ...]


@dataclass(frozen=True)
class Variable:
    """A variable between two bounds; None for no bound."""

    name: str
    lower: Exact | None = 0
    upper: Exact | None = None


@dataclass(frozen=True)
class Row:
    """A linear form {column: coefficient} between two bounds; equal bounds make an equation."""

    name: str
    coefficients: Mapping[int, Exact]
    lower: Exact | None = None
    upper: Exact | None = None


@dataclass(frozen=True)
class Program:
    """A linear programme. Raises `InexactError` naming a coefficient that is not exact,
    `RulesError` for a column that does not exist.
    """

    variables: tuple[Variable, ...]
    rows: tuple[Row, ...]
    objective: Mapping[int, Exact] = field(default_factory=dict)
    constant: Exact = 0
    maximise: bool = False

    def __post_init__(self) -> None:
        for name, wanted in (("variables", Variable), ("rows", Row)):
            parts = getattr(self, name)
            if not isinstance(parts, tuple) or not all(isinstance(part, wanted) for part in parts):
                raise RulesError(
                    f"the {name} of a programme must be a tuple of {wanted.__name__}, {got(parts)}"
                )
        an_instance(self.maximise, bool, "maximise", "True or False")
        as_exact(self.constant, "the constant of the objective")
        for item in self.limited():
            for which, bound in (("lower", item.lower), ("upper", item.upper)):
                if bound is not None:
                    as_exact(bound, f"the {which} bound of {item.name}")
        for where, form in (
            ("the objective", self.objective),
            *((f"row {row.name}", row.coefficients) for row in self.rows),
        ):
            for column, coefficient in an_instance(
                form, Mapping, where, "given as {column: coefficient}"
            ).items():
                if column not in range(len(self.variables)):
                    raise RulesError(
                        f"{where} uses column {column}, but there are {len(self.variables)} "
                        "variables"
                    )
                as_exact(
                    coefficient, f"the coefficient of {self.variables[column].name} in {where}"
                )

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """The rows with integers over one denominator each."""
        return tuple(integer_form(row.coefficients) for row in self.rows)

    def limited(self) -> tuple[Variable | Row, ...]:
        """The variables and then the rows: all that has bounds."""
        return (*self.variables, *self.rows)


def a_program(given: object) -> Program:
    """The programme; refuses anything else."""
    return an_instance(given, Program, "the programme", "a Program of exactdice.lp")


class Status(StrEnum):
    """How a linear programme ends."""

    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"


@dataclass(frozen=True)
class Outcome:
    """The outcome of a programme. `prove` has checked it before any function of this package
    returns it.

    - OPTIMAL: `value`, the point `x`, and the dual `y` (one number for each row): the objective
      equals constant + (objective - y A) . x + y . r, which over the bounds alone is nowhere better
      than `value`.
    - INFEASIBLE: `y` with y . r - (y A) . x < 0 for all x and r within their bounds, although r = A
      x makes it 0; or `crossed`, the name of a variable or row whose lower bound is above its
      upper.
    - UNBOUNDED: the feasible point `x` and the direction `ray` that never leaves the bounds and
      always improves.
    - `method`: how it was found.
    """

    status: Status
    method: str
    value: Exact | None = None
    x: Vector = ()
    y: Vector = ()
    ray: Vector = ()
    crossed: str = ""


# --- linear algebra on integers -------------------------------------------------------------------


@dataclass(frozen=True)
class Scaled:
    """Numbers over one common denominator: numerators / denominator."""

    numerators: list[fmpz]
    denominator: fmpz

    @staticmethod
    def of(numbers: Iterable[Exact]) -> Scaled:
        """The numbers over their least common denominator."""
        listed = list(numbers)
        common = lcm(*{n.denominator for n in listed})
        return Scaled([fmpz(n.numerator * (common // n.denominator)) for n in listed], fmpz(common))


def fraction_free(matrix: Any) -> tuple[Any, fmpz]:
    """The rational matrix as (integer matrix, common denominator)."""
    numerators, denominator = matrix.numer_denom()
    return numerators, denominator


Form = tuple[
    tuple[tuple[int, fmpz], ...], fmpz
]  # ((column, integer), ...) and the denominator of them all


def integer_form(form: Mapping[int, Exact]) -> Form:
    """The linear form with integers over one denominator, zeros left out."""
    scaled = Scaled.of(form.values())
    return tuple(
        (column, n) for column, n in zip(form, scaled.numerators, strict=True) if n
    ), scaled.denominator


def applied(form: Form, x: Scaled) -> Exact:
    """form . x"""
    entries, denominator = form
    return simplest(
        ratio(
            sum((n * x.numerators[column] for column, n in entries), fmpz(0)),
            denominator * x.denominator,
        )
    )


def combination(program: Program, y: Vector) -> list[Exact]:
    """y A: the coefficient of each variable in the sum of the rows weighted by y."""
    weights = Scaled.of(
        Fraction(w) / int(form[1]) for w, form in zip(y, program.forms, strict=True)
    )
    combined = [fmpz(0)] * len(program.variables)
    for weight, (entries, _) in zip(weights.numerators, program.forms, strict=True):
        if weight:
            for column, n in entries:
                combined[column] += weight * n
    return [simplest(ratio(n, weights.denominator)) for n in combined]


def reduced_costs(program: Program, y: Vector) -> list[Exact]:
    """objective - y A, one number for each variable."""
    return [
        program.objective.get(column, 0) - part
        for column, part in enumerate(combination(program, y))
    ]


def highest(weights: Iterable[Exact], limited: Iterable[Variable | Row]) -> Exact | None:
    """The supremum of weights . z for z within its bounds; None when there is none."""
    terms = []
    for weight, item in zip(weights, limited, strict=True):
        if weight:
            bound = item.upper if weight > 0 else item.lower
            if bound is None:
                return None
            terms.append(weight * bound)
    total = Scaled.of(terms)
    return simplest(ratio(sum(total.numerators, fmpz(0)), total.denominator))


# --- proofs ---------------------------------------------------------------------------------------


def proved(program: Program, outcome: Outcome) -> bool:
    """Whether the certificate proves the outcome, by exact arithmetic from the programme alone."""
    a_program(program)
    an_instance(
        outcome, Outcome, "the outcome", "an Outcome, as exactdice.lp.optimum(program) gives one"
    )
    if outcome.status == Status.OPTIMAL:
        return _feasible(program, outcome.x) and _nothing_better(program, outcome)
    if outcome.status == Status.UNBOUNDED:
        return _feasible(program, outcome.x) and _improves_for_ever(program, outcome.ray)
    if outcome.crossed:
        return outcome.crossed in crossed_bounds(program)
    if len(outcome.y) != len(program.rows):
        return False
    against = highest(
        [*(-part for part in combination(program, outcome.y)), *outcome.y], program.limited()
    )
    return against is not None and against < 0


def crossed_bounds(program: Program) -> list[str]:
    """The names of the variables and rows whose lower bound is above their upper bound."""
    return [
        item.name
        for item in program.limited()
        if item.lower is not None and item.upper is not None and item.lower > item.upper
    ]


def _with_activity(program: Program, x: Vector) -> list[Exact]:
    scaled = Scaled.of(x)
    return [*x, *(applied(form, scaled) for form in program.forms)]


def _feasible(program: Program, x: Vector) -> bool:
    return len(x) == len(program.variables) and all(
        (item.lower is None or item.lower <= z) and (item.upper is None or z <= item.upper)
        for item, z in zip(program.limited(), _with_activity(program, x), strict=True)
    )


def _nothing_better(program: Program, outcome: Outcome) -> bool:
    if len(outcome.y) != len(program.rows):
        return False
    sign = 1 if program.maximise else -1
    weights = [sign * weight for weight in (*reduced_costs(program, outcome.y), *outcome.y)]
    limit = highest(weights, program.limited())
    gained = applied(integer_form(program.objective), Scaled.of(outcome.x))
    return (
        limit is not None and outcome.value == program.constant + gained and sign * gained == limit
    )


def _improves_for_ever(program: Program, ray: Vector) -> bool:
    if len(ray) != len(program.variables):
        return False
    stays = all(
        (step >= 0 or item.lower is None) and (step <= 0 or item.upper is None)
        for item, step in zip(program.limited(), _with_activity(program, ray), strict=True)
    )
    gain = applied(integer_form(program.objective), Scaled.of(ray))
    return stays and (gain > 0 if program.maximise else gain < 0)
