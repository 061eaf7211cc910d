"""The words of what whole games of Yahtzee and yatzy come to."""

from fractions import Fraction
from math import comb

import pytest

from exactdice.distribution import Distribution
from exactdice.errors import ExactDiceError
from exactdice.game import MAX
from exactdice.games.strategies import named_strategy
from exactdice.games.yahtzee import Yahtzee
from exactdice.games.yahtzee.following import followed
from exactdice.games.yahtzee.reaching import reaching
from exactdice.queries.evaluate import evaluate_query
from exactdice.words.register import Word

SMALL = Yahtzee(dice=3, faces=3, rerolls=1, categories=("ones", "twos", "yahtzee"), threshold=5)
OPTIONS = {
    "game": "yahtzee",
    "dice": 3,
    "faces": 3,
    "rerolls": 1,
    "categories": ("ones", "twos", "yahtzee"),
    "threshold": 5,
}


def test_words_ask_what_strategies_come_to():
    found = followed(SMALL, named_strategy(SMALL, Word("optimal"), MAX))
    assert evaluate_query("payoff_law(optimal)", OPTIONS) == found.law
    assert evaluate_query("gain(optimal)", OPTIONS) == evaluate_query("value()", OPTIONS)
    chance = Fraction(found.bonus, found.total)
    assert evaluate_query("upper_bonus_chance(optimal)", OPTIONS) == chance
    law = evaluate_query("category_law(optimal, yahtzee)", OPTIONS)
    assert law == Distribution(found.scores["yahtzee"])
    assert evaluate_query("reach_chance(55)", OPTIONS) == reaching(SMALL, 55).chance(SMALL.start)
    best = evaluate_query("reach_best(55, (), 0, 0, (1, 1, 2), 1, 0)", OPTIONS)
    assert best == {(1, 1)}
    chance = evaluate_query("at_least(payoff_law(reaching(55)), 55)", OPTIONS)
    assert chance == evaluate_query("reach_chance(55)", OPTIONS)


# --- the whole sheet, nearly full -----------------------------------------------------------------

FULL = Yahtzee().names
SIX = Fraction(91, 216)  # the chance that a die shows a given face by the third throw


def all_but(name):
    """The categories written in a query when one is free."""
    return f"({', '.join(each for each in FULL if each != name)})"


@pytest.mark.parametrize(("need", "chance"), [(5, 1), (30, SIX**5), (31, 0)])
def test_chance_alone_is_free(need, chance):
    sheet = f"{all_but('chance')}, 50, 0, (), 0, 170"
    assert evaluate_query(f"reach_chance({170 + need}, {sheet}, game=yahtzee)") == chance
    bounds = evaluate_query(f"reach_chance({170 + need}, {sheet}, game=yahtzee, digits=8)")
    assert bounds.lower <= chance <= bounds.upper
    assert bounds.width < Fraction(1, 10**8)


def test_the_bonus_of_the_upper_section_is_needed():
    # three threes or more of five dice that are each thrown up to three times
    chance = sum(comb(5, k) * SIX**k * (1 - SIX) ** (5 - k) for k in (3, 4, 5))
    asked = f"{all_but('threes')}, 54, 0"
    assert evaluate_query(f"reach_chance(244, {asked}, (), 0, 200, game=yahtzee)") == chance
    best = evaluate_query(f"reach_best(244, {asked}, (1, 3, 3, 4, 6), 1, 200, game=yahtzee)")
    assert best == {(3, 3)}


def test_the_whole_sheet_is_refused_with_its_cost():
    with pytest.raises(ExactDiceError, match=r"reach_chance would cost .* limit=none"):
        evaluate_query("reach_chance(300, game=yahtzee)")


def test_yatzy_has_the_same_words():
    options = {"game": "yatzy", "dice": 2, "categories": ("one_pair",)}
    law = evaluate_query("category_law(optimal, one_pair)", options)
    assert law == evaluate_query("payoff_law(optimal)", options)
    # each die is a six by the third throw
    assert evaluate_query("reach_chance(12)", options) == Fraction(91, 216) ** 2


@pytest.mark.parametrize(
    ("query", "options", "says"),
    [
        ("category_law(optimal, sixes)", {}, "one of ones, twos, yahtzee, got optimal, sixes"),
        ("category_law(optimal, onse)", {}, "did you mean ones"),
        ("category_law(optimal)", {}, "one of ones, twos, yahtzee, got optimal$"),
        ("category_law(ones)", {}, r"a category, as in \(optimal, ones\), .* got ones$"),
        ("category_law()", {}, "got nothing$"),
        ("category_law(onse, ones)", {}, "onse"),
        ("upper_bonus_chance(random)", {}, "strategies that decide by the sheet alone"),
        ("reach_chance(0)", {}, "the number of points must be a whole number of 1 or more, got 0"),
        ("reach_chance(1)", {"game": "pig"}, "not of the game pig"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(query, options, says):
    with pytest.raises(ExactDiceError, match=says):
        evaluate_query(query, options or OPTIONS)


def test_a_game_without_sheets_is_refused_by_name():
    says = "this is a word of yahtzee and yatzy, not of the game pig"
    with pytest.raises(ExactDiceError, match=says):
        evaluate_query("reach_chance(2)", {"game": "pig"})


def test_the_word_none_is_a_joker_rule():
    options = {"game": "yahtzee", "joker": None, "categories": ("chance",)}
    assert evaluate_query("value()", options) == Fraction(70, 3)
