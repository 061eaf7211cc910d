"""Estimates that are printed without their number of random games."""

from fractions import Fraction
from pathlib import Path

import pytest

from exactdice import Distribution
from exactdice.claims.judging import verify
from exactdice.claims.montecarlo import MANY, consistent_games, estimate, means_of
from exactdice.claims.verdict import Verdict, exit_status
from exactdice.documents.documents import document_from
from exactdice.printed.numbers import parse_printed
from exactdice.printed.source import Source

LEVEL = Fraction(1, 100)
DIE = Distribution(dict.fromkeys(range(1, 7), 1))
SIXTH = Distribution({1: 1, 0: 5})


def judged(*marks):
    """The findings on a document of these marks."""
    return verify(document_from(Source(Path("a.md"), "\n\n".join(marks))))


NOT_PRINTED = [(SIXTH, "0.25"), (SIXTH, "0.2"), (SIXTH, "0.167"), (DIE, "3.6"), (DIE, "5.00")]


@pytest.mark.parametrize(("law", "text"), NOT_PRINTED)
def test_the_numbers_of_games_against_all_of_them(law, text):
    """By trying every number up to 110."""
    printed = parse_printed(text)
    consistent = [
        n for n in range(1, 110) if estimate(law, n, means_of(printed, law, n)).p >= LEVEL
    ]
    found = consistent_games(law, means_of(printed, law, MANY), LEVEL)
    prints = [n for n in range(1, 110) if _prints(law, n, printed)]
    assert found.least <= prints[0]
    assert not [n for n in consistent if n < found.least and n in prints]
    if found.none_from is None:
        assert consistent[-1] > 100
    else:
        assert all(n < found.none_from for n in consistent)
        last = estimate(law, found.none_from, means_of(printed, law, found.none_from))
        assert last.bound < LEVEL


def _prints(law, games, printed):
    """Whether a whole number of points has a mean that prints so."""
    cell = means_of(printed, law, games)
    totals = range(games * min(law), games * max(law) + 1)
    return any(cell.lower <= Fraction(total, games) <= cell.upper for total in totals)


def test_a_mean_that_no_games_have_is_contradicted():
    found = judged("1.2<!-- exactdice: d(6) == 6 kind=montecarlo n=unknown -->")
    assert found[0].verdict == Verdict.CONTRADICTED


def test_a_rate_without_its_games_says_with_which_it_is_consistent():
    found = judged("0.25<!-- exactdice: P(1, 6) kind=montecarlo n=unknown -->")
    # 1 of 4 games; the more there are the nearer to 1/6 they come.
    assert found[0].verdict == Verdict.UNCLEAR
    assert found[0].estimate.range.least == 4
    assert exit_status(found) == 2
    found = judged("0.17<!-- exactdice: P(1, 6) kind=montecarlo n=unknown -->")
    assert found[0].verdict == Verdict.CONSISTENT


CERTAIN = {"1.0": "consistent", "0.9": "contradicted"}


@pytest.mark.parametrize("text", CERTAIN)
def test_what_is_certain_needs_one_game(text):
    found = judged(f"{text}<!-- exactdice: d(6) < 7 kind=montecarlo n=unknown -->")
    assert found[0].verdict == CERTAIN[text]


def test_without_games_the_law_must_be_known():
    mark = "0.6<!-- exactdice: pig_win(0,0,0) target=9 digits=5 kind=montecarlo n=unknown -->"
    (found,) = judged(mark)
    assert "the law must be known exactly" in found.reason


def test_what_goes_wrong_with_one_estimate_costs_that_verdict_alone(monkeypatch):
    def fails(*_):
        raise ZeroDivisionError("of balls")

    monkeypatch.setattr("exactdice.claims.estimates.consistent_games", fails)
    lost, kept = judged(
        "0.25<!-- exactdice: P(1, 6) kind=montecarlo n=unknown -->",
        "7<!-- exactdice: mean(2d6) -->",
    )
    assert (lost.verdict, kept.verdict) == (Verdict.UNCHECKED, Verdict.EXACT)
