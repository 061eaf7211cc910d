"""Empirical probabilities: the exact chance to be off by brute force, by bounds, and seen in
samples.
"""

from fractions import Fraction
from itertools import product
from math import ceil, comb, erfc, isqrt, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import ExactDiceError
from exactdice.distributions.binomial import (
    _enclose_outside,
    at_least,
    lower_end,
    off_probability,
    upper_end,
)
from exactdice.exact.numbers import Interval

chances = st.fractions(0, 1, max_denominator=12)
tolerances = st.fractions(0, 1, max_denominator=40)


@given(chances, st.integers(1, 8), tolerances)
@settings(max_examples=60)
def test_every_sequence_of_a_few_draws(p, draws, tolerance):
    off = Fraction(0)
    for hits in product((True, False), repeat=draws):
        if abs(Fraction(sum(hits), draws) - p) > tolerance:
            off += p ** sum(hits) * (1 - p) ** (draws - sum(hits))
    assert off_probability(p, draws, tolerance) == off


@given(
    st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=60),
    st.integers(1, 400),
    st.fractions(0, Fraction(1, 5)),
)
@settings(max_examples=40)
def test_the_sum_of_the_binomial_law_and_its_bounds(p, draws, tolerance):
    near = [k for k in range(draws + 1) if abs(Fraction(k, draws) - p) <= tolerance]
    hit, missed = p.numerator, p.denominator - p.numerator
    ways = sum(comb(draws, k) * hit**k * missed ** (draws - k) for k in near)
    inside = Fraction(ways, p.denominator**draws)
    assert off_probability(p, draws, tolerance) == 1 - inside
    if near:
        bounds = _enclose_outside(p, draws, near[0], near[-1])
        assert bounds.lower <= 1 - inside <= bounds.upper
        assert bounds.width < Fraction(1, 10**40)


def test_bounds_however_many_draws():
    # 10^-9 is 6.32... standard deviations of 10^19 throws of a coin; Berry and Esseen: within 0.56
    # / sqrt(10^19) of the normal law
    found = off_probability(Fraction(1, 2), 10**19, Fraction(1, 10**9))
    assert found.width < found.lower / 10**20
    assert abs(float(found.middle) - erfc(10**9.5 / 10**9 * sqrt(2))) < 2 * 0.56 / 10**9.5
    assert off_probability(Fraction(1, 2), 10**300, Fraction(1, 10)) == Interval(
        0, Fraction(1, 2**8192)
    )
    assert off_probability(Fraction(1, 10**400), 10**300, Fraction(1, 10)) == Interval(
        0, Fraction(1, 2**8192)
    )
    with pytest.raises(ExactDiceError, match="would cost"):
        off_probability(Fraction(1, 2), 10**10**5)


@given(st.fractions(0, 1), st.integers(1, 300), st.data())
@settings(max_examples=100)
def test_the_tail_of_the_binomial_law_is_its_sum(p, draws, data):
    count = data.draw(st.integers(-1, draws + 1))
    # over one denominator
    hit, missed = p.numerator, p.denominator - p.numerator
    ways = sum(
        comb(draws, k) * hit**k * missed ** (draws - k) for k in range(max(count, 0), draws + 1)
    )
    tail = Fraction(ways, p.denominator**draws)
    ball = at_least(p, draws, count)
    assert lower_end(ball) <= tail <= upper_end(ball)
    assert upper_end(ball) - lower_end(ball) <= Fraction(1, 10**40)


@pytest.mark.parametrize("digits", [6, 9, 12, 19, 40, 300])
@pytest.mark.parametrize("p", [Fraction(1, 2), Fraction(1, 1000), Fraction(999, 1000)])
@pytest.mark.parametrize("deviations", [-3, -1, 0, 1, 3])
def test_the_centre_of_the_binomial_law_is_nearly_normal(digits, p, deviations):
    # Berry and Esseen, with the constant 0.5600 of I. Shevtsova: off the normal law by at most 0.56
    # (p^2 + q^2) / sqrt(n p q).
    draws, q = 10**digits, 1 - p
    deviation = isqrt(int(draws * p * q))
    count = ceil(draws * p) + deviations * deviation
    normal = erfc(float((count - draws * p) / deviation) / sqrt(2)) / 2
    allowed = 0.56 * float(p**2 + q**2) / float(deviation) + 1e-12
    found = at_least(p, draws, count)
    assert upper_end(found) - lower_end(found) < Fraction(1, 10**20)
    assert abs(float(lower_end(found)) - normal) <= allowed + 0.5 / float(deviation)


BAD = [
    ((Fraction(3, 2), 5, 0), "a probability must be between 0 and 1, got 3/2"),
    ((Fraction(1, 2), 5, -1), "the tolerance must be 0 or more, got -1"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_bad_input(arguments, message):
    with pytest.raises(ExactDiceError, match=message):
        off_probability(*arguments)
