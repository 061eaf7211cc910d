"""Chances that sums of n dice are equal, as constant terms of powers, and the proof that they keep
a recurrence with polynomial coefficients.

The chance that a difference of sums is 0 is the constant term of w q^n, for Laurent polynomials q
and w in x made of the generating functions of the dice. Let s be the squarefree part of q: then
s x q'/q is a Laurent polynomial too, and so is for each Laurent polynomial D the derivative

    x (d/dx) (D s q^n) = (x (D s)' + n D s x q'/q) q^n.

Its constant term is 0. So f(n) = CT(w q^n) keeps p_0(n) f(n) + ... + p_r(n) f(n-r) = 0 wherever,
with N = n - r, a D solves the linear system

    x (D s)' + N D s x q'/q = w (p_0(N+r) q^r + ... + p_r(N+r)).

Its K unknowns are the coefficients of D, its matrix is of degree 1 in N and its right side of
degree d. For N >= 0 the matrix has rank K, as no D s q^N is constant. A system that can be solved
at K + d + 1 values of N can be solved at all N >= 0: the minors of order K + 1 are polynomials of
degree K + d at most, and vanish.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import NamedTuple

from flint import fmpq, fmpq_poly, fmpz_mat, fmpz_poly

from ..distribution import Distribution
from ..exact import Exact, as_fmpq
from ..queries.syntax import Arithmetic, Call, Comparison, Node
from .models import Asked

Laurent = dict[int, fmpq]  # {exponent: coefficient}
MOST_ENTRIES = 4_000_000  # of all matrices of a proof
WHY = (
    "the chance is the constant term of w q^n, and the recurrence applied to w q^n is a derivative "
    "x (d/dx) (D s q^n), whose constant term is 0"
)


@dataclass(frozen=True)
class ConstantTerm:
    """f(n) is the constant term of w q^n for n >= 0."""

    w: Laurent
    q: Laurent


class Dice(NamedTuple):
    """slope n + offset dice of one law, which are added, or for the sign -1 subtracted."""

    sign: int
    law: Distribution[Exact]
    slope: int
    offset: int


@dataclass(frozen=True)
class Side:
    """The sum of dice and of the number slope n + offset."""

    dice: tuple[Dice, ...] = ()
    slope: Exact = 0
    offset: Exact = 0

    def plus(self, other: Side, sign: int) -> Side:
        """The sum with the other, or the difference for the sign -1."""
        more = tuple(dice._replace(sign=sign * dice.sign) for dice in other.dice)
        slope, offset = self.slope + sign * other.slope, self.offset + sign * other.offset
        return Side(self.dice + more, slope, offset)


def constant_term(node: Node, asked: Asked) -> ConstantTerm | None:
    """The chance of an equality of sums of dice as a constant term; None for another query."""
    if not isinstance(node, Call) or node.name != "chance" or len(node.arguments) != 1:
        return None
    (event,) = node.arguments
    if not isinstance(event, Comparison) or event.marks != ("==",):
        return None
    left, right = (_side(part, asked) for part in event.parts)
    if left is None or right is None:
        return None
    difference = left.plus(right, -1)
    # an order of n dice less some has no dice at first
    if any(dice.offset < 0 for dice in difference.dice):
        return None
    return _term_of(difference)


def _side(node: Node, asked: Asked) -> Side | None:
    if isinstance(node, Arithmetic) and asked.varies(node):
        if node.mark in ("+", "-"):
            left, right = _side(node.left, asked), _side(node.right, asked)
            sign = 1 if node.mark == "+" else -1
            return None if left is None or right is None else left.plus(right, sign)
        if node.mark == "@":
            return _dice(node, asked)
    if asked.varies(node):
        found = asked.sloped(node)
        return None if found is None else Side((), *found)
    value = asked.constant(node)
    if isinstance(value, Distribution):
        return Side((Dice(1, value, 0, 1),))
    return Side((), 0, value) if isinstance(value, Exact) else None


def _dice(node: Arithmetic, asked: Asked) -> Side | None:
    """A line in n dice with one law."""
    line = asked.line(node.left)
    law = None if asked.varies(node.right) else asked.constant(node.right)
    if line is None or not isinstance(law, Distribution):
        return None
    return Side((Dice(1, law, line.slope, line.offset),))


def _term_of(difference: Side) -> ConstantTerm | None:
    """q and w, with x to the power that makes all exponents whole."""
    numbers = [difference.slope, difference.offset]
    numbers += [outcome for dice in difference.dice for outcome in dice.law]
    if not all(isinstance(number, Exact) for number in numbers):
        return None
    scale = reduce(lcm, (Fraction(number).denominator for number in numbers), 1)
    w, q = _monomial(difference.offset, scale), _monomial(difference.slope, scale)
    for sign, law, slope, offset in difference.dice:
        one = {int(sign * scale * outcome): as_fmpq(law.probability(outcome)) for outcome in law}
        w = _product(w, _power(one, offset))
        q = _product(q, _power(one, slope))
    return ConstantTerm(w, q)


def _monomial(exponent: Exact, scale: int) -> Laurent:
    return {int(exponent * scale): fmpq(1)}


def _product(left: Mapping[int, fmpq], right: Mapping[int, fmpq]) -> Laurent:
    found: Laurent = {}
    for i, a in left.items():
        for j, b in right.items():
            found[i + j] = found.get(i + j, fmpq(0)) + a * b
    return {exponent: c for exponent, c in found.items() if c != 0}


def _power(one: Laurent, exponent: int) -> Laurent:
    found: Laurent = {0: fmpq(1)}
    for _ in range(exponent):
        found = _product(found, one)
    return found


# --- the proof ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class System:
    """The linear system of a proof, for each N."""

    squarefree: Laurent  # s
    slope: Laurent  # s x q'/q
    exponents: range  # of D
    recurrence: Sequence[fmpz_poly]
    parts: Sequence[Laurent]  # w q^r, ..., w, as p_0, ..., p_r

    def column(self, exponent: int, N: int) -> Laurent:
        """x (D s)' + N D s x q'/q for D = x^exponent."""
        column = {exponent + i: (exponent + i) * c for i, c in self.squarefree.items()}
        for i, c in self.slope.items():
            column[exponent + i] = column.get(exponent + i, fmpq(0)) + N * c
        return column

    def right(self, N: int) -> Laurent:
        """The right side."""
        order, right = len(self.recurrence) - 1, Laurent()
        for p, part in zip(self.recurrence, self.parts, strict=True):
            factor = fmpq(p(N + order))
            for exponent, c in part.items():
                right[exponent] = right.get(exponent, fmpq(0)) + factor * c
        return right

    def is_solved(self, N: int) -> bool:
        """Whether there is a D at this N."""
        columns = [*(self.column(exponent, N) for exponent in self.exponents), self.right(N)]
        rows = sorted(set().union(*columns))
        entries = [entry for row in rows for entry in _whole_row(columns, row)]
        return int(fmpz_mat(len(rows), len(columns), entries).rank()) < len(columns)


def _whole_row(columns: Sequence[Laurent], row: int) -> list[int]:
    """The coefficients of one power, times what makes them whole."""
    line = [column.get(row, fmpq(0)) for column in columns]
    common = reduce(lcm, (int(entry.q) for entry in line), 1)
    return [int(entry.p) * (common // int(entry.q)) for entry in line]


def keeps(term: ConstantTerm, recurrence: Sequence[fmpz_poly]) -> bool:
    """Whether it is proved that the sequence keeps the recurrence p_0(n) f(n) + p_1(n) f(n-1) + ...
    = 0 for all n from its order on.

    >>> central = ConstantTerm({0: fmpq(1)}, {-1: fmpq(1), 0: fmpq(2), 1: fmpq(1)})
    >>> keeps(central, [fmpz_poly([0, 1]), fmpz_poly([2, -4])])  # n f(n) = (4n - 2) f(n-1)
    True
    >>> keeps(central, [fmpz_poly([0, 1]), fmpz_poly([2, -5])])
    False
    """
    if not min(term.q) < 0 < max(term.q):
        return False
    system = _system(term, recurrence)
    unknowns = len(system.exponents)
    degree = max(p.degree() for p in recurrence)
    places = range(unknowns + degree + 1)
    if len(places) * (unknowns + 1) * (unknowns + len(system.squarefree)) > MOST_ENTRIES:
        return False
    return all(map(system.is_solved, places))


def _system(term: ConstantTerm, recurrence: Sequence[fmpz_poly]) -> System:
    low, high, order = min(term.q), max(term.q), len(recurrence) - 1
    body = fmpq_poly([term.q.get(low + k, fmpq(0)) for k in range(high - low + 1)])
    squarefree = body // body.gcd(body.derivative())
    # q = x^low body, so x q'/q = low + x body'/body
    slope = low * squarefree + fmpq_poly([0, 1]) * (body.derivative() * squarefree // body)
    parts = [term.w]
    for _ in range(order):
        parts.insert(0, _product(parts[0], term.q))
    first, last = order * low + min(term.w), order * high + max(term.w)
    exponents = range(first, last - squarefree.degree() + 1)
    return System(_laurent(squarefree), _laurent(slope), exponents, recurrence, parts)


def _laurent(polynomial: fmpq_poly) -> Laurent:
    return {k: c for k, c in enumerate(polynomial.coeffs()) if c != 0}
