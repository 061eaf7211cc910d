"""Sets, straights and successes against all rolls and published numbers."""

from collections import Counter
from fractions import Fraction
from math import comb, factorial

import pytest
from enumerated import chances, laws, of_pool, whole_laws
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import die, different, largest_set, longest_straight, sets, successes, uniform
from exactdice.exact.errors import ExactDiceError, TooCostly

few = settings(max_examples=40)
pools = st.integers(1, 4)


@few
@given(laws, pools, st.integers(1, 5))
def test_sets_are_those_of_all_rolls(law, n, size):
    def found(roll):
        return sum(count >= size for count in Counter(roll).values())

    assert chances(sets(law, n, size)) == of_pool(found, law, n)
    assert chances(different(law, n)) == of_pool(lambda roll: len(set(roll)), law, n)
    most = of_pool(lambda roll: max(Counter(roll).values()), law, n)
    assert chances(largest_set(law, n)) == most


@few
@given(whole_laws, pools)
def test_straights_are_those_of_all_rolls(law, n):
    def longest(roll):
        shown = set(roll)
        return max(next(k for k in range(1, n + 2) if face + k not in shown) for face in shown)

    assert chances(longest_straight(law, n)) == of_pool(longest, law, n)


@few
@given(laws, pools, st.integers(-6, 7))
def test_successes_are_those_of_all_rolls(law, n, least):
    wanted = of_pool(lambda roll: sum(x >= least for x in roll), law, n)
    assert chances(successes(law, n, least)) == wanted


def test_yahtzee_in_one_throw():
    """The combinations of five dice, of 7776, as in every treatment of Yahtzee."""
    five = largest_set(die(6), 5)
    assert [7776 * five[k] for k in (5, 4)] == [6, 150]
    # Three of a kind and full houses; pairs of which there are two.
    assert 7776 * five[3] == 1200 + 300
    assert 7776 * sets(die(6), 5, 2)[2] == 1800 + 300
    # 240 large straights; four in a row and no more.
    assert 7776 * longest_straight(die(6), 5)[5] == 240
    assert 7776 * longest_straight(die(6), 5)[4] == 960


def test_birthdays():
    """23 people: the first number for which two share a day more often than not."""
    assert different(die(365), 22)[22] > Fraction(1, 2) > different(die(365), 23)[23]


def test_different_faces_are_counted_by_stirling_numbers():
    """C(6, k) k! S(n, k) of 6^n."""
    n = 9
    for k in range(1, 7):
        onto = sum((-1) ** j * comb(k, j) * (k - j) ** n for j in range(k + 1))
        assert different(die(6), n)[k] * 6**n == comb(6, k) * onto
    assert different(die(6), 6)[6] == Fraction(factorial(6), 6**6)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: sets(die(6), 3, 0), "the size of a set must be an int of 1 or more, got 0"),
        (lambda: longest_straight(uniform([Fraction(1, 2)]), 2), "a face of a straight"),
        (lambda: successes(die(6), 3, 0.5), "the float 0.5"),
    ],
)
def test_bad_input_is_refused(wrong, message):
    with pytest.raises(ExactDiceError, match=message):
        wrong()


@pytest.mark.parametrize(
    "large", [lambda: largest_set(die(100), 1000), lambda: successes(die(6), 10**5, 3)]
)
def test_what_is_too_large_is_refused_before_any_work(large, must_end):
    with pytest.raises(TooCostly):
        large()
