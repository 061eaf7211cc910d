"""The least and the greatest of numbers and of bounds."""

from decimal import ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice.exact.errors import QueryError
from exactdice.exact.numbers import Interval
from exactdice.query.arithmetic import extreme
from exactdice.query.evaluate import evaluate_query
from exactdice.query.register import Multiples
from exactdice.report.claims.rounded import cell_ends
from exactdice.report.printed.numbers import parse_printed
from exactdice.testing import exact_numbers

NUMBERS = st.lists(exact_numbers(-9, 9, 20), min_size=1, max_size=5)
PAIRS = st.lists(
    st.tuples(st.integers(-5, 5), st.integers(0, 4)).map(lambda pair: (pair[0], sum(pair))),
    min_size=1,
    max_size=3,
)


@given(NUMBERS)
def test_the_least_and_the_greatest_in_a_query(numbers):
    names = {f"x{k}": number for k, number in enumerate(numbers)}
    inside = ", ".join(names)
    assert evaluate_query(f"min({inside})", names) == min(numbers)
    assert evaluate_query(f"max({inside})", names) == max(numbers)


@given(PAIRS, st.data())
def test_of_bounds_every_choice_of_numbers_within_them_is_enclosed_and_the_ends_are_reached(
    pairs, data
):
    for pick in (min, max):
        found = extreme(pick, [Interval(*pair) for pair in pairs])
        inside = [data.draw(st.integers(*pair)) for pair in pairs]
        assert found.lower <= pick(inside) <= found.upper
        assert found.lower == pick(low for low, _ in pairs)
        assert found.upper == pick(high for _, high in pairs)


def test_a_number_among_bounds():
    assert extreme(min, [Interval(0, 2), 1]) == Interval(0, 1)
    assert extreme(max, [Interval(0, 2), Fraction(1, 2)]) == Interval(Fraction(1, 2), 2)


NEAREST = (ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_HALF_DOWN)


def printed_so(number, places, mode):
    """The number as `decimal` prints it: a quotient of 60 digits rounds like the number itself,
    as its denominator is small.
    """
    exact = Decimal(number.numerator * 10**60 // number.denominator).scaleb(-60)
    return str(exact.quantize(Decimal(1).scaleb(-places), mode))


def is_whole_multiple(text, multiples):
    return bool(multiples.counts(Interval(*cell_ends(parse_printed(text).cell))))


@pytest.mark.parametrize("n", [1, 3, 7, 8, 13, 28, 40])
@pytest.mark.parametrize("places", [1, 2])
def test_a_decimal_is_possible_just_when_some_share_is_printed_so(n, places):
    shares = evaluate_query(f"share_of({n})")
    possible = {
        printed_so(Fraction(k, n), places, mode) for k, mode in product(range(n + 1), NEAREST)
    }
    every = [f"{Decimal(k).scaleb(-places):.{places}f}" for k in range(11 * 10**places // 10)]
    assert {text for text in every if is_whole_multiple(text, shares)} == possible


@pytest.mark.parametrize(("n", "items"), [(5, 1), (28, 1), (6, 4)])
def test_the_means_of_whole_numbers_from_all_their_totals(n, items):
    """Answers from 1 to 5: every total between n items and 5 n items can come about."""
    means = evaluate_query(f"mean_of_whole({n}, {items})")
    totals = range(n * items, 5 * n * items + 1)
    possible = {
        printed_so(Fraction(total, n * items), 2, mode) for total, mode in product(totals, NEAREST)
    }
    every = [f"{Decimal(k).scaleb(-2):.2f}" for k in range(100, 501)]
    assert {text for text in every if is_whole_multiple(text, means)} == possible


@pytest.mark.parametrize("n", [3, 8, 28])
def test_the_neighbours_of_a_number(n):
    shares = Multiples("share", n, most=n)
    listed = [Fraction(k, n) for k in range(n + 1)]
    for number in (Fraction(k, 97) for k in range(-10, 110)):
        below = [share for share in listed if share <= number]
        above = [share for share in listed if share > number]
        expected = [*below[-1:], *above[:1]]
        assert list(shares.around(number)) == expected


def test_a_share_is_a_member():
    assert evaluate_query("5/13 in share_of(13)") is True
    assert evaluate_query("14/13 in share_of(13)") is False
    assert evaluate_query("14/13 in mean_of_whole(13)") is True
    assert evaluate_query("0.2 not in share_of(13)") is True
    assert str(evaluate_query("share_of(13)")) == "k/13 for k in 0..13"


@pytest.mark.parametrize("query", ["share_of(0)", "share_of(1/2)", "mean_of_whole(3, 0)"])
def test_a_count_is_a_whole_number(query):
    with pytest.raises(QueryError, match="must be a whole number of 1 or more"):
        evaluate_query(query)
