"""Empirical probabilities: the exact chance to be off by brute force, by bounds, and seen in samples."""

from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import ExactDiceError, die, total_of
from exactdice.empirical import MOST_EXACT, _outside, empirical, off_chance
from exactdice.exact import Bounds

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


@given(st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=60), st.integers(1, 400), st.fractions(0, Fraction(1, 5)))
@settings(max_examples=40)
def test_the_sum_of_the_binomial_law_and_its_bounds(p, draws, tolerance):
    near = [k for k in range(draws + 1) if abs(Fraction(k, draws) - p) <= tolerance]
    inside = sum((comb(draws, k) * p**k * (1 - p) ** (draws - k) for k in near), Fraction(0))
    assert off_chance(p, draws, tolerance) == 1 - inside
    if near:
        bounds = _outside(p, draws, near[0], near[-1])
        assert bounds.lower <= 1 - inside <= bounds.upper
        assert bounds.width < Fraction(1, 10**40)


def test_many_draws_are_bounded():
    exact, more = off_chance(Fraction(1, 6), MOST_EXACT, Fraction(1, 200)), off_chance(Fraction(1, 6), MOST_EXACT + 1, Fraction(1, 200))
    assert isinstance(more, Bounds)
    assert 0 < more.width < exact / 10**20
    assert abs(more.middle / exact - 1) < Fraction(1, 10)
    assert off_chance(Fraction(1, 2), 10**9) == Bounds(0, Fraction(1, 2**8192))


def test_the_checks_of_the_notebook_may_fail_with_a_small_exact_chance():
    # 1000 throws and a tolerance of 0.05: of the four probabilities tried there 1/2 is off most often, about once in 700 runs.
    found = [off_chance(p, 1000) for p in (Fraction(1, 6), Fraction(1, 10), Fraction(1, 8), Fraction(3, 8), Fraction(1, 2))]
    p = 2 * sum(Fraction(comb(1000, k), 2**1000) for k in range(551, 1001))
    assert max(found) == found[-1] == p


def test_a_sample_beside_the_exact_probability():
    found = empirical(total_of([die(6), die(6)]), lambda total: total == 7, 500, Random(7))
    assert (found.draws, found.probability) == (500, Fraction(1, 6))
    assert found.frequency == Fraction(found.hits, 500)
    assert found.off == (abs(found.frequency - Fraction(1, 6)) > Fraction(1, 20))
    assert empirical(die(6), lambda face: face == 6, 3, Random(1), 0).off is True  # no third of a multiple of 3 is 1/6


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
