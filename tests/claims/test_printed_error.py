"""Numbers with a printed error."""

from fractions import Fraction
from pathlib import Path
from statistics import NormalDist

import pytest

from exactdice.claims.claim import Claim, Document, Kind
from exactdice.claims.findings import explanation
from exactdice.claims.judging import judge, verify
from exactdice.claims.montecarlo import deviation_of, error_of
from exactdice.exact import Bounds
from exactdice.printed.uncertain import parse_uncertain
from exactdice.queries.syntax import parse


def of(text, query, kind=Kind.UNCERTAIN, level=None, games=None, **given):
    return Claim(
        "x", 1, "", parse_uncertain(text), query, parse(query), kind, given, games, level=level
    )


def verdict(*claims, alpha=Fraction(1, 100)):
    return [one.verdict for one in verify(Document(Path("a.toml"), "", claims, alpha))]


ERRORS = {
    "0.0672(10)": Fraction(1, 1000),
    "0.0672 ± 0.001": Fraction(1, 1000),
    "3.5+/-0.25": Fraction(1, 4),
    r"3.5 \pm 2": 2,
}


@pytest.mark.parametrize("text", ERRORS)
def test_a_printed_error_may_be_rounded(text):
    printed = parse_uncertain(text)
    assert printed.error == ERRORS[text]
    # half of the last digit that is not 0: 0.001 is 0.0005 to 0.0015
    assert error_of(parse_uncertain("0.0672(10)")) == Bounds(Fraction(1, 2000), Fraction(3, 2000))


@pytest.mark.parametrize("level", [Fraction(1, 2), Fraction(95, 100), Fraction(999, 1000)])
def test_the_level_says_how_many_deviations_the_error_is(level):
    z = NormalDist().inv_cdf((1 + float(level)) / 2)
    found = deviation_of(parse_uncertain("1.00 ± 0.25"), level)
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


LEVELS = {
    Fraction(95, 100): "95 %",
    Fraction(6827, 10**4): "68.27 %",
    Fraction(2, 3): "66.6666... %",
}


@pytest.mark.parametrize("level", LEVELS)
def test_the_level_is_said_in_percent(level):
    (found,) = verify(Document(Path("a"), "", (of("0.112 ± 0.001", "P(2, 7)", level=level),)))
    assert explanation(found).endswith(f"meant at the level {LEVELS[level]}")
