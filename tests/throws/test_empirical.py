"""Empirical probabilities: the exact chance to be off by brute force, by bounds, and seen in
samples.
"""

from fractions import Fraction
from itertools import product
from math import ceil, comb, erfc, isqrt, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import ExactDiceError, die, total_of
from exactdice.exact import Bounds
from exactdice.throws.binomial import at_least, lower_end, upper_end
from exactdice.throws.empirical import MOST_EXACT, _outside, empirical, off_chance

chances = st.fractions(0, 1, max_denominator=12)
tolerances = st.fractions(0, 1, max_denominator=40)


@given(chances, st.integers(1, 8), tolerances)
@settings(max_examples=60)
def test_every_sequence_of_a_few_draws(p, draws, tolerance):
    off = Fraction(0)
    for hits in product((True, False), repeat=draws):
        if abs(Fraction(sum(hits), draws) - p) > tolerance:
            off += p ** sum(hits) * (1 - p) ** (draws - sum(hits))
    assert off_chance(p, draws, tolerance) == off


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
    assert off_chance(p, draws, tolerance) == 1 - inside
    if near:
        bounds = _outside(p, draws, near[0], near[-1])
        assert bounds.lower <= 1 - inside <= bounds.upper
        assert bounds.width < Fraction(1, 10**40)


def test_many_draws_are_bounded():
    exact, more = (
        off_chance(Fraction(1, 6), MOST_EXACT, Fraction(1, 200)),
        off_chance(Fraction(1, 6), MOST_EXACT + 1, Fraction(1, 200)),
    )
    assert isinstance(more, Bounds)
    assert 0 < more.width < exact / 10**20
    assert abs(more.middle / exact - 1) < Fraction(1, 10)
    assert off_chance(Fraction(1, 2), 10**9) == Bounds(0, Fraction(1, 2**8192))


def test_bounds_however_many_draws():
    # 10^-9 is 6.32... standard deviations of 10^19 throws of a coin; Berry and Esseen: within 0.56
    # / sqrt(10^19) of the normal law
    found = off_chance(Fraction(1, 2), 10**19, Fraction(1, 10**9))
    assert found.width < found.lower / 10**20
    assert abs(float(found.middle) - erfc(10**9.5 / 10**9 * sqrt(2))) < 2 * 0.56 / 10**9.5
    assert off_chance(Fraction(1, 2), 10**300, Fraction(1, 10)) == Bounds(0, Fraction(1, 2**8192))
    assert off_chance(Fraction(1, 10**400), 10**300, Fraction(1, 10)) == Bounds(
        0, Fraction(1, 2**8192)
    )
    with pytest.raises(ExactDiceError, match=r"at most 10\^1000, got 10000000\.\.\."):
        off_chance(Fraction(1, 2), 10**4000)


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


@given(st.integers(3, 300), st.integers(2, 200), st.integers(1, 8))
@settings(max_examples=60)
def test_rare_events_in_any_number_of_draws(digits, rarer, count):
    # With q = 1 - p: C(n,k) p^k q^(n-k) <= P(X >= k) <= C(n,k) p^k, which nearly agree when n p is
    # small.
    draws, p = 10**digits, Fraction(1, 10 ** (digits + rarer))
    most = comb(draws, count) * p**count
    least = most * (1 - draws * p)
    tail, rest = at_least(p, draws, count), at_least(1 - p, draws, draws - count + 1)
    assert lower_end(tail) <= most
    assert upper_end(tail) >= least
    assert upper_end(tail) - lower_end(tail) <= max(most / 10**20, Fraction(1, 2**8192))
    assert lower_end(rest) <= 1 - least
    assert upper_end(rest) >= 1 - most


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


def test_the_checks_of_the_notebook_may_fail_with_a_small_exact_chance():
    # 1000 throws and a tolerance of 0.05: of the four probabilities tried there 1/2 is off most
    # often, about once in 700 runs.
    found = [
        off_chance(p, 1000)
        for p in (Fraction(1, 6), Fraction(1, 10), Fraction(1, 8), Fraction(3, 8), Fraction(1, 2))
    ]
    p = 2 * sum(Fraction(comb(1000, k), 2**1000) for k in range(551, 1001))
    assert max(found) == found[-1] == p


def test_a_sample_beside_the_exact_probability():
    found = empirical(total_of([die(6), die(6)]), lambda total: total == 7, 500, Random(7))
    assert (found.draws, found.probability) == (500, Fraction(1, 6))
    assert found.frequency == Fraction(found.hits, 500)
    assert found.off == (abs(found.frequency - Fraction(1, 6)) > Fraction(1, 20))
    assert (
        empirical(die(6), lambda face: face == 6, 3, Random(1), 0).off is True
    )  # no third of a multiple of 3 is 1/6


def test_runs_are_off_as_often_as_the_chance_says():
    law, rng = die(6), Random(2024)
    runs = [empirical(law, lambda face: face > 4, 30, rng, Fraction(1, 10)) for _ in range(1000)]
    share = Fraction(sum(run.off for run in runs), 1000)
    assert abs(share - runs[0].off_chance) < Fraction(1, 10)  # Hoeffding: wrong once in 10^8 seeds


BAD = [
    ((Fraction(3, 2), 5, 0), "a probability must be between 0 and 1, got 3/2"),
    ((0.5, 5, 0), "the probability must be exact"),
    ((Fraction(1, 2), 0, 0), "the number of draws must be an int of 1 or more, got 0"),
    ((Fraction(1, 2), 5, -1), "the tolerance must be 0 or more, got -1"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_bad_input(arguments, message):
    with pytest.raises(ExactDiceError, match=message):
        off_chance(*arguments)
