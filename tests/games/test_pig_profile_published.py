"""What others published of strategies of Pig against optimal play."""

from fractions import Fraction

import pytest

from exactdice import MAX, Pig, decimal_text, hold_at, win_rate
from exactdice.games.strategies import named_strategy
from exactdice.queries.words import Word


@pytest.fixture(scope="module")
def optimal():
    return named_strategy(Pig(), Word("optimal"), MAX)  # it serves in both seats


def disadvantage(optimal, plan):
    """By how much optimal play wins more often, in percent, half of the games moving first."""
    return decimal_text(100 * (2 * win_rate(Pig(), optimal, plan) - 1), 1)


def end_race_or_keep_pace(state):
    if max(state.own, state.other) >= 71:
        return "roll"
    return (
        "hold" if state.turn_total >= 21 + round(Fraction(state.other - state.own, 8)) else "roll"
    )


def test_hold_at_20_against_optimal_play(optimal):
    """Wikipedia, "Pig (dice game)", after Neller and Presser, "Practical Play of the Dice Game
    Pig", The UMAP Journal 31 (2010), 5-19:

    "hold at 20" has an 8 % disadvantage against optimal play. (They give 4.2 % for 25, and 0.9 %
    for "end race or keep pace": from 71 points of either on roll to win, else hold at 21 plus the
    difference of the points over 8.)
    """
    assert disadvantage(optimal, hold_at(20)) == "8.0"


@pytest.mark.slow
def test_hold_at_25_and_keep_pace_against_optimal_play(optimal):
    assert disadvantage(optimal, hold_at(25)) == "4.2"
    assert disadvantage(optimal, end_race_or_keep_pace) == "0.9"
