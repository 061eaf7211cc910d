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

from flint import fmpz

from ...exact.argument_checks import an_instance, got
from ...exact.errors import RulesError
from ...exact.numbers import Exact, as_exact, ratio, simplest
from .systems import Scaled, SparseMatrix, array_of

Vector = tuple[Exact, ...]
Coefficients = Mapping[int, Exact]  # by column
Bound = Exact | None  # None for no bound


@dataclass(frozen=True)
class Variable:
    """A variable between two bounds; None for no bound."""

    name: str
    lower: Bound = 0
    upper: Bound = None


@dataclass(frozen=True)
class Row:
    """A linear form {column: coefficient} between two bounds; equal bounds make an equation."""

    name: str
    coefficients: Coefficients
    lower: Bound = None
    upper: Bound = None


@dataclass(frozen=True)
class Program:
    """A linear programme.

    Raises `InexactError` naming a coefficient that is not exact, `RulesError` for a column that
    does not exist.
    """

    variables: tuple[Variable, ...]
    rows: tuple[Row, ...]
    objective: Coefficients = field(default_factory=dict)
    constant: Exact = 0
    maximise: bool = False

    def __post_init__(self) -> None:
        _refuse_other_than("variables", self.variables, Variable)
        _refuse_other_than("rows", self.rows, Row)
        an_instance(self.maximise, bool, "maximise", "True or False")
        # Refused here, where the name of the number is known, rather than deep in a solve.
        as_exact(self.constant, "the constant of the objective")
        for item in self.limited():
            for which, bound in (("lower", item.lower), ("upper", item.upper)):
                if bound is not None:
                    as_exact(bound, f"the {which} bound of {item.name}")
        self._check_form("the objective", self.objective)
        for row in self.rows:
            self._check_form(f"row {row.name}", row.coefficients)

    def _check_form(self, where: str, form: object) -> None:
        coefficients = an_instance(form, Mapping, where, "given as {column: coefficient}")
        # A range holds numbers alone, so that a text or -1 for a column is refused as well.
        columns = range(len(self.variables))
        for column, coefficient in coefficients.items():
            if column not in columns:
                raise RulesError(
                    f"{where} uses column {column}, but there are {len(columns)} variables"
                )
            # Words for a message are made where they may be needed: there are many coefficients.
            if type(coefficient) is not int and type(coefficient) is not Fraction:
                name = self.variables[column].name
                as_exact(coefficient, f"the coefficient of {name} in {where}")

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """The rows with integers over one denominator each."""
        return tuple(integer_form(row.coefficients) for row in self.rows)

    @cached_property
    def matrix(self) -> SparseMatrix:
        """The integers of the forms: the rows, each times its denominator."""
        return SparseMatrix.of([entries for entries, _ in self.forms], len(self.variables))

    @cached_property
    def columns(self) -> SparseMatrix:
        """The same matrix column by column."""
        return self.matrix.transposed()

    @cached_property
    def scales(self) -> list[int]:
        """What x and then the rows are multiplied by in the integer forms."""
        return [1] * len(self.variables) + [int(denominator) for _, denominator in self.forms]

    @cached_property
    def bounds(self) -> list[tuple[Bound, Bound]]:
        """The lower and the upper bound of each x and then of each integer form."""
        return [
            (
                None if item.lower is None else item.lower * scale,
                None if item.upper is None else item.upper * scale,
            )
            for item, scale in zip(self.limited(), self.scales, strict=True)
        ]

    def limited(self) -> tuple[Variable | Row, ...]:
        """The variables and then the rows: all that has bounds."""
        return (*self.variables, *self.rows)

    def gain(self, x: Iterable[Exact]) -> Exact:
        """objective . x"""
        return applied(integer_form(self.objective), Scaled.of(x))


def _refuse_other_than(name: str, parts: object, wanted: type) -> None:
    if not isinstance(parts, tuple) or not all(isinstance(part, wanted) for part in parts):
        raise RulesError(
            f"the {name} of a programme must be a tuple of {wanted.__name__}, {got(parts)}"
        )


def a_program(given: object) -> Program:
    """The programme; refuses anything else."""
    return an_instance(given, Program, "the programme", "a Program of exactdice.linear.lp")


class Status(StrEnum):
    """How a linear programme ends."""

    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"


@dataclass(frozen=True)
class Outcome:
    """The outcome of a programme.

    `proved` has checked it before any function of this package returns it.

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


# --- linear forms in integers ---------------------------------------------------------------------


# ((column, integer), ...) and the denominator of them all
Form = tuple[tuple[tuple[int, fmpz], ...], fmpz]


def integer_form(form: Coefficients) -> Form:
    """The linear form with integers over one denominator, zeros left out."""
    scaled = Scaled.of(form.values())
    entries = zip(form, scaled.numerators, strict=True)
    return tuple(entry for entry in entries if entry[1]), scaled.denominator


def applied(form: Form, x: Scaled) -> Exact:
    """form . x"""
    entries, denominator = form
    # Integers alone in the sum; a Fraction would look for a common divisor at every step.
    total = sum((n * x.numerators[column] for column, n in entries), fmpz(0))
    return simplest(ratio(total, denominator * x.denominator))


def weights_of(program: Program, y: Vector, objective: Coefficients) -> Scaled:
    """objective - y A and then y: the weights of x and r in the objective, whatever y is."""
    # the rows are kept as integers over a denominator, which goes into the weight
    pairs = zip(y, program.forms, strict=True)
    weights = Scaled.of(w / Fraction(int(below)) if below != 1 else w for w, (_, below) in pairs)
    combined = program.columns.times(array_of(weights.numerators))
    costs, below = integer_form(objective)
    reduced = [-below * n for n in combined.tolist()]
    for column, cost in costs:
        reduced[column] += cost * weights.denominator
    duals = Scaled.of(y)
    common = duals.denominator.lcm(below * weights.denominator)
    up = common // (below * weights.denominator)
    up_duals = common // duals.denominator
    return Scaled([n * up for n in reduced] + [n * up_duals for n in duals.numerators], common)


def _extreme(weights: Scaled, limited: Iterable[Variable | Row], sign: int) -> Exact | None:
    """The largest (sign 1) or least (sign -1) weights . z for z within its bounds; None when there
    is none.
    """
    terms = []
    for weight, item in zip(weights.numerators, limited, strict=True):
        if weight:
            # A linear form is largest where each variable is at the bound on its own side.
            bound = item.upper if sign * weight > 0 else item.lower
            if bound is None:
                return None
            if bound:
                terms.append((weight, bound))
    bounds = Scaled.of(bound for _, bound in terms)
    pairs = zip(terms, bounds.numerators, strict=True)
    total = sum((weight * bound for (weight, _), bound in pairs), fmpz(0))
    return simplest(ratio(total, weights.denominator * bounds.denominator))


# --- proofs ---------------------------------------------------------------------------------------


def refuse_no_outcome(program: object, outcome: object) -> None:
    """Raise `RulesError` unless these are a programme and an outcome."""
    a_program(program)
    an_instance(
        outcome,
        Outcome,
        "the outcome",
        "an Outcome, as exactdice.linear.lp.optimum(program) gives one",
    )


def proved(program: Program, outcome: Outcome) -> bool:
    """Whether the certificate proves the outcome, by exact arithmetic from the programme alone."""
    refuse_no_outcome(program, outcome)
    sign = 1 if program.maximise else -1
    if outcome.status != Status.INFEASIBLE and not is_feasible(program, outcome.x):
        return False
    if outcome.status == Status.UNBOUNDED:
        if len(outcome.ray) != len(program.variables):
            return False
        # From a feasible point every step along the ray stays feasible where no bound lies ahead,
        # and each gains the same.
        steps = with_activity(program, outcome.ray).numerators
        for step, (low, high) in zip(steps, program.bounds, strict=True):
            if (step > 0 and high is not None) or (step < 0 and low is not None):
                return False
        return sign * program.gain(outcome.ray) > 0
    # No sum of rows is needed: one item contradicts itself.
    if outcome.status == Status.INFEASIBLE and outcome.crossed:
        return any(item.name == outcome.crossed for item in program.limited() if is_crossed(item))
    if len(outcome.y) != len(program.rows):
        return False
    if outcome.status == Status.INFEASIBLE:
        # y . r - (y A) . x is 0 by r = A x, and below 0 by the bounds: no x can do both (Farkas).
        against = _extreme(weights_of(program, outcome.y, {}), program.limited(), 1)
        return against is not None and against < 0
    # The objective is the weighted sum of x and r for any y, so what the bounds allow it at most is
    # a bound on it; when x reaches the bound, both are optimal (weak duality).
    limit = _extreme(weights_of(program, outcome.y, program.objective), program.limited(), sign)
    gained = program.gain(outcome.x)
    return outcome.value == program.constant + gained and gained == limit


def is_crossed(item: Variable | Row) -> bool:
    """Whether the lower bound is above the upper one."""
    return item.lower is not None and item.upper is not None and item.lower > item.upper


def with_activity(program: Program, x: Vector) -> Scaled:
    """x and then the activities of the integer forms, each row times its denominator."""
    scaled = Scaled.of(x)
    activities = program.matrix.times(array_of(scaled.numerators)).tolist()
    return Scaled(scaled.numerators + activities, scaled.denominator)


def is_feasible(program: Program, x: Vector) -> bool:
    """Whether x has a number for each variable, and all are within their bounds."""
    if len(x) != len(program.variables):
        return False
    at = with_activity(program, x)
    # n / denominator against the bounds, without a division
    for n, (low, high) in zip(at.numerators, program.bounds, strict=True):
        if low is not None and n * low.denominator < low.numerator * at.denominator:
            return False
        if high is not None and n * high.denominator > high.numerator * at.denominator:
            return False
    return True
