"""What the mean of random games proves: tails, resolved decimals, what a share is printed as."""

from fractions import Fraction
from math import comb, erfc, sqrt
from pathlib import Path
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice import Distribution
from exactdice.exact.numbers import Interval, decimal_text
from exactdice.query.syntax import parse
from exactdice.report.claims.claim import Claim, Document, Kind, Verdict
from exactdice.report.claims.findings import explanation
from exactdice.report.claims.judging import judge, verify
from exactdice.report.claims.montecarlo import (
    at_least_bound,
    estimate,
    holm,
    normal_p,
    possible_means,
    printed_error,
    standard_deviations,
)
from exactdice.report.documents.documents import document_from
from exactdice.report.printed.numbers import parse_printed, parse_uncertain
from exactdice.report.printed.source import Source


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
        law, 10**12, Interval(law.mean() - Fraction(1, 30), law.mean() + Fraction(1, 50))
    )
    assert (found.z, found.p) == (0, 1)


@pytest.mark.parametrize(
    ("games", "resolved"), [(4, 0), (400, 1), (399, 0), (40_000, 2), (10**6, 2), (4 * 10**6, 3)]
)
def test_the_last_decimal_that_the_games_resolve(games, resolved):
    # With variance 1 the standard error is 1/sqrt(n): n = 4 * 100^k games just resolve the k-th
    # decimal.
    assert estimate(COIN, games, Interval(0, 0)).resolved == resolved


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


@given(st.integers(1, 300), st.integers(1, 2), st.integers(2, 50))
def test_means_that_print_alike_are_symmetric_about_zero(number, places, games):
    value, law = Fraction(number, 10**places), Distribution({-2: 1, Fraction(1, 2): 1, 2: 2})
    printed = decimal_text(value, places)
    cell, mirrored = (
        possible_means(parse_printed(text), law, games) for text in (printed, f"-{printed}")
    )
    assert (mirrored.lower, mirrored.upper) == (-cell.upper, -cell.lower)
    assert value + Fraction(1, 2 * 10**places) <= cell.upper < value + Fraction(1, 10**places)


def test_rare_events_in_very_many_games_are_judged_at_once():
    """np = 1/1000: three events are one in 6 * 10^9 (Poisson), and ten million beyond what is
    written out.
    """
    rare, games = Distribution({1: 1, 0: 10**12 - 1}), 10**9
    three, many = (
        estimate(rare, games, Interval(mean, mean))
        for mean in (Fraction(3, games), Fraction(1, 100))
    )
    assert float(three.p) == pytest.approx(2 * 1e-9 / 6, rel=1e-3)
    assert many.p == 2 * Fraction(1, 2**8192)


def judged(*marks):
    """The findings on a document of these marks."""
    return verify(document_from(Source(Path("a.md"), "\n\n".join(marks))))


def test_hints_that_cannot_be_had_cost_no_verdict(monkeypatch):
    def fails(*_):
        raise ZeroDivisionError("of balls")

    monkeypatch.setattr("exactdice.report.claims.judging.possible_means", fails)
    (found,) = judged("0.9<!-- exactdice: P(1, 6) kind=montecarlo n=1000 -->")
    assert (found.verdict, found.hints) == (Verdict.CONTRADICTED, ())


def of(text, query, kind=Kind.UNCERTAIN, level=None, games=None, **given):
    return Claim(
        "x", 1, "", parse_uncertain(text), query, parse(query), kind, given, games, level=level
    )


def verdict(*claims, alpha=Fraction(1, 100)):
    return [one.verdict for one in verify(Document(Path("a.toml"), "", claims, alpha))]


def test_a_printed_error_may_be_rounded():
    # half of the last digit that is not 0: 0.001 is 0.0005 to 0.0015
    assert printed_error(parse_uncertain("0.0672(10)")) == Interval(
        Fraction(1, 2000), Fraction(3, 2000)
    )


@pytest.mark.parametrize("level", [Fraction(1, 2), Fraction(95, 100), Fraction(999, 1000)])
def test_the_level_says_how_many_deviations_the_error_is(level):
    z = NormalDist().inv_cdf((1 + float(level)) / 2)
    found = standard_deviations(parse_uncertain("1.00 ± 0.25"), level)
    assert float(found.lower) == pytest.approx(0.245 / z)
    assert float(found.upper) == pytest.approx(0.255 / z)


def test_the_p_value_is_the_normal_tail():
    """P(2,7) = 4/36 = 0.1111: 0.131 ± 0.0085 is off by at least (0.0194 - 0.0005) / 0.00855."""
    found = judge(of("0.131 ± 0.0085", "P(2, 7)")).estimate
    z = (0.1305 - 1 / 9) / 0.00855
    assert float(found.p) == pytest.approx(2 * (1 - NormalDist().cdf(z)))
    assert float(found.bound) == pytest.approx(1 / z**2)


# P(2, 7) is 1/9
VERDICTS = {
    "0.112 ± 0.001": "consistent",
    "0.1167 ± 0.0011": "suspect",  # 5 deviations: proved to be 1/25 alone
    "0.2(1)": "consistent",
    "0.2 ± 0.002": "contradicted",
}


@pytest.mark.parametrize("text", VERDICTS)
def test_only_ten_deviations_are_a_proof(text):
    assert verdict(of(text, "P(2, 7)")) == [VERDICTS[text]]


def test_a_value_may_be_symbolic_or_within_bounds():
    assert verdict(of("2.4 ± 0.1", "sd(2d6)")) == ["consistent"]  # sqrt(35/6) = 2.415
    pig = of("0.6155 ± 0.001", "pig_win(0,0,0)", target=20, digits=6)
    assert verdict(pig) == ["consistent"]


def test_printed_errors_are_judged_with_all_estimates():
    """4.8 deviations, as the error may be 0.00115, have p = 1.5e-6."""
    one = of("0.1167 ± 0.0011", "P(2, 7)")
    assert verdict(one, *[of("0.11 ± 0.01", "P(2, 7)")] * 3) == ["suspect", *["consistent"] * 3]
    alpha = Fraction(1, 10**6)
    assert verdict(one, alpha=alpha)[0] == "consistent"


LEVELS = {Fraction(95, 100): "95 %", Fraction(2, 3): "66.6666... %"}


@pytest.mark.parametrize("level", LEVELS)
def test_the_level_is_said_in_percent(level):
    (found,) = verify(Document(Path("a"), "", (of("0.112 ± 0.001", "P(2, 7)", level=level),)))
    assert explanation(found).endswith(f"meant at the level {LEVELS[level]}")
