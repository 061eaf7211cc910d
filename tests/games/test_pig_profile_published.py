"""What others published of strategies of Pig against optimal play; in shorter games, where nothing
is published, the same is found by value iteration.
"""

from fractions import Fraction
from functools import cache

import pytest

from exactdice import MAX, Pig, PigState, decimal_text, hold_at, payoff_distribution, win_rate
from exactdice.query.strategies import named_strategy
from exactdice.query.words import Word

CLOSE = 1e-12


def optimal(game):
    return named_strategy(game, Word("optimal"), MAX)  # it serves in both seats


def disadvantage(game, plan, best):
    """By how much `best` wins more often, half of the games moving first."""
    return 2 * win_rate(game, best, plan) - 1


def end_race_or_keep_pace(state):
    if max(state.own, state.other) >= 71:
        return "roll"
    return (
        "hold" if state.turn_total >= 21 + round(Fraction(state.other - state.own, 8)) else "roll"
    )


# --- to 100 points --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plan", "percent"),
    [(hold_at(20), "8.0"), (hold_at(25), "4.2"), (end_race_or_keep_pace, "0.9")],
)
def test_against_optimal_play_as_published(plan, percent):
    """Wikipedia, "Pig (dice game)", after Neller and Presser, "Practical Play of the Dice Game
    Pig", The UMAP Journal 31 (2010), 5-19.

    "End race or keep pace": from 71 points of either on roll to win, else hold at 21 plus the
    difference of the points over 8.
    """
    game = Pig()
    assert decimal_text(100 * disadvantage(game, plan, optimal(game)), 1) == percent


# --- to fewer points ------------------------------------------------------------------------------


def chances(target, plans):
    """{(who begins a turn, its points, those of the other): its chance to win} under the plans of
    the two players, pair by pair of points from the end on.
    """
    known = {}
    pairs = [(i, j) for i in range(target) for j in range(target)]
    for i, j in sorted(pairs, key=sum, reverse=True):
        begins = [(0, i, j), (1, j, i)]
        known |= dict.fromkeys(begins, 0.5)
        change = 1
        while change > CLOSE:
            change = 0
            for begin in begins:
                before = known[begin]
                known[begin] = chance_in_a_turn(target, plans, known, begin)
                change = max(change, abs(known[begin] - before))
    return known


def chance_in_a_turn(target, plans, known, begin):
    """The chance of who begins the turn to win, by what is known of the turns after it."""
    player, own, other = begin
    other_wins = known[1 - player, other, own]
    chance = [1.0] * (target - own + 6)  # [turn total]; the faces 2 to 6 add to it, 1 is the bust
    for total in reversed(range(1, target - own)):
        rolls = (1 - other_wins + sum(chance[total + 2 : total + 7])) / 6
        holds = 1 - known[1 - player, other, own + total]
        action = plans[player](PigState(own, other, total), rolls, holds)
        chance[total] = rolls if action == "roll" else holds
    return (1 - other_wins + sum(chance[2:7])) / 6


@cache
def optimal_by_iteration(target):
    """What optimal play does in each state for the player to move."""
    best = {}

    def better(state, rolls, holds):
        best[state] = "roll" if rolls > holds else "hold"
        return best[state]

    chances(target, (better, better))
    return best.__getitem__


def whatever_the_chances(plan):
    return lambda state, rolls, holds: plan(state)


def held_at(total):
    return lambda state: "hold" if state.turn_total >= total else "roll"


def end_race_or_keep_pace_in_short(state):
    if max(state.own, state.other) >= 16:
        return "roll"
    return "hold" if state.turn_total >= 8 + quarter(state.other - state.own) else "roll"


@cache
def quarter(points):
    """The nearest whole number to a quarter of it."""
    return round(Fraction(points, 4))


@pytest.mark.parametrize(
    ("plan", "by_hand"),
    [
        (hold_at(20), held_at(20)),
        (hold_at(8), held_at(8)),
        (end_race_or_keep_pace_in_short, end_race_or_keep_pace_in_short),
    ],
    ids=["hold at 20", "hold at 8", "end race or keep pace"],
)
def test_against_optimal_play_by_value_iteration(plan, by_hand):
    target = 22
    best, other = map(whatever_the_chances, (optimal_by_iteration(target), by_hand))
    first = chances(target, (best, other))[0, 0, 0]
    second = 1 - chances(target, (other, best))[0, 0, 0]
    game = Pig(target)
    found = disadvantage(game, plan, optimal(game))
    assert found == pytest.approx(first + second - 1, abs=1e-9)
    assert found > 0


def test_hold_at_20_against_itself():
    """T. W. Neller, http://nifty.stanford.edu/2010/neller-pig/advantage.html: "The actual value is
    approximately .5347".
    """
    assert (
        decimal_text(payoff_distribution(Pig(), (hold_at(20), hold_at(20))).probability(1), 4)
        == "0.5347"
    )
