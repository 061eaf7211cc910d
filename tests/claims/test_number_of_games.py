"""Another number of random games than is printed."""

from fractions import Fraction
from math import comb, log, sqrt
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged_estimates import DIE, SIXTH, judged

from exactdice import Distribution
from exactdice.claims.findings import times_text
from exactdice.claims.number_of_games import likelihood
from exactdice.claims.verdict import Verdict
from exactdice.exact import Bounds


@given(
    st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20),
    st.integers(1, 60),
    st.data(),
)
def test_the_likelihood_of_counts_against_exact_sums(chance, games, data):
    first = data.draw(st.integers(0, games))
    last = data.draw(st.integers(first, games))
    law = Distribution({1: chance.numerator, 0: chance.denominator - chance.numerator})
    exact = sum(
        comb(games, k) * chance**k * (1 - chance) ** (games - k) for k in range(first, last + 1)
    )
    found = likelihood(law, games, Bounds(Fraction(first, games), Fraction(last, games)))
    assert found.lower <= exact <= found.upper <= exact * (1 + Fraction(1, 10**12))


def test_many_counts_are_taken_from_the_tails():
    """Within two standard errors, 3/10 +- 2 sqrt(0.21 / n), lie 95.45 % of a normal law."""
    games = 10**8
    off = Fraction(2 * sqrt(0.21 / games))
    law = Distribution({1: 3, 0: 7})
    found = likelihood(law, games, Bounds(Fraction(3, 10) - off, Fraction(3, 10) + off))
    assert float(found.lower) == pytest.approx(0.9545, abs=1e-4)
    assert likelihood(law, games, Bounds(Fraction(1, 3), Fraction(1, 3))) == Bounds(0, 0)


def test_the_likelihood_of_a_mean_of_dice_is_that_of_its_sums():
    """Of 100 dice the sums 351 and 352 print 3.51 and 3.52; each is 1/sqrt(2 pi 100 35/12)."""
    normal = NormalDist(350, sqrt(100 * 35 / 12))
    found = likelihood(DIE, 100, Bounds(Fraction(3515, 1000), Fraction(3525, 1000)))
    assert float(found.lower) == pytest.approx(normal.cdf(352.5) - normal.cdf(351.5))
    assert likelihood(DIE, 100, Bounds(Fraction(3512, 1000), Fraction(3518, 1000))) == Bounds(0, 0)
    assert likelihood(DIE, 9, Bounds(3, 4)) is None


# 10^4 games of a fair event, printed as of 10^6: the deviations are ten times what they should be.
TOO_FAR = (("2d6 >= 7", "0.5874"), ("d(2) == 1", "0.4938"), ("P(1, 6)", "0.1712"))


def test_estimates_far_likelier_with_fewer_games():
    found, said = judged(
        *(
            f"{number}<!-- exactdice: {query} kind=montecarlo n=10^6 -->"
            for query, number in TOO_FAR
        )
    )
    (remark,) = (text for text in said if "likelier" in text)
    assert "if n were 10000" in remark
    # For each the exponent z^2/2 (1 - 1/100) less log(10), by the normal law.
    logs = 0.0
    for (_, number), p in zip(TOO_FAR, (21 / 36, 1 / 2, 1 / 6), strict=True):
        z_squared = (float(number) - p) ** 2 * 10**6 / (p * (1 - p))
        logs += z_squared / 2 * 0.99 - 2.302585
    doubt = found[0].estimate.doubt
    assert (doubt.printed, doubt.other) == (10**6, 10**4)
    assert log(doubt.factor) == pytest.approx(logs, rel=0.03)
    assert {one.estimate.doubt for one in found} == {doubt}


def test_estimates_far_likelier_with_more_games():
    """Eight estimates all but equal to the exact values: with 10^4 games, s = 0.005 for a coin, the
    interval that prints so holds some 12 % of the means, with 10^6 games some 84 %.
    """
    chances = {f"d({n}) == 1": f"{1 / n:.3f}" for n in (2, 4, 5, 8, 10, 20, 25, 40)}
    marks = (f"{p}<!-- exactdice: {q} kind=montecarlo n=10^4 -->" for q, p in chances.items())
    assert any("if n were 1000000" in text for text in judged(*marks)[1])


def test_few_estimates_or_those_of_one_sample_say_little():
    two = [f"{p}<!-- exactdice: {q} kind=montecarlo n=10^6 -->" for q, p in TOO_FAR[:2]]
    assert not any("likelier" in text for text in judged(*two)[1])
    one_sample = ("0.5853", "2d6 >= 7"), ("0.4147", "2d6 <= 6"), ("0.4147", "1 - chance(2d6 > 6)")
    marks = [f"{p}<!-- exactdice: {q} kind=montecarlo n=10^6 -->" for p, q in one_sample]
    # z = 4: 2 times likelier than exp(8) / 10 of one alone, and not of all three
    found, said = judged(*marks)
    assert not any("likelier" in text for text in said)
    assert found[0].estimate.doubt is None


def estimates_of(games, *printed):
    return [
        f"{text}<!-- exactdice: {query} kind=montecarlo n={games} -->" for text, query in printed
    ]


# Numbers that no number of such games gives: beyond all outcomes, or with no count that prints so.
IMPOSSIBLE = [
    (1000, ("16.7", "P(1,6)"), ("0.167", "P(2,7)"), ("0.167", "P(3,7)")),
    (1000, ("1.2", "P(1,6)"), ("0.111", "P(2,7)"), ("0.069", "P(3,7)")),
    (1000, ("-0.16", "P(1,6)"), ("0.111", "P(2,7)"), ("0.069", "P(3,7)")),
    (20, ("0 %", "chance(2d6 >= 10)"), ("6.6", "mean(2d6)"), ("0.9500", "1 - chance(3d6 >= 16)")),
    (1000, ("99.9", "mean(2d6)"), ("0.111", "P(2,7)"), ("0.167", "P(1,6)")),
]


@pytest.mark.parametrize("estimates", IMPOSSIBLE, ids=lambda found: found[1][0])
def test_what_is_impossible_is_judged_and_blames_no_number_of_games(estimates):
    found, said = judged(*estimates_of(*estimates))
    assert len(found) == 3
    is_possible = estimates[0] == 20  # of 20 throws none may show 10 or more
    assert (found[0].verdict == Verdict.CONTRADICTED) != is_possible
    assert not any("if n were" in text for text in said)


@pytest.mark.parametrize("cell", [Bounds(2, 3), Bounds(-3, Fraction(-1, 9))])
def test_a_mean_beyond_all_outcomes_has_likelihood_0(cell):
    assert likelihood(SIXTH, 1000, cell) == Bounds(0, 0)
    assert likelihood(DIE, 1000, Bounds(cell.lower + 10, cell.upper + 10)) == Bounds(0, 0)


# Right numbers of so many games, but for the first: its sign, a digit, a place or its complement.
TYPOS = [
    (10**6, ("-0.0687", "EG(0,0)"), ("0.3193", "gain(blind,random)"), ("0.1664", "P(1,6)")),
    (10**4, ("-0.069", "EG(0,0)"), ("0.584", "2d6 >= 7"), ("0.1664", "P(1,6)")),
    (10**4, ("0.554", "2d6 >= 7"), ("0.1664", "P(1,6)"), ("0.495", "d(2) == 1")),
    (10**4, ("0.417", "2d6 >= 7"), ("0.1664", "P(1,6)"), ("0.1690", "P(1,5)")),
    (10**6, ("0.1766", "P(1,6)"), ("0.1664", "P(1,5)"), ("0.1669", "P(1,4)"), ("0.1667", "P(1,3)")),
]


@pytest.mark.parametrize("estimates", TYPOS, ids=lambda found: found[1][0])
def test_one_wrong_number_among_right_ones_blames_no_number_of_games(estimates):
    found, said = judged(*estimates_of(*estimates))
    assert [one.verdict for one in found] == ["contradicted"] + ["consistent"] * (len(found) - 1)
    assert not any("if n were" in text for text in said)
    assert not any(one.estimate.doubt for one in found)


def test_a_wrong_number_of_games_of_one_table():
    """The shares of 1000 throws of one die, off by 4.5, -25.9, -3.9, -3.0 and 15.5 of the standard
    errors sqrt(5/36 / n) of 10^5 throws; with 1000 throws by a tenth of that.
    """
    off = (4.5, -25.9, -3.9, -3.0, 15.5)
    shares = [f"{1 / 6 + z * sqrt(5 / 36 / 10**5):.3f}" for z in off]
    table = [(share, f"P(1, {k})") for k, share in enumerate(shares, 2)]
    found, said = judged(*estimates_of(10**5, *table))
    (remark,) = (text for text in said if "if n were" in text)
    assert "if n were 1000 " in remark
    # The average of exp(z^2/2 (1 - 1/100)) / 10, each, is nearly a fifth of the greatest; the
    # three decimals move z by less than half.
    least, most = ((abs(z) ** 2 * 0.99 / 2 - log(50)) for z in (25.4, 26.4))
    assert least < log(found[0].estimate.doubt.factor) < most


def test_the_factor_is_written_by_its_size():
    assert times_text(Fraction(1999)) == "1.9e3"
