"""Whole games of Yahtzee with all categories: the law, and numbers of others."""

from math import sqrt

import pytest

from exactdice.exact.cost import limit
from exactdice.games.yahtzee import Yahtzee
from exactdice.games.yahtzee.answers import points_distribution, sheets_behind
from exactdice.query.strategies import solved

GAME = Yahtzee()
GAMES, SEED = 100_000, 20261123


@pytest.fixture(scope="module")
def known():
    """The whole game solved."""
    with limit(None):
        return sheets_behind(solved(GAME))


@pytest.mark.slow
def test_the_law_is_that_of_others(known):
    law = points_distribution(known)
    # T. Verhoeff's optimal solitaire Yahtzee prints the mean, the standard deviation and the median
    assert 6**195 % law.total == 0
    assert law.mean() == known.value(GAME.start)
    assert f"{float(law.mean()):.7f}" == "254.5896095"
    assert f"{sqrt(law.variance()):.4f}" == "59.6114"  # 59.6117 with ties broken otherwise
    assert law.median() == 248


@pytest.mark.slow
def test_the_deviation_in_print_is_that_of_the_last_of_tied_actions(known):
    law = points_distribution(known, ties_last=True)
    assert f"{sqrt(law.variance()):.4f}" == "59.6117"
