"""Real algebraic numbers: the real roots of polynomials with rational coefficients, each certified
by an interval that isolates it.

A root is known by its irreducible polynomial and its place among that polynomial's real roots; the
interval is a sign change around a simple root, so it can be halved for ever, and two different
roots are always told apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cmp_to_key, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from flint import arb, fmpq, fmpq_poly, fmpz_poly

from ..cost import refuse_digits
from ..exact import (
    Bounds,
    Exact,
    as_exact,
    decimal_text,
    exact_text,
    integer_text,
    round_scaled,
)
from ..precision import working_precision

if TYPE_CHECKING:
    from ..symbolic import Symbolic  # sympy is slow to import

FIRST_BITS = 32  # of an interval: enough to tell most roots apart


@dataclass(frozen=True)
class Root:
    """The real root number `index` (0, 1, ... in ascending order) of the irreducible polynomial
    with these coefficients, lowest first.
    """

    coefficients: tuple[int, ...]
    index: int

    @property
    def polynomial(self) -> fmpz_poly:
        """The irreducible polynomial."""
        return fmpz_poly(list(self.coefficients))

    @property
    def rational(self) -> Exact | None:
        """The root when it is rational."""
        if len(self.coefficients) > 2:  # irreducible and not linear
            return None
        constant, slope = self.coefficients
        return as_exact(fmpq(-constant, slope))

    def bounds(self, bits: int = 64) -> Bounds:
        """Rational bounds at most 2^-bits apart, between which the polynomial changes sign once."""
        low, high = _narrowed(self, bits)
        return Bounds(as_exact(low), as_exact(high))

    def expression(self) -> Symbolic:
        """The root for sympy: rational, or a `CRootOf`."""
        import sympy

        if self.rational is not None:
            return sympy.Rational(self.rational.numerator, self.rational.denominator)
        x = sympy.Symbol("x")
        return sympy.CRootOf(sympy.Poly(list(reversed(self.coefficients)), x), self.index)

    def decimal(self, places: int = 6) -> str:
        """The root rounded to this many decimals."""
        if self.rational is not None:
            return decimal_text(self.rational, places)
        refuse_digits(abs(places))
        bits = 4 * places + 8  # an irrational root is no tie, so its bounds agree in the end
        found = self.bounds(bits)
        while round_scaled(found.lower, places) != round_scaled(found.upper, places):
            bits *= 2
            found = self.bounds(bits)
        return decimal_text(found.lower, places)

    def text(self, name: str = "x") -> str:
        """The root in words: rational, or as a root of its polynomial with six decimals."""
        if self.rational is not None:
            return exact_text(self.rational)
        powers = ["", name, *(f"{name}^{k}" for k in range(2, len(self.coefficients)))]
        terms = [_term(c, power) for c, power in zip(self.coefficients, powers, strict=True) if c]
        polynomial = " + ".join(reversed(terms)).replace("+ -", "- ")
        return f"real root {self.index + 1} of {polynomial} (about {self.decimal()})"

    def __str__(self) -> str:
        return self.text()


def _term(coefficient: int, power: str) -> str:
    if abs(coefficient) == 1 and power:
        return "-" * (coefficient < 0) + power
    return integer_text(coefficient) + (f"*{power}" if power else "")


# some intervals each: a few hundred bytes
@lru_cache(maxsize=100_000)
def _isolated(coefficients: tuple[int, ...]) -> tuple[tuple[fmpq, fmpq], ...]:
    """Disjoint intervals around the real roots of the irreducible polynomial, each certified by a
    change of sign.
    """
    polynomial = fmpz_poly(list(coefficients))
    if len(coefficients) == 2:
        exact = fmpq(-coefficients[0], coefficients[1])
        return ((exact, exact),)
    bits = 64
    while True:  # the roots are simple, so with enough bits the balls part and the signs change
        with working_precision(bits):
            roots: Any = polynomial.complex_roots()  # flint types another polynomial's
            balls = [root.real for root, _ in roots if root.imag == 0]
        found = tuple(_ends(ball, bits) for ball in balls)
        are_apart = all(left[1] < right[0] for left, right in pairwise(found))
        if are_apart and all(_changes_sign(coefficients, ends) for ends in found):
            return found
        bits *= 2


def _changes_sign(coefficients: tuple[int, ...], ends: tuple[fmpq, fmpq]) -> bool:
    low, high = ends
    return _sign(coefficients, low) * _sign(coefficients, high) < 0


def _ends(ball: arb, bits: int) -> tuple[fmpq, fmpq]:
    """The ends of a ball of so many bits, moved a little outwards."""
    middle, radius = (dyadic(part) for part in (ball.mid(), ball.rad()))
    radius = 2 * radius if radius else fmpq(1, 1 << bits)
    return middle - radius, middle + radius


def dyadic(ball: arb) -> fmpq:
    """The number of a ball of radius 0, exactly."""
    mantissa, exponent = ball.man_exp()
    power = fmpq(1 << abs(int(exponent)))
    return fmpq(mantissa) * (power if exponent >= 0 else 1 / power)


def _sign(coefficients: tuple[int, ...], at: fmpq) -> int:
    value = fmpz_poly(list(coefficients))(at)
    return (value > 0) - (value < 0)


# one interval each: some hundred bytes, and more for more bits
@lru_cache(maxsize=100_000)
def _narrowed(root: Root, bits: int) -> tuple[fmpq, fmpq]:
    """The interval of the root halved until it is at most 2^-bits wide."""
    if bits <= FIRST_BITS:
        low, high = _isolated(root.coefficients)[root.index]
    else:  # on from a wider one, which is kept
        low, high = _narrowed(root, bits // 2)
    below = _sign(root.coefficients, low)
    while high - low > fmpq(1, 1 << bits):
        middle = (low + high) / 2
        sign = _sign(root.coefficients, middle)
        low, high = (middle, high) if sign == below else (low, middle)
    return low, high


def real_roots(polynomial: fmpq_poly) -> list[Root]:
    """All different real roots of a polynomial that is not 0, in ascending order.

    >>> [str(root) for root in real_roots(fmpq_poly([0, -2, 0, 1]))]
    ['real root 1 of x^2 - 2 (about -1.414214)', '0', 'real root 2 of x^2 - 2 (about 1.414214)']
    """
    roots = []
    for factor, _ in polynomial.numer().factor()[1]:
        coefficients = tuple(int(c) for c in factor.coeffs())
        if len(coefficients) > 1:
            roots += [Root(coefficients, index) for index in range(len(_isolated(coefficients)))]
    return in_order(roots)


def root_of_factor(factor: fmpz_poly, low: fmpq, high: fmpq) -> Root:
    """The root of an irreducible polynomial in an interval that holds one of its roots alone, not
    at an end.
    """
    coefficients = tuple(int(c) for c in factor.coeffs())
    for index in range(len(_isolated(coefficients))):
        root = Root(coefficients, index)
        if _lies_between(root, low, high):
            return root
    raise AssertionError("the interval holds a root")


def _lies_between(root: Root, low: fmpq, high: fmpq) -> bool:
    """Whether the root lies in the interval, of whose ends it is none."""
    bits = FIRST_BITS
    while True:
        least, most = _narrowed(root, bits)
        if low <= least and most <= high:
            return True
        if most < low or high < least:
            return False
        bits *= 2


def compare(left: Root, right: Root) -> int:
    """-1, 0 or 1 as the left root is below, equal to or above the right one."""
    if left.coefficients == right.coefficients:
        return (left.index > right.index) - (left.index < right.index)
    bits = FIRST_BITS
    while True:  # different irreducible polynomials have no common root, so the intervals part
        low, high = _narrowed(left, bits)
        other_low, other_high = _narrowed(right, bits)
        # an interval that is no single point has its root strictly inside, so it may touch
        if high < other_low or (high == other_low and low != high):
            return -1
        if other_high < low or (other_high == low and low != high):
            return 1
        bits *= 2


def in_order(roots: Iterable[Root]) -> list[Root]:
    """The different roots in ascending order."""
    return sorted(set(roots), key=cmp_to_key(compare))
