"""The real roots of a polynomial in an interval with rational ends, each in an interval of its own.

By Descartes' rule of signs and halving (Vincent, Collins and Akritas): the number of changes of
sign in the coefficients of (1+x)^n f((low + high x) / (1+x)) is the number of roots between low and
high or more, and 0 or 1 changes are exactly as many roots.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flint import fmpq, fmpq_poly, fmpz_poly

HALVINGS = 12  # before roots that are too close are looked at without their multiplicities
ONE_MORE = fmpz_poly([1, 1])
AT_POINT = fmpz_poly([])  # beside an interval that is one point


class Isolated(NamedTuple):
    """One root: alone between low and high, where the polynomial changes its sign, or low = high.

    The polynomial is not 0 at the ends unless they are the root.
    """

    polynomial: fmpz_poly
    low: fmpq
    high: fmpq


def sign_at(polynomial: fmpz_poly, at: fmpq) -> int:
    """-1, 0 or 1, as the polynomial is at a rational number."""
    value = polynomial(at)
    return (value > 0) - (value < 0)


def changes_between(polynomial: fmpz_poly, low: fmpq, high: fmpq) -> int:
    """How often the signs change after the interval is mapped to 0..infinity: at least the number
    of roots strictly between.

    >>> changes_between(fmpz_poly([-2, 0, 1]), fmpq(1), fmpq(2))
    1
    """
    return _changes(_stretched(polynomial, low, high))


def _stretched(polynomial: fmpz_poly, low: fmpq, high: fmpq) -> fmpz_poly:
    """The polynomial whose values over 0..1 are those between low and high, up to a factor."""
    return fmpq_poly(polynomial)(fmpq_poly([low, high - low])).numer()


def _changes(unit: fmpz_poly) -> int:
    """The changes of sign for the open interval from 0 to 1."""
    backwards = fmpz_poly(unit.coeffs()[::-1])
    changes, last = 0, 0
    for coefficient in backwards(ONE_MORE).coeffs():
        sign = (coefficient > 0) - (coefficient < 0)
        if sign * last < 0:
            changes += 1
        last = sign or last
    return changes


def roots_between(polynomial: fmpz_poly, low: fmpq, high: fmpq) -> list[Isolated]:
    """The different roots from low to high, ends included, in ascending order; the polynomial is
    not 0.

    >>> found = roots_between(fmpz_poly([0, -2, 0, 1]), fmpq(0), fmpq(2))
    >>> [(root.low, root.high) for root in found]
    [(0, 0), (1, 2)]
    """
    found = []
    if polynomial(low) == 0:
        found.append(Isolated(polynomial, low, low))
    found += _inside(polynomial, low, high)
    if high != low and polynomial(high) == 0:
        found.append(Isolated(polynomial, high, high))
    return found


def _inside(polynomial: fmpz_poly, low: fmpq, high: fmpq) -> Iterator[Isolated]:
    """The roots strictly between."""
    pending = [(low, high, _stretched(polynomial, low, high))]
    halvings = 0
    while pending:
        left, right, unit = pending.pop()
        if left == right:
            yield Isolated(polynomial, left, right)
            continue
        changes = _changes(unit)
        if changes == 1:
            yield with_clear_ends(polynomial, left, right, _sign_after(unit))
        if changes <= 1:
            continue
        halvings += 1
        if halvings == HALVINGS:
            # The roots that are left may be double: without multiplicities they part in the end.
            polynomial = squarefree(polynomial)
            unit = _stretched(polynomial, left, right)
            pending = [
                (a, b, _stretched(polynomial, a, b) if a != b else AT_POINT) for a, b, _ in pending
            ]
        middle = (left + right) / 2
        pending.append((middle, right, _upper_half(unit)))
        if polynomial(middle) == 0:
            pending.append((middle, middle, AT_POINT))
        pending.append((left, middle, _lower_half(unit)))


def squarefree(polynomial: fmpz_poly) -> fmpz_poly:
    """The polynomial with the same roots, all of them simple."""
    shared = polynomial.gcd(polynomial.derivative())
    return polynomial if shared.degree() <= 0 else polynomial // shared


def _lower_half(unit: fmpz_poly) -> fmpz_poly:
    """The polynomial of the interval from 0 to 1/2 over 0..1."""
    degree = unit.degree()
    return fmpz_poly([c << (degree - k) for k, c in enumerate(map(int, unit.coeffs()))])


def _upper_half(unit: fmpz_poly) -> fmpz_poly:
    """The polynomial of the interval from 1/2 to 1 over 0..1."""
    return _lower_half(unit)(ONE_MORE)


def _sign_after(unit: fmpz_poly) -> int:
    """The sign just after 0: that of the lowest coefficient."""
    lowest = next(c for c in unit.coeffs() if c != 0)
    return 1 if lowest > 0 else -1


def with_clear_ends(polynomial: fmpz_poly, low: fmpq, high: fmpq, after: int) -> Isolated:
    """The only root strictly between, a simple one, in an interval at whose ends the polynomial is
    not 0; `after` is its sign just after the low end.
    """
    while low != high and (polynomial(low) == 0 or polynomial(high) == 0):
        low, high = halved(polynomial, low, high, after)
    return Isolated(polynomial, low, high)


def halved(polynomial: fmpz_poly, low: fmpq, high: fmpq, after: int) -> tuple[fmpq, fmpq]:
    """The half of the interval in which the root lies, or the root twice."""
    middle = (low + high) / 2
    sign = sign_at(polynomial, middle)
    if sign == 0:
        return middle, middle
    return (middle, high) if sign == after else (low, middle)
