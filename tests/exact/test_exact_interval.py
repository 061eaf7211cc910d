"""Interval: two exact ends in order, their arithmetic, and bounds around a number."""

import operator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice.exact.errors import ExactDiceError, InexactError
from exactdice.exact.numbers import Interval, shown, simplest

fractions = st.builds(Fraction, st.integers(), st.integers(1))


@given(fractions, fractions)
def test_bounds_hold_two_exact_ends_in_order(a, b):
    low, high = sorted((a, b))
    assert Interval(low, high).width == high - low >= 0
    if low < high:
        with pytest.raises(ExactDiceError) as caught:
            Interval(high, low)
        assert (
            str(caught.value) == f"lower must be at most upper, got [{shown(high)}, {shown(low)}]"
        )


@pytest.mark.parametrize(
    ("ends", "where"),
    [((0.5, 1), "lower"), ((0, 1.5), "upper"), ((True, 2), "lower"), ((0, "1"), "upper")],
)
def test_bounds_refuse_inexact_ends(ends, where):
    with pytest.raises(InexactError, match=f"^{where} must be exact"):
        Interval(*ends)


ends = st.tuples(st.fractions(-9, 9), st.fractions(-9, 9)).map(sorted)


bounds = ends.map(lambda pair: Interval(*map(simplest, pair)))


OPERATIONS = [operator.add, operator.sub, operator.mul, operator.truediv]


@given(
    bounds, bounds | st.fractions(-9, 9).map(simplest), st.sampled_from(OPERATIONS), st.booleans()
)
def test_arithmetic_of_bounds_is_the_least_and_the_greatest_over_their_ends(
    one, other, operation, swapped
):
    """+ - * / are monotone in each argument (/ where the divisor keeps its sign), so the extremes
    lie at the ends.
    """
    left, right = (other, one) if swapped else (one, other)
    divisors = ends_of(right)
    if operation is operator.truediv and min(divisors) <= 0 <= max(divisors):
        with pytest.raises(ExactDiceError) as caught:
            operation(left, right)
        assert (
            str(caught.value)
            == f"division by bounds that hold 0: [{shown(divisors[0])}, {shown(divisors[-1])}]"
        )
    else:
        corners = [operation(Fraction(a), b) for a in ends_of(left) for b in divisors]
        assert operation(left, right) == Interval(min(corners), max(corners))


def ends_of(value):
    return (value.lower, value.upper) if isinstance(value, Interval) else (value, value)


@given(bounds, st.integers(0, 5))
def test_a_power_of_bounds_is_the_least_and_the_greatest_over_their_numbers(one, exponent):
    """A power is monotone on each side of 0, so the extremes lie at the ends or at 0."""
    turning = [Fraction(0)] if one.lower < 0 < one.upper else []
    powers = [Fraction(a) ** exponent for a in (*ends_of(one), *turning)]
    assert one**exponent == Interval(min(powers), max(powers))


@given(bounds)
def test_the_opposite_and_the_middle_of_bounds(one):
    assert -one == 0 - one == one * -1
    assert one.upper - one.middle == one.middle - one.lower == one.width / Fraction(2)


@given(st.fractions() | st.integers(), st.integers(0, 30))
def test_bounds_around_a_number_are_narrow_and_dyadic(number, digits):
    found = Interval.around(number, digits)
    assert found.lower <= number <= found.upper
    assert found.width <= Fraction(1, 10**digits)
    assert all(end.denominator.bit_count() == 1 for end in ends_of(found))


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("swapped", [False, True])
def test_bounds_refuse_to_compute_with_a_float(operation, swapped):
    left, right = (0.5, Interval(1, 2)) if swapped else (Interval(1, 2), 0.5)
    with pytest.raises(InexactError, match="must be exact"):
        operation(left, right)
