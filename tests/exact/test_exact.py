"""Exact numbers: what is accepted, and rounding against Python's decimal module."""

import decimal
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice.exact.errors import InexactError
from exactdice.exact.numbers import (
    NEAREST,
    Interval,
    Rounding,
    as_exact,
    decimal_text,
    is_symbolic,
    parse_exact,
    ratio,
    round_scaled,
    round_to_integer,
    simplest,
)

MODES = list(Rounding)


# the module names its modes as they are named here, and each is a text
DECIMAL_MODE = {mode: f"ROUND_{mode.value.replace('-', '_').upper()}" for mode in MODES}


WIDE = decimal.Context(
    prec=400, traps=[decimal.Inexact, decimal.InvalidOperation]
)  # every step but the rounding is exact


ROUNDS = decimal.Context(prec=400, traps=[decimal.InvalidOperation])


finite_decimals = st.builds(
    lambda top, twos, fives: Fraction(top, 2**twos * 5**fives),
    st.integers(-(10**12), 10**12),
    st.integers(0, 12),
    st.integers(0, 12),
)


ties = st.builds(
    lambda n, places: Fraction(2 * n + 1, 2 * 10**places),
    st.integers(-(10**6), 10**6),
    st.integers(0, 6),
)


beside_ties = st.builds(  # the nearest to a half of all fractions with this denominator
    lambda whole, half, side: whole + Fraction(half + side, 2 * half + 1),
    st.integers(-20, 20),
    st.integers(1, 20),
    st.integers(0, 1),
)


rationals = st.fractions(max_denominator=10**9) | finite_decimals | ties | beside_ties


def as_decimal(number: Fraction) -> Decimal:
    """A number whose denominator is 2^a 5^b, exactly."""
    return WIDE.divide(Decimal(number.numerator), Decimal(number.denominator))


def quantized(number: Fraction, places: int, mode: Rounding) -> Decimal:
    return as_decimal(number).quantize(
        Decimal(1).scaleb(-places), rounding=DECIMAL_MODE[mode], context=ROUNDS
    )


# --- rounding -------------------------------------------------------------------------------------


def test_the_eight_modes_are_those_of_the_decimal_module():
    names = {name for name in dir(decimal) if name.startswith("ROUND_")}
    assert {*DECIMAL_MODE.values()} == names
    assert DECIMAL_MODE[Rounding.UP_05] == decimal.ROUND_05UP


@settings(max_examples=300)
@given(finite_decimals | ties, st.integers(-3, 9), st.sampled_from(MODES))
def test_rounding_agrees_with_the_decimal_module(number, places, mode):
    assert Fraction(round_scaled(number, places, mode)) / Fraction(10) ** places == Fraction(
        quantized(number, places, mode)
    )


@settings(max_examples=200)
@given(finite_decimals | ties, st.integers(0, 9), st.sampled_from(MODES))
def test_decimal_text_prints_what_the_decimal_module_prints_but_never_minus_zero(
    number, places, mode
):
    expected = quantized(number, places, mode)
    assert decimal_text(number, places, mode) == format(
        abs(expected) if expected == 0 else expected, "f"
    )


@settings(max_examples=200)
@given(rationals)
def test_directed_modes_bound_any_rational(number):
    low, high = round_to_integer(number, Rounding.FLOOR), round_to_integer(number, Rounding.CEILING)
    assert low <= number <= high
    assert high - low == (0 if number.denominator == 1 else 1)
    inward, outward = round_to_integer(number, Rounding.DOWN), round_to_integer(number, Rounding.UP)
    assert abs(inward) <= abs(number) <= abs(outward)
    assert {inward, outward} == {low, high}


@settings(max_examples=200)
@given(rationals | beside_ties, st.sampled_from(NEAREST))
def test_nearest_modes_are_within_a_half_of_any_rational(number, mode):
    distance = abs(round_to_integer(number, mode) - number)
    assert distance <= Fraction(1, 2)
    if distance < Fraction(1, 2):
        assert len({round_to_integer(number, each) for each in NEAREST}) == 1


@given(rationals, st.sampled_from(MODES))
def test_05up_never_ends_in_0_or_5_unless_exact_and_other_modes_are_odd_functions(number, mode):
    opposite = {Rounding.CEILING: Rounding.FLOOR, Rounding.FLOOR: Rounding.CEILING}.get(mode, mode)
    assert round_to_integer(-number, opposite) == -round_to_integer(number, mode)
    if number.denominator > 1:
        assert abs(round_to_integer(number, Rounding.UP_05)) % 5 != 0


@given(
    rationals,
    st.integers(0, 6),
    st.integers(0, 6),
    st.sampled_from([Rounding.FLOOR, Rounding.CEILING, Rounding.DOWN, Rounding.UP]),
)
def test_a_directed_rounding_twice_is_the_rounding_once(number, few, more, mode):
    few, more = sorted((few, more))
    once = Fraction(round_scaled(number, more, mode), 10**more)
    assert round_scaled(once, few, mode) == round_scaled(number, few, mode)


def test_rounding_happens_once_where_two_roundings_differ():
    assert (
        decimal_text(Fraction(9449999, 10**7), 2, Rounding.HALF_UP) == "0.94"
    )  # 0.945 after three decimals, then 0.95
    just_over = Fraction(1, 2) + Fraction(1, 10**5000)
    assert round_to_integer(just_over, Rounding.HALF_DOWN) == 1
    assert round_to_integer(1 - just_over, Rounding.HALF_UP) == 0


def test_decimal_text_of_a_small_negative_number_has_no_minus_and_takes_a_mark():
    assert decimal_text(Fraction(-1, 1000), 2) == "0.00"
    assert decimal_text(Fraction(-1, 1000), 2, Rounding.FLOOR) == "-0.01"
    assert decimal_text(-5, 0) == "-5"
    assert decimal_text(Fraction(5, 2), 0) == "2"
    assert decimal_text(Fraction(-12345, 100), 1, Rounding.UP, mark=",") == "-123,5"


@given(finite_decimals)
def test_parse_reads_what_decimal_text_prints_of_a_finite_decimal(number):
    assert parse_exact(decimal_text(number, 12)) == number


@given(st.integers(), st.integers(min_value=1))
def test_ratio_and_simplest_agree_with_fractions(top, bottom):
    made = ratio(top, -bottom)
    assert type(made) is Fraction
    assert (made.numerator, made.denominator) == (
        Fraction(-top, bottom).numerator,
        Fraction(-top, bottom).denominator,
    )
    assert hash(made) == hash(Fraction(-top, bottom))
    assert simplest(made) == made
    assert isinstance(simplest(made), int) == (made.denominator == 1)


# --- what is an exact number ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_number", "expected"),
    [
        (7, 7),
        (fmpq(6, 4), Fraction(3, 2)),
        (sympy.Rational(3, 8), Fraction(3, 8)),
        (np.int64(9), 9),
    ],
    ids=lambda value: type(value).__name__,
)
def test_as_exact_accepts_integers_and_fractions_of_every_kind(given_number, expected):
    found = as_exact(given_number)
    assert found == expected
    assert isinstance(found, int) or type(found) is Fraction
    assert isinstance(found, int) == (expected == int(expected))


@pytest.mark.parametrize(
    "inexact", [0.5, "1/2", Decimal("0.5"), None, sympy.pi, np.bool_(True)], ids=repr
)
def test_as_exact_refuses_everything_else(inexact):
    with pytest.raises(InexactError, match=r"^the weight must be exact"):
        as_exact(inexact, "the weight")


@pytest.mark.parametrize(
    ("number", "hint"),
    [
        (0.1, ": write Fraction(1, 10)"),
        (-2.0, ": write -2"),
        (float("nan"), "got the float nan"),
    ],
)
def test_the_refusal_of_a_float_says_what_to_write(number, hint):
    with pytest.raises(InexactError) as caught:
        as_exact(number)
    assert str(caught.value).startswith(
        "value must be exact (an int or a Fraction), got the float "
    )
    assert str(caught.value).endswith(hint)


def test_only_what_sympy_made_is_symbolic():
    d = sympy.Symbol("d")
    assert all(map(is_symbolic, (d, d / 2 + 1, sympy.Integer(3), sympy.log(2))))
    numbers = (0, Fraction(1, 2), fmpq(1, 2), Interval(0, 1), 0.5, "d", None)
    assert not any(map(is_symbolic, numbers))
