"""Real algebraic numbers, exactly: roots of polynomials in intervals of their own, which stand on a
line, and are known by their irreducible polynomials.

The real roots in an interval with rational ends are found by Descartes' rule of signs and halving
(Vincent, Collins and Akritas): the number of changes of sign in the coefficients of (1+x)^n f((low
+ high x) / (1+x)) is the number of roots between low and high or more, and 0 or 1 changes are
exactly as many roots. All points of a line lie in intervals apart from each other, so that they are
compared by their ends.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING

from flint import arb, fmpq, fmpq_poly, fmpz, fmpz_poly

from ..exact.cost import refuse_digits
from ..exact.numbers import (
    Exact,
    Interval,
    as_exact,
    as_fmpq,
    decimal_text,
    exact_text,
    round_scaled,
    working_precision,
)
from .rational_function import sum_text, term_texts

if TYPE_CHECKING:
    from .expressions import Symbolic  # sympy is slow to import

HALVINGS = 12  # before roots that are too close are looked at without their multiplicities
ONE_MORE = fmpz_poly([1, 1])
AT_POINT = fmpz_poly([])  # beside an interval that is one point
CLOSE = fmpq(1, 1 << 80)  # intervals of points that may be the same are narrowed to this first
NEWTON = 3  # steps of Newton's iteration beyond those that double the digits
BITS = 192  # of balls that tell most signs


# --- roots in an interval -------------------------------------------------------------------------


def sign_at(polynomial: fmpz_poly, at: fmpq) -> int:
    """-1, 0 or 1, as the polynomial is at a rational number."""
    value = polynomial(at)
    return (value > 0) - (value < 0)


def changes_sign(polynomial: fmpz_poly, low: fmpq, high: fmpq) -> bool:
    """Whether the signs at the two numbers are opposite."""
    return sign_at(polynomial, low) * sign_at(polynomial, high) < 0


def changes_between(polynomial: fmpz_poly, low: fmpq, high: fmpq) -> int:
    """How often the signs change after the interval is mapped to 0..infinity: at least the number
    of roots strictly between.

    >>> changes_between(fmpz_poly([-2, 0, 1]), fmpq(1), fmpq(2))
    1
    """
    return _count_changes(_stretch(polynomial, low, high))


def _stretch(polynomial: fmpz_poly, low: fmpq, high: fmpq) -> fmpz_poly:
    """The polynomial whose values over 0..1 are those between low and high, up to a factor."""
    return fmpq_poly(polynomial)(fmpq_poly([low, high - low])).numer()


def _count_changes(unit: fmpz_poly) -> int:
    """The changes of sign for the open interval from 0 to 1."""
    backwards = fmpz_poly(unit.coeffs()[::-1])
    changes = 0
    last = 0
    for coefficient in backwards(ONE_MORE).coeffs():
        sign = (coefficient > 0) - (coefficient < 0)
        if sign * last < 0:
            changes += 1
        last = sign or last
    return changes


def roots_between(polynomial: fmpz_poly, low: fmpq, high: fmpq) -> list[AlgebraicNumber]:
    """The different roots from low to high, ends included, in ascending order; the polynomial is
    not 0.

    >>> found = roots_between(fmpz_poly([0, -2, 0, 1]), fmpq(0), fmpq(2))
    >>> [(root.low, root.high) for root in found]
    [(0, 0), (1, 2)]
    """
    found = []
    if polynomial(low) == 0:
        found.append(AlgebraicNumber(polynomial, low, low))
    found += _isolate_roots(polynomial, low, high)
    if high != low and polynomial(high) == 0:
        found.append(AlgebraicNumber(polynomial, high, high))
    return found


def _isolate_roots(polynomial: fmpz_poly, low: fmpq, high: fmpq) -> Iterator[AlgebraicNumber]:
    pending = [(low, high, _stretch(polynomial, low, high))]
    halvings = 0
    while pending:
        left, right, unit = pending.pop()
        if left == right:
            yield AlgebraicNumber(polynomial, left, right)
            continue
        changes = _count_changes(unit)
        if changes == 1:
            lowest = next(c for c in unit.coeffs() if c != 0)  # its sign is that just after 0
            after = 1 if lowest > 0 else -1
            # Until the polynomial is not 0 at the ends
            while left != right and (polynomial(left) == 0 or polynomial(right) == 0):
                left, right = halved(polynomial, left, right, after)
            yield AlgebraicNumber(polynomial, left, right)
        if changes <= 1:
            continue
        halvings += 1
        if halvings == HALVINGS:
            # The roots that are left may be double: without multiplicities they part in the end.
            # The polynomial with the same roots, all of them simple
            shared = polynomial.gcd(polynomial.derivative())
            if shared.degree() > 0:
                polynomial //= shared
            unit = _stretch(polynomial, left, right)
            pending = [(a, b, _stretch(polynomial, a, b)) for a, b, _ in pending]
        middle = (left + right) / 2
        pending.append((middle, right, _lower_half(unit)(ONE_MORE)))
        if polynomial(middle) == 0:
            pending.append((middle, middle, AT_POINT))
        pending.append((left, middle, _lower_half(unit)))


def _lower_half(unit: fmpz_poly) -> fmpz_poly:
    """The polynomial of the interval from 0 to 1/2 over 0..1."""
    degree = unit.degree()
    return fmpz_poly([c << (degree - k) for k, c in enumerate(map(int, unit.coeffs()))])


def halved(polynomial: fmpz_poly, low: fmpq, high: fmpq, after: int) -> tuple[fmpq, fmpq]:
    """The half of the interval in which the only root lies, or the root twice; `after` is the sign
    just after the low end.
    """
    middle = (low + high) / 2
    sign = sign_at(polynomial, middle)
    if sign == 0:
        return middle, middle
    if sign == after:
        return middle, high
    return low, middle


def root_bound(polynomial: fmpz_poly) -> fmpq:
    """A number beyond all roots, by Cauchy, as a power of 2."""
    leading = abs(polynomial.leading_coefficient())
    beyond = int(2 + max(map(abs, polynomial.coeffs())) // leading)
    return fmpq(2 << beyond.bit_length())


# --- the numbers ----------------------------------------------------------------------------------


class AlgebraicNumber:
    """A real algebraic number: the only root of the polynomial between low and high, where that
    changes its sign, or low = high. The interval is narrowed as it is needed.

    The polynomial is not 0 at the ends unless they are the root. Numbers are equal that are the
    same root of one irreducible polynomial.
    """

    def __init__(self, polynomial: fmpz_poly, low: fmpq, high: fmpq) -> None:
        self.polynomial = polynomial
        self.low = low
        self.high = high
        self._after = sign_at(polynomial, low)

    def copy(self) -> AlgebraicNumber:
        """The same number, for another line."""
        return AlgebraicNumber(self.polynomial, self.low, self.high)

    @property
    def is_exact(self) -> bool:
        """Whether it is known to be rational."""
        return self.low == self.high

    @cached_property
    def _root(self) -> tuple[tuple[int, ...], int]:
        if self.is_exact:
            return (int(-self.low.p), int(self.low.q)), 0
        # One factor has the root, which is the only one of its roots in the interval.
        _, factors = self.polynomial.factor()
        (factor,) = (each for each, _ in factors if changes_sign(each, self.low, self.high))
        coefficients = tuple(map(int, factor.coeffs()))
        for index, known in enumerate(_isolate_all(coefficients)):
            near = known.copy()
            while not _is_apart(near, self):
                if self.low <= near.low and near.high <= self.high:
                    return coefficients, index
                near.narrow()
        raise AssertionError("the interval holds a root")

    @property
    def minimal(self) -> fmpz_poly:
        """The irreducible polynomial."""
        return fmpz_poly(list(self._root[0]))

    @property
    def index(self) -> int:
        """Its place among the real roots of that: 0, 1, ... in ascending order."""
        return self._root[1]

    @property
    def rational(self) -> Exact | None:
        """The number where it is rational."""
        coefficients, _ = self._root
        if len(coefficients) > 2:  # irreducible and not linear
            return None
        constant, slope = coefficients
        return as_exact(fmpq(-constant, slope))

    @property
    def number(self) -> Number:
        """The rational number where it is one."""
        return self if self.rational is None else self.rational

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AlgebraicNumber):
            return NotImplemented
        return self is other or self._root == other._root

    def __hash__(self) -> int:
        return hash(self._root)

    # --- the interval -----------------------------------------------------------------------------

    def narrow(self) -> None:
        """Halve the interval."""
        if not self.is_exact:
            self.low, self.high = halved(self.polynomial, self.low, self.high, self._after)

    def narrow_to(self, width: fmpq) -> None:
        """Narrow the interval until it is at most so wide."""
        if self.high - self.low > width:
            self._narrow_by_newton(width)
        while self.high - self.low > width:
            self.narrow()

    def _narrow_by_newton(self, width: fmpq) -> None:
        """Take a narrow interval around what Newton's iteration finds, if the signs at its ends
        prove that the root is there.
        """
        bits = int((1 / width).ceil()).bit_length() + 4
        slope = self.polynomial.derivative()
        with working_precision(bits + self.polynomial.height_bits()):
            at = arb((self.low + self.high) / 2)
            for _ in range(bits.bit_length() + NEWTON):
                at = (at - self.polynomial(at) / slope(at)).mid()
                if not at.is_finite():
                    return
            near = fmpq((at * (1 << bits)).floor().unique_fmpz() or 0, 1 << bits)
        low = near - width / 4
        high = near + width / 4
        if self.low < low < high < self.high and changes_sign(self.polynomial, low, high):
            self.low = low
            self.high = high

    def is_root_of(self, polynomial: fmpz_poly) -> bool:
        """Whether the polynomial is 0 here, exactly."""
        if polynomial.is_zero():
            return True
        self.narrow_to(CLOSE)
        with working_precision(BITS + polynomial.height_bits()):
            if not polynomial(self.ball()).contains(0):
                return False
        if self.is_exact:  # halving may have met the number itself
            return bool(polynomial(self.low) == 0)
        shared = self.polynomial.gcd(polynomial)
        # A divisor has no other root in the interval, and this one at most once.
        return shared.degree() > 0 and changes_sign(shared, self.low, self.high)

    def is_below(self, number: fmpq) -> bool:
        """Whether it is less than a number that it is not."""
        while self.low <= number <= self.high:
            self.narrow()
        return bool(self.high < number)

    def ball(self) -> arb:
        """A ball around the interval."""
        return arb(arb((self.low + self.high) / 2), arb(self.high - self.low))

    def bounds(self, bits: int = 64) -> Interval:
        """Rational bounds at most 2^-bits apart, between which the irreducible polynomial changes
        its sign once.
        """
        return Interval(*map(as_exact, _narrow_root(*self._root, bits)))

    # --- written ----------------------------------------------------------------------------------

    def expression(self) -> Symbolic:
        """The number for sympy: rational, or a `CRootOf`."""
        from .expressions import real_root

        return real_root(*self._root)

    def decimal(self, places: int = 6) -> str:
        """The number rounded to this many decimals."""
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
        """The number in words: rational, or as a root of its polynomial with six decimals."""
        if self.rational is not None:
            return exact_text(self.rational)
        coefficients, index = self._root
        terms = term_texts({(k,): c for k, c in enumerate(coefficients)}, [name])
        polynomial = sum_text(terms[::-1])
        return f"real root {index + 1} of {polynomial} (about {self.decimal()})"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"AlgebraicNumber({self})"


Number = Exact | AlgebraicNumber  # rational, or a root that is not


def rational_point(value: fmpq) -> AlgebraicNumber:
    """The rational number as a point."""
    return AlgebraicNumber(fmpz_poly([-value.p, value.q]), value, value)


# some intervals each: a few hundred bytes
@lru_cache(maxsize=100_000)
def _isolate_all(coefficients: tuple[int, ...]) -> tuple[AlgebraicNumber, ...]:
    """The real roots of the irreducible polynomial; whoever narrows one takes a copy."""
    polynomial = fmpz_poly(list(coefficients))
    if len(coefficients) == 2:
        return (rational_point(fmpq(-coefficients[0], coefficients[1])),)
    bound = root_bound(polynomial)
    return tuple(roots_between(polynomial, -bound, bound))


# one interval each: some hundred bytes, and more for more bits
@lru_cache(maxsize=100_000)
def _narrow_root(coefficients: tuple[int, ...], index: int, bits: int) -> tuple[fmpq, fmpq]:
    """An interval of a root of the irreducible polynomial at most 2^-bits wide."""
    point = _isolate_all(coefficients)[index].copy()
    point.narrow_to(fmpq(1, 1 << bits))
    return point.low, point.high


def real_roots(polynomial: fmpq_poly) -> list[AlgebraicNumber]:
    """All different real roots of a polynomial that is not 0, in ascending order.

    >>> [str(root) for root in real_roots(fmpq_poly([0, -2, 0, 1]))]
    ['real root 1 of x^2 - 2 (about -1.414214)', '0', 'real root 2 of x^2 - 2 (about 1.414214)']
    """
    _, factors = polynomial.numer().factor()
    every = [tuple(map(int, factor.coeffs())) for factor, _ in factors if factor.degree() > 0]
    return in_order(root for coefficients in every for root in _isolate_all(coefficients))


# --- points of a line -----------------------------------------------------------------------------


class Line:
    """All points that have come up, in ascending order; each number is one point."""

    def __init__(self) -> None:
        self.points: list[AlgebraicNumber] = []

    def rational(self, value: Exact | fmpq) -> AlgebraicNumber:
        """The point of a rational number."""
        return self.point(rational_point(as_fmpq(value)))

    def roots(self, polynomial: fmpz_poly, low: fmpq, high: fmpq) -> list[AlgebraicNumber]:
        """The different roots of the polynomial from low to high, in ascending order."""
        return [self.point(found) for found in roots_between(polynomial, low, high)]

    def roots_from(
        self, polynomial: fmpz_poly, lower: AlgebraicNumber, upper: AlgebraicNumber
    ) -> list[AlgebraicNumber]:
        """The roots from one point of the line to another."""
        low = lower.low
        high = upper.high
        return [
            point
            for point in self.roots(polynomial, low, high)
            if low <= point.low and point.high <= high
        ]

    def roots_inside(
        self, polynomials: Iterable[fmpz_poly], lower: AlgebraicNumber, upper: AlgebraicNumber
    ) -> list[AlgebraicNumber]:
        """The roots of all the polynomials strictly between two points of the line."""
        found = [root for each in polynomials for root in self.roots(each, lower.low, upper.high)]
        # Only when all are known do they lie apart.
        inside = [at for at in found if lower.high < at.low and at.high < upper.low]
        return distinct(inside)

    def point(self, new: AlgebraicNumber) -> AlgebraicNumber:
        """The point of the line that is this number, which is entered where it is new."""
        while True:
            place = bisect_left(self.points, new.low, key=attrgetter("high"))
            if place == len(self.points) or new.high < self.points[place].low:
                self.points.insert(place, new)
                return new
            # The intervals meet; the next one may meet it as well.
            other = self.points[place]
            if _is_same(other, new):
                return other


def by_low(point: AlgebraicNumber) -> fmpq:
    """By which points of a line, which lie apart, are sorted."""
    return point.low


def distinct(points: Iterable[AlgebraicNumber]) -> list[AlgebraicNumber]:
    """The different points of a line, in ascending order."""
    return sorted({id(point): point for point in points}.values(), key=by_low)


def in_order(roots: Iterable[AlgebraicNumber]) -> list[AlgebraicNumber]:
    """The different roots in ascending order."""
    line = Line()
    for root in roots:
        line.point(root.copy())
    return line.points


def _is_same(one: AlgebraicNumber, other: AlgebraicNumber) -> bool:
    """Whether two points whose intervals meet are one number; else they are narrowed until they are
    apart.
    """
    for rational, point in ((one, other), (other, one)):
        if rational.is_exact:
            # Whether the point is this rational number; if not they are apart afterwards
            at = rational.low
            if point.polynomial(at) == 0:
                # Inside the interval there is no other root.
                point.low = point.high = at
                return True
            while not _is_apart(point, rational):
                point.narrow()
            return False
    if one.polynomial != other.polynomial:
        one.narrow_to(CLOSE)
        other.narrow_to(CLOSE)
        if _is_apart(one, other):
            return False
        if one.is_exact or other.is_exact:  # halving has met the number itself
            return _is_same(one, other)
    shared = one.polynomial.gcd(other.polynomial)
    # A common divisor has the number as a root where the intervals of both meet.
    if shared.degree() > 0 and changes_sign(
        shared, max(one.low, other.low), min(one.high, other.high)
    ):
        return True
    while not _is_apart(one, other):
        one.narrow()
        other.narrow()
    return False


def _is_apart(one: AlgebraicNumber, other: AlgebraicNumber) -> bool:
    return bool(one.high < other.low or other.high < one.low)


def simple_between(lower: AlgebraicNumber, upper: AlgebraicNumber) -> fmpq:
    """A rational number strictly between two points, of a small power of 2 as its denominator."""
    low = lower.high
    high = upper.low
    scale = fmpz(1)
    while True:
        above = (low * scale).floor() + 1
        if above < high * scale:
            return fmpq(above, scale)
        scale *= 2
