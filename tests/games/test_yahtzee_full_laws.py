"""Whole games of Yahtzee with all categories: the law, numbers of others, and games played."""

from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from math import log, sqrt
from random import Random

import numpy as np
import pytest

from exactdice.cost import limit
from exactdice.game import MAX
from exactdice.games.strategies import optimal, solved
from exactdice.games.yahtzee import SheetState, Yahtzee
from exactdice.games.yahtzee.fast import sheets_behind
from exactdice.games.yahtzee.following import followed
from exactdice.games.yahtzee.in_floats import chance_within
from exactdice.games.yahtzee.reaching import reaching
from exactdice.games.yahtzee.sheets import Group, sheets_of
from exactdice.games.yahtzee.strategies import SheetPlan, greedy, in_order

GAME = Yahtzee()
GAMES, SEED = 100_000, 20261123
FAILURE = 1e-9  # the chance that a right law fails a test of played games


@pytest.fixture(scope="module")
def plan():
    """Optimal play."""
    with limit(None):
        return optimal(GAME, MAX)


@pytest.fixture(scope="module")
def found(plan):
    """What optimal play comes to."""
    with limit(None):
        return followed(GAME, plan)


@pytest.mark.slow
def test_the_law_is_that_of_others(found):
    # T. Verhoeff's optimal solitaire Yahtzee prints the mean, the standard deviation and the median
    law = found.law
    assert sum(found.ways.values()) == found.total == 6**195
    assert law.mean() == sheets_behind(solved(GAME)).value(GAME.start)
    assert f"{float(law.mean()):.7f}" == "254.5896095"
    assert f"{sqrt(law.variance()):.4f}" == "59.6114"  # 59.6117 with ties broken otherwise
    assert law.median() == 248


@pytest.mark.slow
def test_the_deviation_in_print_is_that_of_the_last_of_tied_actions(plan):
    with limit(None):
        law = followed(GAME, replace(plan, ties_last=True)).law
    assert f"{sqrt(law.variance()):.4f}" == "59.6117"


@pytest.mark.slow
def test_plain_strategies_earn_less(found):
    with limit(None):
        means = [followed(GAME, plan).law.mean() for plan in (in_order(GAME), greedy(GAME))]
    assert means[0] < means[1] < found.law.mean()


def test_floats_enclose_the_chance_from_a_sheet_with_five_free_categories():
    sheet = SheetState(GAME.names[:8], 45, 0, points=120)
    bounds = chance_within(GAME, 220, sheet)
    assert bounds.lower <= reaching(GAME, 220, sheet).chance(sheet) <= bounds.upper
    assert 0 < bounds.width < 1e-11


@pytest.mark.slow
def test_the_largest_chance_is_above_that_of_play_for_the_mean(found):
    with limit(None):
        bounds = chance_within(GAME, 300, GAME.start)
    assert bounds.lower > found.law.chance(lambda points: points >= 300)
    assert bounds.width < 1e-11


@pytest.mark.slow
def test_played_games_agree(plan, found):
    law = found.law
    points = Counter(played(plan, GAMES, Random(SEED)))
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
        below_law += found.ways.get(each, 0) / found.total
        assert abs(below_played - below_law) < distance


def played(plan: SheetPlan, games: int, rng: Random) -> list[int]:
    """The points of so many games, by the rules themselves."""
    states = [GAME.start] * games
    for _ in GAME.sheet:
        states = turns(plan, states, rng)
    return [GAME.payoff(state) for state in states]


def turns(plan: SheetPlan, states: list[SheetState], rng: Random) -> list[SheetState]:
    """The sheets after a turn of each game."""
    by_sheet = defaultdict(list)
    for state in states:
        by_sheet[state.filled, state.extra].append(state)
    found = []
    for (filled, extra), same in by_sheet.items():
        totals = sorted({state.upper for state in same})
        written = sum(1 << GAME.names.index(name) for name in filled)
        decisions = plan.decide(Group(written, extra, 0, np.array(totals)), np.array(totals))
        found += [turn(plan, decisions, totals.index(state.upper), state, rng) for state in same]
    return found


def turn(plan, decisions, column, state, rng):
    """The sheet after one turn."""
    dice = ()
    for table in (None, *decisions.keeping):
        if table is not None:
            dice = plan.sheets.lattice.kept[table[place(plan.game)[dice], column]]
        dice = tuple(sorted(dice + tuple(rng.randint(1, 6) for _ in range(5 - len(dice)))))
    name = GAME.names[decisions.writing[place(plan.game)[dice], column]]
    return GAME.written(state._replace(dice=dice), name)


@cache
def place(game):
    """{throw: its place}."""
    return {dice: at for at, dice in enumerate(sheets_of(game).lattice.throws)}
