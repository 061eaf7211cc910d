"""Hints on wrong numbers: what a printed number may be instead of the value."""

from fractions import Fraction

import pytest

from exactdice.report.claims.claim import Verdict
from exactdice.report.claims.judging import hints, verify
from exactdice.report.documents.documents import read_document
from exactdice.report.printed.numbers import parse_printed

PERCENT = "it is the value in percent"
HUNDREDTH = "it is a hundredth of the value, as of a percentage"
SIGN = "the sign is flipped"
COMPLEMENT = "it is the complement, 1 minus the value"
TEN_TIMES = "it is ten times the value: the decimal mark is one place off"
TENTH = "it is a tenth of the value: the decimal mark is one place off"
SWAPPED = "two neighbouring digits are swapped"


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
        # only what is rounded correctly: 16.6 and 0.834 are cut off or rounded up
        ("16.6", "1/6", []),
        ("-0.176", "1/6", []),  # digits swapped and another sign
        # a printed 0 is the rounding of any small number, and 1 the complement of any
        ("0", "3/5", []),
        ("-0.0", "1/100", []),
        ("1", "0", []),
        ("1", "-1", [SIGN]),
        ("1.000", "1/100", [PERCENT]),
    ],
)
def test_what_the_printed_number_may_be(printed, value, expected):
    assert list(hints(parse_printed(printed), Fraction(value))) == expected


def test_a_choice_has_no_slips_of_numbers(tmp_path):
    """With no points 6 dice are optimal, and 60 and 0.6 are no hints."""
    file = tmp_path / "a.md"
    for printed in ("1/6", "-6", "60"):
        file.write_text(f"It is {printed}<!-- exactdice: OPT(0, 0) -->.\n")
        (found,) = verify(read_document(file))
        assert (found.verdict, found.hints) == (Verdict.CONTRADICTED, ())


@pytest.mark.parametrize(
    ("printed", "query", "meant"),
    [
        ("0.722", "probability(2d6 >= 7)", "probability(2d6 >= 6)"),
        ("0.838", "probability(2d6 >= 8)", "probability(3d6 >= 8)"),
        ("8.636", "EP(6)", "EP(5)"),
        ("0.72", "probability(2d6 >= 7)", None),  # two digits name no other query
    ],
)
def test_the_query_that_was_meant(tmp_path, printed, query, meant):
    file = tmp_path / "a.md"
    file.write_text(f"It is {printed}<!-- exactdice: {query} -->.\n")
    (found,) = verify(read_document(file))
    assert found.hints == () if meant is None else f"it is the value of {meant}" in found.hints
