"""What the panel of a number says, against numbers worked out by hand."""

from fractions import Fraction
from pathlib import Path

import pytest

from exactdice.report.claims.judging import verify
from exactdice.report.documents.documents import document_from
from exactdice.report.pages import shown_findings
from exactdice.report.pages.shown_findings import panel_data
from exactdice.report.printed.source import Source


def data(text):
    document = document_from(Source(Path("a.md"), text))
    ((shown,),) = shown_findings.shown_findings([(document, verify(document))], strict=False)
    return panel_data(shown)


CELLS = {
    "8.636<!-- exactdice: EP(5) -->": ("17271/2000", "17273/2000"),
    "8.635<!-- exactdice: EP(5) kind=truncated -->": ("1727/200", "2159/250"),
    "1 in 7<!-- exactdice: 1/7 -->": ("2/15", "2/13"),
    "8 to 9<!-- exactdice: EP(5) kind=interval -->": ("8", "9"),
    "8.6<!-- exactdice: EP(5) kind=about tolerance=0.5 -->": ("81/10", "91/10"),
}


@pytest.mark.parametrize(("text", "ends"), CELLS.items(), ids=map(str, range(len(CELLS))))
def test_the_interval_is_that_of_what_is_printed(text, ends):
    cell = data(text)["cell"]
    assert (cell["lower"], cell["upper"]) == ends


NONE = (
    "1/6<!-- exactdice: P(1,1) -->",
    "6<!-- exactdice: best_dice(10) kind=exact -->",
    "9<!-- exactdice: EP(5) kind=at-most -->",
    "0<!-- exactdice: P(1,1) -->",  # which says impossible, and is no rounding
    "True it is.<!-- exactdice claim: EP(2) > EP(1) -->",
)


@pytest.mark.parametrize("text", NONE)
def test_what_is_one_number_or_open_has_no_interval(text):
    assert data(text)["cell"] is None


def test_the_law_of_an_estimate_is_that_of_the_mean():
    law = data("0.51<!-- exactdice: 2d6 > 6 kind=montecarlo n=100 -->")["law"]
    # One event with chance 21/36: its variance is 21/36 times 15/36.
    assert Fraction(law["mean"]) == Fraction(21, 36)
    assert Fraction(law["variance"]) == Fraction(21 * 15, 36 * 36 * 100)
    assert law["games"] == 100


def test_a_value_that_is_too_long_is_enclosed(monkeypatch):
    monkeypatch.setattr(shown_findings, "LONGEST_EXACT", 9)
    value = data("8.636<!-- exactdice: EP(5) -->")["value"]
    assert value["kind"] == "bounds"
    lower, upper = Fraction(value["lower"]), Fraction(value["upper"])
    assert lower <= Fraction(67151, 7776) <= upper
    assert 0 < upper - lower <= Fraction(1, 10**100)


def test_an_irrational_value_is_enclosed():
    value = data("1.7<!-- exactdice: sd(1d6) -->")["value"]
    lower, upper = Fraction(value["lower"]), Fraction(value["upper"])
    assert lower**2 <= Fraction(35, 12) <= upper**2  # the variance of a die
    assert upper - lower < Fraction(1, 10**60)
