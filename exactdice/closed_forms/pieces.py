"""Functions that are a polynomial on each of finitely many open intervals, between exact break
points; their upper envelope.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import sympy
from flint import fmpq, fmpq_poly

from ..errors import QueryError
from ..exact import Exact
from ..symbolic import Symbolic, symbol
from ..parametric.algebraic import Root, between, compare, in_order, may_vanish, real_roots, value_at, vanishes


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


def constant(name: str, value: int, lower: Root, upper: Root) -> Pieces:
    """The function that is this number everywhere, with nothing to choose."""
    return Pieces(name, (Piece(lower, upper, fmpq_poly([value]), ()),), ())


def cells(functions: Sequence[Pieces]) -> Iterator[tuple[Root, Root, list[fmpq_poly]]]:
    """The intervals on which every function is one polynomial, with these polynomials."""
    ends = in_order(_ends(functions))
    later = [iter(function.pieces) for function in functions]
    here = [next(pieces) for pieces in later]  # the piece of each function
    for lower, upper in pairwise(ends):
        for k, piece in enumerate(here):
            if piece.upper == lower:  # ends of pieces are among the ends, so none is skipped
                here[k] = next(later[k])
        yield lower, upper, [piece.polynomial for piece in here]


def _ends(functions: Sequence[Pieces]) -> Iterator[Root]:
    """The two ends of every piece."""
    for function in functions:
        for piece in function.pieces:
            yield piece.lower
            yield piece.upper


def highest(name: str, candidates: Sequence[tuple[Root, Root, Mapping[int, fmpq_poly]]]) -> Pieces:
    """The largest of the candidates at every point; on each interval {action: polynomial}, each
    action continuous throughout.
    """
    pieces: list[Piece] = []
    at_lower: list[tuple[int, ...]] = []  # the best actions at the lower end of each piece
    values: Mapping[int, fmpq_poly] = {}
    for lower, upper, values in candidates:
        for piece in _largest(values, lower, upper):
            # continuous actions: those best at the joint are seen from either side of it
            joint = _best_at(piece.lower, piece, values)
            unbroken = joint == piece.best
            # no break here: value and best actions are the same on both sides and at the joint
            if pieces and unbroken and _same(pieces[-1], piece):
                pieces[-1] = replace(pieces[-1], upper=piece.upper)
            else:
                pieces.append(piece)
                at_lower.append(joint)
    last = pieces[-1]
    at_end = _best_at(last.upper, last, values)
    at_start, *joints = at_lower
    return Pieces(name, tuple(pieces), tuple(joints), (at_start, at_end))


def _best_at(end: Root, piece: Piece, values: Mapping[int, fmpq_poly]) -> tuple[int, ...]:
    """The actions that are best at an end of the piece."""
    # decided by divisibility: rounded values could not tell a tie at an irrational point
    best = []
    for d, polynomial in values.items():
        difference = polynomial - piece.polynomial
        if vanishes(difference, end):
            best.append(d)
    return tuple(best)


def _same(left: Piece, right: Piece) -> bool:
    return left.best == right.best and left.polynomial == right.polynomial


def _largest(values: Mapping[int, fmpq_poly], lower: Root, upper: Root) -> Iterator[Piece]:
    """The largest between two points, from left to right.

    Between its crossings with all others one polynomial is largest throughout or nowhere. The one
    that is largest at some inner point is so on one interval at least, so the others are shorter
    and the recursion ends.
    """
    at = between(lower, upper)
    chosen = max(values.values(), key=lambda polynomial: polynomial(at))
    # actions of one polynomial tie throughout; any other meets it at single points only
    best = tuple(d for d, polynomial in values.items() if polynomial == chosen)
    crossings = _crossings(chosen, values.values(), lower, upper)
    for left, right in pairwise([lower, *crossings, upper]):
        inside = between(left, right)
        most = max(polynomial(inside) for polynomial in values.values())
        # nothing crosses the chosen polynomial between left and right, so one point tells
        if chosen(inside) == most:
            yield Piece(left, right, chosen, best)
        else:
            yield from _largest(values, left, right)


def _crossings(
    chosen: fmpq_poly, others: Iterable[fmpq_poly], lower: Root, upper: Root
) -> list[Root]:
    """The points strictly inside at which one of the others equals the chosen polynomial."""
    roots: set[Root] = set()
    for other in others:
        difference = other - chosen
        # factoring is what costs here, so the rule of signs goes before it
        if other != chosen and may_vanish(difference, lower, upper):
            roots.update(real_roots(difference))
    inside = [root for root in roots if compare(lower, root) < 0 < compare(upper, root)]
    return in_order(inside)
