"""Estimates judged together: false alarms under simulation, runs, and what is too close."""

import json
from decimal import ROUND_DOWN, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache
from math import comb, exp, lgamma, log
from pathlib import Path

import numpy as np
import pytest
from made_claims import claim, document

from exactdice import Distribution
from exactdice.exact.errors import TooCostly
from exactdice.exact.numbers import Rounding, decimal_text
from exactdice.query.evaluate import evaluate_query
from exactdice.query.syntax import parse
from exactdice.report.claims import findings as written
from exactdice.report.claims.claim import Claim, Finding, Kind, Verdict
from exactdice.report.claims.estimates import closeness, corrected, corrected_closeness, run_of
from exactdice.report.claims.findings import as_json, explanation
from exactdice.report.claims.judging import judge, verify
from exactdice.report.claims.montecarlo import BINOMIAL, NORMAL, all_near, holm, possible_means
from exactdice.report.documents.documents import document_from
from exactdice.report.printed.numbers import parse_printed
from exactdice.report.printed.source import Source

ALPHA = Fraction(1, 20)


def of_text(text, name="a.md"):
    return document_from(Source(Path(name), text))


def verdicts(text):
    return [found.verdict for found in verify(of_text(text))]


@cache
def alone(query, printed, games):
    """The finding on an estimate that simulations print again and again."""
    return judge(
        Claim("x", 1, "", parse_printed(printed), query, parse(query), Kind.MONTECARLO, {}, games)
    )


# --- false alarms ---------------------------------------------------------------------------------

# An event by its chance, or a law by its faces; games; decimals. What is drawn is not computed by
# the code under test: the chances of two dice are counted, those of faces are equal.
COIN = Fraction(1, 2)
SEVEN = Fraction(sum(a + b >= 7 for a in range(1, 7) for b in range(1, 7)), 36)
DOCUMENTS = {
    "two outcomes": [
        ("2d6 >= 7", SEVEN, 1000, 3),
        ("probability(d(2), 1)", COIN, 400, 2),
        ("P(1, 6)", Fraction(1, 6), 500, 3),
        ("1 - probability(3d6 == 18)", 1 - Fraction(1, 216), 2000, 4),
    ],
    "many outcomes": [
        ("d(6)", range(1, 7), 300, 2),
        ("mean(d(20))", range(1, 21), 400, 2),
        ("uniform(0, 0, 0, 9)", (0, 0, 0, 9), 600, 3),
    ],
    "one number of games": [
        ("2d6 >= 7", SEVEN, 1000, 3),
        ("P(1, 6)", Fraction(1, 6), 1000, 4),
        ("d(6)", range(1, 7), 1000, 2),
        ("d(4)", range(1, 5), 1000, 3),
    ],
    "both": [("d(4)", range(1, 5), 250, 2), ("d(10) > 3", Fraction(7, 10), 800, 3)],
}


def drawn(rng, law, games):
    """The mean of so many draws."""
    if isinstance(law, Fraction):
        return Fraction(int(rng.binomial(games, float(law))), games)
    counts = rng.multinomial(games, [1 / len(law)] * len(law))
    total = sum(face * int(count) for face, count in zip(law, counts, strict=True))
    return Fraction(total, games)


def simulated(name, runs, seed):
    """The findings of `runs` documents whose estimates are what random games gave."""
    rng = np.random.default_rng(seed)
    for _ in range(runs):
        printed = (
            (query, decimal_text(drawn(rng, law, games), places), games)
            for query, law, games, places in DOCUMENTS[name]
        )
        yield corrected([alone(*one) for one in printed], ALPHA)


def most_by_chance(runs, chance):
    """The least count that so many runs exceed with a chance below 10^-6 (binomial tail)."""
    terms = [
        exp(
            lgamma(runs + 1)
            - lgamma(k + 1)
            - lgamma(runs - k + 1)
            + k * log(chance)
            + (runs - k) * log(1 - chance)
        )
        for k in range(runs + 1)
    ]
    beyond, count = 0.0, runs
    while beyond + terms[count] < 1e-6:
        beyond += terms[count]
        count -= 1
    return count


def false_alarms(name, runs, seed):
    """How many documents have something contradicted, something suspect or contradicted, and
    estimates that are too close.
    """
    alarms = {"contradicted": 0, "any": 0, "too close": 0}
    for findings in simulated(name, runs, seed):
        found = {finding.verdict for finding in findings}
        alarms["contradicted"] += Verdict.CONTRADICTED in found
        alarms["any"] += found != {Verdict.CONSISTENT}
        close = corrected_closeness(findings)
        alarms["too close"] += close is not None and close < ALPHA
    return alarms


def check_alarms(name, runs, seed):
    alarms = false_alarms(name, runs, seed)
    most = most_by_chance(runs, float(ALPHA))
    assert max(alarms["contradicted"], alarms["any"], alarms["too close"]) <= most


@pytest.mark.parametrize("name", DOCUMENTS)
def test_false_alarms_in_a_few_simulations(name):
    check_alarms(name, 20, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_false_alarms_in_ten_thousand_simulations(name):
    check_alarms(name, 10_000, seed=2026)


def test_the_least_count_that_chance_hardly_exceeds():
    """Of 10 fair coins even all show heads with chance 1/1024, above 10^-6."""
    assert most_by_chance(10, 0.5) == 10
    assert most_by_chance(30, 0.5) == 27
    beyond = [sum(comb(30, k) for k in range(least, 31)) / 2**30 for least in (28, 27)]
    assert beyond[0] < 1e-6 < beyond[1]


# Numbers that no number of such games gives: beyond all outcomes, or with no count that prints so.
IMPOSSIBLE = [
    (1000, ("16.7", "P(1,6)"), ("0.167", "P(2,7)"), ("0.167", "P(3,7)")),
    (1000, ("-0.16", "P(1,6)"), ("0.111", "P(2,7)"), ("0.069", "P(3,7)")),
    (
        20,
        ("0 %", "probability(2d6 >= 10)"),
        ("6.6", "mean(2d6)"),
        ("0.9500", "1 - probability(3d6 >= 16)"),
    ),
    (1000, ("99.9", "mean(2d6)"), ("0.111", "P(2,7)"), ("0.167", "P(1,6)")),
]


@pytest.mark.parametrize("estimates", IMPOSSIBLE, ids=lambda found: found[1][0])
def test_what_is_impossible_is_judged_like_the_rest(estimates):
    games, *printed = estimates
    found = verdicts(
        "\n\n".join(
            f"{number}<!-- exactdice: {query} kind=montecarlo n={games} -->"
            for number, query in printed
        )
    )
    assert len(found) == 3
    is_possible = games == 20  # of 20 throws none may show 10 or more
    assert (found[0] == Verdict.CONTRADICTED) != is_possible


# --- runs -----------------------------------------------------------------------------------------


def games(query, games=100, run="", **given):
    half, kind = parse_printed("0.5"), Kind.MONTECARLO
    return run_of(Claim("x", 1, "", half, query, parse(query), kind, given, games, run=run))


SAME_GAMES = [
    ["win(blind, random)", "1 - draw(blind, random)", "gain(blind, random)",
     "mean(payoff_distribution(blind, random))",
     "probability(payoff_distribution(blind, random) > 0)",
     "probability(payoff_distribution(blind, random), 1)", "turns(blind, random)",
     "at_least(turns_distribution(blind, random), 4)", "reach_probability(blind, random, 3, 4)",
     "expected_visits(blind, random, MAX)", "turns_distribution(blind, random) + 1"],
    ["mean(2d6)", "2d6", "2d6 >= 7", "probability(2d6, 7)", "1 - at_most(2d6, 6) / 2"],
    ["P(3, 4)", "P(3, 5)", "EP(3)", "roll_distribution(3)", "mean(roll_distribution(3))"],
    ["pig_turns(optimal, hold_at(20))", "pig_turns(optimal, hold_at(20)) / 2"],
    ["tokens_score(1, 2, 3)", "tokens_probability(0, 1, 2, 3)", "tokens_rolls(1, 2, 3)"],
    ["EG(0, 0)", "1/2 + EG(0, 0) / 2", "value_to_mover(0, 0)"],
]  # fmt: skip


@pytest.mark.parametrize("queries", SAME_GAMES, ids=lambda queries: queries[0])
def test_what_one_sample_tells_is_one_run(queries):
    assert len({games(query) for query in queries}) == 1


def test_other_games_are_other_runs():
    others = ("win(blind, random)", "mean(2d6)", "d(4)", "gain(optimal, hold_at(20))", "P(3, 4)")
    assert len(set(map(games, others))) == len(others)
    assert games("win(a, blind)", a="random") == games("gain(random, blind)")
    assert games("win(a, blind)", a="optimal") != games("win(a, blind)", a="random")
    assert games("EP(3)", target=3) != games("EP(3)") != games("EP(3)", games=101)


CLOSE = (
    "0.583333<!-- exactdice: 2d6 >= 7 kind=montecarlo n=10^6{0} -->\n\n"
    "0.500000<!-- exactdice: d(2) == 1 kind=montecarlo n=10^6{0} -->\n\n"
    "3.500<!-- exactdice: d(6) kind=montecarlo n=10^6{0} -->"
)


def test_estimates_of_one_named_run_are_one_piece_of_evidence():
    assert verdicts(CLOSE.format("")) == ["suspect"] * 3
    assert verdicts(CLOSE.format(" run=table1")) == ["consistent"] * 3


def test_too_close_is_one_more_hypothesis():
    """Holm over three estimates and their closeness: the least of four p-values is times 4."""
    found = verify(of_text(CLOSE.format("")))
    p = [finding.estimate.p for finding in found]
    assert corrected_closeness(found) == holm([*p, closeness(found)])[-1] == 4 * closeness(found)


def test_suspect_is_judged_after_holm():
    """Alone z = 2.75 is suspect (p = 0.006); among two others it is not (0.018)."""
    one = "3.65<!-- exactdice: d(6) kind=montecarlo n=1000 id=a -->\n\n"
    others = "".join(
        f"{mean}<!-- exactdice: d({faces}) kind=montecarlo n=1000 id=d{faces} -->\n\n"
        for faces, mean in ((4, "2.55"), (8, "4.4"))
    )
    assert verdicts(one) == ["suspect"]
    assert verdicts(one + others) == ["consistent"] * 3


# --- bounds ---------------------------------------------------------------------------------------


def test_a_chance_known_within_bounds_is_judged_by_both_ends():
    """The chance to win 20 points of Pig is 0.6155...: 0.6155 * 10^4 games have s = 0.0049."""
    mark = "{}<!-- exactdice: pig_win(0,0,0) target=20 digits=8 kind=montecarlo n=10^4 -->"
    assert verdicts(mark.format("0.6155")) == ["consistent"]
    assert verdicts(mark.format("0.65")) == ["contradicted"]


def test_a_mean_of_which_a_range_is_known_is_contradicted_by_proof_alone():
    mark = (
        "{}<!-- exactdice: EG(1,0) target=6 dice=2 variant=simultaneous kind=montecarlo n=10^4 -->"
    )
    assert verdicts(mark.format("0.15")) == ["consistent"]  # it is 0.152...
    assert verdicts(mark.format("0.35")) == ["contradicted"]


def test_an_endless_law_is_contradicted_by_its_variance():
    """Dice that explode: mean 21/5, variance 266/25, so n = 10^4 games have s = 0.0326."""
    mark = "{}<!-- exactdice: explode(d(6)) kind=montecarlo n=10^4 -->"
    assert verdicts(mark.format("4.22")) == ["consistent"]
    assert verdicts(mark.format("4.35")) == ["suspect"]  # z = 4.4, and 1/z^2 = 0.05
    assert verdicts(mark.format("4.60")) == ["contradicted"]  # z = 12.1


SNAKES = "turns(optimal) game=snakes-and-ladders"
PIG = "turns(optimal, optimal) game=pig target=9"
LENGTHS = {
    (SNAKES, "39.2"): ("200.0", "10.0", "60.0", "20.0", "98.9"),  # exact 39.225
    ("pig_turns(hold_at(20), hold_at(20)) target=20", "2.66"): ("20.0", "1.00", "2.90"),
    ("expected_visits(optimal, optimal, MAX) game=pig target=9", "2.7"): ("70.0", "1.0", "6.0"),
    ("draws_to(d(6), 100)", "29.0"): ("28.6", "58.0"),
    (PIG, "3.7"): ("40.0", "2.0"),
}


def estimated(query, printed, games):
    return verify(of_text(f"{printed}<!-- exactdice: {query} kind=montecarlo n={games} -->"))[0]


@pytest.mark.parametrize(("query", "right"), LENGTHS)
def test_a_length_is_judged_by_its_variance(query, right):
    assert estimated(query, right, "10^4").verdict == Verdict.CONSISTENT
    for number in LENGTHS[query, right]:
        assert estimated(query, number, "10^4").verdict == Verdict.CONTRADICTED, number


@pytest.mark.parametrize(
    ("query", "below"),
    [
        ("pig_turns(hold_at(20), hold_at(20)) target=20", "0.5"),
        ("expected_visits(optimal, optimal, MAX) game=pig target=9", "0.5"),
        (PIG, "0.8"),
        ("draws_to(d(6), 100)", "16.5"),  # six a draw at most
        ("1 + pig_turns(hold_at(20), hold_at(20)) target=20", "1.5"),
    ],
)
@pytest.mark.parametrize("games", ["3", "100", "10^6"])
def test_no_games_have_a_mean_below_the_least_length(query, below, games):
    assert estimated(query, below, games).verdict == Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("query", "printed", "games"),
    [
        # So few games that half of all samples of a number twice as far away would pass.
        (SNAKES, "39.2", "3"),
        ("P(1, 1)", "0.1", "10"),
        ("1 - P(1, 1)", "0.9", "10"),
        ("gain(dice(1), dice(1)) target=9", "0.2", "30"),
        # Of a length without end within bounds nothing is known.
        (f"{PIG} digits=5", "3.7", "10^6"),
    ],
)
def test_a_test_without_power_is_never_ok(query, printed, games):
    found = estimated(query, printed, games)
    assert found.verdict == Verdict.UNDECIDED
    assert "would pass as well" in explanation(found)


# --- how a claim says it --------------------------------------------------------------------------


BAD = {
    "0.5<!-- exactdice: EP(1) kind=montecarlo n=1 -->": "must be an int of 2 or more",
    "0.5<!-- exactdice: EP(1) kind=montecarlo n=10 games=11 -->": "n and games are the same number",
    "0.5<!-- exactdice: EP(1) kind=montecarlo n=10 level=0.95 -->": "belongs to a printed error",
    "0.5<!-- exactdice: EP(1) games=9 -->": 'games belongs to kind = "montecarlo"',
    "0.5<!-- exactdice: EP(1) kind=uncertain -->": "a number with an error must look like",
}


@pytest.mark.parametrize("text", BAD)
def test_what_is_wrong_with_an_estimate_is_said(text):
    (found,) = of_text(text).claims
    assert BAD[text] in found.defect
    assert found.line == 1


def test_what_is_said_of_an_estimate_for_people_and_programmes():
    document = of_text("0.61<!-- exactdice: 2d6 >= 7 kind=montecarlo n=100 run=t1 -->")
    (found,) = verify(document)
    assert "n = 100" in explanation(found)
    assert "of run t1" in explanation(found)
    (claim,) = json.loads(as_json([(document, [found])]))["documents"][0]["claims"]
    assert (claim["estimate"]["run"], claim["estimate"]["n"]) == ("t1", 100)


# --- 1 in N ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("per", ["2", "3", "6", "2.5", "5.0"])
def test_one_in_n_stands_for_all_shares_whose_n_is_rounded_or_cut_off_so(per):
    """Against all counts of 300 games."""
    games, places = 300, len(per.partition(".")[2])
    cell = possible_means(parse_printed(f"1 in {per}"), Distribution({0: 5, 1: 1}), games)
    modes = (Rounding.HALF_EVEN, Rounding.HALF_UP, Rounding.DOWN)
    for count in range(1, games + 1):
        said = {decimal_text(Fraction(games, count), places, mode) for mode in modes}
        share = Fraction(count, games)
        is_end = share in (cell.lower, cell.upper)
        assert (per in said) == (cell.lower <= share <= cell.upper) or is_end


# --- ties -----------------------------------------------------------------------------------------

# By hand (see test_printed_strategies): of Nim with heaps 2 and 2 every first move is optimal; one
# that takes a heap makes 2 moves, one that takes a stick 4.
NIM = "turns(optimal, optimal) game=nim heaps=2,2"
OF_TIES = [
    ("2.00", "montecarlo n=100", "consistent", ""),
    ("4.00", "montecarlo n=100", "consistent", "with ties = last"),
    ("2.41", "montecarlo n=10^4", "consistent", "with a mixture of ties"),
    ("4.01", "montecarlo n=100", "contradicted", ""),
    ("4.00", "montecarlo n=100 ties=first", "contradicted", ""),
    ("4.00", "montecarlo n=100 ties=any", "consistent", "with ties = last"),
    ("2.00 ± 0.01", "uncertain", "consistent", ""),
    ("3.00 ± 0.01", "uncertain", "consistent", "with ties = random"),
    ("4.20 ± 0.01", "uncertain", "contradicted", "with ties = last"),
]


@pytest.mark.parametrize(("printed", "kind", "verdict", "said"), OF_TIES)
def test_an_estimate_holds_that_another_optimal_strategy_gives(printed, kind, verdict, said):
    kind, _, ties = kind.partition(" ties=")
    head = f"<!-- exactdice document: ties={ties} -->\n\n" if ties else ""
    document = of_text(f"{head}{printed}<!-- exactdice: {NIM} kind={kind} -->")
    (found,) = findings = verify(document)
    assert found.verdict == verdict
    assert explanation(found).endswith(said)
    assert ("ties" in explanation(found)) == bool(said)
    (told,) = json.loads(as_json([(document, findings)]))["documents"][0]["claims"]
    assert told["estimate"].get("ties", "") == said.split(" ")[-1].replace("ties", "mixture")


def test_a_tie_break_that_costs_too_much_leaves_the_verdict(monkeypatch):
    def fails(*_):
        raise TooCostly("too many")

    monkeypatch.setattr("exactdice.report.claims.estimates.broken_queries", fails)
    assert verdicts(f"4.00<!-- exactdice: {NIM} kind=montecarlo n=100 -->") == ["contradicted"]


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


PRINTERS = {  # how numbers are printed, by the decimal module
    "nearest": {ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_HALF_DOWN},
    "cut off": {ROUND_DOWN},
}


def printings(wins, games, places):
    """Every text that this share of wins is printed as, rounded to nearest or cut off."""
    share, unit = Decimal(wins) / Decimal(games), Decimal(1).scaleb(-places)
    return {str(share.quantize(unit, mode)) for modes in PRINTERS.values() for mode in modes}


@pytest.mark.parametrize("games", [2, 7, 41])
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
    p = corrected_closeness(findings)  # one more hypothesis beside the two estimates
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
