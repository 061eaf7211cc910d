"""Sums of the highest, lowest and middle dice, and sorted pools, against all rolls."""

from fractions import Fraction

import pytest
from enumerated import chances, is_exact, laws, of_pool
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import die, highest, lowest, middle, sorted_pool, uniform
from exactdice.exact.errors import ExactDiceError, TooCostly

few = settings(max_examples=60)
sizes = st.integers(1, 4).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n)))


@few
@given(laws, sizes)
def test_the_highest_and_lowest_are_those_of_all_rolls(law, size):
    n, k = size
    high, low = highest(law, n, k), lowest(law, n, k)
    assert chances(high) == of_pool(lambda roll: sum(roll[n - k :]), law, n)
    assert chances(low) == of_pool(lambda roll: sum(roll[:k]), law, n)
    assert is_exact(high)
    assert is_exact(low)
    assert high.mean() + lowest(law, n, n - k).mean() == n * law.mean()
    if k in (0, n):
        assert high == low == k @ law


@few
@given(laws, sizes)
def test_the_middle_is_that_of_all_rolls(law, size):
    n, k = size
    out, odd = divmod(n - k, 2)
    if odd:
        with pytest.raises(ExactDiceError, match="is odd"):
            middle(law, n, k)
        return
    found = middle(law, n, k)
    assert chances(found) == of_pool(lambda roll: sum(roll[out : n - out]), law, n)
    assert is_exact(found)


@few
@given(laws, sizes)
def test_sorted_results_are_those_of_all_rolls(law, size):
    n, k = size
    assert chances(sorted_pool(law, n)) == of_pool(lambda roll: tuple(roll[::-1]), law, n)
    assert chances(sorted_pool(law, n, k)) == of_pool(lambda roll: tuple(roll[::-1][:k]), law, n)


# Rolls of 1296 for the totals 3, 4, ..., 18, as books on role-playing games print them.
ABILITY = [1, 4, 10, 21, 38, 62, 91, 122, 148, 167, 172, 160, 131, 94, 54, 21]


def test_the_table_of_ability_scores():
    """4d6, the lowest dropped."""
    law = highest(die(6), 4, 3)
    assert [1296 * law[total] for total in range(3, 19)] == ABILITY
    assert sum(ABILITY) == 6**4
    assert law.mean() == Fraction(15869, 1296)
    assert round(float(law.mean()), 2) == 12.24


@pytest.mark.parametrize("function", [highest, lowest, middle, sorted_pool])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((die(6), 4, 5), "must be at most the 4 of the pool, got 5"),
        ((die(6), 4, -1), "must be an int of 0 or more, got -1"),
        ((die(6), 0, 0), "must be an int of 1 or more, got 0"),
        ((uniform(["a", 1]), 3, 1), "must have an order|must be exact"),
    ],
)
def test_what_is_no_pool_is_refused(function, arguments, message):
    with pytest.raises(ExactDiceError, match=message):
        function(*arguments)


@pytest.mark.parametrize(
    "large", [lambda: highest(die(6), 10**5, 2), lambda: lowest(die(1000), 1000, 500)]
)
def test_what_is_too_large_is_refused_before_any_work(large, must_end):
    with pytest.raises(TooCostly):
        large()
