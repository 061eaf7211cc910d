"""Functions that are a polynomial on each of finitely many open intervals, between exact break
points; their upper envelope.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import sympy
from flint import fmpq, fmpq_poly

from ..errors import QueryError
from ..exact import Exact
from ..symbolic import symbol
from .algebraic import Root, between, compare, in_order, may_vanish, real_roots, value_at, vanishes


@dataclass(frozen=True)
class Piece:
    """Between `lower` and `upper` (open) the value is the polynomial, and exactly the actions in
    `best` attain it.
    """

    lower: Root
    upper: Root
    polynomial: fmpq_poly
    best: tuple[int, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        """Its parts, the polynomial as its coefficients: python-flint neither copies nor pickles
        one.
        """
        return _piece, (self.lower, self.upper, self.polynomial.coeffs(), self.best)

    def expression(self, name: str) -> Any:
        """The polynomial for sympy, factored."""
        p = symbol(name)
        return sympy.factor(
            sum(
                sympy.Rational(int(c.p), int(c.q)) * p**k
                for k, c in enumerate(self.polynomial.coeffs())
            )
        )


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
        return tuple(a.upper for a, b in pairwise(self.pieces) if a.best[:1] != b.best[:1])

    def at(self, value: Exact) -> tuple[Exact, tuple[int, ...]]:
        """The exact value at a rational number of the domain, and the best actions there."""
        point = Root((-value.numerator, value.denominator), 0)
        if compare(point, self.pieces[0].lower) < 0 or compare(point, self.pieces[-1].upper) > 0:
            raise QueryError(
                f"{self.name} must be from {self.pieces[0].lower} to {self.pieces[-1].upper}, "
                f"got {value}"
            )
        if compare(point, self.pieces[0].lower) == 0:
            return value_at(self.pieces[0].polynomial, value), self.at_ends[0]
        for piece, joint in zip(self.pieces, (*self.at_breaks, self.at_ends[1]), strict=True):
            order = compare(point, piece.upper)
            if order <= 0:
                return value_at(piece.polynomial, value), joint if order == 0 else piece.best
        raise AssertionError("the pieces cover the domain")

    def expression(self) -> Any:
        """The whole function for sympy, as a Piecewise."""
        p = symbol(self.name)
        cases = [
            (piece.expression(self.name), p <= piece.upper.expression())
            for piece in self.pieces[:-1]
        ]
        last = self.pieces[-1].expression(self.name)
        return sympy.Piecewise(*cases, (last, True)) if cases else last


def constant(name: str, value: int, lower: Root, upper: Root) -> Pieces:
    """The function that is this number everywhere, with nothing to choose."""
    return Pieces(name, (Piece(lower, upper, fmpq_poly([value]), ()),), ())


def cells(functions: Sequence[Pieces]) -> Iterator[tuple[Root, Root, list[fmpq_poly]]]:
    """The intervals on which every function is one polynomial, with these polynomials."""
    ends = in_order(
        end
        for function in functions
        for piece in function.pieces
        for end in (piece.lower, piece.upper)
    )
    places = [0] * len(functions)
    for lower, upper in pairwise(ends):
        for k, function in enumerate(functions):
            if function.pieces[places[k]].upper == lower:
                places[k] += 1
        yield (
            lower,
            upper,
            [
                function.pieces[place].polynomial
                for function, place in zip(functions, places, strict=True)
            ],
        )


def highest(name: str, candidates: Sequence[tuple[Root, Root, Mapping[int, fmpq_poly]]]) -> Pieces:
    """The largest of the candidates at every point; on each interval {action: polynomial}, each
    action continuous throughout.
    """
    pieces: list[Piece] = []
    joints: list[tuple[int, ...]] = []
    for lower, upper, values in candidates:
        for piece in _largest(values, lower, upper):
            joint = _best_at(piece.lower, piece, values)
            if pieces and _same(pieces[-1], piece) and joint == piece.best:
                pieces[-1] = Piece(pieces[-1].lower, piece.upper, piece.polynomial, piece.best)
                continue
            if pieces:
                joints.append(joint)
            pieces.append(piece)
    ends = (
        _best_at(pieces[0].lower, pieces[0], candidates[0][2]),
        _best_at(pieces[-1].upper, pieces[-1], candidates[-1][2]),
    )
    return Pieces(name, tuple(pieces), tuple(joints), ends)


def _best_at(end: Root, piece: Piece, values: Mapping[int, fmpq_poly]) -> tuple[int, ...]:
    """The actions that are best at an end of the piece."""
    return tuple(d for d, one in values.items() if vanishes(one - piece.polynomial, end))


def _same(left: Piece, right: Piece) -> bool:
    return left.best == right.best and left.polynomial == right.polynomial


def _largest(values: Mapping[int, fmpq_poly], lower: Root, upper: Root) -> Iterator[Piece]:
    """The largest between two points, from left to right: between crossings of one polynomial with
    all others, it is largest or never.
    """
    at = between(lower, upper)
    most = max(polynomial(at) for polynomial in values.values())
    chosen = next(polynomial for polynomial in values.values() if polynomial(at) == most)
    ends = [lower, *_crossings(chosen, values.values(), lower, upper), upper]
    for left, right in pairwise(ends):
        inside = between(left, right)
        if all(polynomial(inside) <= chosen(inside) for polynomial in values.values()):
            yield Piece(
                left,
                right,
                chosen,
                tuple(d for d, polynomial in values.items() if polynomial == chosen),
            )
        else:
            yield from _largest(values, left, right)


def _crossings(
    chosen: fmpq_poly, others: Iterable[fmpq_poly], lower: Root, upper: Root
) -> list[Root]:
    """The points strictly inside at which one of the others equals the chosen polynomial."""
    roots: set[Root] = set()
    for other in others:
        difference = other - chosen
        if other != chosen and may_vanish(difference, lower, upper):
            roots.update(real_roots(difference))
    return in_order(root for root in roots if compare(lower, root) < 0 < compare(upper, root))
