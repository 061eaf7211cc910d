"""The laws behind estimates."""

from fractions import Fraction

import pytest

from exactdice import Distribution
from exactdice.exact.errors import ExactDiceError
from exactdice.exact.numbers import Interval
from exactdice.query.evaluate import evaluate_query
from exactdice.query.laws import Moments, Within, distribution_of_query, sampled
from exactdice.query.register import COUNT, Outcomes
from exactdice.query.words import Word

TWO_DICE = Distribution({total: 6 - abs(total - 7) for total in range(2, 13)})
SMALL = {"dice": 2, "target": 4}


def of_chance(p):
    return Distribution({1: p.numerator, 0: p.denominator - p.numerator})


# By counting the faces of two dice: 6 of 36 show 7, 21 show 7 or more.
CHANCES = {
    "probability(2d6, 7)": Fraction(1, 6),
    "probability(2d6 >= 7)": Fraction(21, 36),
    "not 2d6 < 7": Fraction(21, 36),
    "2 <= d(6) < 5": Fraction(1, 2),
    "at_least(2d6, 7)": Fraction(21, 36),
    "P(2, 7)": Fraction(4, 36),  # without a 1: 2+5, 3+4, 4+3, 5+2
    "tokens_roll(7)": Fraction(1, 6),
}


@pytest.mark.parametrize("query", CHANCES)
def test_a_chance_is_the_mean_of_its_event(query):
    assert sampled(query) == of_chance(CHANCES[query])


@pytest.mark.parametrize("query", ["2d6", "mean(2d6)", "roll_distribution(2, bust=none)"])
def test_a_throw_is_estimated_by_its_mean(query):
    assert sampled(query) == TWO_DICE


OF_GAMES = [
    ("EG(0, 0)", SMALL),
    ("gain_from(blind, random, 1, 2, MIN)", SMALL),
    ("reach_probability(blind, random, 1, 0, MIN)", SMALL),
    ("best_response_value(random)", SMALL),
    ("pig_win(0, 0, 3)", {"target": 9}),
    ("tokens_probability(1, 1, 2, 3)", {}),
]


@pytest.mark.parametrize(("query", "options"), OF_GAMES)
def test_the_mean_of_the_law_is_the_value(query, options):
    assert sampled(query, options).mean() == evaluate_query(query, options)
    assert len(sampled(query, options)) <= 3


def test_the_law_of_one_simultaneous_throw():
    """One die against one: a bust scores 1, so 15 pairs are won, 6 even, 15 lost."""
    assert sampled("payoff(1, 1)") == Distribution({1: 15, 0: 6, -1: 15})


def test_bounds_are_asked_for_by_digits():
    found = sampled("1 - pig_win(0, 0, 0)", {"target": 9, "digits": 8})
    exact = 1 - evaluate_query("pig_win(0, 0, 0)", {"target": 9})
    assert found.outcomes == Outcomes(0, 1, has_two=True)
    assert found.mean.lower <= exact <= found.mean.upper
    assert [law.mean() for law in found.laws()] == [found.mean.lower, found.mean.upper]


def test_where_a_game_can_be_drawn_only_the_range_is_known():
    options = {"dice": 2, "target": 4, "variant": Word("simultaneous")}
    value = evaluate_query("EG(1, 0)", options)
    assert sampled("EG(1, 0)", options) == Within(Interval(value, value), Outcomes(-1, 1))
    assert sampled("3 - 2 * EG(1, 0)", options).outcomes == Outcomes(1, 5)


def test_a_length_without_end_has_a_least_outcome():
    found = sampled("turns(optimal, optimal)", {"game": Word("pig"), "target": 6, "digits": 5})
    assert found.outcomes == COUNT
    turned = sampled("-turns(optimal, optimal)", {"game": Word("pig"), "target": 6, "digits": 5})
    assert turned.outcomes == Outcomes(None, 0)


def test_an_endless_law_has_mean_and_variance():
    """Throws until a six: mean 6, variance 30; 1 - 2X has the mean -11 and the variance 120."""
    law = sampled("1 + 2 * mean(repeat_until(d(6) == 6))")
    assert (law.mean(), law.variance(), law.first) == (13, 120, 3)
    assert sampled("1 - 2 * mean(repeat_until(d(6) == 6))") == Moments(-11, 120)


def test_a_mean_whose_law_is_known_outcome_by_outcome():
    query = "1 - 2*win(dice(1), dice(2)) * 1/3"
    assert distribution_of_query(query, SMALL).mean() == evaluate_query(query, SMALL)
    with pytest.raises(ExactDiceError, match="is not known outcome by outcome"):
        distribution_of_query("mean(explode(d(6)))")


REFUSED = {
    "1/2 + 1/3": "must claim a quantity that is a mean",
    "EP(1) + EP(2)": "must claim one quantity",
    "EP(1) + d": "must claim one quantity",
    "mean(2d6) ** 2": r"perhaps with numbers added or multiplied, got \*\*",  # no square of a mean
    "probability(2d6 > 7) > 1/2": "must claim a quantity that is a mean",
    "sd(2d6)": "no sample can estimate it",
    "3": "must claim a quantity that is a mean",
    "mean(2d6) + d(6)": "must claim one quantity",
    "joint(d(6), d(6))": "law of numbers",
    "P(d, 3)": "must claim one number",
    "expected_visits(blind, random)": "must claim one number",
}
OPTIONS = {"expected_visits(blind, random)": {"dice": 2, "target": 5}}


@pytest.mark.parametrize("query", REFUSED)
def test_what_is_no_mean_is_refused(query):
    with pytest.raises(ExactDiceError, match=REFUSED[query]):
        sampled(query, OPTIONS.get(query))
