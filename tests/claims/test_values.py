"""Whole numbers for what they say nothing of: 0 says impossible, and 1 certain."""

from pathlib import Path

import pytest

from exactdice.report.claims.claim import Verdict
from exactdice.report.claims.entry import read_claims
from exactdice.report.claims.findings import explanation
from exactdice.report.claims.judging import verify
from exactdice.report.documents.documents import document_from
from exactdice.report.printed.source import Source

ROUNDED, WRONG = Verdict.ROUNDED, Verdict.CONTRADICTED
TRUNCATED = Verdict.CORRECTLY_TRUNCATED


def judged(tmp_path, printed, query, more=""):
    file = tmp_path / "a.toml"
    file.write_text(f"[[claim]]\nprinted = '{printed}'\nvalue = '{query}'\n{more}\n")
    (found,) = verify(read_claims(file))
    return found


# One die shows 1 with chance 1/6, ten sides show 9 or less with 9/10; EP(5) = 8.6357 points.
GAIN = "given = { target = 2, dice = 1 }"  # 13/18
SAID = [
    ("0", "probability(1d6 = 1)", "", WRONG, "0 says impossible: it is 1/6"),
    ("1", "1d10 <= 7", "", Verdict.UNCHECKED, ""),  # a law, and no number
    ("1", "probability(1d2 = 1)", "", WRONG, "1 says certain: it is 1/2"),
    ("1", "probability(1d10 = 1) + probability(1d10 <= 8)", "", WRONG, "1 says certain"),
    ("0", "EG(0,0)", GAIN, WRONG, "0 says fair: it is 13/18"),
    ("1", "EG(0,0)", GAIN, WRONG, "1 says certain: it is 13/18"),
    ("0", "EP(5) - 8.6", "", WRONG, "0 shows no digit of it: it is"),
    ("0", "P(3, 1)", "kind = 'exact'", WRONG, "it is 91/216"),
    ("0", "P(1, 6)", "kind = 'converged'\ntolerance = '1e-9'", WRONG, ""),
    # what its author calls near, rounded or cut off
    ("0", "P(1, 6)", "kind = 'about'", Verdict.WITHIN, ""),
    ("0", "P(1, 6)", "kind = 'rounded'", ROUNDED, "no digit is left of 0.1666..."),
    ("0", "P(1, 6)", "kind = 'truncated'", TRUNCATED, "no digit is left of 0.1666..."),
    # dots say that digits follow, even where these are 0
    # decimals and percentages say how they are rounded
    ("0.0", "probability(1d25 = 1)", "", ROUNDED, "no digit is left of 0.04"),
    ("100 %", "probability(1d250 > 1)", "", ROUNDED, "0.996 is not certain"),
    # whole numbers that say something
    ("9", "EP(5)", "", ROUNDED, "ceiling)"),
    ("0", "probability(1d6 = 7)", "", Verdict.EXACT, ""),
    ("1", "probability(1d6 < 7)", "", Verdict.EXACT, ""),
    # estimates: none of 5 games says nothing, none of 1000 is too unlikely
    ("0", "P(1, 6)", "kind = 'montecarlo'\nn = 5", Verdict.UNDECIDED, "exact 0.1666..."),
    ("0", "P(1, 6)", "kind = 'montecarlo'\nn = 1000", WRONG, "exact 0.1666..."),
    ("0.0", "probability(1d25 = 1)", "kind = 'montecarlo'\nn = 1000", Verdict.CONSISTENT, ""),
    ("9", "EP(5)", "kind = 'montecarlo'\nn = 1000", Verdict.CONSISTENT, ""),
]  # fmt: skip


@pytest.mark.parametrize(("printed", "query", "more", "verdict", "said"), SAID)
def test_what_a_whole_number_says(tmp_path, printed, query, more, verdict, said):
    found = judged(tmp_path, printed, query, more)
    assert (found.verdict, said in explanation(found)) == (verdict, True), explanation(found)


WITHIN = Verdict.WITHIN
SAID_NEAR = [
    # a chance: within 1/20 of 0 and of 1
    ("≈ 0", "probability(1d1000 = 1)", WITHIN),
    ("≈ 0", "probability(1d20 = 1)", WITHIN),
    ("≈ 0", "probability(1d19 = 1)", WRONG),
    ("≈ 1", "probability(1d19 > 1)", WRONG),
    # a gain: within 1/10 of 0; it is 0.0687 (Dice Battle to 100)
    ("≈ 0", "EG(0, 0)", WITHIN),
    ("≈ 0", "2 * EG(0, 0) - 1/10", ROUNDED),  # which has other ends
    # what has no ends is rounded: the mean of a die is 7/2
    ("≈ 3", "mean(1d6) - 0.3", ROUNDED),
]


@pytest.mark.parametrize("sign", ["≈", "about", "close to"])
@pytest.mark.parametrize(("printed", "query", "verdict"), SAID_NEAR)
def test_0_and_1_that_are_said_to_be_near_in_a_claims_file(tmp_path, sign, printed, query, verdict):
    printed = printed.replace("≈", sign)
    assert judged(tmp_path, printed, query).verdict == verdict


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "It is ≈ {} <!-- exactdice: {} -->."),
        ("a.md", "It is about {} <!-- exactdice: {} -->."),
        ("a.md", "| p | x |\n|---|---|\n| 1 | ≈ {} <!-- exactdice: {} --> |\n"),
        ("a.tex", "It is $\\approx {} $ % exactdice: {}\n"),
        ("a.tex", "It is close to~{} % exactdice: {}\n"),
    ],
)
@pytest.mark.parametrize(("printed", "query", "verdict"), SAID_NEAR[:5])
def test_0_and_1_that_are_said_to_be_near_in_a_document(name, text, printed, query, verdict):
    text = text.format(printed[-1], query)
    (found,) = verify(document_from(Source(Path(name), text)))
    assert found.verdict == verdict


def test_no_chance_of_a_law_is_near_both_0_and_1(tmp_path):
    half, rare = (
        judged(tmp_path, "{0: ≈ 0, 1: ≈ 1}", f"(1d{faces} + {faces - 2}) // {faces}")
        for faces in (2, 50)
    )
    assert (half.verdict, rare.verdict) == (WRONG, WITHIN)


def test_an_estimate_near_0(tmp_path):
    games = "kind = 'montecarlo'\nn = 1000"
    verdicts = [
        judged(tmp_path, "≈ 0", f"probability(1d{k} = 1)", games).verdict for k in (2, 10, 100)
    ]
    assert verdicts == [WRONG, WRONG, Verdict.CONSISTENT]


def test_what_is_known_within_bounds_is_compared_so_too(tmp_path):
    found = judged(tmp_path, "1", "EG(18, 3)", "given = { target = 20, digits = 8 }")
    assert (found.verdict, found.reason[:13]) == (WRONG, "1 says certai")
    found = judged(tmp_path, "1.0", "pig_win(29,0,0)", "given = { target = 30, digits = 8 }")
    assert (found.verdict, found.reason) == (ROUNDED, "0.9543... is not certain")
    # Both are as far: the gain is 0, of which the bounds know eight digits.
    found = judged(tmp_path, "0", "wald_low(5, 10, 19/20) + wald_high(5, 10, 19/20) - 1")
    assert found.verdict == ROUNDED


def test_a_number_that_follows_from_others_is_no_0(tmp_path):
    file = tmp_path / "a.toml"
    file.write_text(
        "[[claim]]\nid = 'a'\nprinted = '0.65'\nvalue = '0.65'\n"
        "[[claim]]\nprinted = '0'\nvalue = 'claim(\"a\") - 0.5'\n"
        "[[claim]]\nprinted = '0'\nvalue = 'claim(\"a\") - 0.65'\n"
    )
    verdicts = [one.verdict for one in verify(read_claims(file))]
    assert verdicts == [Verdict.EXACT, WRONG, Verdict.AGREES]
