"""Binomial tails and intervals, against sums of fractions and the equations that define them."""

from fractions import Fraction
from math import comb

import mpmath
import pytest

from exactdice.exact.errors import QueryError
from exactdice.exact.numbers import Interval
from exactdice.query.evaluate import evaluate_query

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
COUNTS = [(0, 1), (0, 7), (3, 7), (13, 28), (59, 60)]


def terms(n, p):
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


@pytest.mark.parametrize("p", [0, Fraction(1, 6), HALF, 1])
@pytest.mark.parametrize(("k", "n"), COUNTS)
def test_the_tails_are_sums_of_terms(k, n, p):
    law = terms(n, Fraction(p))
    up, down = sum(law[k:]), sum(law[: k + 1])
    given = {"k": k, "n": n, "p": p}
    assert evaluate_query("binomial_at_least(k, n, p)", given) == up
    assert evaluate_query("binomial_at_most(k, n, p)", given) == down
    assert evaluate_query("binomial_p(k, n, p)", given) == min(1, 2 * up, 2 * down)


@pytest.mark.parametrize("k", [9_900, 10_100, 10_300])
def test_beyond_exact_sums_the_tails_are_enclosed(k):
    """20,001 draws are one more than are summed exactly."""
    n = 20_001
    ways = [comb(n, k)]
    for j in range(k, n):
        ways.append(ways[-1] * (n - j) // (j + 1))
    exact = Fraction(sum(ways), 2**n)
    found = evaluate_query("binomial_at_least(k, n, 1/2)", {"k": k, "n": n})
    assert isinstance(found, Interval)
    assert found.lower <= exact <= found.upper
    assert found.width < exact / 10**30
    p = evaluate_query("binomial_p(k, n, 1/2)", {"k": k, "n": n})
    below = 1 - exact + Fraction(comb(n, k), 2**n)
    assert p.lower <= min(1, 2 * exact, 2 * below) <= p.upper


def quantile(level):
    """The quantile of the normal law to 60 digits, by its inverse in another library."""
    mpmath.mp.dps = 60
    z = mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(level.numerator) / level.denominator)
    return Fraction(mpmath.nstr(z, 55))


NEAR = Fraction(1, 10**40)


def within(found, number):
    lower, upper = (found.lower, found.upper) if isinstance(found, Interval) else (found, found)
    assert upper - lower <= Fraction(1, 10**50)
    assert lower - NEAR <= number <= upper + NEAR


LEVELS = [Fraction(19, 20), Fraction(99, 100), HALF]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("k", "n"), COUNTS)
def test_the_ends_of_wilson_are_roots_of_its_quadratic(k, n, level):
    """n (p - k/n)^2 = z^2 p (1 - p) has opposite signs on the two sides of each root."""
    z, f = quantile(level), Fraction(k, n)
    given = {"k": k, "n": n, "level": level}

    def quadratic(p):
        return n * (p - f) ** 2 - z**2 * p * (1 - p)

    low, high = (evaluate_query(f"wilson_{end}(k, n, level)", given) for end in ("low", "high"))
    if k == 0:
        assert low == 0
    else:
        assert quadratic(low.lower - NEAR) > 0 > quadratic(low.upper + NEAR)
    if k == n:
        assert high == 1
    else:
        assert quadratic(high.lower - NEAR) < 0 < quadratic(high.upper + NEAR)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("k", "n"), COUNTS)
def test_the_ends_of_wald(k, n, level):
    z, given = quantile(level), {"k": k, "n": n, "level": level}
    mpmath.mp.dps = 60
    spread = Fraction(mpmath.nstr(mpmath.sqrt(k * (n - k)) / mpmath.sqrt(n**3), 55))
    within(evaluate_query("wald_low(k, n, level)", given), Fraction(k, n) - z * spread)
    within(evaluate_query("wald_high(k, n, level)", given), Fraction(k, n) + z * spread)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("k", "n"), COUNTS)
def test_the_ends_of_clopper_and_pearson_by_their_tails(k, n, level):
    """P(X >= k) = (1 - level)/2 at the lower end, P(X <= k) at the upper: each grows or falls."""
    share, given = (1 - level) / 2, {"k": k, "n": n, "level": level, "digits": 20}
    low = evaluate_query("clopper_pearson_low(k, n, level)", given)
    high = evaluate_query("clopper_pearson_high(k, n, level)", given)
    if k == 0:
        assert low == 0
    else:
        assert sum(terms(n, low.lower)[k:]) <= share <= sum(terms(n, low.upper)[k:])
        assert low.width <= Fraction(1, 10**20)
    if k == n:
        assert high == 1
    else:
        rising, falling = terms(n, high.lower)[: k + 1], terms(n, high.upper)[: k + 1]
        assert sum(falling) <= share <= sum(rising)
        assert high.width <= Fraction(1, 10**20)


def test_huge_counts_take_no_time():
    found = evaluate_query("clopper_pearson_low(3, n, 0.99)", {"n": 10**9})
    # The Poisson law with mean m = n p: P(X >= 3) = 1 - e^-m (1 + m + m^2/2) is 0.005 there.
    m = float(found.middle) * 10**9
    mpmath.mp.dps = 15
    assert abs(1 - mpmath.exp(-m) * (1 + m + m * m / 2) - mpmath.mpf("0.005")) < 1e-9


BAD = {
    "binomial_p(4, 3, 1/2)": "k, the hits among n draws, must be at most 3, got 4",
    "wald_low(1, 3, 95)": "the confidence level must be between 0 and 1, as 0.95, got 95",
    "wald_low(1, 0, 0.95)": "n must be a whole number of 1 or more",
}


@pytest.mark.parametrize(("query", "said"), BAD.items())
def test_what_is_no_count_is_refused_in_one_line(query, said):
    with pytest.raises(QueryError, match=said) as error:
        evaluate_query(query)
    assert "\n" not in str(error.value)
