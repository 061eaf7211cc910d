"""Calculating with weights, against pairs of outcomes told one by one."""

from fractions import Fraction

import pytest
from enumerated import laws, unordered
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice.errors import InexactError, RulesError, TooCostly
from exactdice.weights import (
    combined,
    compared,
    exploded,
    in_order,
    largest,
    numbers,
    power,
    powers,
    quantile,
    refuse_zero,
    remainder,
    rerolled,
    smallest,
    split,
    whole_quotient,
)

few = settings(max_examples=40)


@few
@given(laws, laws)
def test_comparing_counts_all_pairs(one, other):
    pairs = [(x, y, w * v) for x, w in one.items() for y, v in other.items()]
    less, equal, greater = compared(one.weights, other.weights)
    assert less == sum(w for x, y, w in pairs if x < y)
    assert equal == sum(w for x, y, w in pairs if x == y)
    assert greater == sum(w for x, y, w in pairs if x > y)
    for found, function in [(largest, max), (smallest, min)]:
        wanted = combined(function, one.weights, other.weights)
        assert found([one.weights, other.weights]) == dict(wanted)


@few
@given(laws, st.fractions(0, 1))
def test_the_quantile_is_the_first_outcome_that_reaches_the_share(law, share):
    if not share:
        with pytest.raises(RulesError, match="above 0"):
            quantile(law.weights, share)
        return
    found = quantile(law.weights, share)
    assert sum(w for x, w in law.items() if x <= found) >= share * law.total
    assert sum(w for x, w in law.items() if x < found) < share * law.total


@few
@given(unordered, st.integers(0, 15), st.integers(0, 20))
def test_weights_of_what_is_drawn_again_add_up_to_all_rolls(law, chosen, times):
    again = frozenset(x for k, x in enumerate(law) if chosen >> k & 1)
    found = rerolled(law.weights, again, times)
    assert sum(found.values()) == law.total ** (times + 1)
    rest, apart = split(law.weights, again)
    assert rest | apart == dict(law.weights)
    # The last draw counts whatever it is, if all before were of outcomes drawn again.
    unlucky = sum(apart.values())
    assert all(found[x] == unlucky**times * w for x, w in apart.items())


@few
@given(laws, st.integers(0, 15), st.integers(0, 3))
def test_weights_of_an_explosion_add_up_to_all_rolls(law, chosen, depth):
    again = frozenset(x for k, x in enumerate(law) if chosen >> k & 1)
    found = exploded(law.weights, again, depth)
    assert sum(found.values()) == law.total ** (depth + 1)


@few
@given(laws)
def test_division_with_remainder(law):
    for x in law:
        for y in (3, -3, Fraction(2, 3)):
            assert whole_quotient(x, y) * y + remainder(x, y) == x
            assert 0 <= remainder(x, y) / Fraction(y) < 1
            assert type(whole_quotient(x, y)) is int


def test_powers_of_0_and_1_cost_nothing():
    huge = {10**30: 1}
    assert powers({0: 1, 1: 2}, huge) == {0: 1, 1: 2}
    assert powers({-1: 1}, {10**30 + 1: 1}) == {-1: 1}
    assert power(0, 0) == 1
    assert (power(2, -2), power(Fraction(1, 2), -2)) == (Fraction(1, 4), 4)
    with pytest.raises(TooCostly, match=r"a number of .* bits"):
        powers({2: 1}, huge)
    with pytest.raises(TooCostly, match="all powers of two laws"):
        powers(dict.fromkeys(range(10**3), 1), dict.fromkeys(range(10**4), 1))


def test_outcomes_are_numbers_or_refused():
    assert numbers({True: 2, Fraction(4, 2): 1}, "added") == {1: 2, 2: 1}
    with pytest.raises(InexactError, match="an outcome of a law that is added must be exact"):
        numbers({"a": 1}, "added")


def test_texts_and_tuples_have_an_order_sets_and_mixtures_of_kinds_have_none():
    assert in_order(["b", "a"]) == ["a", "b"]
    assert in_order([(1, 2), (1, 1)]) == [(1, 1), (1, 2)]
    for unequal in ([frozenset({1}), frozenset()], ["a", 1], [None, 1], [1j, 2]):
        with pytest.raises(RulesError, match="must have an order"):
            in_order(unequal)


def test_a_float_among_outcomes_has_no_place_in_an_order():
    with pytest.raises(InexactError, match=r"put in order must be exact .* the float 0\.5: write"):
        in_order([1, 0.5])
    with pytest.raises(InexactError, match="nan"):
        in_order([float("nan")])


def test_nothing_is_divided_by_0():
    for zero in (0, Fraction(0)):
        with pytest.raises(RulesError, match=r"^division by 0"):
            refuse_zero(zero)
    refuse_zero(2)
