"""Statements about values that depend on a symbol: comparisons with 0, and what joins them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from flint import fmpq

from ..errors import QueryError
from ..exact import Exact
from .function import (
    SIGNS,
    Number,
    PiecewiseFunction,
    cells_of,
    counterexample,
    sign_at_point,
    sign_between,
)
from .points import Line, Point
from .rational import Quotient

NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
Signs = tuple[int, ...]  # -1, 0 or 1 for each function


class Condition(ABC):
    """A statement that depends on the signs of functions of one symbol alone."""

    @property
    @abstractmethod
    def functions(self) -> tuple[PiecewiseFunction, ...]:
        """The functions that it compares with 0."""

    @abstractmethod
    def is_true(self, signs: Signs) -> bool:
        """Whether it is so where its functions have these signs."""

    @abstractmethod
    def negated(self) -> Condition:
        """The statement that is true where this one is false."""

    @property
    def name(self) -> str:
        """The symbol."""
        return self.functions[0].name

    def holds(self, low: Exact | None = None, high: Exact | None = None) -> bool:
        """Whether it is true of every number of the domain, or of the part from low to high."""
        return self.failure(low, high) is None

    def failure(self, low: Exact | None = None, high: Exact | None = None) -> Number | None:
        """A number from low to high, or of the domain, of which it is not true; a rational one
        where there is one, None when there is none.
        """
        functions = self.functions
        if low is not None and high is not None:
            functions = tuple(function.between(low, high) for function in functions)
        truths = ((left, right, self.is_true(signs)) for left, right, signs in _signs(functions))
        return counterexample(truths)


@dataclass(frozen=True, repr=False)
class Compared(Condition):
    """The statement that a function compares so with 0."""

    function: PiecewiseFunction
    mark: str

    def __repr__(self) -> str:
        return f"{self.function} {self.mark} 0"

    @property
    def functions(self) -> tuple[PiecewiseFunction, ...]:
        """The one function."""
        return (self.function,)

    def is_true(self, signs: Signs) -> bool:
        """Whether the sign is one of those that the mark allows."""
        (sign,) = signs
        return SIGNS[self.mark](sign)

    def negated(self) -> Condition:
        """The comparison with the opposite mark."""
        return Compared(self.function, NEGATED[self.mark])


@dataclass(frozen=True, repr=False)
class Joined(Condition):
    """The statement that all of these are true (mark "and"), or one of them at least ("or")."""

    mark: str
    parts: tuple[Condition, ...]

    def __repr__(self) -> str:
        return f" {self.mark} ".join(f"({part})" for part in self.parts)

    @property
    def functions(self) -> tuple[PiecewiseFunction, ...]:
        """Those of all parts, one after the other."""
        return tuple(function for part in self.parts for function in part.functions)

    def is_true(self, signs: Signs) -> bool:
        """Whether it is so where its functions have these signs."""
        truths = []
        for part in self.parts:
            count = len(part.functions)
            truths.append(part.is_true(signs[:count]))
            signs = signs[count:]
        return all(truths) if self.mark == "and" else any(truths)

    def negated(self) -> Condition:
        """One that says the opposite of each part, by De Morgan's law."""
        mark = "or" if self.mark == "and" else "and"
        return Joined(mark, tuple(part.negated() for part in self.parts))


def joined_by(mark: str, parts: Sequence[Condition]) -> Condition:
    """The conditions with this mark between them; `QueryError` unless all are about one symbol."""
    names = {part.name: None for part in parts}
    if len(names) > 1:
        raise QueryError(
            f"whether it holds depends on {', '.join(names)}: give numbers to all but one"
        )
    return Joined(mark, tuple(parts)) if len(parts) > 1 else parts[0]


def _signs(functions: Sequence[PiecewiseFunction]) -> Iterator[tuple[Point, Point, Signs]]:
    """The signs of all functions on open intervals and, where both ends are one, at the points
    between them, from left to right; at a jump on either side.
    """
    line = Line()
    is_continuous = all(function.is_continuous for function in functions)
    is_first = True
    for lower, upper, values in cells_of(functions, line):
        if is_first or not is_continuous:
            yield lower, lower, _at(values, lower)
        for left, right in pairwise([lower, *_roots(values, line, lower, upper), upper]):
            yield left, right, tuple(sign_between(value, left, right) for value in values)
            yield right, right, _at(values, right)
        is_first = False


def _at(values: Sequence[Quotient], point: Point) -> Signs:
    return tuple(sign_at_point(value, point) for value in values)


def _roots(values: Sequence[Quotient], line: Line, lower: Point, upper: Point) -> list[Point]:
    """The points strictly between the two at which a value is 0 that is not 0 everywhere, in
    ascending order.
    """
    found: dict[Point, None] = {}
    for value in values:
        if not value.numerator.is_zero():
            found.update(dict.fromkeys(line.roots_inside(value.numerator, lower, upper)))
    # All of them are known now, and points of a line lie apart.
    return sorted(found, key=_low)


def _low(point: Point) -> fmpq:
    return point.low
