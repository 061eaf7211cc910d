"""Pig: one turn, the number of turns, when to hold, policies by name with and without a memory,
and any state in the words of every game.
"""

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from pigs import PIG, options_of, small_games

from exactdice import MAX, Distribution, PigState, solve
from exactdice.game.protocol import PLAYERS
from exactdice.games.pig.rules import keep_pace
from exactdice.query.evaluate import evaluate_query
from exactdice.solvers.fast_path import generic_function

# --- when to hold ---------------------------------------------------------------------------------


@small_games
def test_totals_to_hold_at_are_those_of_the_generic_solver(game):
    slow = generic_function(solve)(game)
    options = options_of(game)
    seen = {
        (s.own, s.other)
        for s in slow.values
        if s.turn_total == 0 and s.to_move == MAX and s.own < game.target
    }
    for i, j in sorted(seen):
        holds = set()
        for k in range(1, game.target - i):
            state = PigState(i, j, k)
            if state in slow.optimal_actions and "hold" in slow.optimal_actions[state]:
                holds.add(k)
        found = evaluate_query(f"pig_holds({i}, {j})", options)
        reached = {k for k in found if PigState(i, j, k) in slow.optimal_actions}
        assert reached == holds
        least = evaluate_query(f"pig_hold({i}, {j})", options)
        assert least == min(found, default=game.target - i)


def test_when_to_hold_in_pig_to_100():
    """At the start a total of 20 is worth less held than rolled on with, one of 21 more."""
    assert evaluate_query("pig_hold(0, 0)") == 21
    gains = {
        (action, total): evaluate_query(f"action_value({action}, 0, 0, {total})", {"game": PIG})
        for action, total in product(("roll", "hold"), (20, 21))
    }
    assert gains["hold", 20] < gains["roll", 20]
    assert gains["hold", 21] > gains["roll", 21]
    # against 80 points it is only optimal to roll to win from 90
    assert evaluate_query("pig_hold(90, 80)") == 10
    assert evaluate_query("pig_holds(90, 80)") == frozenset()


# --- keep pace and end race -----------------------------------------------------------------------


@given(st.integers(0, 99), st.integers(0, 99), st.integers(1, 99))
def test_keep_pace_in_the_words_of_its_source(own, other, total):
    for player in PLAYERS:
        points = (own, other) if player == MAX else (other, own)
        law = keep_pace()(PigState(*points, total, player))
        # the nearest whole number, halves up, from the decimal text of an eighth
        pace = Fraction(other - own, 8)
        nearest = min(range(-13, 14), key=lambda n: (abs(n - pace), -n))
        ends_race = own >= 71 or other >= 71
        holds = not ends_race and total >= 21 + nearest
        assert law == Distribution({"hold" if holds else "roll": 1})
