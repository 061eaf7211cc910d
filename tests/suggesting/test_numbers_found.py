"""The chances of agreement by accident are bounds: compared with Benford's law and by counting."""

from fractions import Fraction
from math import gcd, log10

import pytest

from exactdice.report.printed.numbers import parse_printed
from exactdice.report.suggesting.numbers import (
    chance_of_digits,
    chance_of_fraction,
    chance_of_one,
    chance_of_table,
    chance_text,
    digits_of,
    numerators,
    rounded_at,
)

LARGE = 99991


@pytest.mark.parametrize("digits", [1, 9, 636, LARGE])
def test_one_number_is_likelier_by_the_bound_than_by_benfords_law(digits):
    assert chance_of_digits(digits, [digits]) >= Fraction(log10(1 + 1 / digits))


def test_only_numbers_of_the_same_sign_and_length_are_counted_each_once():
    assert chance_of_digits(636, [-636, 63, 6360]) == 0
    assert chance_of_digits(636, [703, 703]) == chance_of_digits(636, [703])


def test_a_fraction_agrees_with_those_of_its_denominator():
    tried = [Fraction(1, 36), Fraction(5, 36), Fraction(1, 6), Fraction(37, 36)]
    assert chance_of_fraction(Fraction(7, 36), tried) == Fraction(2, 12)


@pytest.mark.parametrize(("agreeing", "expected"), [(0, 1), (1, 1), (2, 1), (3, Fraction(1, 8))])
def test_cells_of_a_table_agree_as_often_as_coins_fall(agreeing, expected):
    # Three coins: at least so many heads has at most the chance of the union over their choice.
    assert chance_of_table([Fraction(1, 2)] * 3, agreeing, 1) >= expected * Fraction(1, 2)
    assert chance_of_table([Fraction(1, 2)] * 3, 3, 1) == Fraction(1, 8)


@pytest.mark.parametrize(
    "value", [Fraction(1, 3), Fraction(-1, 3), Fraction(5, 2), Fraction(-5, 2)]
)
@pytest.mark.parametrize("places", [-1, 0, 1, 3])
def test_values_are_rounded_to_what_is_nearest(value, places):
    unit = Fraction(1, 10) ** places
    found = rounded_at(value, places)
    assert all(abs(n * unit - value) <= unit / 2 for n in found)
    is_half_way = (value / unit * 2) % 2 == 1
    assert len(found) == 1 + is_half_way


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(1, 4399), "1 in 4300"),
        (Fraction(1, 10**28), "1 in 1.0*10^28"),
        (Fraction(1), "more than 2 in 3"),
    ],
)
def test_chances_are_said_rounded_up(chance, text):
    assert chance_text(chance) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [("0.50", (5, 1)), ("100", (1, -2)), ("-0,0316", (-316, 4)), ("0.0", None), ("1/6", None)],
)
def test_zeros_at_the_end_are_no_digits(text, expected):
    assert digits_of(parse_printed(text)) == expected


@pytest.mark.parametrize("denominator", [10_001, 30_030, 510_510])
def test_of_large_denominators_no_more_numerators_are_counted_than_there_are(denominator):
    assert numerators(denominator) <= sum(
        gcd(k, denominator) == 1 for k in range(1, denominator + 1)
    )


def test_zero_and_short_numbers_tell_nothing():
    assert chance_of_one(parse_printed("0")) == 1
    assert chance_of_one(parse_printed("6")) > Fraction(1, 20)
