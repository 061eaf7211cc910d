"""The tail of the binomial law, enclosed by ball arithmetic in a time that hardly depends on the
number of draws.

P(X >= k) = k C(n, k) int_0^p t^(k-1) (1-t)^(n-k) dt for X binomial(n, p) and 1 <= k <= n, an
incomplete beta function. With t = p e^-s it is

    k C(n, k) p^k q^(n-k) int_0^oo exp(f(s)) ds,    f(s) = (n-k) log((1 - p e^-s) / q) - k s,   q = 1 - p.

For k >= n p, f falls from 0: f'(s) = (n-k) p e^-s / (1 - p e^-s) - k falls and is at most 0. So
what lies beyond S is between 0 and exp(f(S)) / -f'(S), and up to S the integral is enclosed by
Petras' algorithm, which asks for balls that hold the integrand on rectangles of complex numbers.
There exp(f), a power of 1 - p e^-s times another of e^-s, has no singularity, and by the mean value
form f(z) - f(c) lies in (z - c) f'(rectangle) for the middle c: without it n would blow up the
balls. For k < n p the other tail is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import acb, arb, fmpq

from ..exact import Exact
from ..precision import working_precision

BITS = 192  # of the result, about
FINEST = 8192  # a chance below 2^-8192 is only said to be so
Ball = Any  # flint's arb or acb, whose operations are not typed


def ball(number: Exact) -> arb:
    """The number as a ball of the working precision."""
    return arb(fmpq(number.numerator, number.denominator))


def at_least(chance: Fraction, draws: int, count: int) -> Ball:
    """A ball that holds P(X >= count) for X binomial(draws, chance).

    >>> float(upper_end(at_least(Fraction(1, 2), 10**30, 5 * 10**29 + 10**15)))         # two standard deviations
    0.02275013194817926
    """
    if count <= 0 or chance == 1:
        return arb(int(count <= draws))
    if count > draws or chance == 0:
        return arb(0)
    if count >= draws * chance:
        return _upper_tail(chance, draws, count)
    other = _upper_tail(1 - chance, draws, draws - count + 1)
    with working_precision(BITS):
        return 1 - other


def _upper_tail(chance: Fraction, draws: int, count: int) -> Ball:
    """The same for draws * chance <= count <= draws."""
    rest, size = draws - count, draws.bit_length()
    with working_precision(BITS + 2 * size):  # the terms of f nearly cancel
        p = ball(chance)
        if count == draws:
            return (count * p.log()).exp()
        log_q = ball(1 - chance).log()

        def exponent(s: Ball) -> Ball:
            return rest * ((1 - p * (-s).exp()).log() - log_q) - count * s

        def slope(s: Ball) -> Ball:
            falling = p * (-s).exp()
            return rest * falling / (1 - falling) - count

        log_factor = (
            arb(draws + 1).lgamma()
            - arb(count).lgamma()
            - arb(rest + 1).lgamma()
            + count * p.log()
            + rest * log_q
        )
        return log_factor.exp() * _integral(exponent, slope, arb(count))


def _integral(
    exponent: Callable[[Ball], Ball], slope: Callable[[Ball], Ball], fastest: arb
) -> Ball:
    """The integral of exp(exponent) from 0 on; the exponent falls from 0, ever faster but never
    faster than `fastest`.
    """
    tiny = arb(2) ** -BITS
    end = (1 / fastest).mid()
    while not (slope(end) < 0 and exponent(end).exp() < -slope(end) * end * tiny):
        end = 2 * end

    def integrand(s: Ball, _: bool) -> Ball:
        middle = acb(s.real.mid(), s.imag.mid())
        return (exponent(middle) + (s - middle) * slope(s)).exp()

    beyond = exponent(end).exp() / -slope(end)
    return (
        beyond.union(arb(0))
        + acb.integral(integrand, acb(0), acb(end), rel_tol=tiny, abs_tol=end * tiny).real
    )


def lower_end(chance: arb) -> Fraction:
    """The lower end of a probability; 0 where it is below 2^-8192."""
    with working_precision(BITS):
        found = _dyadic(chance.lower())
    return max(found or Fraction(0), Fraction(0))


def upper_end(chance: arb) -> Fraction:
    """The upper end of a probability, no finer than 2^-8192."""
    with working_precision(BITS):
        found = _dyadic(chance.upper())
    return Fraction(1, 2**FINEST) if found is None or found <= 0 else min(found, Fraction(1))


def _dyadic(end: arb) -> Fraction | None:
    """The end as a fraction; None when it is between -2^-8192 and 2^-8192, too long to write."""
    mantissa, exponent = (int(part) for part in end.man_exp())
    return (
        None
        if exponent < -FINEST - mantissa.bit_length()
        else Fraction(mantissa) * Fraction(2) ** exponent
    )
