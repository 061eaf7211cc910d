"""Farkle: scores and choices from all dice, the chances to farkle, optimal play by iterating over
floats, bad options.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import pytest

from exactdice import MAX, MIN, WAIT, Farkle, FarkleState, check, solve
from exactdice.games.farkle import BANK, THROW, choices, score
from exactdice.query.evaluate import evaluate_query
from exactdice.query.register import Word


def asked(query, **options):
    return evaluate_query(query, {"game": Word("farkle"), **options})


# --- scores ---------------------------------------------------------------------------------------


@cache
def most_points(dice, alike, straight):
    """The most that the dice score in any way to group them, with dice that score nothing."""
    if not dice:
        return 0
    groups = [(1,)] if 1 in dice else []
    groups += [(5,)] if 5 in dice else []
    groups += [(face,) * n for face, held in Counter(dice).items() for n in range(3, held + 1)]
    worth = {(1,): 100, (5,): 50}
    best = straight if dice == (1, 2, 3, 4, 5, 6) else 0
    for group in groups:
        base = 1000 if group[0] == 1 else 100 * group[0]
        doubled = 2 ** (len(group) - 3) if alike == "doubled" else int(len(group) == 3)
        points = worth.get(group, base * doubled if len(group) >= 3 else 0)
        left = Counter(dice) - Counter(group)
        rest = most_points(tuple(sorted(left.elements())), alike, straight)
        best = max(best, points + rest)
    return best


@pytest.mark.parametrize(("alike", "straight"), [("three", 0), ("doubled", 0), ("three", 1500)])
def test_what_may_be_set_aside_is_what_scores_less_without_any_of_its_dice(alike, straight):
    for count in range(1, 7):
        for thrown in combinations_with_replacement(range(1, 7), count):
            subsets = {s for n in range(1, count + 1) for s in combinations(thrown, n)}
            expected = {
                aside: most_points(aside, alike, straight)
                for aside in subsets
                if all(
                    most_points(aside[:k] + aside[k + 1 :], alike, straight)
                    < most_points(aside, alike, straight)
                    for k in range(len(aside))
                )
            }
            found = {
                aside: score(aside, alike, straight) for aside in choices(thrown, alike, straight)
            }
            assert found == expected, thrown


FARKLES = {  # {dice: the chance that none scores}: of 2, 3, 4, 6 none three times
    1: Fraction(2, 3),
    2: Fraction(4, 9),
    3: Fraction(5, 18),
    4: Fraction(17, 108),
    5: Fraction(25, 324),
    6: Fraction(5, 162),
}


@pytest.mark.parametrize("dice", FARKLES)
def test_the_chance_to_farkle(dice):
    game = Farkle(target=1000, dice=dice)
    law = game.outcomes(game.start, (THROW, WAIT))
    assert law.probability(FarkleState(0, 0, 0, dice, (), MIN)) == FARKLES[dice]


@pytest.mark.parametrize("dice", FARKLES)
def test_to_50_points_any_score_wins(dice):
    """The mover wins with w = (1 - f) + f (1 - w), where f is the chance to farkle."""
    assert asked("win(optimal, optimal)", dice=dice, target=50) == 1 / (1 + FARKLES[dice])


# --- optimal play ---------------------------------------------------------------------------------


def scoring_throws(dice):
    """[(chance, {(points, how many dice): ...})] of a throw, what may be set aside."""
    found = Counter()
    for thrown in product(range(1, 7), repeat=dice):
        ways = frozenset(
            (most_points(aside, "three", 0), len(aside)) for aside in choices(tuple(sorted(thrown)))
        )
        found[ways] += 1
    return [(weight / 6**dice, ways) for ways, weight in found.items()]


def chances(target, dice, sweeps=400):
    """{(own, other): the mover's chance to win}, by iterating over floats in units of 50 points."""
    throws = {n: scoring_throws(n) for n in range(1, dice + 1)}
    scores = range(0, target, 50)
    wins = {(i, j): 0.5 for i in scores for j in scores}
    for i, j in sorted(wins, key=sum, reverse=True):
        for _ in range(sweeps):
            before = wins[i, j], wins[j, i]
            for own, other in ((i, j), (j, i)):
                wins[own, other] = turn(target, dice, throws, wins, own, other)
            if max(abs(wins[i, j] - before[0]), abs(wins[j, i] - before[1])) < 1e-13:
                break
    return wins


def turn(target, dice, throws, wins, own, other):
    """The mover's chance to win at the start of a turn."""

    @cache
    def thrown(total, left):
        lost = 1 - wins[other, own]
        return sum(
            chance * max((then(total + p, left - n) for p, n in ways), default=lost)
            for chance, ways in throws[left]
        )

    def then(total, left):
        if own + total >= target:
            return 1.0
        return max(1 - wins[other, own + total], thrown(total, left or dice))

    return thrown(0, dice)


@pytest.mark.parametrize(("target", "dice"), [(300, 1), (250, 2), (200, 3), (100, 5)])
def test_optimal_play_is_what_iterating_over_floats_finds(target, dice):
    solution = solve(Farkle(target, dice))
    wins = chances(target, dice)
    for (own, other), chance in wins.items():
        for state, mover in (
            (FarkleState(own, other, 0, dice, (), MAX), 1),
            (FarkleState(other, own, 0, dice, (), MIN), -1),
        ):
            if state in solution.values:
                assert mover * float(solution.values[state]) == pytest.approx(
                    2 * chance - 1, abs=1e-9
                )
    assert check(solution)


# --- a turn ---------------------------------------------------------------------------------------


def test_hot_dice_throw_all_again():
    game = Farkle(target=1000, dice=2)
    hot = game.outcomes(FarkleState(0, 0, 0, 2, (1, 5)), ((1, 5), WAIT))
    assert hot.weights == {FarkleState(0, 0, 150, 2): 1}
    one_left = game.outcomes(FarkleState(0, 0, 0, 2, (1, 5)), ((5,), WAIT))
    assert one_left.weights == {FarkleState(0, 0, 50, 1): 1}


def test_a_turn_total_that_reaches_the_target_wins_at_once():
    game = Farkle(target=300, dice=3)
    assert game.payoff(FarkleState(200, 250, 100, 2)) == 1
    assert game.payoff(FarkleState(250, 200, 100, 2, (), MIN)) == -1
    assert game.payoff(FarkleState(250, 200, 50, 2, (), MIN)) is None


def test_banking_passes_the_turn():
    game = Farkle(target=300, dice=3)
    assert game.actions(FarkleState(0, 0, 50, 2), MAX) == (THROW, BANK)
    assert game.actions(FarkleState(0, 0, 0, 3), MAX) == (THROW,)
    banked = game.outcomes(FarkleState(100, 50, 100, 1, (), MIN), (WAIT, BANK))
    assert banked.weights == {FarkleState(100, 150, 0, 3): 1}
