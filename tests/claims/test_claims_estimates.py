"""Claims of means of random games: their verdicts, and the correction over all of a document."""

from decimal import ROUND_DOWN, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import comb, sqrt
from random import Random

import pytest
from made_claims import claim, document

from exactdice import DiceBattle, dice, simulate_many
from exactdice.claims import machine_formats as written
from exactdice.claims.claim import Kind
from exactdice.claims.estimates import closeness, closeness_after_holm
from exactdice.claims.judging import judge, verify
from exactdice.claims.montecarlo import (
    BINOMIAL,
    NORMAL,
    holm,
)
from exactdice.claims.tail_bounds import all_near
from exactdice.claims.verdict import Finding, Verdict
from exactdice.queries.evaluate import evaluate_query


def test_rare_wins_in_few_games_are_judged_by_the_binomial_law():
    # One win in 10 games of chance c = 0.006: P(at least 1) = 1 - (1 - c)^10 = 0.06, so p = 0.12
    # and not the normal law's 0.0003.
    c = evaluate_query("win(dice(1), dice(6))")
    found = verify(document(claim("0.1", "win(dice(1), dice(6))", Kind.MONTECARLO, 10)))[0]
    assert found.estimate.p == pytest.approx(2 * (1 - (1 - c) ** 10), rel=1e-12)
    # Ten games would let a chance of twice as much pass as well.
    assert (found.estimate.method, found.verdict) == (BINOMIAL, Verdict.UNDECIDED)
    assert found.estimate.passing == 2 * c


def test_a_mean_of_many_outcomes_says_that_its_p_value_is_an_approximation():
    findings = verify(document(claim("3.52", "EP(1)", Kind.MONTECARLO, 1000)))
    assert findings[0].estimate.method == NORMAL
    assert NORMAL in written.explanation(findings[0])


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
    if places == 0:  # all or none of the games, as a reader takes it
        counts = {"0": [0], "1": [games]}
    weights = [comb(games, k) * chance**k * (1 - chance) ** (games - k) for k in range(games + 1)]
    for number in range(10**places + 1):
        text = str(Decimal(number).scaleb(-places))
        found = judge(near_estimate(text, games)).estimate
        tails = [
            min(1, 2 * sum(weights[k:]), 2 * sum(weights[: k + 1])) for k in counts.get(text, [])
        ]
        exact = max(tails, default=0)
        # Of what all games give the probability is known to be above 0 at most.
        assert exact <= found.p <= exact * (1 + Fraction(1, 10**12)), (text, counts.get(text))


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
