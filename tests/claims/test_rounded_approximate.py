"""Numbers that are meant to be near: what each kind allows, at its edges and beyond them."""

from fractions import Fraction

import pytest

from exactdice.exact.numbers import Interval
from exactdice.query.syntax import parse
from exactdice.report.claims.claim import Claim, Kind, Tolerance, Verdict
from exactdice.report.claims.entry import read_claims
from exactdice.report.claims.judging import judge, verify
from exactdice.report.claims.rounded import claim_cell
from exactdice.report.printed.numbers import parse_printed

WITHIN, WRONG = Verdict.WITHIN, Verdict.CONTRADICTED


def claim(printed, kind, query="1", **given):
    return Claim("1", 1, "", parse_printed(printed), query, parse(query), Kind(kind), {}, **given)


CASES = [
    # about: within 5 % of what is printed, or rounded to it
    ("20", "about", "21", WITHIN),
    ("20", "about", "2101/100", WRONG),
    ("5", "about", "5.735", WRONG),  # neither within 5 % nor rounded to 5
    ("0.3", "about", "0.35", WITHIN),
    ("1/25", "about", "0.0421", WRONG),
    # at-most and at-least hold at the number itself
    ("0.34", "at-most", "0.34", WITHIN),
    ("0.34", "at-most", "0.345", WITHIN),  # the bound is rounded itself
    ("0.34", "at-most", "0.3450001", WRONG),
    ("5.56 %", "at-least", "1/18", WITHIN),
    ("0.34", "at-least", "0.3349999", WRONG),
]


@pytest.mark.parametrize(("printed", "kind", "value", "verdict"), CASES)
def test_what_is_allowed(printed, kind, value, verdict):
    found = judge(claim(printed, kind, value))
    assert found.verdict == verdict
    assert found.reason.startswith("it is ")


def test_a_tolerance_of_ones_own():
    part, far = Tolerance(Fraction(1, 5), True), Tolerance(Fraction(1, 5), False)
    assert judge(claim("20", "about", "24", tolerance=part)).verdict == WITHIN
    assert judge(claim("20", "about", "24.1", tolerance=part)).verdict == WRONG
    assert judge(claim("20.0", "about", "20.2", tolerance=far)).verdict == WITHIN
    assert judge(claim("20.0", "about", "20.21", tolerance=far)).verdict == WRONG


def test_a_number_that_converged_is_right_within_its_tolerance_and_its_rounding():
    """0.3333 stands for what is in [0.33325, 0.33335]: with a tolerance of 10^-4 up to 0.33345."""
    tolerance = Tolerance(Fraction(1, 10**4), False)
    for value, verdict in (("0.33345", WITHIN), ("0.333451", WRONG), ("0.33315", WITHIN)):
        assert judge(claim("0.3333", "converged", value, tolerance=tolerance)).verdict == verdict


def test_an_iteration_needs_its_tolerance_and_an_interval_two_numbers():
    for one, message in (
        (claim("0.3", "converged"), "needs the tolerance"),
        (claim("0.3", "interval"), "two numbers"),
    ):
        found = judge(one)
        assert found.verdict == Verdict.UNCHECKED
        assert message in found.reason


# --- numbers that are cut off ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "kind", "value", "verdict"),
    [
        ("5", "rounded", "5.735", Verdict.OFF_BY_ONE),  # never "truncated": it shows no decimals
        ("140544e-5", "rounded", "1.405449", Verdict.TRUNCATED),
        (r"\qty{64}{\percent}", "rounded", "0.649", Verdict.OFF_BY_ONE),
        ("5", "truncated", "5.735", Verdict.CORRECTLY_TRUNCATED),
        ("5.8", "truncated", "5.78", WRONG),
        (
            "1.70",
            "truncated",
            "sd(d(6))",
            Verdict.CORRECTLY_TRUNCATED,
        ),  # bounds, of which both ends are
        # 1 in 2 is what lies between 1/2.5 = 0.4 and 1/1.5 = 0.666...
        ("1 in 2", "about", "0.39", WRONG),
        # 1/24.9: rounded it is 1 in 25, cut off 1 in 24, which only an author can say
        ("1 in 24", "rounded", "10/249", Verdict.OFF_BY_ONE),
        ("1 in 24", "truncated", "10/249", Verdict.CORRECTLY_TRUNCATED),
        ("1 in 24.8", "rounded", "100/2489", Verdict.TRUNCATED),
    ],
)
def test_a_number_is_cut_off_only_where_its_author_says_so(printed, kind, value, verdict):
    assert judge(claim(printed, kind, value)).verdict == verdict


# --- in files -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("tolerance = 0", "tolerance must be above 0"),
        ('tolerance = "100 %"', "tolerance must be below 100 %"),
        ('tolerance = "some"', "tolerance: "),
        ('run = "a"', "run belongs to"),
    ],
)
def test_words_that_do_not_belong_are_refused_with_one_line(tmp_path, line, message):
    file = tmp_path / "a.toml"
    kind = "" if line.startswith("kind") else 'kind = "about"\n'
    file.write_text(f'[[claim]]\nprinted = "9"\nvalue = "EP(5)"\n{kind}{line}\n')
    (found,) = verify(read_claims(file))
    assert found.verdict == Verdict.UNCHECKED
    assert message in found.reason
    assert "\n" not in found.reason


# --- chances written as 1 in N --------------------------------------------------------------------


def test_a_chance_converges_within_its_rounding():
    tolerance = Tolerance(Fraction(1, 100), False)
    for value, verdict in (("0.39", WITHIN), ("0.389", WRONG)):
        assert judge(claim("1 in 2", "converged", value, tolerance=tolerance)).verdict == verdict


def test_what_a_chance_that_is_cut_off_may_have_been():
    """1 in 24 was 1 in 24 to 25."""
    found = claim_cell(claim("1 in 24", "truncated"))
    assert found == Interval(Fraction(1, 25), Fraction(1, 24))


# --- what is said ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "kind", "value", "reason"),
    [
        ("8.6356", "at-most", "67151/7776", "it is 8.63567..., not at most 8.6356"),
        ("1/3", "at-most", "0.33333334", "it is 0.33333334, not at most 0.33333333..."),
    ],
)
def test_as_many_decimals_are_said_as_tell_the_numbers_apart(printed, kind, value, reason):
    assert judge(claim(printed, kind, value)).reason == reason
