"""Claims files and verdicts: every verdict, every complaint, and the report that make demo
verifies.
"""

import json
import re
from decimal import (
    ROUND_DOWN,
    ROUND_HALF_DOWN,
    ROUND_HALF_EVEN,
    ROUND_HALF_UP,
    Context,
    Decimal,
    localcontext,
)
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, erfc, sqrt
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import mpmath
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from exactdice import DiceBattle, Distribution, Rounding, dice, simulate_many
from exactdice.claims import machine_formats as written
from exactdice.claims.claim import Claim, Document, Kind
from exactdice.claims.claims_file import read_claims
from exactdice.claims.estimates import closeness, closeness_after_holm
from exactdice.claims.findings import explanation, text_lines
from exactdice.claims.judging import judge, verify
from exactdice.claims.montecarlo import (
    BINOMIAL,
    NORMAL,
    at_least_bound,
    estimate,
    holm,
    means_printed,
    normal_p,
)
from exactdice.claims.rounded import judge_rounded
from exactdice.claims.tail_bounds import all_near
from exactdice.claims.verdict import OPEN, Finding, Verdict, exit_status
from exactdice.documents.documents import read_document
from exactdice.errors import ClaimsError
from exactdice.exact import Bounds, decimal_text
from exactdice.printed.numbers import parse_printed
from exactdice.queries.evaluate import evaluate_query
from exactdice.queries.syntax import parse

REPORT = Path(__file__).parents[2] / "examples" / "dice_battle_report.toml"


def claim(printed, query="1", kind=Kind.ROUNDED, games=None, **given):
    return Claim(printed, 1, "", parse_printed(printed), query, parse(query), kind, given, games)


def verdict(printed, value, kind=Kind.ROUNDED):
    return judge_rounded(claim(printed, kind=kind), value)


THIRD, EIGHTH = Fraction(1, 3), Fraction(1, 8)
VERDICTS = [
    ("1/3", THIRD, Verdict.EXACT, ""),
    ("0.125", EIGHTH, Verdict.EXACT, ""),
    ("0.3333", THIRD, Verdict.ROUNDED, "0.3333"),
    ("0.67", 2 * THIRD, Verdict.ROUNDED, "0.67"),
    ("0.66", 2 * THIRD, Verdict.TRUNCATED, "0.67"),
    ("0,66", 2 * THIRD, Verdict.TRUNCATED, "0,67"),
    ("-0.66", -2 * THIRD, Verdict.TRUNCATED, "-0.67"),
    ("0.34", THIRD, Verdict.OFF_BY_ONE, "0.33"),
    ("0.32", THIRD, Verdict.OFF_BY_ONE, "0.33"),
    ("0.31", THIRD, Verdict.CONTRADICTED, "0.33"),
    ("-0.33", THIRD, Verdict.CONTRADICTED, "0.33"),
    ("3/8", THIRD, Verdict.CONTRADICTED, "1/3"),
    ("0.12", EIGHTH, Verdict.ROUNDED, "0.12"),  # a tie: half to even goes down
    ("0.13", EIGHTH, Verdict.ROUNDED, "0.12"),  # and half up goes up
    ("0", EIGHTH, Verdict.ROUNDED, "0"),
    ("7", 7, Verdict.EXACT, ""),
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


def test_the_modes_of_a_tie():
    assert set(verdict("0.12", EIGHTH).modes) == {"half-even", "half-down", "down", "floor", "05up"}
    assert set(verdict("0.13", EIGHTH).modes) == {"half-up", "up", "ceiling"}


def test_a_number_meant_exactly_is_not_rounded():
    assert verdict("0", EIGHTH, Kind.EXACT) == Finding(
        claim("0", kind=Kind.EXACT), Verdict.CONTRADICTED, EIGHTH, "1/8"
    )
    assert verdict("0.33", THIRD, Kind.EXACT).correct == "1/3"


def test_bounds_decide_only_when_both_ends_agree():
    assert (
        verdict("0.33", Bounds(Fraction(331, 1000), Fraction(334, 1000))).verdict == Verdict.ROUNDED
    )
    assert (
        verdict("0.33", Bounds(Fraction(331, 1000), Fraction(336, 1000))).verdict
        == Verdict.UNDECIDED
    )
    assert (
        verdict("0.34", Bounds(Fraction(331, 1000), Fraction(336, 1000))).verdict
        == Verdict.UNDECIDED
    )


BETWEEN = [  # two decimals printed and six more; the ends rounded outwards
    ("0.33", THIRD, THIRD + Fraction(1, 100), "[0.33333333, 0.34333334]"),
    ("0,33", -THIRD, 0, "[-0.33333334, 0.00000000]"),
    ("0", Fraction(1, 4), Fraction(2, 3), "[0.250000, 0.666667]"),
    ("1/2", THIRD, 2 * THIRD, "[0.333333, 0.666667]"),
]


@pytest.mark.parametrize(("printed", "lower", "upper", "shown"), BETWEEN)
def test_what_bounds_leave_undecided_says_the_bounds(printed, lower, upper, shown):
    found = verdict(printed, Bounds(lower, upper))
    assert (found.verdict, found.reason) == (
        Verdict.UNDECIDED,
        f"the value is only known to lie in {shown}",
    )
    assert (found.claim, found.value) == (claim(printed), Bounds(lower, upper))


def test_bounds_that_may_hold_just_the_printed_number_prove_that_it_is_rounded_and_no_more():
    assert verdict("0.125", Bounds(EIGHTH, EIGHTH)).verdict == Verdict.ROUNDED
    assert verdict("0.125", Bounds(EIGHTH, EIGHTH), Kind.EXACT).verdict == Verdict.UNDECIDED
    assert verdict("1/8", Bounds(EIGHTH, EIGHTH)).verdict == Verdict.UNDECIDED


def test_bounds_that_begin_at_the_printed_number_decide_by_the_nearest_modes():
    found = verdict("0.000", Bounds(0, Fraction(5, 10**31)))
    assert (found.verdict, found.correct, found.modes) == (
        Verdict.ROUNDED,
        "0.000",
        ("half-even", "half-up", "half-down", "down", "floor"),
    )
    assert verdict("0.13", Bounds(EIGHTH, EIGHTH + Fraction(1, 10**9))).modes == (
        "half-up",
        "up",
        "ceiling",
    )
    assert verdict("0.13", Bounds(EIGHTH - Fraction(1, 10**9), EIGHTH)).verdict == Verdict.UNDECIDED
    assert (
        verdict("0.13", Bounds(EIGHTH, Fraction(135, 1000))).verdict == Verdict.UNDECIDED
    )  # half-up at one tie, half-down at the other


LOG_2, TINY = sympy.log(2), sympy.Rational(1, 10**60)
IRRATIONAL = [
    ("0.6931", LOG_2, Verdict.ROUNDED, "0.6931"),
    ("0.6932", LOG_2, Verdict.OFF_BY_ONE, "0.6931"),
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
    assert found.reason.startswith("the value is only known to lie in [2.4999")


@given(
    st.fractions(-2, 2, max_denominator=400),
    st.fractions(0, 1, max_denominator=400),
    st.fractions(0, 1),
    st.integers(-20, 20),
)
def test_what_bounds_decide_holds_for_every_number_between_them(lower, width, part, tenths):
    printed = decimal_text(Fraction(tenths, 10), 1)
    found, inside = (
        verdict(printed, Bounds(lower, lower + width)),
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


@given(st.fractions(-9, 9), st.integers(-30, 30), st.integers(0, 3))
def test_the_verdict_on_a_decimal_by_its_distance_from_the_value(value, steps, places):
    """In units of the last place: at most 1/2 off is rounded, nearer to 0 by less than 1 truncated,
    and so on.
    """
    scaled = round(value * 10**places) + steps
    off = abs(scaled - value * 10**places)
    found = verdict(decimal_text(Fraction(scaled, 10**places), places), value)
    if off == 0:
        assert found.verdict == Verdict.EXACT
    elif off <= Fraction(1, 2):
        assert found.verdict == Verdict.ROUNDED
    elif off < 1 and abs(scaled) < abs(value * 10**places) and scaled * value >= 0:
        assert found.verdict == Verdict.TRUNCATED
    else:
        assert found.verdict == (
            Verdict.OFF_BY_ONE if off <= Fraction(3, 2) else Verdict.CONTRADICTED
        )


def test_as_many_decimals_are_enclosed_as_are_printed():
    with mpmath.workdps(5100):
        scaled = int(mpmath.floor(mpmath.log(2) * mpmath.mpf(10) ** 5000 + mpmath.mpf("0.5")))
    assert verdict(decimal_text(Fraction(scaled, 10**5000), 5000), LOG_2).verdict == Verdict.ROUNDED
    assert (
        verdict(decimal_text(Fraction(scaled + 1, 10**5000), 5000), LOG_2).verdict
        == Verdict.OFF_BY_ONE
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
    assert found.verdict == Verdict.EXACT or mode in found.modes


PRINTED = [
    ("\u22120,0316", Fraction(-316, 10_000)),
    ("+1.50", Fraction(3, 2)),
    ("3/8", Fraction(3, 8)),
    ("12", 12),
    ("0" * 3 + "7", 7),
]


@pytest.mark.parametrize(("text", "value"), PRINTED)
def test_printed_numbers(text, value):
    assert parse_printed(text).value == value


@pytest.mark.parametrize(
    "text", ["1,23.5", "1.2.3", "", "abc", "1ee5", "0,5/3", "--1", "1/0", "\u0661"]
)
def test_printed_numbers_refused(text):
    with pytest.raises(ValueError, match=r"must|denominator"):
        parse_printed(text)


def test_the_other_decimal_mark_is_refused_where_it_may_be_one_of_thousands():
    with pytest.raises(ClaimsError, match="write 8703 or 8,703"):
        parse_printed("8.703", ",")


# --- files ----------------------------------------------------------------------------------------

GOOD = '[[claim]]\nprinted = "0.5"\nvalue = "1/2"\n'
BAD_FILES = [
    ("x = = 1", "not a TOML file.*line 1"),
    ("[document]\ntitle = 'a'\n", "at least one"),
    ("[documnt]\n" + GOOD, r"did you mean document\?"),
    ("[document]\ndecimal = ';'\n" + GOOD, "decimal must be"),
    ("[document]\nalpha = 2\n" + GOOD, "alpha must be"),
    ("[given]\ntarrget = 3\n" + GOOD, r"did you mean target\?"),
    ("[given]\ndice = true\n" + GOOD, "option dice must be"),
    ('[[claim]]\nid = "a"\nprinted = "1"\nvalue = "1"\n' * 2, "used more than once"),
    ("claim = 3", "at least one"),
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
    (
        '\n[[claim]]\nprinted = "0.5"\n',
        r"claim 1: value must be given as a text in quotes; it is missing",
    ),
    (
        '[[claim]]\nid = "a"\nprinted = 0.5\nvalue = "1/2"',
        r"claim 1 \(a\): printed must be given as a text in quotes; got 1/2",
    ),
    ('[[claim]]\nprinted = "0.5"\nvalu = "1/2"', r"unknown key valu \(did you mean value\?\)"),
    (
        GOOD + '[[claim]]\nprinted = "1,2.3"\nvalue = "1"',
        r"at most one decimal mark",
    ),
    ('[[claim]]\nprinted = "0.5"\nvalue = "EG(0,0"', r"claim 1: query 'EG\(0,0', column 7"),
    ('[[claim]]\nprinted = "0.5"\nvalue = "EP(1)"\ngiven = {target = 3}', "unknown option target"),
    ('[[claim]]\nprinted = "0.5"\nvalue = "EP(1)"\nkind = "guess"', "kind must be one of"),
    ('[[claim]]\nprinted = "0.5"\nvalue = "EP(1)"\nkind = ["exact"]', "kind must be one of"),
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


def document(*claims, alpha=Fraction(1, 100)):
    return Document(Path("d.toml"), "title", tuple(claims), alpha)


def test_an_unanswerable_query_is_unchecked_and_the_exit_status_2():
    findings = verify(document(claim("0.5", "OPT(500,0)"), claim("1/2", "1/2")))
    assert [f.verdict for f in findings] == [Verdict.UNCHECKED, Verdict.EXACT]
    assert "the game is over" in findings[0].reason
    assert exit_status(findings) == 2


UNCHECKED = [
    (
        claim("3", "turns_law(dice(1), dice(1))", dice=1, target=1),
        "a claim needs a query whose value is a number, got a law: mean(LAW), chance(LAW, x) and "
        "chance(LAW > x) are some",
    ),
    (
        claim("1", "1 < 2"),
        "a printed number needs a query whose value is a number, got true: a sentence is claimed "
        'by `statement = "..."` or by the mark `exactdice claim:`',
    ),
    (
        claim("1/2", "EP(1)", Kind.MONTECARLO, 100),
        "an estimate must be printed as a decimal, which shows how it was rounded",
    ),
    (claim("0.5", "EP(1)", Kind.MONTECARLO), "an estimate needs n, the number of random games"),
]


@pytest.mark.parametrize(("one", "reason"), UNCHECKED, ids=range(4))
def test_a_claim_that_cannot_be_judged_says_why(one, reason):
    assert judge(one) == Finding(one, Verdict.UNCHECKED, reason=reason)


def test_a_claim_is_judged_under_its_own_options():
    one = claim("2.5", "EP(1)", faces=4)  # (1 + 2 + 3 + 4) / 4
    assert judge(one) == Finding(one, Verdict.EXACT, Fraction(5, 2))


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


def test_the_claims_about_one_game_are_judged_together(monkeypatch):
    from exactdice.claims import judging as module

    seen = []
    monkeypatch.setattr(
        module, "judge", lambda one, **_: seen.append(one) or Finding(one, Verdict.EXACT)
    )
    settings = ({}, {"bust": 2, "faces": 7}, {"faces": 4}, {"faces": 5})
    verify(
        document(
            *(claim("1", query, **given) for query in ("EP(2)", "EP(1)") for given in settings)
        )
    )
    assert [(one.given, one.query) for one in seen] == [
        (given, query) for given in settings for query in ("EP(1)", "EP(2)")
    ]


def test_exit_status():
    assert exit_status(verify(document(claim("0.33", "1/3")))) == 0
    assert exit_status(verify(document(claim("0.33", "1/3"), claim("0.40", "1/3")))) == 1
    truncated = verify(document(claim("0.66", "2/3")))
    assert (exit_status(truncated), exit_status(truncated, strict=True)) == (0, 1)


def test_the_exit_status_of_every_set_of_verdicts():
    """2 when something was not decided, else 1 when something is wrong, else 0; strictly, cut off
    or suspect numbers are wrong.
    """
    always = {
        "off by one in the last place",
        "contradicted",
        "differs from its source",
        "false",
    }
    is_open = {"undecided", "unreadable", "unchecked"}
    for verdicts in map(set, combinations_with_replacement(Verdict, 3)):
        findings = [Finding(claim("1"), each) for each in verdicts]
        for strict, wrong in ((False, always), (True, always | {"truncated", "suspect"})):
            expected = 2 if verdicts & is_open else int(bool(verdicts & wrong))
            assert exit_status(findings, strict) == expected


# --- estimates ------------------------------------------------------------------------------------


@given(st.fractions(min_value=0, max_value=30))
def test_the_p_value_is_an_upper_bound_close_to_erfc(z):
    p = float(normal_p(z * z))
    assert p == pytest.approx(erfc(float(z) / sqrt(2)), rel=1e-9)


def test_holm_on_the_textbook_example():
    # Holm's procedure by hand on 0.01, 0.04, 0.03, 0.005: sorted times 4, 3, 2, 1, then made
    # increasing.
    p = [Fraction(n, 1000) for n in (10, 40, 30, 5)]
    assert holm(p) == [Fraction(n, 1000) for n in (30, 60, 60, 20)]


@given(st.lists(st.fractions(min_value=0, max_value=1), max_size=8))
def test_holm_never_lowers_a_p_value_and_keeps_their_order(p_values):
    corrected = holm(p_values)
    assert all(p <= q <= 1 for p, q in zip(p_values, corrected, strict=True))
    order = sorted(range(len(p_values)), key=lambda k: p_values[k])
    assert [corrected[k] for k in order] == sorted(corrected)


COIN, DIE = Distribution({-1: 1, 1: 1}), Distribution(dict.fromkeys(range(1, 7), 1))


@pytest.mark.parametrize("law", [COIN, DIE])
def test_rounding_alone_never_contradicts(law):
    found = estimate(
        law, 10**12, Bounds(law.mean() - Fraction(1, 30), law.mean() + Fraction(1, 50))
    )
    assert (found.z, found.p) == (0, 1)


@pytest.mark.parametrize(
    ("games", "resolved"), [(4, 0), (400, 1), (399, 0), (40_000, 2), (10**6, 2), (4 * 10**6, 3)]
)
def test_the_last_decimal_that_the_games_resolve(games, resolved):
    # With variance 1 the standard error is 1/sqrt(n): n = 4 * 100^k games just resolve the k-th
    # decimal.
    assert estimate(COIN, games, Bounds(0, 0)).resolved == resolved


@given(
    st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50),
    st.integers(65, 90),
    st.data(),
)
def test_binomial_tails_against_exact_sums(chance, games, data):
    count = data.draw(st.integers(0, games))
    exact = sum(
        comb(games, k) * chance**k * (1 - chance) ** (games - k) for k in range(count, games + 1)
    )
    assert exact <= at_least_bound(chance, games, count) <= exact * (1 + Fraction(1, 10**12))


def test_rare_wins_in_few_games_are_judged_by_the_binomial_law():
    # One win in 10 games of chance c = 0.006: P(at least 1) = 1 - (1 - c)^10 = 0.06, so p = 0.12
    # and not the normal law's 0.0003.
    c = evaluate_query("win(dice(1), dice(6))")
    found = verify(document(claim("0.1", "win(dice(1), dice(6))", Kind.MONTECARLO, 10)))[0]
    assert found.estimate.p == 2 * (1 - (1 - c) ** 10)
    assert (found.estimate.method, found.verdict) == (BINOMIAL, Verdict.CONSISTENT)


def test_a_mean_that_no_number_of_wins_gives_is_contradicted():
    # Ten games have a mean gain of 0, 0.2, 0.4, ...: 0.5 printed with one decimal is none of them.
    assert (
        verify(document(claim("0.5", "gain(dice(1), dice(1))", Kind.MONTECARLO, 10, target=2)))[
            0
        ].verdict
        == Verdict.CONTRADICTED
    )


def test_a_mean_of_many_outcomes_says_that_its_p_value_is_an_approximation():
    findings = verify(document(claim("3.52", "EP(1)", Kind.MONTECARLO, 1000)))
    assert findings[0].estimate.method == NORMAL
    assert NORMAL in written.explanation(findings[0])


def test_a_misplaced_decimal_mark_is_judged_at_once():
    found = verify(document(claim("672", "EP(1)", Kind.MONTECARLO, 10**6)))[0]
    assert found.verdict == Verdict.CONTRADICTED


def test_the_complement_of_a_chance_can_be_estimated():
    found = verify(
        document(claim("0.14", "1 - win(dice(1), dice(1))", Kind.MONTECARLO, 1000, target=2))
    )[0]
    assert (found.value, found.verdict) == (Fraction(5, 36), Verdict.CONSISTENT)


def test_estimates_far_off_are_contradicted_and_near_ones_are_not():
    near = claim("0.7", "gain(dice(1), dice(1))", Kind.MONTECARLO, 100, target=2)
    far = claim("0.52", "gain(dice(1), dice(1))", Kind.MONTECARLO, 10_000, target=2)
    assert [f.verdict for f in verify(document(near, far))] == [
        Verdict.CONSISTENT,
        Verdict.CONTRADICTED,
    ]
    # mean 13/18, variance 1 - (13/18)^2; the nearest mean that prints so is cut off: 0.5298, as a
    # mean is an even number of 10,000ths
    deviation = sqrt((1 - (13 / 18) ** 2) / 10_000)
    least, most = ((float(nearest) - 13 / 18) / deviation for nearest in ("0.5298", "0.53"))
    assert least <= float(verify(document(far))[0].estimate.z) < most


PRINTERS = {  # how numbers are printed, by the decimal module
    "nearest": {ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_HALF_DOWN},
    "cut off": {ROUND_DOWN},
}


def printings(wins, games, places):
    """Every text that this share of wins is printed as, rounded to nearest or cut off."""
    share, unit = Decimal(wins) / Decimal(games), Decimal(1).scaleb(-places)
    return {str(share.quantize(unit, mode)) for modes in PRINTERS.values() for mode in modes}


@pytest.mark.parametrize("games", [2, 3, 7, 10, 16, 30, 41, 60])
@pytest.mark.parametrize("places", [0, 1, 2])
def test_a_printed_share_is_impossible_exactly_when_no_number_of_wins_prints_so(games, places):
    """p is twice the smaller tail of the most likely count among those that print so, by sums of
    binomial terms, and 0 without any.
    """
    chance = Fraction(31, 36)
    counts = {}
    for wins in range(games + 1):
        for text in printings(wins, games, places):
            counts.setdefault(text, []).append(wins)
    weights = [comb(games, k) * chance**k * (1 - chance) ** (games - k) for k in range(games + 1)]
    for number in range(10**places + 1):
        text = str(Decimal(number).scaleb(-places))
        found = judge(near_estimate(text, games)).estimate
        tails = [
            min(1, 2 * sum(weights[k:]), 2 * sum(weights[: k + 1])) for k in counts.get(text, [])
        ]
        assert found.p == max(tails, default=0), (text, counts.get(text))


def test_a_share_that_was_cut_off_is_no_contradiction():
    cut = claim(
        "0.6486", "win(dice(3), dice(1))", Kind.MONTECARLO, 3000, dice=3, target=2
    )  # 1946 of 3000 are 0.648666...
    assert verify(document(cut))[0].verdict == Verdict.CONSISTENT
    none = claim(
        "0.6488", "win(dice(3), dice(1))", Kind.MONTECARLO, 3000, dice=3, target=2
    )  # 1946 and 1947 of 3000: 0.64867, 0.649
    assert verify(document(none))[0].verdict == Verdict.CONTRADICTED


@given(st.integers(0, 300), st.integers(0, 2), st.integers(2, 50))
def test_means_that_print_alike_are_symmetric_about_zero(number, places, games):
    value, law = Fraction(number, 10**places), Distribution({-1: 1, Fraction(1, 2): 1, 1: 2})
    cell, mirrored = (means_printed(one, places, law, games) for one in (value, -value))
    assert (mirrored.lower, mirrored.upper) == (-cell.upper, -cell.lower)
    assert value + Fraction(1, 2 * 10**places) <= cell.upper < value + Fraction(1, 10**places)


def test_a_real_sample_is_consistent():
    sample = simulate_many(DiceBattle(dice=3, target=5), (dice(2), dice(1)), 2000, Random(1))
    printed = f"{Decimal(sample.mean.numerator) / Decimal(sample.mean.denominator):.4f}"
    one = claim(printed, "gain(dice(2), dice(1))", Kind.MONTECARLO, 2000, dice=3, target=5)
    assert verify(document(one))[0].verdict == Verdict.CONSISTENT


def test_what_is_no_mean_cannot_be_estimated():
    found = verify(document(claim("6.0", "best_dice(10)", Kind.MONTECARLO, 100)))
    assert found[0].verdict == Verdict.UNCHECKED


def near_estimate(printed, games=10**6, **given):
    """An estimate of a chance of 31/36."""
    return claim(printed, "win(dice(1), dice(1))", Kind.MONTECARLO, games, target=2, **given)


def test_one_estimate_says_nothing_on_closeness_and_different_ones_do():
    runs = (("0.861", 10**6), ("0.8611", 10**6 + 1), ("0.86111", 10**6 + 2))
    p = [verify(document(near_estimate(*run)))[0] for run in runs]
    assert closeness(p[:1]) is None
    assert closeness([p[0], p[0]]) is None
    assert closeness(p[:2]) == all_near([p[0].estimate.near, p[1].estimate.near])
    assert closeness([*p, *p]) == closeness(p)
    finer = verify(document(near_estimate("0.8611")))[0]  # the same run with one more decimal
    assert closeness([p[0], finer]) is None
    other = verify(document(near_estimate("0.861", dice=3)))[0]  # the same number, of another game
    assert closeness([p[0], other]) == all_near([p[0].estimate.near] * 2)


def test_only_what_was_consistent_becomes_suspect_when_estimates_are_too_close():
    close = [
        near_estimate("0.861111"),
        near_estimate("0.8611111", 10**7),
        near_estimate("0.86111111", 10**8),
    ]
    findings = verify(document(claim("1", "1"), *close, claim("2", "1"), near_estimate("0.5")))
    assert [found.verdict for found in findings] == [
        Verdict.EXACT,
        *[Verdict.SUSPECT] * 3,
        Verdict.OFF_BY_ONE,
        Verdict.CONTRADICTED,
    ]


def test_estimates_are_suspect_together_below_the_level_and_not_at_it():
    pair = [near_estimate("0.861111"), near_estimate("0.8611111", 10**7)]
    findings = verify(document(*pair, alpha=Fraction(1, 10**9)))
    p = closeness_after_holm(findings)  # one more hypothesis beside the two estimates
    assert p == 3 * closeness(findings) < Fraction(1, 20)
    for alpha, expected in ((p, Verdict.CONSISTENT), (p + Fraction(1, 10**30), Verdict.SUSPECT)):
        assert {found.verdict for found in verify(document(*pair, alpha=alpha))} == {expected}


def test_the_correction_is_over_all_estimates_of_the_document():
    """The p-values and bounds are Holm's, in the order of the claims, whatever stands
    between them.
    """
    printed = ["0.5", "0.9", "0.85", "0.86"]
    estimates = [near_estimate(number, 1000) for number in printed]
    alone = [verify(document(one))[0].estimate for one in estimates]
    findings = verify(document(estimates[0], claim("1", "1"), *estimates[1:]))
    assert findings[1] == Finding(claim("1", "1"), Verdict.EXACT, 1)
    together = [found.estimate for found in findings if found.estimate]
    assert [found.corrected for found in together] == holm([one.p for one in alone])
    assert [found.corrected_bound for found in together] == holm([one.bound for one in alone])


def test_rare_events_in_very_many_games_are_judged_at_once():
    """np = 1/1000: three events are one in 6 * 10^9 (Poisson), and ten million beyond what is
    written out.
    """
    rare, games = Distribution({1: 1, 0: 10**12 - 1}), 10**9
    three, many = (
        estimate(rare, games, Bounds(mean, mean)) for mean in (Fraction(3, games), Fraction(1, 100))
    )
    assert float(three.p) == pytest.approx(2 * 1e-9 / 6, rel=1e-3)
    assert many.p == 2 * Fraction(1, 2**8192)


def test_an_estimate_alone_is_left_consistent_beside_the_exact_mean():
    found = judge(near_estimate("0.50", 1000))  # although it is wrong
    assert (found.verdict, found.value, found.correct) == (
        Verdict.CONSISTENT,
        Fraction(31, 36),
        "0.86",
    )


def test_an_estimate_is_judged_by_its_bound_and_its_p_below_the_level_and_not_at_it():
    one = claim(
        "3.65", "EP(1, bust=6, bust_score=6)", Kind.MONTECARLO, 1000
    )  # a fair die: p is near 0.005 and the bound near 0.04
    found = verify(document(one))[0].estimate
    assert found.p < found.bound
    for alpha, expected in (
        (found.p, Verdict.CONSISTENT),
        (found.p + Fraction(1, 10**30), Verdict.SUSPECT),
        (found.bound, Verdict.SUSPECT),
        (found.bound + Fraction(1, 10**30), Verdict.CONTRADICTED),
    ):
        assert verify(document(one, alpha=alpha))[0].verdict == expected


# --- the real report and its formats --------------------------------------------------------------

WRONG = {  # what the exact values say against the two reports
    "text-random-optimal": Verdict.OFF_BY_ONE,
    "algorithm1-bust-at-0": Verdict.CONTRADICTED,
    "algorithm1-highest-score-1": Verdict.CONTRADICTED,
    "algorithm1-highest-score-2": Verdict.CONTRADICTED,
    "close-to-0.11": Verdict.CONTRADICTED,
    "diagonal-grows": Verdict.FALSE,
}


@pytest.fixture(scope="module")
def report():
    document = read_claims(REPORT)
    return document, verify(document)


def test_the_report(report):
    _, findings = report
    assert len(findings) == 68
    assert {f.claim.name: f.verdict for f in findings if not written.holds(f)} == WRONG
    assert exit_status(findings) == 1
    assert sum(f.verdict == Verdict.CONSISTENT for f in findings) == 9
    assert all(f.estimate.resolved == 2 for f in findings if f.estimate)


def test_the_report_as_json_sarif_and_junit(report):
    entries = json.loads(written.as_json([report]))["documents"][0]["claims"]
    assert len(entries) == 68
    assert next(e for e in entries if e["id"] == "three-dice-win")["exact"] == "841/1296"
    assert REPORT.read_text().splitlines()[entries[0]["line"] - 1] == "[[claim]]"
    results = json.loads(written.as_sarif([report]))["runs"][0]["results"]
    assert len(results) == len(WRONG)
    suite = ElementTree.fromstring(written.as_junit([report]))[0]
    assert (suite.get("tests"), suite.get("failures"), len(suite.findall("testcase/failure"))) == (
        "68",
        "6",
        6,
    )


def test_the_text_names_every_claim_and_counts(report):
    lines = [line for line, _ in text_lines(*report)]
    assert all(any(f" {f.claim.name} " in line for line in lines) for f in report[1])
    assert lines[-1] == (
        "68 claims: 29 exact, 2 true, 22 correctly rounded, 9 consistent, 1 off by one in the last "
        "place, 4 contradicted, 1 false"
    )


def test_correct_decimals_of_the_report_agree_with_decimal(report):
    for finding in report[1]:
        if isinstance(finding.value, Fraction) and finding.claim.printed.places:
            places = Decimal(1).scaleb(-finding.claim.printed.places)
            by_decimal = (
                Decimal(finding.value.numerator) / Decimal(finding.value.denominator)
            ).quantize(places, ROUND_HALF_EVEN)
            if finding.correct:
                assert Decimal(finding.correct.replace(",", ".")) == by_decimal


def test_what_many_claims_ask_is_evaluated_once(monkeypatch, tmp_path):
    """Thousands of cells may hold one query; each is judged by its own number."""
    asked = []

    def counted(node, given):
        asked.append((node, dict(given)))
        return evaluate_query(node, given)

    monkeypatch.setattr("exactdice.claims.values.evaluate_query", counted)
    parts = [f"{number}<!-- exactdice: EP({d}) -->" for number in ("8.64", "5.83") for d in (2, 5)]
    parts += ["0.5<!-- exactdice: P(1,a) -->", "0.5<!-- exactdice: EP(1/2) -->"] * 3
    file = tmp_path / "a.md"
    file.write_text("\n\n".join(parts), encoding="utf-8")
    found = verify(read_document(file))
    alone = []
    for part in parts:
        file.write_text(part, encoding="utf-8")
        alone += verify(read_document(file))
    assert [(one.verdict, one.value, one.reason) for one in found] == [
        (one.verdict, one.value, one.reason) for one in alone
    ]
    assert "has unknowns: give them values first" in found[4].reason
    assert len(asked) == 4 + len(parts)  # the four queries, and then each claim alone


# --- exact numbers, numbers cut off, digits in brackets -------------------------------------------


def test_an_exact_number_within_bounds_is_undecided_and_outside_contradicted():
    bounds = Bounds(Fraction(1, 2) - Fraction(1, 10**9), Fraction(1, 2) + Fraction(1, 10**9))
    assert verdict("0.5", bounds, Kind.EXACT).verdict == Verdict.UNDECIDED
    assert verdict("1/2", bounds).verdict == Verdict.UNDECIDED
    assert verdict("0.51", bounds, Kind.EXACT).verdict == Verdict.CONTRADICTED


def test_a_number_that_its_author_cut_off_is_corrected_as_cut_off():
    found = verdict("8.64", Fraction(67151, 7776), Kind.TRUNCATED)  # 8.6356...
    assert (found.verdict, found.correct) == (Verdict.CONTRADICTED, "8.63")
    assert explanation(found) == "contradicted: it is 8.63 (cut off)"


@pytest.mark.parametrize(
    ("printed", "value", "expected"),
    [
        ("0.0672(10)", Fraction(687, 10**4), Verdict.UNCHECKED),  # 1.5 errors off
        ("0.0672(10)", Fraction(772, 10**4), Verdict.UNCHECKED),  # 10 errors off
        ("0.0672(10)", Fraction(773, 10**4), Verdict.CONTRADICTED),
        ("8.649(1)", Fraction(86356, 10**4), Verdict.CONTRADICTED),  # 13.4 errors off
        ("0.1(6)", Fraction(1, 6), Verdict.EXACT),
    ],
)
def test_digits_in_brackets_that_may_be_an_error_are_unchecked(printed, value, expected):
    found = verdict(printed, value)
    assert found.verdict == expected
    assert ("kind=uncertain" in found.reason) == (expected == Verdict.UNCHECKED)


def test_an_exact_value_of_very_many_digits_is_said_as_a_decimal():
    value = Fraction(687 * 10**96 + 1, 10**100)
    assert verdict("1/3", value).correct == "0.06870..."
    near = Fraction(1, 3) + Fraction(1, 10**60)
    assert verdict("1/3", near).correct.startswith("0.33333333333333333333")
    assert verdict("0.5", Fraction(1, 2) + Fraction(1, 10**60), Kind.EXACT).correct == (
        f"0.5{'0' * 58}1"
    )
