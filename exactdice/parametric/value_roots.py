"""The value of a rational function at an algebraic number, as an algebraic number itself: two that
agree to many decimals are told apart, or are known to be equal.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from flint import fmpq, fmpq_mat, fmpq_poly

from ..exact import Bounds, Exact
from .algebraic import Root, real_roots
from .points import Point
from .rational import Quotient

Near = Callable[[fmpq], Exact | Bounds]  # the value, enclosed from an interval so wide

FIRST_WIDTH = fmpq(1, 1 << 128)  # of an interval around the point


def root_at(value: Quotient, point: Point, near: Near) -> Root:
    """The value at the point, where it is finite."""
    minimal = fmpq_poly(point.root.polynomial)
    candidates = real_roots(_minimal_polynomial(value, minimal))
    for halvings in count():
        # Among the roots of its own polynomial only the value itself stays near for ever.
        here = near(FIRST_WIDTH ** (1 << halvings))
        low, high = (here.lower, here.upper) if isinstance(here, Bounds) else (here, here)
        bits = 128 << halvings
        candidates = [root for root in candidates if _meets(root.bounds(bits), low, high)]
        if len(candidates) == 1:
            return candidates[0]
    raise AssertionError("the value is one of the roots")


def _meets(bounds: Bounds, low: Exact, high: Exact) -> bool:
    return bounds.lower <= high and low <= bounds.upper


def _minimal_polynomial(value: Quotient, minimal: fmpq_poly) -> fmpq_poly:
    """The polynomial of least degree with the value as a root, at the roots of an irreducible one.

    It is that of the matrix by which the value multiplies 1, x, ..., x^(n-1) in the field that a
    root x spans.
    """
    degree = minimal.degree()
    under = fmpq_poly(value.denominator) % minimal
    shared, inverse, _ = under.xgcd(minimal)
    power = fmpq_poly(value.numerator) * inverse / shared[0] % minimal
    rows = []
    for _ in range(degree):
        rows += [power[k] for k in range(degree)]
        power = power * fmpq_poly([0, 1]) % minimal
    return fmpq_mat(degree, degree, rows).minpoly()
