"""Floats of OpenSpiel as the short fractions that they stand for, or refused."""

from fractions import Fraction
from math import inf, nan, nextafter, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice import uniform
from exactdice.adapters.openspiel.game import LARGEST_DENOMINATOR, law_meant, meant
from exactdice.errors import InexactError

denominators = st.integers(1, LARGEST_DENOMINATOR)


@given(st.integers(-(10**6), 10**6), denominators)
def test_a_float_next_to_a_short_fraction_stands_for_it(numerator, denominator):
    exact = Fraction(numerator, denominator) % 2 - 1
    number = float(exact)
    beside = (number, nextafter(number, inf), nextafter(number, -inf))
    for rounded in beside if number else (number,):
        assert meant(rounded, "it") == exact


@pytest.mark.parametrize("number", [pi, 0.1 + 1e-9, 2.0**-40, 1e-300, nan, inf, -inf])
def test_what_is_near_no_short_fraction_is_refused(number):
    with pytest.raises(InexactError, match=r"^it must be a fraction with a denominator up to"):
        meant(number, "it")


def test_equal_chances_are_uniform_however_many():
    many = 52 * 51 * 50 * 49
    chances = [(k, 1 / many) for k in range(1000)]
    # A part of them is no law.
    with pytest.raises(InexactError, match=r"^chance, "):
        law_meant(chances, "chance")
    count = 123_457  # 1/n has a denominator beyond the largest
    assert law_meant([(k, 1 / count) for k in range(count)], "chance") == uniform(range(count))


@pytest.mark.parametrize("floats", [[0.5, 0.25], [0.3, 0.3, 0.3], [0.5, 0.5 + 1e-11]])
def test_chances_that_sum_to_anything_but_1_are_refused(floats):
    with pytest.raises(InexactError, match=r"^here, "):
        law_meant(list(enumerate(floats)), "here")
