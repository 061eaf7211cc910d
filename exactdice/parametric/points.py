"""Points of one line: real algebraic numbers, each known by a polynomial and an interval in which
it is the only root. All points of a line lie in intervals apart from each other, so that they are
compared by their ends.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property

from flint import arb, fmpq, fmpz, fmpz_poly

from ..exact import Exact, as_exact, as_fmpq
from ..precision import working_precision
from .algebraic import Root, root_of_factor
from .isolation import halved, roots_between, sign_at

CLOSE = fmpq(1, 1 << 80)  # intervals of points that may be the same are narrowed to this first
NEWTON = 3  # steps of Newton's iteration beyond those that double the digits
BITS = 192  # of balls that tell most signs


class Point:
    """A real algebraic number; its interval is narrowed as it is needed."""

    def __init__(self, polynomial: fmpz_poly, low: fmpq, high: fmpq) -> None:
        self.polynomial, self.low, self.high = polynomial, low, high
        self._after = sign_at(polynomial, low)

    def __reduce__(self) -> tuple[object, ...]:
        """Its numbers: python-flint neither copies nor pickles a polynomial."""
        coefficients = [int(c) for c in self.polynomial.coeffs()]
        return _restored, (coefficients, as_exact(self.low), as_exact(self.high))

    def __repr__(self) -> str:
        return f"Point(about {self.decimal()})"

    def copy(self) -> Point:
        """The same number, for another line."""
        return Point(self.polynomial, self.low, self.high)

    @property
    def is_exact(self) -> bool:
        """Whether it is known to be rational."""
        return self.low == self.high

    def narrow(self) -> None:
        """Halve the interval."""
        if self.is_exact:
            return
        low, high = halved(self.polynomial, self.low, self.high, self._after)
        self.low, self.high = low, high

    def narrow_to(self, width: fmpq) -> None:
        """Narrow the interval until it is at most so wide."""
        if self.high - self.low > width:
            self._guess(width)
        while self.high - self.low > width:
            self.narrow()

    def _guess(self, width: fmpq) -> None:
        """Take a narrow interval around what Newton's iteration finds, if the signs at its ends
        prove that the root is there.
        """
        bits = int((1 / width).ceil()).bit_length() + 4
        with working_precision(bits + self.polynomial.height_bits()):
            near = _newton(self.polynomial, (self.low + self.high) / 2, bits)
        if near is None:
            return
        low, high = near - width / 4, near + width / 4
        if not self.low < low < high < self.high:
            return
        if sign_at(self.polynomial, low) * sign_at(self.polynomial, high) < 0:
            self.low, self.high = low, high

    def is_root_of(self, polynomial: fmpz_poly) -> bool:
        """Whether the polynomial is 0 here, exactly."""
        if polynomial.is_zero():
            return True
        if self.is_exact:
            return bool(polynomial(self.low) == 0)
        if self._surely_apart(polynomial):
            return False
        if self.is_exact:  # halving has met the number itself
            return bool(polynomial(self.low) == 0)
        shared = self.polynomial.gcd(polynomial)
        if shared.degree() == 0:
            return False
        # A divisor has no other root in the interval, and this one at most once.
        return sign_at(shared, self.low) * sign_at(shared, self.high) < 0

    def _surely_apart(self, polynomial: fmpz_poly) -> bool:
        """True only if balls tell that the polynomial is not 0 here."""
        self.narrow_to(CLOSE)
        with working_precision(BITS + polynomial.height_bits()):
            return not polynomial(self.ball()).contains(0)

    def ball(self) -> arb:
        """A ball around the interval."""
        middle = (self.low + self.high) / 2
        return arb(arb(middle), arb(self.high - self.low))

    @cached_property
    def root(self) -> Root:
        """The same number by its irreducible polynomial and its place among the roots of that."""
        if self.is_exact:
            return Root((int(-self.low.p), int(self.low.q)), 0)
        for factor, _ in self.polynomial.factor()[1]:
            if sign_at(factor, self.low) * sign_at(factor, self.high) < 0:
                return root_of_factor(factor, self.low, self.high)
        raise AssertionError("one factor has the root")

    def decimal(self, places: int = 6) -> str:
        """The number rounded to this many decimals."""
        return self.root.decimal(places)


def _restored(coefficients: list[int], low: Exact, high: Exact) -> Point:
    return Point(fmpz_poly(coefficients), as_fmpq(low), as_fmpq(high))


def _newton(polynomial: fmpz_poly, start: fmpq, bits: int) -> fmpq | None:
    """A number of so many bits near a root, as a guess alone; None when there is none."""
    slope = polynomial.derivative()
    at = arb(start)
    for _ in range(bits.bit_length() + NEWTON):
        at = (at - polynomial(at) / slope(at)).mid()
        if not at.is_finite():
            return None
    grid = 1 << bits
    return fmpq((at * grid).floor().unique_fmpz() or 0, grid)


def rational_point(value: fmpq) -> Point:
    """The point of a rational number."""
    return Point(fmpz_poly([-value.p, value.q]), value, value)


class Line:
    """All points that have come up, in ascending order; each number is one point."""

    def __init__(self) -> None:
        self.points: list[Point] = []

    def rational(self, value: Exact | fmpq) -> Point:
        """The point of a rational number."""
        exact = fmpq(value.numerator, value.denominator) if not isinstance(value, fmpq) else value
        return self.point(rational_point(exact))

    def roots(self, polynomial: fmpz_poly, low: fmpq, high: fmpq) -> list[Point]:
        """The different roots of the polynomial from low to high, in ascending order."""
        return [self.point(Point(*found)) for found in roots_between(polynomial, low, high)]

    def roots_inside(self, polynomial: fmpz_poly, lower: Point, upper: Point) -> list[Point]:
        """The roots strictly between two points of the line."""
        found = self.roots(polynomial, lower.low, upper.high)
        return [point for point in found if lower.high < point.low and point.high < upper.low]

    def point(self, new: Point) -> Point:
        """The point of the line that is this number, which is entered where it is new."""
        while True:
            place = bisect_left(self.points, new.low, key=_high)
            if place == len(self.points) or new.high < self.points[place].low:
                self.points.insert(place, new)
                return new
            # The intervals meet; the next one may meet it as well.
            other = self.points[place]
            if _same(other, new):
                return other


def _high(point: Point) -> fmpq:
    return point.high


def _same(one: Point, other: Point) -> bool:
    """Whether two points whose intervals meet are one number; else they are narrowed until they are
    apart.
    """
    if one.is_exact and other.is_exact:
        return bool(one.low == other.low)
    for rational, point in ((one, other), (other, one)):
        if rational.is_exact:
            return _is_at(point, rational)
    if one.polynomial != other.polynomial:
        one.narrow_to(CLOSE)
        other.narrow_to(CLOSE)
        if _apart(one, other):
            return False
        if one.is_exact or other.is_exact:  # halving has met the number itself
            return _same(one, other)
    shared = one.polynomial.gcd(other.polynomial)
    if shared.degree() > 0 and _has_root(shared, one, other):
        return True
    while not _apart(one, other):
        one.narrow()
        other.narrow()
    return False


def _is_at(point: Point, rational: Point) -> bool:
    """Whether the point is this rational number; if not they are apart afterwards."""
    at = rational.low
    if point.polynomial(at) == 0:
        # Inside the interval there is no other root.
        point.low = point.high = at
        return True
    while not _apart(point, rational):
        point.narrow()
    return False


def _apart(one: Point, other: Point) -> bool:
    return bool(one.high < other.low or other.high < one.low)


def _has_root(shared: fmpz_poly, one: Point, other: Point) -> bool:
    """Whether a common divisor has a root where the intervals of both points meet."""
    low, high = max(one.low, other.low), min(one.high, other.high)
    return sign_at(shared, low) * sign_at(shared, high) < 0


def simple_between(lower: Point, upper: Point) -> fmpq:
    """A rational number strictly between two points, of a small power of 2 as its denominator."""
    low, high = lower.high, upper.low
    scale = fmpz(1)
    while True:
        above = (low * scale).floor() + 1
        if above < high * scale:
            return fmpq(above, scale)
        scale *= 2
