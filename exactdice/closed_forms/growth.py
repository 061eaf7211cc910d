"""How a sequence with a linear recurrence with constant coefficients grows: its dominant root
exactly, the leading terms exactly, and a bound on all that is left.

The generating function is P/Q, reduced; the roots of the reciprocal of Q are those that count. They
are enclosed in certified discs, and one is called the largest only where its disc lies apart from
all others. Where several share the largest modulus, as for draws that are all even, the sequence is
taken apart by the remainder of n modulo a period after which one root is left in each part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flint import acb, acb_mat, fmpq, fmpq_mat, fmpq_poly, fmpz_poly

from ..exact import Exact, as_exact, as_fmpq
from ..parametric.algebraic import Root, dyadic, root_of_factor
from ..precision import working_precision

LONGEST_PERIOD = 24  # of the parts that a sequence is taken apart into
HIGHEST_DEGREE = 100  # of a polynomial whose roots are told apart
BITS = (128, 1024)  # of the discs; roots that are then not told apart may have equal moduli
PLACES = 6  # decimals of the base of a bound
LEAST_BITS = 16  # of the sum of all factors, which the bound rounds upwards


@dataclass(frozen=True)
class Remainder:
    """|e(n)| <= factor * (n + 1)^power * base^n."""

    factor: Exact
    power: int
    base: Exact


@dataclass(frozen=True)
class Growth:
    """f(n) = leading terms + e(n) for the n >= first that leave `residue` modulo `period`.

    With m = (n - first) / period the leading terms are those of c_k m^k root^m. For a rational root
    `terms` lists all c_k, from c_0 on; for an irrational one only the term of the highest power is
    known, and c is the polynomial `factor` in the root, the constant coefficient first.
    """

    period: int
    residue: int
    first: int
    root: Root
    power: int
    terms: tuple[Exact, ...] | None
    factor: tuple[Exact, ...] | None
    remainder: Remainder | None  # in m, not in n

    @property
    def power_is_all(self) -> bool:
        """Whether all terms of the root are known, so that the remainder bounds the rest."""
        return self.terms is not None or self.power == 0


@dataclass(frozen=True)
class Tail:
    """A sequence from the index `first` on, of which the roots of the monic `polynomial` are those
    that count; `values` are as many as it has roots, and all that follow.
    """

    polynomial: fmpq_poly
    values: Sequence[fmpq]
    first: int


def growth_of(
    recurrence: Sequence[Exact], start: Sequence[Exact], first: int
) -> tuple[Growth, ...]:
    """How the sequence f(n) = recurrence[0] f(n-1) + ... grows, with these values from `first` on;
    of each remainder modulo a period where it has one.

    Nothing where no single root is the largest in each part, as where two complex ones are.

    >>> (growth,) = growth_of((3, -2), (0, 1), 0)  # 2^n - 1
    >>> str(growth.root), growth.terms, growth.remainder
    ('2', (1,), Remainder(factor=1, power=0, base=1))
    """
    reduced = _reduced([as_fmpq(c) for c in recurrence], [as_fmpq(v) for v in start], first)
    if reduced is None or reduced.first < 0:
        return ()
    for period in _periods(reduced.polynomial):
        found = [_grown(reduced, period, place) for place in range(period)]
        if None not in found:
            known = (growth for growth in found if growth is not None)
            return tuple(sorted(known, key=lambda growth: growth.residue))
    return ()


# --- the reduced sequence -------------------------------------------------------------------------


def _reduced(recurrence: list[fmpq], start: list[fmpq], first: int) -> Tail | None:
    """The sequence without roots that do not count; None when it is 0 from some index on, or its
    polynomial is too long.
    """
    below = fmpq_poly([fmpq(1), *(-c for c in recurrence)])
    above = (fmpq_poly(start) * below).truncate(len(start))
    shared = above.gcd(below)
    above, below = above // shared, below // shared
    degree = below.degree()
    if not 1 <= degree <= HIGHEST_DEGREE:
        return None
    below, above = below / below[0], above / below[0]
    # so many first values do not follow the roots
    skipped = max(0, above.degree() - degree + 1)
    polynomial = fmpq_poly(list(reversed(below.coeffs())))
    values = _continued(recurrence, start, skipped + degree)
    return Tail(polynomial, values[skipped : skipped + degree], first + skipped)


def _continued(recurrence: list[fmpq], start: Sequence[fmpq], count: int) -> list[fmpq]:
    """So many values of the sequence."""
    values = list(start)
    while len(values) < count:
        values.append(sum((c * values[-k] for k, c in enumerate(recurrence, 1)), fmpq(0)))
    return values


def _part(whole: Tail, period: int, place: int) -> Tail | None:
    """Every `period`-th value from this place on: its roots are powers of those of the whole. None
    when all are 0.
    """
    if period == 1:
        return whole
    degree = whole.polynomial.degree()
    values = _continued(_recurrence(whole.polynomial), whole.values, place + period * degree)
    powers = (_companion(whole.polynomial) ** period).charpoly()
    found = _reduced(_recurrence(powers), values[place::period], 0)
    if found is None:
        return None
    return Tail(found.polynomial, found.values, whole.first + place + period * found.first)


def _recurrence(polynomial: fmpq_poly) -> list[fmpq]:
    """The recurrence with this monic characteristic polynomial."""
    return [-c for c in reversed(polynomial.coeffs()[:-1])]


def _companion(polynomial: fmpq_poly) -> fmpq_mat:
    """The matrix of which the monic polynomial is the characteristic one."""
    size = polynomial.degree()
    matrix = fmpq_mat(size, size)
    for row in range(size):
        matrix[row, size - 1] = -polynomial[row]
        if row:
            matrix[row, row - 1] = fmpq(1)
    return matrix


# --- the largest root -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Ball:
    """A certified disc around a root, the irreducible factor it is a root of, and how often."""

    disc: acb
    factor: fmpz_poly
    multiplicity: int


def _balls(polynomial: fmpq_poly) -> list[Ball]:
    """Discs around all roots, at the working precision; that of a real root is real."""
    factors: Any = polynomial.numer().factor()[1]
    return [
        Ball(acb(disc), factor, multiplicity)
        for factor, multiplicity in factors
        for disc, _ in factor.complex_roots()
    ]


def _largest(balls: Sequence[Ball]) -> list[Ball]:
    """Those that may have the largest modulus: the others are certainly smaller."""
    return [one for one in balls if not any(abs(one.disc) < abs(other.disc) for other in balls)]


def _periods(polynomial: fmpq_poly) -> list[int]:
    """The powers that may make one of the roots of the largest modulus, 1 first."""
    with working_precision(BITS[-1]):
        largest = [ball.disc for ball in _largest(_balls(polynomial))]
        # the powers of roots that are told apart only by their angles
        ratios = [disc / largest[0] for disc in largest]
        periods = [
            period
            for period in range(2, LONGEST_PERIOD + 1)
            if all((ratio**period).contains(acb(1)) for ratio in ratios)
        ]
    return [1] if len(largest) == 1 else periods


def _single(polynomial: fmpq_poly) -> tuple[Root, Ball] | None:
    """The real root of which it is proved that all others are smaller in modulus; None when no
    root is.
    """
    for bits in BITS:
        with working_precision(bits):
            largest = _largest(_balls(polynomial))
            if len(largest) == 1 and largest[0].disc.imag == 0:
                return _real_root(largest[0]), largest[0]
    return None


def _real_root(ball: Ball) -> Root:
    """The root in a disc that is real."""
    if ball.factor.degree() == 1:
        return Root(tuple(int(c) for c in ball.factor.coeffs()), 0)
    real = ball.disc.real
    middle, radius = dyadic(real.mid()), 2 * dyadic(real.rad())
    return root_of_factor(ball.factor, middle - radius, middle + radius)


# --- its terms ------------------------------------------------------------------------------------

ONE = Root((-1, 1), 0)


def _grown(whole: Tail, period: int, place: int) -> Growth | None:
    """The growth of one part; None when no single root is the largest."""
    part, residue = _part(whole, period, place), (whole.first + place) % period
    if part is None:
        return Growth(period, residue, whole.first + place, ONE, 0, (0,), None, None)
    found = _single(part.polynomial)
    if found is None:
        return None
    root, ball = found
    power = ball.multiplicity - 1
    remainder = _remainder(part, ball)
    if root.rational is not None:
        terms = _terms(part, as_fmpq(root.rational), ball.multiplicity)
        return Growth(period, residue, part.first, root, power, terms, None, remainder)
    factor = _factor(part, ball)
    return Growth(period, residue, part.first, root, power, None, factor, remainder)


def _terms(part: Tail, root: fmpq, multiplicity: int) -> tuple[Exact, ...]:
    """c_0, c_1, ... of the terms c_m m^k root^m, m counted from the first value.

    The other roots' factor, as an operator on sequences, takes their terms away; what is left of
    each m^k root^m is known, and as many places as terms determine the c.
    """
    own = fmpq_poly([-root, 1]) ** multiplicity
    others = part.polynomial // own
    places = range(multiplicity)
    left = [_applied(others, part.values, place) for place in places]
    entries = []
    powers = [[fmpq(m) ** k * root**m for m in range(len(part.values))] for k in places]
    for place in places:
        entries += [_applied(others, line, place) for line in powers]
    solved = fmpq_mat(multiplicity, multiplicity, entries).solve(fmpq_mat(multiplicity, 1, left))
    return tuple(as_exact(solved[k, 0]) for k in places)


def _applied(operator: fmpq_poly, values: Sequence[fmpq], place: int) -> fmpq:
    """The sum of the operator's coefficients times the values from this place on."""
    terms = (c * values[place + k] for k, c in enumerate(operator.coeffs()))
    return sum(terms, fmpq(0))


def _factor(part: Tail, ball: Ball) -> tuple[Exact, ...]:
    """The c of c m^k root^m, k the highest power, as a polynomial in the irrational root.

    With chi the polynomial of the part and its quotient by x - root as an operator on sequences,
    only that term is left, and c = (operator f)(0) (k+1) / (root^k (d/dx)^(k+1) chi (root)).
    """
    chi, times = part.polynomial, ball.multiplicity
    modulus = fmpq_poly(ball.factor)
    root = fmpq_poly([0, 1])
    quotient, total = fmpq_poly([0]), fmpq_poly([0])
    for place in reversed(range(chi.degree())):
        # Horner's rule: the coefficients of chi / (x - root), from the highest on
        quotient = (quotient * root + chi[place + 1]) % modulus
        total += part.values[place] * quotient
    slope = chi
    for _ in range(times):
        slope = slope.derivative()
    below = (slope * root ** (times - 1)) % modulus
    _, inverse, _ = below.xgcd(modulus)
    found = total * times * inverse % modulus
    return tuple(as_exact(c) for c in found.coeffs())


# --- what is left ---------------------------------------------------------------------------------


def _remainder(part: Tail, largest: Ball) -> Remainder | None:
    """A bound on all terms but those of the largest root, with m counted from the first value; None
    when there are no others.

    All terms solve a linear system with the powers of the roots, in certified balls.
    """
    size = part.polynomial.degree()
    bits = 128 + 4 * size
    while True:
        with working_precision(bits):
            balls = _balls(part.polynomial)
            others = [ball for ball in balls if not ball.disc.overlaps(largest.disc)]
            if not others:
                return None
            found = _bounded(part, balls, others)
        if found is not None:
            return found
        bits *= 2


def _bounded(part: Tail, balls: Sequence[Ball], others: Sequence[Ball]) -> Remainder | None:
    """The bound; None when the balls are too wide."""
    columns = [(ball, k) for ball in balls for k in range(ball.multiplicity)]
    size = len(columns)
    entries = [ball.disc**m * acb(m) ** k for m in range(size) for ball, k in columns]
    right = [acb(value) for value in part.values[:size]]
    try:
        solved = acb_mat(size, size, entries).solve(acb_mat(size, 1, right))
    except ZeroDivisionError:
        return None
    kept = [row for row, (ball, _) in enumerate(columns) if ball in others]
    total = sum((abs(solved[row, 0]) for row in kept), acb(0).real)
    widest = max(dyadic(abs(ball.disc).abs_upper()) for ball in others)
    if not total.is_finite() or total.rel_accuracy_bits() < LEAST_BITS:
        return None
    power = max(ball.multiplicity for ball in others) - 1
    base = rounded_up(widest, PLACES)
    return Remainder(short(dyadic(total.abs_upper())), power, base)


def rounded_up(number: fmpq, places: int) -> Exact:
    """The number with so many decimals, no less."""
    scaled = number * 10**places
    return as_exact(fmpq(-(-scaled.p // scaled.q), 10**places))


def short(number: fmpq) -> Exact:
    """The number with about three digits, no less."""
    places = 3
    while number and number * 10**places < 100:
        places += 1
    return rounded_up(number, places)
