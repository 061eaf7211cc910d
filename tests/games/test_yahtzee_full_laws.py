"""Whole games of Yahtzee with all categories: the law, numbers of others, and games played."""

from collections import Counter, defaultdict
from functools import cache
from math import log, sqrt
from random import Random

import numpy as np
import pytest

from exactdice.cost import limit
from exactdice.games.yahtzee import Yahtzee
from exactdice.games.yahtzee.answers import sheets_behind, step_to
from exactdice.games.yahtzee.law import points_law
from exactdice.games.yahtzee.sheets import Group, sheets_of
from exactdice.games.yahtzee.solver import Turn
from exactdice.query.strategies import solved

GAME = Yahtzee()
GAMES, SEED = 100_000, 20261123
FAILURE = 1e-9  # the chance that a right law fails a test of played games


@pytest.fixture(scope="module")
def known():
    """The whole game solved."""
    with limit(None):
        return sheets_behind(solved(GAME))


@pytest.fixture(scope="module")
def law(known):
    """The law of the points of optimal play."""
    return points_law(known)


@pytest.mark.slow
def test_the_law_is_that_of_others(known, law):
    # T. Verhoeff's optimal solitaire Yahtzee prints the mean, the standard deviation and the median
    assert 6**195 % law.total == 0
    assert law.mean() == known.value(GAME.start)
    assert f"{float(law.mean()):.7f}" == "254.5896095"
    assert f"{sqrt(law.variance()):.4f}" == "59.6114"  # 59.6117 with ties broken otherwise
    assert law.median() == 248


@pytest.mark.slow
def test_the_deviation_in_print_is_that_of_the_last_of_tied_actions(known):
    law = points_law(known, ties_last=True)
    assert f"{sqrt(law.variance()):.4f}" == "59.6117"


@pytest.mark.slow
def test_played_games_agree(known, law):
    points = Counter(played(known, GAMES, Random(SEED)))
    # Bernstein's inequality, no game lies further from the mean than the most points
    logarithm = log(2 / FAILURE)
    margin = sqrt(2 * law.variance() * logarithm / GAMES) + 2 * 1575 * logarithm / (3 * GAMES)
    mean = sum(each * times for each, times in points.items()) / GAMES
    assert abs(mean - float(law.mean())) < margin
    # the inequality of Dvoretzky, Kiefer, Wolfowitz and Massart, at every number of points
    distance = sqrt(logarithm / (2 * GAMES))
    below_played = below_law = 0.0
    for each in range(1576):
        below_played += points[each] / GAMES
        below_law += float(law.probability(each))
        assert abs(below_played - below_law) < distance


def played(known, games, rng):
    """The points of so many games, by the rules themselves."""
    states = [GAME.start] * games
    for _ in GAME.sheet:
        states = turns(known, states, rng)
    return [GAME.payoff(state) for state in states]


def turns(known, states, rng):
    """The sheets after a turn of each game."""
    by_sheet = defaultdict(list)
    for state in states:
        by_sheet[state.filled, state.extra].append(state)
    found = []
    for (filled, extra), same in by_sheet.items():
        totals = np.array(sorted({state.upper for state in same}))
        group = Group(sheets_of(GAME).bits(filled), extra, 0, totals)
        turn = Turn(step_to(known, len(filled)), group, totals)
        columns = {total: column for column, total in enumerate(totals.tolist())}
        found += [one_turn(turn, columns[state.upper], state, rng) for state in same]
    return found


def one_turn(turn, column, state, rng):
    """The sheet after one turn."""
    dice = tuple(sorted(rng.randint(1, 6) for _ in range(5)))
    for stage in reversed(turn.stages):
        kept = turn.lattice.kept[stage.best[place(dice), column]]
        dice = tuple(sorted(kept + tuple(rng.randint(1, 6) for _ in range(5 - len(kept)))))
    return GAME.written(state._replace(dice=dice), GAME.names[turn.categories[place(dice), column]])


@cache
def place(dice):
    """The place of the throw."""
    return sheets_of(GAME).lattice.throws.index(dice)
