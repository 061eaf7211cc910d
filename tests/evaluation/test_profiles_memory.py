"""Strategies with memory, against every play of small battles, in which nothing is merged."""

from collections import defaultdict
from fractions import Fraction
from functools import partial
from itertools import pairwise
from random import Random

import pytest
from oracles import hoeffding, law_of

from exactdice import (
    MAX,
    MIN,
    DiceBattle,
    best_response,
    dice,
    exploitability,
    from_probabilities,
    mean_length,
    payoff_distribution,
    profile_values,
    simulate_many,
    win_rate,
)
from exactdice.exact.errors import RulesError
from exactdice.game.protocol import WithMemory
from exactdice.solvers.evaluation.profiles import length_distribution
from exactdice.solvers.fast_path import generic_function

GAME = DiceBattle(dice=2, target=4, faces=3)


def in_turn(throws, state):
    """One die and two in turn, by the number of own throws so far."""
    return 1 + throws % 2


def one_more(player, throws, state, joint, after):
    return throws + (state.to_move == player)


def alternating(player):
    return WithMemory("alternating", 0, in_turn, partial(one_more, player))


def best_so_far(seat, most, state, joint, after):
    """The largest gain of the other so far."""
    gained = after[1 - seat] - state[1 - seat]
    return max(most, gained) if state.to_move != seat else most


def frightened(player):
    """Two dice once the other has gained 3 or more at a throw, else one."""
    return WithMemory(
        "frightened", 0, lambda most, state: 2 if most >= 3 else 1, partial(best_so_far, player)
    )


def plays(game, choose, state, past, chance=Fraction(1)):
    """(chance, payoff, moves) of every play, where `choose` says the action from all states so
    far.
    """
    payoff = game.payoff(state)
    if payoff is not None:
        yield chance, payoff, len(past)
        return
    action = choose((*past, state))
    joint = (action, "wait") if state.to_move == MAX else ("wait", action)
    for after, p in law_of(game.outcomes(state, joint)).items():
        yield from plays(game, choose, after, (*past, state), chance * p)


def by_history(history):
    """`alternating` for MAX and `frightened` for MIN, from all states so far."""
    state = history[-1]
    if state.to_move == MAX:
        own = sum(past.to_move == MAX for past in history[:-1])
        return 1 + own % 2
    pairs = pairwise(history)
    gains = [later.first - earlier.first for earlier, later in pairs if earlier.to_move == MAX]
    return 2 if max(gains, default=0) >= 3 else 1


def test_laws_by_every_play():
    laws, lengths = defaultdict(Fraction), defaultdict(Fraction)
    for chance, paid, moves in plays(GAME, by_history, GAME.start, ()):
        laws[paid] += chance
        lengths[moves] += chance
    profile = (alternating(MAX), frightened(MIN))
    assert payoff_distribution(GAME, profile) == from_probabilities(laws)
    assert length_distribution(GAME, profile) == from_probabilities(lengths)
    assert mean_length(GAME, profile) == sum(n * p for n, p in lengths.items())


def most_of_min(history, chance_of_max):
    """What MAX is paid when MIN answers `alternating` as well as it can, knowing the history."""
    state = history[-1]
    payoff = GAME.payoff(state)
    if payoff is not None:
        return payoff
    actions = [chance_of_max(history)] if state.to_move == MAX else GAME.actions(state, MIN)
    found = []
    for action in actions:
        joint = (action, "wait") if state.to_move == MAX else ("wait", action)
        law = law_of(GAME.outcomes(state, joint))
        found.append(
            sum(p * most_of_min((*history, after), chance_of_max) for after, p in law.items())
        )
    return min(found)


def test_the_best_response_knows_what_the_other_remembers():
    expected = most_of_min((GAME.start,), by_history)
    assert best_response(GAME, alternating(MAX), MIN).value == expected
    assert expected <= payoff_distribution(GAME, (alternating(MAX), frightened(MIN))).mean()
    least = best_response(GAME, alternating(MIN), MAX).value
    assert exploitability(GAME, (alternating(MAX), alternating(MIN))) == (least - expected) / 2


def test_a_plan_for_both_seats_has_a_win_rate():
    def counted(throws, state, joint, after):
        return throws + 1

    plan = WithMemory("all throws", 0, in_turn, counted)
    wins = payoff_distribution(GAME, (plan, dice(1))).probability(1)
    losses = payoff_distribution(GAME, (dice(1), plan)).probability(-1)
    assert win_rate(GAME, plan, dice(1)) == (wins + losses) / 2


@pytest.mark.parametrize("asked", [profile_values, generic_function(profile_values)])
def test_values_at_a_state_need_no_memory(asked):
    with pytest.raises(RulesError, match=r"^alternating remembers what happened before"):
        asked(GAME, (alternating(MAX), dice(1)))


def test_many_random_plays_are_near_the_exact_mean():
    profile = (alternating(MAX), frightened(MIN))
    sample = simulate_many(GAME, profile, 2000, Random(5))
    assert sum(sample.lengths.values()) == 2000
    assert abs(sample.mean - payoff_distribution(GAME, profile).mean()) < hoeffding(2000, 2)
    assert abs(sample.mean_length - mean_length(GAME, profile)) < hoeffding(2000, 8)
