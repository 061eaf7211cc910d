"""Exact numbers read and printed, without a limit of digits, and as messages show them."""

import os
import subprocess
import sys
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactdice.exact.errors import ExactDiceError
from exactdice.exact.numbers import (
    Interval,
    decimal_text,
    exact_text,
    integer_text,
    parse_exact,
    shown,
)

EDGE = "1234567890" * 470  # 4700 digits, over the interpreter's limit of 4300


def horner(digits: str) -> int:
    """The integer the digits spell, nine at a time: no conversion of a long text."""
    value = 0
    for start in range(0, len(digits), 9):
        chunk = digits[start : start + 9]
        value = value * 10 ** len(chunk) + int(chunk)
    return value


# --- reading and printing -------------------------------------------------------------------------


@given(st.fractions())
def test_parse_reads_what_exact_text_prints(number):
    assert parse_exact(exact_text(number)) == number
    assert exact_text(number) == str(number)


@pytest.mark.parametrize("text", ["", "1e3", "1/2/3", "١", "3\n4"])
def test_parse_refuses_any_other_text(text):
    with pytest.raises(ExactDiceError) as caught:
        parse_exact(text)
    assert str(caught.value) == f"a number must look like 12, 3/8 or 0.25, got {text!r}"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: decimal_text(1, -1), "places must be 0 or more, got -1"),
        (
            lambda: decimal_text(1, 2, mark="'"),
            "the decimal mark must be one of '.', ',', '{,}', got \"'\"",
        ),
        (lambda: parse_exact(3), "a number to be read must be a text such as '3/8', got 3"),
    ],
    ids=range(3),
)
def test_what_is_wrong_is_said_in_one_line(wrong, said):
    with pytest.raises(ExactDiceError) as caught:
        wrong()
    assert str(caught.value) == said


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


HUGE, HUGE_SHOWN = 10**5000, "10000000...(5001 digits)...00000000"


class Pair(NamedTuple):
    left: object
    right: object


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([HUGE, 1], f"[{HUGE_SHOWN}, 1]"),
        ({(1, 2), frozenset({3, 1}), 7}, "{(1, 2), 7, {1, 3}}"),
        (Pair(HUGE, 1), f"Pair({HUGE_SHOWN}, 1)"),
        (Interval(1, HUGE), f"Interval(lower=1, upper={HUGE_SHOWN})"),
        (range(HUGE), "a range"),  # Python refuses to write it
        ({HUGE: (1, HUGE), 2: "b"}, f"{{{HUGE_SHOWN}: (1, {HUGE_SHOWN}), 2: 'b'}}"),
        (np.array([[1, 2], [3, 4]]), "array([[1, 2], [3, 4]])"),
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
from exactdice.exact.numbers import shown, integer_text
assert sys.get_int_max_str_digits() == 640
digits = "1234567890" * 100
n = parse_exact(digits)
assert integer_text(n) == digits and exact_text(Fraction(1, n)) == "1/" + digits
assert decimal_text(Fraction(n, 10**900), 900).replace(".", "") == digits
assert "(1000 digits)" in shown((n, Fraction(n, 7)))
assert "(1000 digits)" in repr(Distribution({1: n, 2: 1}))
for wrong in (
    lambda: as_exact((n,)),
    lambda: Interval(n, 1),
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
