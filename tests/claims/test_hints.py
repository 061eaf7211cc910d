"""Hints on wrong numbers of dice: which query beside the claimed one has the printed value, and
what a number that is no neighbour may be.
"""

from fractions import Fraction

import pytest

from exactdice.claims.claim import Claim, Kind
from exactdice.claims.claims_file import read_claims
from exactdice.claims.hints import hints, hints_of_estimate, with_hints
from exactdice.claims.judging import verify
from exactdice.claims.verdict import Verdict
from exactdice.documents.documents import read_document
from exactdice.exact import Bounds
from exactdice.printed.numbers import parse_printed
from exactdice.queries.syntax import parse

# {(printed, query): a hint}; the printed number is that of the query in the hint
HINTS = {
    ("0.722", "chance(2d6 >= 7)"): "it is the value of chance(2d6 >= 6)",
    ("0.583", "chance(2d6 > 7)"): "it is the value of chance(2d6 >= 7)",
    ("0.838", "chance(2d6 >= 8)"): "it is the value of chance(3d6 >= 8)",
    ("0.417", "chance(2d6 >= 7)"): "it is the complement, 1 minus the value",
    ("13.43", "mean(highest(d(6), 4, 3))"): "it is the value of mean(highest(d(6), 5, 3))",
}


@pytest.mark.parametrize(("printed", "query"), HINTS)
def test_the_query_that_was_meant(tmp_path, printed, query):
    path = tmp_path / "claims.toml"
    path.write_text(f'[[claim]]\nprinted = "{printed}"\nvalue = "{query}"\n', encoding="utf-8")
    (finding,) = with_hints(verify(read_claims(path)))
    assert HINTS[printed, query] in finding.hints


def hinted(printed, value):
    """The hints on a number that is claimed to be this value."""
    claim = Claim("a", 1, "", parse_printed(printed), "1", parse("1"), Kind.ROUNDED, {})
    return list(hints(claim, Fraction(value), neighbours=False))


PERCENT = "it is the value in percent"
HUNDREDTH = "it is a hundredth of the value, as of a percentage"
SIGN = "the sign is flipped"
COMPLEMENT = "it is the complement, 1 minus the value"
TEN_TIMES = "it is ten times the value: the decimal mark is one place off"
TENTH = "it is a tenth of the value: the decimal mark is one place off"
SWAPPED = "two neighbouring digits are swapped"
CHANCE = "it is (1 + value)/2, the chance to win of such a gain"
GAIN = "it is 2 value - 1, the gain of such a chance to win"
INVERSE = "it is 1 divided by the value"


@pytest.mark.parametrize(
    ("printed", "value", "expected"),
    [
        ("16.7", "1/6", [PERCENT]),
        ("0.0017", "1/6", [HUNDREDTH]),
        ("-0.167", "1/6", [SIGN]),
        ("0.833", "1/6", [COMPLEMENT]),
        ("1.67", "1/6", [TEN_TIMES]),
        ("0.017", "1/6", [TENTH]),
        ("0.176", "1/6", [SWAPPED]),
        ("0.583", "1/6", [CHANCE]),
        ("-0.667", "1/6", [GAIN]),
        ("6.00", "1/6", [INVERSE]),
        ("5/6", "1/6", [COMPLEMENT]),
        ("1 in 6", "5/6", [COMPLEMENT]),
        # only what is rounded correctly: 16.6 and 0.834 are cut off or rounded up
        ("16.6", "1/6", []),
        ("0.834", "1/6", []),
        ("-0.176", "1/6", []),  # digits swapped and another sign
        # two at most, the likeliest first
        ("0.50", "-1/2", [SIGN]),
        ("-0.3", "1/3", [SIGN, GAIN]),
        ("3", "1/3", [TEN_TIMES, INVERSE]),
        # a printed 0 is the rounding of any small number, and 1 the complement of any
        ("0", "3/5", []),
        ("-0.0", "1/100", []),
        ("1", "0", []),
        ("1.000", "1/100000", []),
        ("1", "-1", [SIGN]),
        ("1.000", "1/100", [PERCENT]),
        ("1.000", "1/10", [TEN_TIMES]),
    ],
)
def test_what_the_printed_number_may_be(printed, value, expected):
    assert hinted(printed, value) == expected


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("16.7", [PERCENT]),
        ("16.5", [PERCENT]),  # an estimate need not be the rounding of the mean
        ("15.9", []),
        ("-0.168", [SIGN]),
        ("0.831", [COMPLEMENT]),
        ("0.00166", [HUNDREDTH]),
        ("1.66", [TEN_TIMES]),
        ("6.00", []),
        ("0", []),
        ("1", []),
    ],
)
def test_what_an_estimate_may_be(printed, expected):
    means = Bounds(Fraction(164, 1000), Fraction(170, 1000))  # what games of the exact 1/6 may give
    assert list(hints_of_estimate(parse_printed(printed), means)) == expected


def test_a_choice_has_no_slips_of_numbers(tmp_path):
    """With no points 6 dice are optimal, and 11 = 2 * 6 - 1 and 7/2 = (6 + 1)/2 are no hints."""
    file = tmp_path / "a.md"
    for printed in ("11", "7/2", "1/6", "-6", "60"):
        file.write_text(f"It is {printed}<!-- exactdice: OPT(0, 0) -->.\n")
        (found,) = with_hints(verify(read_document(file)))
        assert (found.verdict, found.hints) == (Verdict.CONTRADICTED, ())
