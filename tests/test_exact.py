"""Exact numbers: what is accepted, rounding against Python's decimal module, printing without a
limit of digits.
"""

import decimal
import operator
import os
import subprocess
import sys
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
import sympy
from flint import fmpq, fmpz
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactdice.errors import ExactDiceError, InexactError
from exactdice.exact import (
    NEAREST,
    Bounds,
    Rounding,
    as_exact,
    decimal_text,
    exact_text,
    integer_text,
    is_symbolic,
    parse_exact,
    ratio,
    round_scaled,
    round_to_integer,
    shown,
    simplest,
)

MODES = list(Rounding)
DECIMAL_MODE = {
    Rounding.HALF_EVEN: decimal.ROUND_HALF_EVEN,
    Rounding.HALF_UP: decimal.ROUND_HALF_UP,
    Rounding.HALF_DOWN: decimal.ROUND_HALF_DOWN,
    Rounding.UP: decimal.ROUND_UP,
    Rounding.DOWN: decimal.ROUND_DOWN,
    Rounding.CEILING: decimal.ROUND_CEILING,
    Rounding.FLOOR: decimal.ROUND_FLOOR,
    Rounding.UP_05: decimal.ROUND_05UP,
}
WIDE = decimal.Context(
    prec=400, traps=[decimal.Inexact, decimal.InvalidOperation]
)  # every step but the rounding is exact
ROUNDS = decimal.Context(prec=400, traps=[decimal.InvalidOperation])
EDGE = "1234567890" * 470  # 4700 digits, over the interpreter's limit of 4300

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


def horner(digits: str) -> int:
    """The integer the digits spell, nine at a time: no conversion of a long text."""
    value = 0
    for start in range(0, len(digits), 9):
        chunk = digits[start : start + 9]
        value = value * 10 ** len(chunk) + int(chunk)
    return value


# --- rounding -------------------------------------------------------------------------------------


def test_the_eight_modes_are_those_of_the_decimal_module():
    names = {name for name in dir(decimal) if name.startswith("ROUND_")}
    assert {f"ROUND_{mode.value.replace('-', '_').upper()}" for mode in MODES} == names


@settings(max_examples=300)
@given(finite_decimals | ties, st.integers(-3, 9), st.sampled_from(MODES))
def test_rounding_agrees_with_the_decimal_module(number, places, mode):
    assert Fraction(round_scaled(number, places, mode)) / Fraction(10) ** places == Fraction(
        quantized(number, places, mode)
    )


@given(st.integers(-200, 200), st.integers(0, 4), st.sampled_from(MODES))
def test_every_tie_agrees_with_the_decimal_module(n, places, mode):
    number = Fraction(2 * n + 1, 2 * 10**places)
    assert Fraction(round_scaled(number, places, mode)) / 10**places == Fraction(
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


@pytest.mark.parametrize(
    "refuse",
    [
        round_to_integer,
        exact_text,
        lambda number: round_scaled(number, 2),
        lambda number: decimal_text(number, 2),
    ],
)
def test_rounding_and_printing_refuse_a_float(refuse):
    with pytest.raises(
        InexactError,
        match=(
            r"^number must be exact \(an int or a Fraction\), got the float 0.1: write "
            r"Fraction\(1, 10\)$"
        ),
    ):
        refuse(0.1)


def test_decimal_text_refuses_negative_places():
    with pytest.raises(ExactDiceError, match=r"^places must be 0 or more, got -1$"):
        decimal_text(1, -1)


# --- reading and printing -------------------------------------------------------------------------


@given(st.fractions())
def test_parse_reads_what_exact_text_prints(number):
    assert parse_exact(exact_text(number)) == number
    assert exact_text(number) == str(number)


@given(finite_decimals)
def test_parse_reads_what_decimal_text_prints_of_a_finite_decimal(number):
    assert parse_exact(decimal_text(number, 12)) == number


@given(st.from_regex(r"[+-]?[0-9]{1,20}(/[1-9][0-9]{0,9}|\.[0-9]{1,20})?", fullmatch=True))
def test_parse_agrees_with_fractions_on_every_text_it_reads(text):
    value = parse_exact(text)
    assert value == Fraction(text)
    assert isinstance(value, int) == (Fraction(text).denominator == 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-",
        ".5",
        "5.",
        "1e3",
        "1_000",
        "0x10",
        "1/2/3",
        "1/-2",
        "1.5/2",
        "1 / 2",
        "--1",
        "nan",
        "inf",
        "١",
        "1,5",
        "½",
        "3\n4",
    ],
)
def test_parse_refuses_any_other_text(text):
    with pytest.raises(ExactDiceError) as caught:
        parse_exact(text)
    assert str(caught.value) == f"a number must look like 12, 3/8 or 0.25, got {text!r}"


@pytest.mark.parametrize("text", ["1/0", "-0/000"])
def test_parse_refuses_the_denominator_0(text):
    with pytest.raises(ExactDiceError, match=f"^the denominator of '{text}' is 0$"):
        parse_exact(text)


def test_numbers_beyond_4300_digits_round_trip():
    value = horner(EDGE)
    assert parse_exact(EDGE) == value
    assert integer_text(value) == exact_text(value) == decimal_text(value, 0) == EDGE
    assert parse_exact(f"-{EDGE}.{EDGE}") == -value - Fraction(value, 10 ** len(EDGE))
    assert decimal_text(-value - Fraction(value, 10 ** len(EDGE)), len(EDGE)) == f"-{EDGE}.{EDGE}"
    odd = 3**9100  # 4342 digits; EDGE is even
    assert exact_text(Fraction(2**15000, odd)).count("/") == 1
    assert parse_exact(exact_text(Fraction(2**15000, odd))) == Fraction(2**15000, odd)
    assert parse_exact("0" * 5000 + "7") == 7


@given(st.integers(0, 10**60), st.integers(0, 60))
def test_decimal_text_has_exactly_the_places_asked(number, places):
    whole, mark, decimals = decimal_text(Fraction(number, 10**30), places).partition(".")
    assert whole.isdigit()
    assert len(decimals) == places
    assert mark == ("." if places else "")


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


class Colour(IntEnum):
    RED = 3


@pytest.mark.parametrize(
    ("given_number", "expected"),
    [
        (7, 7),
        (-(10**5000), -(10**5000)),
        (Fraction(6, 4), Fraction(3, 2)),
        (Fraction(6, 3), 2),
        (fmpz(-5), -5),
        (fmpq(6, 4), Fraction(3, 2)),
        (fmpq(4, 2), 2),
        (sympy.Rational(3, 8), Fraction(3, 8)),
        (sympy.Rational(8, 4), 2),
        (sympy.Integer(7), 7),
        (sympy.S.Half, Fraction(1, 2)),
        (np.int64(9), 9),
        (Colour.RED, 3),
    ],
    ids=lambda value: type(value).__name__,
)
def test_as_exact_accepts_integers_and_fractions_of_every_kind(given_number, expected):
    found = as_exact(given_number)
    assert found == expected
    assert isinstance(found, int) or type(found) is Fraction
    assert isinstance(found, int) == (expected == int(expected))


@pytest.mark.parametrize(
    "inexact",
    [
        0.5,
        float("nan"),
        float("inf"),
        float("-inf"),
        5e-324,
        1.7e308,
        True,
        False,
        "1/2",
        "3",
        Decimal("0.5"),
        1j,
        None,
        b"1",
        [1],
        (1, 2),
        sympy.Float(0.5),
        sympy.pi,
        sympy.sqrt(2),
        sympy.nan,
        sympy.oo,
        np.float32(0.5),
        np.bool_(True),
    ],
    ids=repr,
)
def test_as_exact_refuses_everything_else(inexact):
    with pytest.raises(InexactError, match=r"^the weight must be exact"):
        as_exact(inexact, "the weight")


def test_as_exact_refuses_a_numpy_float_with_its_own_error():
    with pytest.raises(InexactError, match=r"Fraction\(1, 2\)$"):
        as_exact(np.float64(0.5))


@pytest.mark.parametrize(
    ("number", "hint"),
    [
        (0.5, ": write Fraction(1, 2)"),
        (0.1, ": write Fraction(1, 10)"),
        (-2.0, ": write -2"),
        (float("nan"), "got the float nan"),
        (float("inf"), "got the float inf"),
    ],
)
def test_the_refusal_of_a_float_says_what_to_write(number, hint):
    with pytest.raises(InexactError) as caught:
        as_exact(number)
    assert str(caught.value).startswith(
        "value must be exact (an int or a Fraction), got the float "
    )
    assert str(caught.value).endswith(hint)


def test_the_refusal_of_anything_else_shows_it():
    with pytest.raises(InexactError) as caught:
        as_exact([1, HUGE], "the weight")
    assert (
        str(caught.value)
        == f"the weight must be exact (an int or a Fraction), got [1, {HUGE_SHOWN}]"
    )


# --- messages -------------------------------------------------------------------------------------

huge = st.integers(1, 5).map(lambda k: (-1) ** k * 7 ** (6000 * k))
anything = st.recursive(
    st.integers()
    | huge
    | st.fractions()
    | st.booleans()
    | st.text(max_size=300)
    | st.none()
    | st.floats()
    | huge.map(lambda n: Fraction(1, n)),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
)


@settings(max_examples=100)
@given(anything)
def test_shown_never_fails_and_stays_short(value):
    leaves = max(1, repr_leaves(value))
    assert len(shown(value)) <= 200 * leaves


def repr_leaves(value) -> int:
    return sum(map(repr_leaves, value)) + 1 if isinstance(value, tuple) else 1


def test_shown_keeps_the_ends_and_the_number_of_digits():
    assert shown(10**5000 + 12) == "10000000...(5001 digits)...00000012"
    assert shown(-(10**5000)) == "-1000000...(5001 digits)...00000000"
    assert shown(Fraction(1, 10**5000)) == "1/10000000...(5001 digits)...00000000"
    assert shown((1, (10**5000,))) == "(1, (10000000...(5001 digits)...00000000))"
    assert shown(Fraction(-3, 8)) == "-3/8"
    assert shown(True) == "True"


HUGE, HUGE_SHOWN = 10**5000, "10000000...(5001 digits)...00000000"


class Pair(NamedTuple):
    left: object
    right: object


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([HUGE, 1], f"[{HUGE_SHOWN}, 1]"),
        ((HUGE, 1), f"({HUGE_SHOWN}, 1)"),
        ({HUGE}, f"{{{HUGE_SHOWN}}}"),
        (frozenset({HUGE}), f"frozenset({HUGE_SHOWN})"),
        (Pair(HUGE, 1), f"Pair({HUGE_SHOWN}, 1)"),
        ({HUGE: 1, 2: HUGE}, f"{{{HUGE_SHOWN}: 1, 2: {HUGE_SHOWN}}}"),
        (Bounds(1, HUGE), f"Bounds(lower=1, upper={HUGE_SHOWN})"),
        (Bounds, "<class 'exactdice.exact.Bounds'>"),
        (range(HUGE), "a range"),  # Python refuses to write it
    ],
    ids=lambda value: type(value).__name__,
)
def test_numbers_inside_other_values_are_abbreviated(value, expected):
    assert shown(value) == expected


@example(10**59)
@example(10**60)
@given(st.integers(1, 80).flatmap(lambda digits: st.integers(10 ** (digits - 1), 10**digits - 1)))
def test_a_number_of_up_to_60_digits_is_shown_whole(number):
    assert shown(number) == (
        str(number)
        if number < 10**60
        else f"{str(number)[:8]}...({len(str(number))} digits)...{str(number)[-8:]}"
    )


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ((HUGE, 10**80), f"({HUGE_SHOWN}, 1{'0' * 80})"),
        ({10**80: 10**90}, f"{{1{'0' * 80}: 1{'0' * 90}}}"),
        ([10**80], f"[1{'0' * 80}]"),
        (Bounds(0, 10**80), f"Bounds(lower=0, upper=1{'0' * 80})"),
        (Fraction(1, 10**80), f"1/1{'0' * 80}"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_number_inside_other_values_is_abbreviated_beyond_the_width(value, expected):
    assert shown(value, 100) == expected


@example(240)
@example(241)
@given(st.integers(200, 300))
def test_a_text_of_up_to_240_characters_is_shown_whole(length):
    text = "x" * (length - 2)  # and two quotes
    assert shown(text) == (
        repr(text) if length <= 240 else f"{repr(text)[:60]}...({length} characters)"
    )


def test_everything_prints_at_the_lowest_limit_python_allows(tmp_path):
    program = """
import sys
from fractions import Fraction
from pathlib import Path
from exactdice import *
from exactdice.exact import shown, integer_text
assert sys.get_int_max_str_digits() == 640
digits = "1234567890" * 100
n = parse_exact(digits)
assert integer_text(n) == digits and exact_text(Fraction(1, n)) == "1/" + digits
assert decimal_text(Fraction(n, 10**900), 900).replace(".", "") == digits
assert "(1000 digits)" in shown((n, Fraction(n, 7)))
assert "(1000 digits)" in repr(Distribution({1: n, 2: 1}))
for wrong in (
    lambda: as_exact((n,)),
    lambda: Distribution({(n, 1): -n}),
    lambda: from_probabilities({1: Fraction(1, n)}),
    lambda: Bounds(n, 1),
    lambda: DiceBattle(dice=-n),
    lambda: as_exact(5e-324),
    lambda: as_exact(1.7e308),
    lambda: parse_exact(digits + "x"),
):
    try:
        wrong()
    except ExactDiceError as error:
        str(error)
    else:
        raise AssertionError("accepted")
solution = solve(DiceBattle(dice=10, target=100))
assert len(exact_text(solution.value)) > 1700
assert check(solve(DiceBattle(dice=10, target=12))).startswith("value ")
write_proof(solution, Path(sys.argv[1]))
print(decimal_text(solution.value, 1000))
"""
    run = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "proof.json")],
        env={**os.environ, "PYTHONINTMAXSTRDIGITS": "640"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert len(run.stdout.strip()) == 1002


# --- bounds ---------------------------------------------------------------------------------------


@given(st.fractions(), st.fractions())
def test_bounds_hold_two_exact_ends_in_order(a, b):
    low, high = sorted((a, b))
    assert Bounds(low, high).width == high - low >= 0
    if low < high:
        with pytest.raises(ExactDiceError) as caught:
            Bounds(high, low)
        assert (
            str(caught.value) == f"lower must be at most upper, got [{shown(high)}, {shown(low)}]"
        )


@pytest.mark.parametrize(
    ("ends", "where"),
    [((0.5, 1), "lower"), ((0, 1.5), "upper"), ((True, 2), "lower"), ((0, "1"), "upper")],
)
def test_bounds_refuse_inexact_ends(ends, where):
    with pytest.raises(InexactError, match=f"^{where} must be exact"):
        Bounds(*ends)


ends = st.tuples(st.fractions(-9, 9), st.fractions(-9, 9)).map(sorted)
bounds = ends.map(lambda pair: Bounds(*map(simplest, pair)))
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
        assert operation(left, right) == Bounds(min(corners), max(corners))


def ends_of(value):
    return (value.lower, value.upper) if isinstance(value, Bounds) else (value, value)


@given(bounds)
def test_the_opposite_and_the_middle_of_bounds(one):
    assert -one == 0 - one == one * -1
    assert one.upper - one.middle == one.middle - one.lower == one.width / Fraction(2)


@given(st.fractions() | st.integers(), st.integers(0, 30))
def test_bounds_around_a_number_are_narrow_and_dyadic(number, digits):
    found = Bounds.around(number, digits)
    assert found.lower <= number <= found.upper
    assert found.width <= Fraction(1, 10**digits)
    assert all(end.denominator.bit_count() == 1 for end in ends_of(found))


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("swapped", [False, True])
def test_bounds_refuse_to_compute_with_a_float(operation, swapped):
    left, right = (0.5, Bounds(1, 2)) if swapped else (Bounds(1, 2), 0.5)
    with pytest.raises(InexactError, match="must be exact"):
        operation(left, right)


def test_only_what_sympy_made_is_symbolic():
    d = sympy.Symbol("d")
    assert all(map(is_symbolic, (d, d / 2 + 1, sympy.Integer(3), sympy.log(2))))
    numbers = (0, Fraction(1, 2), fmpq(1, 2), Bounds(0, 1), 0.5, "d", None)
    assert not any(map(is_symbolic, numbers))
