"""Dice Battle in turns: every single play of tiny games."""

from collections import defaultdict
from fractions import Fraction

import pytest
from drawn_battles import battles, plan_seeds, some_plan
from hypothesis import given, settings
from oracles import every_play, every_race, law_of

from exactdice import (
    MAX,
    DiceBattle,
    dice,
    length_distribution,
    payoff_distribution,
    profile_values,
)

# --- every single play of tiny games --------------------------------------------------------------


@settings(max_examples=25)
@given(battles(most_dice=2, most_target=4), plan_seeds, plan_seeds)
def test_the_gain_is_the_average_over_all_plays(game, first, second):
    profile = (some_plan(game, *first), some_plan(game, *second))
    payoffs, lengths = defaultdict(Fraction), defaultdict(Fraction)
    for p, paid, length in every_play(game, profile):
        payoffs[paid] += p
        lengths[length] += p
    assert law_of(payoff_distribution(game, profile)) == payoffs
    assert law_of(length_distribution(game, profile)) == lengths


@pytest.mark.parametrize(
    ("weights", "target", "plans", "bust", "bust_score"),
    [
        ([1] * 6, 2, (3, 1), 1, 1),
        ([1] * 6, 4, (1, 2), 1, 1),
        ([1, 2, 3], 5, (2, 1), 2, 1),
        ([1, 1], 6, (2, 2), 1, 2),
        ([0, 1, 3], 5, (1, 1), 3, 3),
    ],
)
def test_the_gain_is_the_average_over_all_sequences_of_faces(
    weights, target, plans, bust, bust_score
):
    game = DiceBattle(max(plans), target, len(weights), tuple(weights), bust, bust_score)
    law = every_race(weights, target, plans, bust, bust_score)
    profile = (dice(plans[0]), dice(plans[1]))
    assert sum(law.values()) == 1
    win = sum(p for (who, _), p in law.items() if who == MAX)
    assert payoff_distribution(game, profile).probability(1) == win
    assert profile_values(game, profile)[game.start] == 2 * win - 1
    assert law_of(length_distribution(game, profile)) == {
        throws: p for (_, throws), p in law.items()
    }
