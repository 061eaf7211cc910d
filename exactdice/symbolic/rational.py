"""Rational functions of one symbol, in lowest terms over the integers; of several with parts that
are polynomials in all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq, fmpq_poly, fmpz_poly

from ..exact.numbers import Exact, as_exact, as_fmpq

UNIT = fmpz_poly([1])


@dataclass(slots=True, repr=False)
class Quotient:
    """numerator / denominator, whose leading coefficient is positive.

    Sums and products of polynomials with whole coefficients are whole again, and nothing is
    reduced: the common case of weights that are chances.
    """

    numerator: fmpz_poly
    denominator: fmpz_poly

    @property
    def terms(self) -> list[dict[tuple[int, ...], int]]:
        """{the powers of the symbols: coefficient} above and below."""
        parts = self.numerator, self.denominator
        return [dict(_terms(part)) for part in parts]

    @property
    def degree(self) -> int:
        """The larger degree of the two."""
        return max(self.numerator.degree(), self.denominator.degree())

    @property
    def is_zero(self) -> bool:
        """Whether it is 0 everywhere."""
        return bool(self.numerator.is_zero())

    def at(self, value: fmpq) -> fmpq:
        """Its value at a rational number that is no root of the denominator."""
        return fmpq(1) * self.numerator(value) / self.denominator(value)

    def exactly_at(self, value: Exact) -> Exact:
        """The same as an exact number."""
        return as_exact(self.at(as_fmpq(value)))

    def near(self, value: arb) -> arb:
        """A ball around its values there."""
        if self.denominator.is_one():
            return self.numerator(value)
        return self.numerator(value) / self.denominator(value)

    def __hash__(self) -> int:
        return hash((str(self.numerator), str(self.denominator)))

    def __neg__(self) -> Quotient:
        return Quotient(-self.numerator, self.denominator)

    def __add__(self, other: Quotient) -> Quotient:
        if self.denominator == other.denominator:
            return reduced(self.numerator + other.numerator, self.denominator)
        crossed = self.numerator * other.denominator + other.numerator * self.denominator
        return reduced(crossed, self.denominator * other.denominator)

    def __sub__(self, other: Quotient) -> Quotient:
        return self + -other

    def __mul__(self, other: Quotient) -> Quotient:
        return reduced(self.numerator * other.numerator, self.denominator * other.denominator)

    def __truediv__(self, other: Quotient) -> Quotient:
        return reduced(self.numerator * other.denominator, self.denominator * other.numerator)

    def difference_sign(self, other: Quotient) -> fmpz_poly:
        """A polynomial with the roots of this function less the other."""
        if self.denominator == other.denominator:
            return self.numerator - other.numerator
        return self.numerator * other.denominator - other.numerator * self.denominator

    def derivative(self) -> Quotient:
        """Its derivative."""
        top = self.numerator
        under = self.denominator
        return reduced(top.derivative() * under - top * under.derivative(), under * under)


def _terms(part: Any) -> Iterator[tuple[tuple[int, ...], int]]:
    """The terms of a polynomial with whole coefficients in one symbol or in several."""
    if isinstance(part, fmpz_poly):
        terms = (((k,), c) for k, c in enumerate(part.coeffs()))
    else:
        terms = part.to_dict().items()
    return ((powers, int(c)) for powers, c in terms)


def reduced(numerator: fmpz_poly, denominator: fmpz_poly) -> Quotient:
    """numerator / denominator in lowest terms; the denominator is not 0."""
    if denominator.is_one():
        return Quotient(numerator, denominator)
    shared = numerator.gcd(denominator)  # of the contents too
    if denominator.leading_coefficient() < 0:
        shared = -shared
    if shared.is_one():
        return Quotient(numerator, denominator)
    return Quotient(numerator // shared, denominator // shared)


def quotient_of(body: fmpq_poly) -> Quotient:
    """A polynomial with rational coefficients."""
    return Quotient(body.numer(), fmpz_poly([body.denom()]))


NOTHING = Quotient(fmpz_poly([]), UNIT)
ONE = Quotient(UNIT, UNIT)


def mean(parts: Iterable[tuple[fmpz_poly, Quotient]], total: fmpz_poly) -> Quotient:
    """The sum of weight times function, divided by the total weight."""
    parts = list(parts)
    common = parts[0][1].denominator
    for _, part in parts[1:]:
        if part.denominator != common:
            common = common * (part.denominator // common.gcd(part.denominator))
    summed = 0 * common
    for weight, part in parts:
        if part.denominator != common:
            weight *= common // part.denominator
        summed += weight * part.numerator
    return reduced(summed, total * common)


# --- linear equations -----------------------------------------------------------------------------


def solve_equations_at_once(lines: list[list[Quotient]]) -> list[Quotient] | None:
    """The solution of as many equations as unknowns, each a line of coefficients and what they sum
    to; None when there is no single one.
    """
    lines = list(map(list, lines))
    for k in range(len(lines)):
        usable = [i for i in range(k, len(lines)) if not lines[i][k].is_zero]
        if not usable:
            return None
        pivot = lines.pop(usable[0])
        scaled = [entry / pivot[k] for entry in pivot]
        for line in lines:
            factor = line[k]
            if not factor.is_zero:
                line[:] = [a - factor * b for a, b in zip(line, scaled, strict=True)]
        lines.insert(k, scaled)
    return [line[-1] for line in lines]
