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

Beside it: how far off the frequency of an event in some draws may be.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import acb, arb, fmpz

from ..exact.cost import refuse_costly
from ..exact.errors import RulesError
from ..exact.numbers import (
    Exact,
    Interval,
    Rounding,
    Value,
    as_exact,
    as_fmpq,
    as_whole,
    ratio,
    round_to_integer,
    shown,
    simplest,
    working_precision,
)

# Draws up to which the chance to be off is one fraction; bounds beyond. Each of the terms is about
# as long as the draws, so that the time grows with their square.
MOST_EXACT = 20_000

BITS = 192  # of the result, about
FINEST = 8192  # a chance below 2^-8192 is only said to be so
Ball = Any  # flint's arb or acb, whose operations are not typed


def ball(number: Exact) -> arb:
    """The number as a ball of the working precision."""
    return arb(as_fmpq(number))


def at_least(chance: Fraction, draws: int, count: int, bits: int = BITS) -> Ball:
    """A ball that holds P(X >= count) for X binomial(draws, chance), to about so many bits.

    >>> two_deviations_up = 5 * 10**29 + 10**15
    >>> float(upper_end(at_least(Fraction(1, 2), 10**30, two_deviations_up)))
    0.02275013194817926
    """
    if count <= 0 or chance == 1:
        return arb(int(count <= draws))
    if count > draws or chance == 0:
        return arb(0)
    if count >= draws * chance:
        return _upper_tail(chance, draws, count, bits)
    # below the mean: the draws that fail are `draws - count + 1` or more, and above their mean
    other = _upper_tail(1 - chance, draws, draws - count + 1, bits)
    with working_precision(bits):
        return 1 - other


def _upper_tail(chance: Fraction, draws: int, count: int, bits: int) -> Ball:
    """The same for draws * chance <= count <= draws."""
    rest = draws - count
    # the terms of f grow with the draws and nearly cancel
    with working_precision(bits + 2 * draws.bit_length()):
        p = ball(chance)
        if count == draws:
            return (count * p.log()).exp()
        log_q = ball(1 - chance).log()

        def exponent(s: Ball) -> Ball:
            return rest * ((1 - p * (-s).exp()).log() - log_q) - count * s

        def slope(s: Ball) -> Ball:
            falling = p * (-s).exp()
            return rest * falling / (1 - falling) - count

        def integrand(s: Ball, _: bool) -> Ball:
            middle = acb(s.real.mid(), s.imag.mid())
            return (exponent(middle) + (s - middle) * slope(s)).exp()

        # The exponent falls from 0, never faster than by `count`, so that the integral is at least
        # about 1 / count: what lies beyond the end must be tiny beside it.
        tiny = arb(2) ** -bits
        end = (1 / arb(count)).mid()
        while not (slope(end) < 0 and exponent(end).exp() < -slope(end) * end * tiny):
            end = 2 * end
        beyond = (exponent(end).exp() / -slope(end)).union(arb(0))
        inner = acb.integral(integrand, acb(0), acb(end), rel_tol=tiny, abs_tol=end * tiny)
        # k C(n, k) = n! / ((k-1)! (n-k)!)
        log_ways = arb(draws + 1).lgamma() - arb(count).lgamma() - arb(rest + 1).lgamma()
        return (log_ways + count * p.log() + rest * log_q).exp() * (beyond + inner.real)


def lower_end(chance: arb) -> Fraction:
    """The lower end of a probability; 0 where it is below 2^-8192."""
    with working_precision(BITS):
        found = _end_as_fraction(chance.lower())
    return max(found or Fraction(0), Fraction(0))


def upper_end(chance: arb) -> Fraction:
    """The upper end of a probability, no finer than 2^-8192."""
    with working_precision(BITS):
        found = _end_as_fraction(chance.upper())
    if found is None or found <= 0:
        return Fraction(1, 2**FINEST)
    return min(found, Fraction(1))


def _end_as_fraction(end: arb) -> Fraction | None:
    """The end as a fraction; None when it is between -2^-8192 and 2^-8192, too long to write."""
    mantissa, exponent = (int(part) for part in end.man_exp())
    if exponent < -FINEST - mantissa.bit_length():
        return None
    return Fraction(mantissa) * Fraction(2) ** exponent


# --- frequencies ----------------------------------------------------------------------------------


def off_probability(probability: Exact, draws: int, tolerance: Exact = Fraction(1, 20)) -> Value:
    """The chance that the frequency of an event in `draws` draws differs from its probability p by
    more than the tolerance t.

    P(|X / n - p| > t) for X binomial(n, p): one fraction up to 20000 draws, beyond that an
    `Interval` by ball arithmetic.

    No head or two heads in two throws of a coin:

    >>> off_probability(Fraction(1, 2), 2, Fraction(1, 4))
    Fraction(1, 2)
    """
    p = as_exact(probability, "the probability")
    t = as_exact(tolerance, "the tolerance")
    if not 0 <= p <= 1:
        raise RulesError(f"a probability must be between 0 and 1, got {shown(p)}")
    if t < 0:
        raise RulesError(f"the tolerance must be 0 or more, got {shown(t)}")
    draws = as_whole(draws, "the number of draws", 1)
    refuse_costly(f"the tails of {shown(draws)} draws", draws.bit_length() ** 2)
    # the fewest and the most hits that are within the tolerance
    least = max(round_to_integer(draws * (p - t), Rounding.CEILING), 0)
    most = min(round_to_integer(draws * (p + t), Rounding.FLOOR), draws)
    if least > most or p in (0, 1):
        return int(least > most)
    if draws <= MOST_EXACT:
        return simplest(1 - hits_between(Fraction(p), draws, least, most))
    return _enclose_outside(Fraction(p), draws, least, most)


def hits_between(p: Fraction, draws: int, least: int, most: int) -> Fraction:
    """P(least <= X <= most), each term from the one before: C(n, k+1) a^(k+1) b^(n-k-1) = C(n, k)
    a^k b^(n-k) * (n-k) a / ((k+1) b).
    """
    a = fmpz(p.numerator)
    b = fmpz(p.denominator - p.numerator)
    term = fmpz.bin_uiui(draws, least) * a**least * b ** (draws - least)
    total = term
    for k in range(least, most):
        # exact, as the next term is a whole number too
        term = term * ((draws - k) * a) // ((k + 1) * b)
        total += term
    return ratio(total, fmpz(p.denominator) ** draws)


def _enclose_outside(p: Fraction, draws: int, least: int, most: int) -> Interval:
    """Bounds on P(X < least) + P(X > most)."""
    above = at_least(p, draws, most + 1)
    below = at_least(1 - p, draws, draws - least + 1)
    with working_precision(BITS):
        both = above + below
    return Interval(lower_end(both), upper_end(both))
