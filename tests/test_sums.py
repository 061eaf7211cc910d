"""Sums of independent draws by polynomials and by pairs, against all rolls."""

from fractions import Fraction

import pytest
from enumerated import all_rolls, chances, counts, laws
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import Distribution, die
from exactdice.cost import limit
from exactdice.errors import TooCostly
from exactdice.sums import (
    as_sums,
    common_spacing,
    spacing,
    sum_of_draws,
    sum_of_some_draws,
    sum_of_two,
)

few = settings(max_examples=40)


def wide(law):
    """The same law with outcomes so far apart that pairs of outcomes are added."""
    return {10**30 * x: w for x, w in law.items()} | {10**30 * max(law) + 1: 1}


@few
@given(laws)
def test_the_spacing_divides_all_differences_and_no_larger_number_does(law):
    outcomes = list(law)
    step = spacing(outcomes)
    gaps = [Fraction(x) - outcomes[0] for x in outcomes]
    if len(law) == 1:
        assert step == 0
        return
    multiples = [gap / step for gap in gaps]
    assert all(k.denominator == 1 for k in multiples)
    assert not any(all(k % prime == 0 for k in multiples) for prime in (2, 3, 5, 7, 11))


def test_the_common_spacing_counts_0_as_a_multiple_of_all():
    assert common_spacing(0, 0) == common_spacing() == 1
    assert common_spacing(6, 0, -9) == 3
    assert common_spacing(Fraction(1, 2), Fraction(1, 3)) == Fraction(1, 6)


@few
@given(laws, laws)
def test_sums_of_two_are_those_of_all_rolls_near_and_far(one, other):
    for a, b in [(one.weights, other.weights), (wide(one), wide(other))]:
        found = sum_of_two(a, b)
        assert list(found) == sorted(found)
        wanted = all_rolls(lambda x, y: x + y, Distribution(a), Distribution(b))
        assert chances(Distribution(found)) == wanted
        assert sum(found.values()) == sum(a.values()) * sum(b.values())


@few
@given(laws, st.integers(0, 4))
def test_sums_of_draws_are_those_of_all_rolls_near_and_far(law, count):
    for weights in (dict(law.weights), wide(law)):
        found = sum_of_draws(weights, count)
        wanted = all_rolls(lambda *roll: sum(roll), *[Distribution(weights)] * count)
        assert chances(Distribution(found)) == wanted
        assert sum(found.values()) == sum(weights.values()) ** count


@few
@given(counts, laws)
def test_a_random_number_of_draws_near_and_far(number, law):
    for weights in (dict(law.weights), wide(law)):
        wanted = {}
        for count, share in chances(number).items():
            for total, p in chances(Distribution(sum_of_draws(weights, count))).items():
                wanted[total] = wanted.get(total, 0) + share * p
        assert chances(Distribution(sum_of_some_draws(number.weights, weights))) == wanted


@pytest.mark.parametrize("shift", [-4, 0, Fraction(1, 2)])
@pytest.mark.parametrize("most", [1, 2, 3, 7, 8, 9, 64, 65])
def test_numbers_of_draws_around_powers_of_two(most, shift):
    """The sum over k of c_k p^k, term by term."""
    law = die(3) + shift
    shares = {k: 1 + k % 3 for k in range(0, most + 1, 3)} | {most: 2}
    wanted = {}
    for k, share in shares.items():
        for x, w in sum_of_draws(law.weights, k).items():
            wanted[x] = wanted.get(x, 0) + share * w * 3 ** (most - k)
    assert dict(sum_of_some_draws(shares, law.weights)) == wanted


def test_what_lies_far_apart_has_no_polynomial():
    assert list(as_sums({0: 1, 6: 2}, 0, 3).coefficients) == [1, 0, 2]
    assert list(as_sums({10**400: 1, 10**400 + 2: 1}, 10**400, 1).coefficients) == [1, 0, 1]
    with pytest.raises(TooCostly, match="equal steps"):
        as_sums({0: 1, 10**12: 1}, 0, 1)


def test_fractions_far_apart_are_added_exactly():
    """Over one denominator and back, against sums of Fractions one by one."""
    law = {i**3 * 10**9 + Fraction(i % 5, 3 + i % 4): 1 + i % 3 for i in range(40)}
    other = {Fraction(-(i**4), 7): 1 for i in range(30)}
    wanted = {}
    for x, w in law.items():
        for y, v in other.items():
            wanted[x + y] = wanted.get(x + y, 0) + w * v
    found = sum_of_two(law, other)
    assert found == wanted
    assert list(found) == sorted(wanted)
    assert all(type(x) is int or x.denominator > 1 for x in found)


def test_sums_that_must_be_kept_are_counted():
    """Half of the 10^6 pairs have sums of their own, of 200 bytes each; near to each other there
    are a few thousand sums.
    """
    far = {i**4: 1 for i in range(1000)}
    with limit(4 * 10**7):
        assert len(sum_of_two(dict(enumerate([1] * 1000)), dict(enumerate([2] * 1000)))) == 1999
        with pytest.raises(TooCostly, match="the sum of laws of 1000 and 1000 outcomes"):
            sum_of_two(far, far)
        with pytest.raises(TooCostly, match="the sum of 2 draws"):
            sum_of_draws(far, 2)
        with pytest.raises(TooCostly, match="the sum of up to 2 draws"):
            sum_of_some_draws({2: 1}, far)
