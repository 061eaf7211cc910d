"""The tail of the binomial law, enclosed by ball arithmetic in a time that hardly depends on the
number of draws.

P(X >= k) = k C(n, k) int_0^p t^(k-1) (1-t)^(n-k) dt for X binomial(n, p) and 1 <= k <= n, an
incomplete beta function. With t = p e^-s it is

    k C(n, k) p^k q^(n-k) int_0^oo exp(f(s)) ds,
    f(s) = (n-k) log((1 - p e^-s) / q) - k s,   q = 1 - p.

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

from flint import acb, arb

from ..exact import Exact, as_fmpq
from ..precision import working_precision

BITS = 192  # of the result, about
FINEST = 8192  # a chance below 2^-8192 is only said to be so
Ball = Any  # flint's arb or acb, whose operations are not typed


def ball(number: Exact) -> arb:
    """The number as a ball of the working precision."""
    return arb(as_fmpq(number))


def at_least(chance: Fraction, draws: int, count: int) -> Ball:
    """A ball that holds P(X >= count) for X binomial(draws, chance).

    >>> two_deviations_up = 5 * 10**29 + 10**15
    >>> float(upper_end(at_least(Fraction(1, 2), 10**30, two_deviations_up)))
    0.02275013194817926
    """
    if count <= 0 or chance == 1:
        return arb(int(count <= draws))
    if count > draws or chance == 0:
        return arb(0)
    if count >= draws * chance:
        return _upper_tail(chance, draws, count)
    # below the mean: the draws that fail are `draws - count + 1` or more, and above their mean
    other = _upper_tail(1 - chance, draws, draws - count + 1)
    with working_precision(BITS):
        return 1 - other


def _upper_tail(chance: Fraction, draws: int, count: int) -> Ball:
    """The same for draws * chance <= count <= draws."""
    rest = draws - count
    # the terms of f grow with the draws and nearly cancel
    with working_precision(BITS + 2 * draws.bit_length()):
        p = ball(chance)
        if count == draws:
            return (count * p.log()).exp()
        log_q = ball(1 - chance).log()

        def exponent(s: Ball) -> Ball:
            return rest * ((1 - p * (-s).exp()).log() - log_q) - count * s

        def slope(s: Ball) -> Ball:
            falling = p * (-s).exp()
            return rest * falling / (1 - falling) - count

        # k C(n, k) = n! / ((k-1)! (n-k)!)
        log_ways = arb(draws + 1).lgamma() - arb(count).lgamma() - arb(rest + 1).lgamma()
        log_factor = log_ways + count * p.log() + rest * log_q
        return log_factor.exp() * _integral(exponent, slope, arb(count))


def _integral(
    exponent: Callable[[Ball], Ball], slope: Callable[[Ball], Ball], fastest: arb
) -> Ball:
    """The integral of exp(exponent) from 0 on; the exponent falls from 0, ever faster but never
    faster than `fastest`.
    """
    tiny = arb(2) ** -BITS
    # the integral is at least about 1 / fastest; what lies beyond the end must be tiny beside it
    end = (1 / fastest).mid()
    while not (slope(end) < 0 and exponent(end).exp() < -slope(end) * end * tiny):
        end = 2 * end

    def integrand(s: Ball, _: bool) -> Ball:
        middle = acb(s.real.mid(), s.imag.mid())
        return (exponent(middle) + (s - middle) * slope(s)).exp()

    most_beyond = exponent(end).exp() / -slope(end)
    beyond = most_beyond.union(arb(0))
    inner = acb.integral(integrand, acb(0), acb(end), rel_tol=tiny, abs_tol=end * tiny)
    return beyond + inner.real


def lower_end(chance: arb) -> Fraction:
    """The lower end of a probability; 0 where it is below 2^-8192."""
    with working_precision(BITS):
        found = _dyadic(chance.lower())
    return max(found or Fraction(0), Fraction(0))


def upper_end(chance: arb) -> Fraction:
    """The upper end of a probability, no finer than 2^-8192."""
    with working_precision(BITS):
        found = _dyadic(chance.upper())
    if found is None or found <= 0:
        return Fraction(1, 2**FINEST)
    return min(found, Fraction(1))


def _dyadic(end: arb) -> Fraction | None:
    """The end as a fraction; None when it is between -2^-8192 and 2^-8192, too long to write."""
    mantissa, exponent = (int(part) for part in end.man_exp())
    if exponent < -FINEST - mantissa.bit_length():
        return None
    return Fraction(mantissa) * Fraction(2) ** exponent
