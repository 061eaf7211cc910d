"""What the mean of random games proves: tails, resolved decimals, what a share is printed as."""

from fractions import Fraction
from math import comb, erfc, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice import Distribution
from exactdice.claims.montecarlo import (
    at_least_bound,
    estimate,
    holm,
    means_of,
    normal_p,
)
from exactdice.exact import Bounds, decimal_text
from exactdice.printed.numbers import parse_printed


@given(st.fractions(min_value=0, max_value=30))
def test_the_p_value_is_an_upper_bound_close_to_erfc(z):
    p = float(normal_p(z * z))
    assert p == pytest.approx(erfc(float(z) / sqrt(2)), rel=1e-9)


def test_holm_on_the_textbook_example():
    # Holm's procedure by hand on 0.01, 0.04, 0.03, 0.005: sorted times 4, 3, 2, 1, then made
    # increasing.
    p = [Fraction(n, 1000) for n in (10, 40, 30, 5)]
    assert holm(p) == [Fraction(n, 1000) for n in (30, 60, 60, 20)]


@given(st.lists(st.fractions(min_value=0, max_value=1), max_size=8))
def test_holm_never_lowers_a_p_value_and_keeps_their_order(p_values):
    corrected = holm(p_values)
    assert all(p <= q <= 1 for p, q in zip(p_values, corrected, strict=True))
    order = sorted(range(len(p_values)), key=lambda k: p_values[k])
    assert [corrected[k] for k in order] == sorted(corrected)


COIN, DIE = Distribution({-1: 1, 1: 1}), Distribution(dict.fromkeys(range(1, 7), 1))


@pytest.mark.parametrize("law", [COIN, DIE])
def test_rounding_alone_never_contradicts(law):
    found = estimate(
        law, 10**12, Bounds(law.mean() - Fraction(1, 30), law.mean() + Fraction(1, 50))
    )
    assert (found.z, found.p) == (0, 1)


@pytest.mark.parametrize(
    ("games", "resolved"), [(4, 0), (400, 1), (399, 0), (40_000, 2), (10**6, 2), (4 * 10**6, 3)]
)
def test_the_last_decimal_that_the_games_resolve(games, resolved):
    # With variance 1 the standard error is 1/sqrt(n): n = 4 * 100^k games just resolve the k-th
    # decimal.
    assert estimate(COIN, games, Bounds(0, 0)).resolved == resolved


@given(
    st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50),
    st.integers(65, 90),
    st.data(),
)
def test_binomial_tails_against_exact_sums(chance, games, data):
    count = data.draw(st.integers(0, games))
    exact = sum(
        comb(games, k) * chance**k * (1 - chance) ** (games - k) for k in range(count, games + 1)
    )
    assert exact <= at_least_bound(chance, games, count) <= exact * (1 + Fraction(1, 10**12))


@given(st.integers(1, 300), st.integers(1, 2), st.integers(2, 50))
def test_means_that_print_alike_are_symmetric_about_zero(number, places, games):
    value, law = Fraction(number, 10**places), Distribution({-2: 1, Fraction(1, 2): 1, 2: 2})
    printed = decimal_text(value, places)
    cell, mirrored = (
        means_of(parse_printed(text), law, games) for text in (printed, f"-{printed}")
    )
    assert (mirrored.lower, mirrored.upper) == (-cell.upper, -cell.lower)
    assert value + Fraction(1, 2 * 10**places) <= cell.upper < value + Fraction(1, 10**places)


def test_rare_events_in_very_many_games_are_judged_at_once():
    """np = 1/1000: three events are one in 6 * 10^9 (Poisson), and ten million beyond what is
    written out.
    """
    rare, games = Distribution({1: 1, 0: 10**12 - 1}), 10**9
    three, many = (
        estimate(rare, games, Bounds(mean, mean)) for mean in (Fraction(3, games), Fraction(1, 100))
    )
    assert float(three.p) == pytest.approx(2 * 1e-9 / 6, rel=1e-3)
    assert many.p == 2 * Fraction(1, 2**8192)
