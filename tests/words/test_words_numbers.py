"""The least and the greatest of numbers and of bounds."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from exactdice.exact import Bounds
from exactdice.queries.evaluate import evaluate_query
from exactdice.testing import exact_numbers
from exactdice.words.numbers import extreme

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
        found = extreme(pick, [Bounds(*pair) for pair in pairs])
        inside = [data.draw(st.integers(*pair)) for pair in pairs]
        assert found.lower <= pick(inside) <= found.upper
        assert found.lower == pick(low for low, _ in pairs)
        assert found.upper == pick(high for _, high in pairs)


def test_a_number_among_bounds():
    assert extreme(min, [Bounds(0, 2), 1]) == Bounds(0, 1)
    assert extreme(max, [Bounds(0, 2), Fraction(1, 2)]) == Bounds(Fraction(1, 2), 2)
