"""Functions that are a polynomial on each of finitely many open intervals, between exact break
points; their upper envelope.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import sympy
from flint import fmpq, fmpq_poly

from ..errors import QueryError
from ..exact import Exact
from ..parametric.points import (
    Root,
    compare,
    value_at,
)
from ..symbolic import Symbolic, symbol


@dataclass(frozen=True)
class Piece:
    """Between `lower` and `upper` (open) the value is the polynomial, and exactly the actions in
    `best` attain it.
    """

    lower: Root
    upper: Root
    polynomial: fmpq_poly
    best: tuple[int, ...]

    def __reduce__(self) -> tuple[object, ...]:
        """Its parts, the polynomial as its coefficients: python-flint neither copies nor pickles
        one.
        """
        return _piece, (self.lower, self.upper, self.polynomial.coeffs(), self.best)

    def expression(self, name: str) -> Symbolic:
        """The polynomial for sympy, factored."""
        p = symbol(name)
        terms = []
        for k, c in enumerate(self.polynomial.coeffs()):
            coefficient = sympy.Rational(int(c.p), int(c.q))
            terms.append(coefficient * p**k)
        return sympy.factor(sum(terms))


def _piece(lower: Root, upper: Root, coefficients: list[fmpq], best: tuple[int, ...]) -> Piece:
    return Piece(lower, upper, fmpq_poly(coefficients), best)


@dataclass(frozen=True)
class Pieces:
    """A continuous function of the symbol `name`: its pieces from left to right, and the best
    actions at each point between two.

    A break point is where the polynomial or the set of best actions changes, or where one more
    action is best at that point alone. At the two ends of the domain more actions may be best too:
    `at_ends` are all of them.
    """

    name: str
    pieces: tuple[Piece, ...]
    at_breaks: tuple[tuple[int, ...], ...]
    at_ends: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())

    @property
    def breaks(self) -> tuple[Root, ...]:
        """The break points."""
        return tuple(piece.upper for piece in self.pieces[:-1])

    @property
    def first_best_changes(self) -> tuple[Root, ...]:
        """The break points at which the first best action is another on the two sides."""
        changes = []
        for left, right in pairwise(self.pieces):
            if left.best[:1] != right.best[:1]:
                changes.append(left.upper)
        return tuple(changes)

    def at(self, value: Exact) -> tuple[Exact, tuple[int, ...]]:
        """The exact value at a rational number of the domain, and the best actions there."""
        # a rational is the root of a linear polynomial, so it is compared like any break point
        point = Root((-value.numerator, value.denominator), 0)
        first, last = self.pieces[0], self.pieces[-1]
        if compare(point, first.lower) < 0 or compare(point, last.upper) > 0:
            raise QueryError(f"{self.name} must be from {first.lower} to {last.upper}, got {value}")
        at_first, at_last = self.at_ends
        if compare(point, first.lower) == 0:
            return value_at(first.polynomial, value), at_first
        at_uppers = (*self.at_breaks, at_last)
        for piece, at_upper in zip(self.pieces, at_uppers, strict=True):
            order = compare(point, piece.upper)
            if order > 0:
                continue
            # at a break point both polynomials agree, by continuity; only the best actions differ
            best = at_upper if order == 0 else piece.best
            return value_at(piece.polynomial, value), best
        raise AssertionError("the pieces cover the domain")

    def expression(self) -> Symbolic:
        """The whole function for sympy, as a Piecewise."""
        p = symbol(self.name)
        *before, last = self.pieces
        # by continuity either side may own the break point
        cases = []
        for piece in before:
            inside = p <= piece.upper.expression()
            cases.append((piece.expression(self.name), inside))
        rest = last.expression(self.name)
        return sympy.Piecewise(*cases, (rest, True)) if cases else rest
