"""Plans in Dice Battle and what answers them satisfy their equations over all points, whatever a
bust scores; by hand where it scores 0.
"""

from fractions import Fraction

import brute_force as brute
import drawn_battles
import returning_battles
from drawn_battles import oracle, plan_seeds, some_plan
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import law_of

from exactdice import (
    MAX,
    MIN,
    WAIT,
    BattleState,
    DiceBattle,
    best_response,
    blind,
    dice,
    length_distribution,
    mean_length,
    payoff_distribution,
    profile_values,
    random,
    solve,
)
from exactdice.games.dice_battle.fast import line_at, table

ANY = drawn_battles.battles() | returning_battles.battles(most_target=6)


def follows(race, plan, worth, state, end, step):
    """The mean over plan(state) and the throw of `step` applied to worth at the state that follows,
    or to `end` of who won.
    """
    who = state.to_move
    total = Fraction(0)
    for d, share in law_of(plan(state)).items():
        for k, p in race.throws[d - 1].items():
            after = BattleState(
                state.first + k * (who == MAX), state.second + k * (who == MIN), 1 - who
            )
            total += share * p * (end(who) if state.own + k >= race.target else step(worth[after]))
    return total


@settings(max_examples=50)
@given(ANY, plan_seeds, plan_seeds)
def test_the_values_and_lengths_of_a_profile_satisfy_their_equations(game, first, second):
    race, profile = oracle(game), (some_plan(game, *first), some_plan(game, *second))
    values, swept = profile_values(game, profile), table(game, profile, z=1)
    lengths = {
        state: swept.lines[state.to_move][state.own + state.other].h(state.own) for state in values
    }
    for state in values:
        plan = profile[state.to_move]
        assert values[state] == follows(
            race, plan, values, state, lambda who: 1 if who == MAX else -1, lambda x: x
        )
        assert lengths[state] == follows(race, plan, lengths, state, lambda _: 1, lambda x: 1 + x)
    assert payoff_distribution(game, profile).mean() == values[game.start]
    assert mean_length(game, profile) == lengths[game.start]
    assert line_at(game, profile).gain(0) == values[game.start]


@settings(max_examples=50)
@given(ANY, plan_seeds, st.sampled_from([MAX, MIN]))
def test_the_best_response_satisfies_its_equation(game, described, player):
    race, plan, sign = oracle(game), some_plan(game, *described), 1 if player == MAX else -1
    answer = best_response(game, plan, player)
    for state, value in answer.values.items():
        if state.to_move == player:
            each = {
                d: sign * follows(race, dice(d), answer.values, state, lambda _: sign, lambda x: x)
                for d in range(1, game.dice + 1)
            }
            assert sign * value == max(each.values())
            assert answer.optimal_actions[state] == tuple(
                d for d, g in each.items() if g == max(each.values())
            )
        else:
            assert value == follows(race, plan, answer.values, state, lambda _: -sign, lambda x: x)
            assert answer.optimal_actions[state] == (WAIT,)


def test_a_coin_that_nearly_always_busts():
    """A safe face shows with chance q = 1 / (10^5000 + 1) and wins at once, so one die and w = 1 /
    (2 - q), EG = q / (2 - q).
    """
    game, q = (
        DiceBattle(dice=1, target=2, faces=2, weights=(10**5000, 1), bust_score=0),
        Fraction(1, 10**5000 + 1),
    )
    assert solve(game).value == best_response(game, dice(1), MAX).value == q / (2 - q)
    assert mean_length(game, (dice(1), dice(1))) == 1 / q


def test_the_endless_law_of_the_length_is_that_of_play_followed_forward():
    game = DiceBattle(dice=3, target=5, bust_score=0)
    plans = (blind(game), random(game))
    law = length_distribution(game, plans)
    chances = [lambda s, p=p: {a: p(s).probability(a) for a in p(s)} for p in plans]
    assert law.mean() == mean_length(game, plans)
    assert brute.lengths_up_to(game, chances, 12) == law.up_to(12)[0]
