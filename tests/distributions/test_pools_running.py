"""Running totals against the recursion over the first draw, and against known numbers."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice import Distribution, die, point
from exactdice.distributions.pools import draws_to, draws_to_distribution, hits_total
from exactdice.exact.errors import ExactDiceError
from exactdice.query.evaluate import evaluate_query

weights = st.lists(st.integers(0, 3), min_size=2, max_size=5).filter(lambda w: any(w[1:]))


@given(weights, st.integers(0, 12))
def test_the_first_draw(given_weights, n):
    law = Distribution({x: w for x, w in enumerate(given_weights) if w})
    stays = Fraction(law.probability(0))
    means, met = [Fraction(0)], [Fraction(1)]
    for total in range(1, n + 1):
        rising = [(Fraction(law.probability(x)), max(total - x, 0)) for x in law if x]
        means.append((1 + sum(p * means[before] for p, before in rising)) / (1 - stays))
        exact = [(p, total - x) for x, (p, _) in zip(filter(None, law), rising, strict=True)]
        met.append(sum(p * met[before] for p, before in exact if before >= 0) / (1 - stays))
    assert (draws_to(law, n), hits_total(law, n)) == (means[n], met[n])


@given(weights, st.integers(0, 8))
def test_the_draws_have_the_law_of_partial_sums(given_weights, n):
    """More than k draws are needed when k draws sum to less than n."""
    law = Distribution({x: w for x, w in enumerate(given_weights) if w})
    found = draws_to_distribution(law, n)
    assert found.mean() == draws_to(law, n)
    sums = point(0)
    for k in range(8):
        assert 1 - found.cdf(k) == sums.probability(lambda total: total < n)
        sums = sums + law


def test_a_coin_that_adds_one_or_two():
    # Feller I, XIII: the chance that n is met is (2 + (-1/2)^n) / 3
    for n in range(20):
        assert hits_total(die(2), n) == (2 + Fraction(-1, 2) ** n) / 3


REFUSED = [
    (lambda: draws_to(die(6) - 2, 5), "whole numbers of 0 or more, got the outcome -1"),
    (lambda: hits_total(Distribution({0: 1}), 5), "all 0 never rises"),
    (lambda: draws_to(die(6), 10**30), "would cost"),
    (lambda: evaluate_query("draws_to(d(6), 5/2)"), "n must be a whole number of 0 or more"),
]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_refused(call, message):
    with pytest.raises(ExactDiceError, match=message) as refused:
        call()
    assert "\n" not in str(refused.value)
