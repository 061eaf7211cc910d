"""Claims files and verdicts: every verdict and every complaint."""

import re
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest
import sympy
from hypothesis import example, given
from hypothesis import strategies as st
from made_claims import claim, document

from exactdice import Rounding
from exactdice.exact.errors import ClaimsError
from exactdice.exact.numbers import Interval, decimal_text
from exactdice.report.claims.claim import OPEN, Finding, Kind, Verdict, exit_status
from exactdice.report.claims.entry import read_claims
from exactdice.report.claims.findings import explanation
from exactdice.report.claims.judging import judge, verify
from exactdice.report.claims.rounded import judge_rounded


def verdict(printed, value, kind=Kind.ROUNDED):
    return judge_rounded(claim(printed, kind=kind), value)


THIRD, EIGHTH = Fraction(1, 3), Fraction(1, 8)
VERDICTS = [
    ("1/3", THIRD, Verdict.EXACT, ""),
    ("0.3333", THIRD, Verdict.ROUNDED, "0.3333"),
    ("0.67", 2 * THIRD, Verdict.ROUNDED, "0.67"),
    ("0.66", 2 * THIRD, Verdict.TRUNCATED, "0.67"),
    ("0.34", THIRD, Verdict.OFF_BY_ONE, "0.33"),
    ("0.31", THIRD, Verdict.CONTRADICTED, "0.33"),
    ("-0.33", THIRD, Verdict.CONTRADICTED, "0.33"),
    ("0.12", EIGHTH, Verdict.ROUNDED, "0.12"),  # a tie: half to even goes down
    ("0.13", EIGHTH, Verdict.ROUNDED, "0.12"),  # and half up goes up
    ("0", EIGHTH, Verdict.CONTRADICTED, "1/8"),  # no digit is left
    ("8", 7, Verdict.OFF_BY_ONE, "7"),
    ("0.14", EIGHTH, Verdict.OFF_BY_ONE, "0.12"),  # one more than half up gives
    ("0.15", EIGHTH, Verdict.CONTRADICTED, "0.12"),
    (r"\frac{3}{8}", THIRD, Verdict.CONTRADICTED, r"\frac{1}{3}"),
]


@pytest.mark.parametrize(("printed", "value", "expected", "correct"), VERDICTS)
def test_verdict(printed, value, expected, correct):
    found = verdict(printed, value)
    assert (found.claim, found.verdict, found.correct, found.value) == (
        claim(printed),
        expected,
        correct,
        value,
    )


def test_a_number_meant_exactly_is_not_rounded():
    assert verdict("0", EIGHTH, Kind.EXACT) == Finding(
        claim("0", kind=Kind.EXACT), Verdict.CONTRADICTED, EIGHTH, "1/8"
    )
    assert verdict("0.33", THIRD, Kind.EXACT).correct == "1/3"


BETWEEN = [  # three decimals more than are printed; the ends rounded outwards
    ("0.33", THIRD, THIRD + Fraction(1, 100), "[0.33333, 0.34334]"),
    ("0", -Fraction(1, 4), Fraction(2, 3), "[-0.25, 0.667]"),
    ("1/2", THIRD, 2 * THIRD, "[0.333, 0.667]"),
]


@pytest.mark.parametrize(("printed", "lower", "upper", "shown"), BETWEEN)
def test_what_bounds_leave_undecided_says_the_bounds(printed, lower, upper, shown):
    found = verdict(printed, Interval(lower, upper))
    assert (found.verdict, found.reason) == (
        Verdict.UNDECIDED,
        f"the value is only known to lie in {shown}",
    )
    assert (found.claim, found.value) == (claim(printed), Interval(lower, upper))


def test_bounds_that_may_hold_just_the_printed_number_prove_that_it_is_rounded_and_no_more():
    assert verdict("0.125", Interval(EIGHTH, EIGHTH)).verdict == Verdict.ROUNDED
    assert verdict("0.126", Interval(EIGHTH, EIGHTH), Kind.EXACT).verdict == Verdict.CONTRADICTED
    assert verdict("0.125", Interval(EIGHTH, EIGHTH), Kind.EXACT).verdict == Verdict.UNDECIDED
    assert verdict("1/8", Interval(EIGHTH, EIGHTH)).verdict == Verdict.UNDECIDED


def test_bounds_that_begin_at_the_printed_number_decide_by_the_nearest_modes():
    found = verdict("0.000", Interval(0, Fraction(5, 10**31)))
    assert (found.verdict, found.correct, found.modes) == (
        Verdict.ROUNDED,
        "0.000",
        ("half-even", "half-up", "half-down", "down", "floor"),
    )
    assert verdict("0.13", Interval(EIGHTH, EIGHTH + Fraction(1, 10**9))).modes == (
        "half-up",
        "up",
        "ceiling",
    )
    assert (
        verdict("0.13", Interval(EIGHTH - Fraction(1, 10**9), EIGHTH)).verdict == Verdict.UNDECIDED
    )
    assert (
        verdict("0.13", Interval(EIGHTH, Fraction(135, 1000))).verdict == Verdict.UNDECIDED
    )  # half-up at one tie, half-down at the other


LOG_2, TINY = sympy.log(2), sympy.Rational(1, 10**60)
IRRATIONAL = [
    ("0.6931", LOG_2, Verdict.ROUNDED, "0.6931"),
    ("0.69", 1 - LOG_2, Verdict.CONTRADICTED, "0.31"),
    (
        "1",
        sympy.Rational(1, 2) + sympy.log(1 + TINY),
        Verdict.ROUNDED,
        "1",
    ),  # 10^-60 above a half: 128 bits do not tell
    (
        "0." + "0" * 200 + "1",
        sympy.log(1 + TINY**4),
        Verdict.OFF_BY_ONE,
        f"0.{'0' * 201}",
    ),  # 201 decimals need 668 bits
]


@pytest.mark.parametrize(("printed", "value", "expected", "correct"), IRRATIONAL)
def test_an_irrational_value_is_enclosed_until_the_verdict_is_clear(
    printed, value, expected, correct
):
    found = verdict(printed, value)
    assert (found.verdict, found.correct, found.value) == (expected, correct, value)


def test_what_no_enclosure_decides_stays_undecided():
    found = verdict("3", sympy.log(32) / sympy.log(4))  # 5/2, a tie, but not known to be rational
    assert (found.verdict, found.value) == (Verdict.UNDECIDED, sympy.log(32) / sympy.log(4))
    assert found.reason.startswith("the value is only known to lie in [2.499")


@given(
    st.fractions(-2, 2, max_denominator=400),
    st.fractions(0, 1, max_denominator=400),
    st.fractions(0, 1),
    st.integers(-20, 20),
)
def test_what_bounds_decide_holds_for_every_number_between_them(lower, width, part, tenths):
    printed = decimal_text(Fraction(tenths, 10), 1)
    found, inside = (
        verdict(printed, Interval(lower, lower + width)),
        verdict(printed, lower + part * width),
    )
    if found.verdict != Verdict.UNDECIDED:
        assert found.verdict == inside.verdict or (found.verdict, inside.verdict) == (
            Verdict.ROUNDED,
            Verdict.EXACT,
        )
        assert (
            set(found.modes) <= (set(inside.modes) or set(Rounding))
            or inside.verdict == Verdict.EXACT
        )


@example(Fraction(2, 3), -1, 0)
@given(st.fractions(-9, 9), st.integers(-30, 30), st.integers(0, 3))
def test_the_verdict_on_a_decimal_by_its_distance_from_the_value(value, steps, places):
    """In units of the last place: at most 1/2 off is rounded, nearer to 0 by less than 1 truncated
    where decimals are shown, and so on.
    """
    scaled = round(value * 10**places) + steps
    off = abs(scaled - value * 10**places)
    found = verdict(decimal_text(Fraction(scaled, 10**places), places), value)
    if off == 0:
        assert found.verdict == Verdict.EXACT
    elif not places and (abs(value) < Fraction(1, 2) or (scaled == 0 and abs(value) < 1)):
        assert found.verdict == Verdict.CONTRADICTED  # no digit of it is shown
    elif off <= Fraction(1, 2):
        assert found.verdict == Verdict.ROUNDED
    elif places and off < 1 and abs(scaled) < abs(value * 10**places) and scaled * value >= 0:
        assert found.verdict == Verdict.TRUNCATED
    else:
        assert found.verdict == (
            Verdict.OFF_BY_ONE if off <= Fraction(3, 2) else Verdict.CONTRADICTED
        )


def test_a_value_of_up_to_120_bits_is_corrected_whole():
    short, long = Fraction(2**59, 2**60 - 1), Fraction(2**60, 2**60 - 1)
    assert verdict("0.3", short, Kind.EXACT).correct == f"{2**59}/{2**60 - 1}"
    assert verdict("0.3", long, Kind.EXACT).correct == "1.0"
    huge = Fraction(3**400, 2**600)
    with localcontext(Context(prec=30)):
        digits = str(Decimal(3) ** 400 / Decimal(2) ** 600)
    assert verdict(r"\frac{1}{3}", huge).correct == digits[:16] + "..."  # 17002175293.8208


@given(st.fractions(), st.integers(0, 8), st.sampled_from(list(Rounding)))
def test_what_decimal_rounds_is_recognised(value, places, mode):
    digits = len(str(abs(value.numerator))) + len(str(value.denominator)) + places + 40
    context = Context(prec=digits)
    exactly = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    name = "ROUND_" + mode.name.replace("UP_05", "05UP")
    printed = exactly.quantize(Decimal(1).scaleb(-places), rounding=name, context=context)
    found = verdict(f"{printed:f}", value)
    shows_no_digit = places == 0 and abs(value) < 1
    assert found.verdict == Verdict.EXACT or mode in found.modes or shows_no_digit


# --- files ----------------------------------------------------------------------------------------

GOOD = '[[claim]]\nprinted = "0.5"\nvalue = "1/2"\n'
BAD_FILES = [
    ("x = = 1", "not a TOML file.*line 1"),
    ("[document]\ntitle = 'a'\n", "at least one"),
    ("[document]\ndecimal = ';'\n" + GOOD, "decimal must be"),
    ("[document]\nalpha = 2\n" + GOOD, "alpha must be"),
    ("[given]\ndice = 1979-05-27\n" + GOOD, "option dice must be"),
    ("document = 3\n" + GOOD, "must be a table"),
]


@pytest.mark.parametrize(("text", "message"), BAD_FILES)
def test_a_bad_file_is_one_clear_line(tmp_path, text, message):
    file = tmp_path / "claims.toml"
    file.write_text(text)
    with pytest.raises(ClaimsError, match=message) as caught:
        read_claims(file)
    assert str(caught.value).startswith(str(file))
    assert "\n" not in str(caught.value)


BAD_CLAIMS = [
    ('[[claim]]\nid = "a"\nprinted = "1"\nvalue = "1"\n' * 2, "used more than once"),
    (
        '\n[[claim]]\nprinted = "0.5"\n',
        r"claim 1: value must be given as a text in quotes; it is missing",
    ),
    (
        '[[claim]]\nid = "a"\nprinted = 0.5\nvalue = "1/2"',
        r"claim 1 \(a\): printed must be given as a text in quotes; got 1/2",
    ),
    (GOOD + '[[claim]]\nprinted = "1,2.3"\nvalue = "1"', r"at most one decimal mark"),
    ('[[claim]]\nprinted = "0.5"\nvalue = "EG(0,0"', r"claim 1: query 'EG\(0,0', column 7"),
    ('[[claim]]\nprinted = "0.5"\nvalue = "EP(1)"\nkind = "guess"', "kind must be one of"),
    (
        '[[claim]]\nprinted = "0.5"\nvalue = "EP(1)"\nkind = "montecarlo"',
        "n, the number of random games",
    ),
    ('[[claim]]\nprinted = "0.5"\nvalue = "EP(1)"\nn = 5', "n belongs to kind"),
]


@pytest.mark.parametrize(("text", "message"), BAD_CLAIMS)
def test_a_bad_claim_says_what_is_wrong_and_the_others_are_judged(tmp_path, text, message):
    file = tmp_path / "claims.toml"
    file.write_text(f"{GOOD}{text}\n{GOOD}")
    first, *bad, last = verify(read_claims(file))
    assert (first.verdict, last.verdict) == (Verdict.EXACT, Verdict.EXACT)
    found = bad[-1]
    assert found.verdict in OPEN
    assert re.search(message.replace("claim 1", "claim 2"), found.reason)
    assert "\n" not in found.reason
    assert exit_status([first, found, last]) == 2


def test_unreadable_files(tmp_path):
    (tmp_path / "latin.toml").write_bytes(b'[document]\ntitle = "\xe9"')
    for name, message in (
        ("latin.toml", "UTF-8"),
        ("missing.toml", "cannot be read"),
        (".", "cannot be read"),
    ):
        with pytest.raises(ClaimsError, match=message):
            read_claims(tmp_path / name)


UNCHECKED = [
    (
        claim("3", "turns_distribution(dice(1), dice(1))", dice=1, target=1),
        "a claim needs a query whose value is a number, got a law: mean(LAW), "
        "probability(LAW, x) and probability(LAW > x) are some",
    ),
    (
        claim("1", "1 < 2"),
        "a printed number needs a query whose value is a number, got true: a sentence is claimed "
        'by `statement = "..."` or by the mark `exactdice claim:`',
    ),
    (
        claim("1/2", "EP(1)", Kind.MONTECARLO, 100),
        "an estimate must be printed as a decimal or as `1 in N`, which show how it was rounded",
    ),
]


@pytest.mark.parametrize(("one", "reason"), UNCHECKED, ids=range(3))
def test_a_claim_that_cannot_be_judged_says_why(one, reason):
    assert judge(one) == Finding(one, Verdict.UNCHECKED, reason=reason)


def test_findings_come_in_the_order_of_the_claims_and_progress_counts_them():
    claims = [
        claim("0.5", "EP(3)"),
        claim("1", "1"),
        claim("0.2", "EP(1)", faces=4),
        claim("3.5", "EP(1)"),
    ]
    steps = []
    findings = verify(document(*claims), lambda done, of: steps.append((done, of)))
    assert [found.claim for found in findings] == claims
    assert steps == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert verify(document(*claims)) == findings


def test_the_exit_status_of_every_set_of_verdicts():
    """2 when something was not decided, else 1 when something is wrong, else 0; strictly, cut off
    or suspect numbers are wrong.
    """
    always = {"off by one in the last place", "contradicted", "differs from its source", "false"}
    is_open = {"undecided", "unclear", "unreadable", "unchecked"}
    for verdicts in map(set, combinations_with_replacement(Verdict, 3)):
        findings = [Finding(claim("1"), each) for each in verdicts]
        for strict, wrong in ((False, always), (True, always | {"truncated", "suspect"})):
            expected = 2 if verdicts & is_open else int(bool(verdicts & wrong))
            assert exit_status(findings, strict) == expected


# --- exact numbers, numbers cut off, digits in brackets -------------------------------------------


def test_a_number_that_its_author_cut_off_is_corrected_as_cut_off():
    found = verdict("8.64", Fraction(67151, 7776), Kind.TRUNCATED)  # 8.6356...
    assert (found.verdict, found.correct) == (Verdict.CONTRADICTED, "8.63")
    assert explanation(found) == "contradicted: it is 8.63 (cut off)"


@pytest.mark.parametrize(
    ("printed", "value", "expected"),
    [
        ("0.0672(10)", Fraction(687, 10**4), Verdict.UNCHECKED),
        ("8.649(1)", Fraction(86356, 10**4), Verdict.UNCHECKED),
        ("0.1(6)", Fraction(1, 6), Verdict.EXACT),
    ],
)
def test_digits_in_brackets_that_may_be_an_error_are_unchecked(printed, value, expected):
    found = verdict(printed, value)
    assert found.verdict == expected
    assert ("kind=uncertain" in found.reason) == (expected == Verdict.UNCHECKED)


def test_true_of_toml_is_the_word_true(tmp_path):
    """In misère Nim with two heaps of one the second player must take the last, and loses."""
    file = tmp_path / "claims.toml"
    head = '[[claim]]\nprinted = "1"\nvalue = "win(optimal, optimal)"\n'
    file.write_text(head + 'given = { game = "nim", heaps = [1, 1], misere = true }\n')
    (found,) = verify(read_claims(file))
    assert found.verdict == Verdict.EXACT
