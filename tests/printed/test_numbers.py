"""Printed numbers: every notation read to its exact value, written back in the same notation, and
junk refused.
"""

from contextlib import suppress
from decimal import Context, Decimal
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice.exact.errors import ClaimsError
from exactdice.exact.numbers import Rounding, exact_text, round_scaled
from exactdice.report.printed.numbers import parse_interval, parse_printed, parse_uncertain
from exactdice.writeup.tables.number_text import cell_style

READ = [  # text, value: what the table of spellings does not have
    ("\u22120,65", Fraction(-13, 20)),
    ("–0,65", Fraction(-13, 20)),
    ("64,89\u202f%", Fraction(6489, 10_000)),
    ("5·10<sup>3</sup>", 5000),
    (r"-\dfrac{3}{8}", Fraction(-3, 8)),
    (r"\frac{-3}{8}", Fraction(-3, 8)),
    ("12~345", 12345),
    (r"\(0.65\)", Fraction(13, 20)),
    (r"$\mathbf{0{,}65}$", Fraction(13, 20)),
    (r"\textbf{$-0.65$}", Fraction(-13, 20)),
    (r"-2\ \frac{1}{3}", Fraction(-7, 3)),
    ("-49/(2^3·3^3)", Fraction(-49, 216)),
    (r"1/2^{3}", Fraction(1, 8)),
    ("1 to 4", Fraction(1, 5)),
    ("0.275..", Fraction(11, 40)),
    (r"$-0.275\ldots$", Fraction(-11, 40)),
    (r"27.5\dots\,\%", Fraction(11, 40)),
]


@pytest.mark.parametrize(("text", "value"), READ)
def test_read(text, value):
    printed = parse_printed(text)
    assert printed.value == value
    if printed.places is not None:
        assert printed.spelled(value).replace("–", "\u2212") == text.replace("–", "\u2212")


JUNK = ["", "0,5/3", "1/0", "\u0661", "0.5%%", r"\frac{1}{0}", "2 4/3", "[0; 0]"]
JUNK += [
    "10^{99999999}",
    "1/(2^99999999)",
    r"\num{1.5",
    "{0,65",
    "$0,65",
    "5 · 11^{2}",
    r"\textcolor{red}{0.5}",
    "0.65\n0.66",
]


@pytest.mark.parametrize("text", JUNK)
def test_refused(text):
    with pytest.raises(ClaimsError):
        parse_printed(text)


FRACTIONS = st.fractions(max_denominator=10**6)


@given(FRACTIONS, st.integers(0, 9), st.sampled_from([".", ",", "{,}"]))
def test_decimal_styles_of_tables_are_read_back_as_rounded(value, places, mark):
    text = cell_style(f"dec:{places}").plain(value).replace(".", mark)
    printed = parse_printed(text)
    assert printed.places == places
    assert abs(printed.value - value) <= Fraction(1, 2 * 10**places)


@given(
    st.fractions(),
    st.sampled_from(
        ["0,6489", "64,89 %", r"5{,}00 \cdot 10^{-3}", r"\num{1.00e-2}", "1\u202f234,567\u202f8"]
    ),
)
def test_what_is_spelled_is_read_back_rounded_to_the_same_place(value, like):
    printed = parse_printed(like)
    again = parse_printed(printed.spelled(value))
    assert again.places == printed.places
    assert abs(again.value - value) <= Fraction(10) ** -printed.places / 2


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text):
    with suppress(ClaimsError):
        assert exact_text(parse_printed(text).value)


MODES = {mode: "ROUND_" + mode.name.replace("UP_05", "05UP") for mode in Rounding}


def test_the_rounding_kernel_against_decimal_in_every_mode():
    # 30,000 random decimals with a fifth of them ties: decimal rounds them exactly, since they are
    # finite
    chance, context = Random(1), Context(prec=60)
    for _ in range(30_000 // len(MODES)):
        shown, places = chance.randrange(0, 7), chance.randrange(0, 5)
        digits = (
            chance.randrange(-(10**8), 10**8)
            if chance.random() < 0.8
            else (2 * chance.randrange(-(10**4), 10**4) + 1) * 5
        )
        number = Decimal(digits).scaleb(-shown)
        value = Fraction(digits, 10**shown)
        for mode, name in MODES.items():
            expected = number.quantize(Decimal(1).scaleb(-places), rounding=name, context=context)
            assert round_scaled(value, places, mode) == int(expected.scaleb(places))


LONG = [
    "1" + " " * 32 + "x",
    "2" + " " * 9000,
    "2" + " " * 9000 + "1/3x",
    "[0" + " " * 9000 + "x",
    "49/(2" + " " * 9000 + "x)",
    "1" + "~" * 9000 + "%x",
]
LONG += [
    "1/(2" + r"\cdot\ " * 1000 + ")",
    "1~234" * 1800 + "x",
    "$" * 9000,
    "{" * 4000 + "1" + "}" * 4000,
    "-" * 9000,
    r"\frac{1}{2" * 900,
]
# As long as a number with an error, a chance or an interval may be, so that each form is tried.
LONG += [
    "0.5" + " " * 290 + "x",
    "0.5 ± " * 50,
    "(" * 299,
    "(0.5" + " " * 290,
    "$*" * 149,
    "1 in " * 60,
    "≈ " * 149,
    "1,234" * 60,
    "-" * 299,
    "0.5-" * 70,
    "0.5(" + "1" * 290,
    r"\num{0.5" + " " * 280 + "+-",
    "1.5 to " * 40,
]
LONG += [
    "1/(" + "·".join(["2^999999"] * 900) + ")",
    "1/2^" + "9" * 9000,
    "[0; " + "1, " * 3000 + "1]",
    "0.(" + "9" * 9000 + ")",
    r"\num{" + "1~111" * 1500,
]


@pytest.mark.parametrize("text", LONG, ids=lambda text: text[:12])
@pytest.mark.usefixtures("must_end")
def test_long_texts_are_read_or_refused_at_once(text):
    """Each takes steps in the number of its characters; with their square or worse some of these
    would take hours.
    """
    for one in (text, text[: len(text) // 2], "-" + text, f"${text}$"):
        for read in (parse_printed, parse_uncertain, parse_interval):
            with suppress(ClaimsError):
                read(one)
