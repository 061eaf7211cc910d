"""Variables, linear expressions and constraints with exact coefficients, spelled as PuLP spells
them.

    2 * x + Fraction(1, 3) * y - 1 <= z

Every number must be exact: a float raises `InexactError` in the operation it enters. Expressions
never change; an operation returns a new one. `exact_sum` is the fast way to add many terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from numbers import Number
from typing import Any

from ....exact.errors import InexactError, RulesError
from ....exact.numbers import Exact, as_exact, one_of, shown

CONTINUOUS = "Continuous"
CATEGORIES = (CONTINUOUS, "Integer", "Binary")  # as PuLP has them
LESS, EQUAL, GREATER = -1, 0, 1  # PuLP's codes of <=, ==, >=
SIDES = {"lowBound": "lower", "upBound": "upper"}
SIGNS = {LESS: "<=", EQUAL: "==", GREATER: ">="}


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
