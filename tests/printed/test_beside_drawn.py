"""A part of a number is never read as the whole, with text drawn at random beside it."""

import re

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from marked_numbers import MARKDOWN, read

from exactdice.printed.numbers import parse_printed

BLANK = st.sampled_from(
    [
        "",
        " ",
        "\u00a0",
        "\u2009",
        "\n",
        " \n",
        "<br>",
        "<!-- c -->",
        "&nbsp;",
        "\\,",
        "**",
        "<b>",
        "$",
        "(",
        "\n> ",
    ]
)


SIGN = st.sampled_from(
    [
        "-",
        "−",
        "–",
        "‐",
        "‑",
        "&minus;",
        "&#45;",
        "minus",
        "Minus",
        "moins",
        "$-$",
        "{-}",
        "±",
        "<b>-</b>",
        "**−**",
        "\\-",
        "5 ×",
        "2·",
    ]
)


GOING_ON = [
    "%",
    "\\%",
    "&#37;",
    "‰",
    "<b>%</b>",
    "percent",
    "Prozent",
    "×10⁻³",
    "· 10^{-3}",
    "x 10^3",
    "\\cdot 10^3",
    "<sup>2</sup>",
    "²",
    "^2",
    "/8",
    "⁄8",
]


GOING_ON += [
    "1/2",
    "½",
    "&frac12;",
    "000",
    "**000**",
    "000,5",
    "e-3",
    "E5",
    "(6)",
    "million",
    "\\overline{6}",
    "&times; 10",
    "* 10",
]


NUMBERS = st.sampled_from(["0.5", "5", "0,5", "12.5", "1/2", "0.125", "$0.5$", "**5**"])


APART = re.compile(r"\n[ >]*(?:-[ \n]|\n)")  # an item of a list, a paragraph of its own


@given(SIGN, st.lists(BLANK, max_size=3).map("".join), NUMBERS, st.booleans())
@settings(max_examples=400)
def test_a_number_after_a_sign_is_never_read_as_the_bare_one(sign, blank, number, quoted):
    found = read(f"{'> ' * quoted}word {sign}{blank}M", MARKDOWN, number)
    assume(not APART.search(f"{sign}{blank}M"))
    assert found is None or parse_printed(found).value < 0


@given(
    NUMBERS,
    st.lists(BLANK.filter(lambda blank: blank != "("), max_size=3).map("".join),
    st.sampled_from(GOING_ON),
)
@settings(max_examples=400)
def test_a_number_that_goes_on_is_never_read_as_the_bare_one(number, blank, going_on):
    assume(
        not (re.search(r"\n[ >]*\* ", blank + going_on) or APART.search(blank))
    )  # an item of a list
    assert read(f"word M{blank}{going_on}", MARKDOWN, number) is None
