"""Strategies of Pig that remember the turns that were played."""

from collections import defaultdict
from fractions import Fraction

import pytest
from oracles import law_of
from pigs import PIG, mixing, small_games

from exactdice import (
    MAX,
    MIN,
    Pig,
    PigState,
    from_probabilities,
    hold_at,
    mean_length,
    payoff_distribution,
    profile_values,
)
from exactdice.exact.errors import ExactDiceError, RulesError
from exactdice.game.graph import explore
from exactdice.game.protocol import PLAYERS
from exactdice.games.pig.profile import mean_turns
from exactdice.games.pig.rules import keep_pace, scoring_turns
from exactdice.query.evaluate import evaluate_query
from exactdice.solvers.evaluation.profiles import following, length_distribution, visits
from exactdice.solvers.fast_path import generic_function

# --- scoring turns, with their memory -------------------------------------------------------------


def test_scoring_turns_hold_at_the_points_that_are_left_over_the_turns_that_are_left():
    plan = scoring_turns(Pig(), 4, MAX)
    held = {
        (own, scored): next(
            k for k in range(1, 101) if "hold" in plan.law(scored, PigState(own, 0, k))
        )
        for own, scored in [(0, 0), (26, 1), (30, 1), (51, 2), (77, 3)]
    }
    assert held == {(0, 0): 25, (26, 1): 24, (30, 1): 23, (51, 2): 24, (77, 3): 23}


def remembered_plays(game, turns, state=None, scored=(0, 0), moves=0, chance=Fraction(1)):
    """(chance, payoff, moves) of every play of scoring_turns(n) against scoring_turns(m), of a die
    that never busts: each play on its own, from the rules in words.
    """
    points, total, mover = state or ((0, 0), 0, MAX)
    if points[mover] + total >= game.target:
        yield chance, 1 if mover == MAX else -1, moves
        return
    left = (game.target - points[mover]) // (turns[mover] - scored[mover])
    if total and total >= max(left, 1):
        held, counted = list(points), list(scored)
        held[mover] += total
        counted[mover] += 1
        after = (tuple(held), 0, 1 - mover)
        yield from remembered_plays(game, turns, after, tuple(counted), moves + 1, chance)
        return
    for face, p in law_of(game.one_die).items():
        after = (points, total + face, mover)
        yield from remembered_plays(game, turns, after, scored, moves + 1, chance * p)


@pytest.mark.parametrize("turns", [(1, 1), (2, 3), (3, 2), (4, 4)])
def test_scoring_turns_by_every_single_play(turns):
    game = Pig(9, weights=(0, 2, 1), bust=1)
    laws, lengths = defaultdict(Fraction), defaultdict(Fraction)
    for chance, paid, moves in remembered_plays(game, turns):
        laws[paid] += chance
        lengths[moves] += chance
    profile = tuple(
        scoring_turns(game, n, player) for n, player in zip(turns, PLAYERS, strict=True)
    )
    for way in (lambda f: f, generic_function):
        assert way(payoff_distribution)(game, profile) == from_probabilities(laws)
        assert way(mean_length)(game, profile) == sum(n * p for n, p in lengths.items())
        assert way(length_distribution)(game, profile) == from_probabilities(lengths)


@small_games
@pytest.mark.parametrize("other", [hold_at(3), keep_pace(5, 3, 2), mixing(2), None])
def test_scoring_turns_by_the_graph_with_the_memory_in_the_state(game, other):
    first = scoring_turns(game, 3, MAX)
    second = scoring_turns(game, 2, MIN) if other is None else other
    profile = (first, second)
    assert payoff_distribution(game, profile) == generic_function(payoff_distribution)(
        game, profile
    )
    assert mean_length(game, profile) == generic_function(mean_length)(game, profile)
    graph = explore(following(game, profile))
    starts = (
        times
        for node, times in zip(graph.nodes, visits(graph), strict=True)
        if node.payoff is None and node.state.state.turn_total == 0
    )
    assert mean_turns(game, profile) == sum(starts)


def test_the_words_take_scoring_turns():
    options = {"game": PIG, "target": 12}
    names = "scoring_turns(2), optimal"
    win, loss = (evaluate_query(f"{word}({names})", options) for word in ("win", "loss"))
    assert win + loss == 1
    assert win - loss <= evaluate_query("value()", options)
    # In one scoring turn the target is reached by rolling on: hold_at(target).
    assert evaluate_query("gain(scoring_turns(1), optimal)", options) == evaluate_query(
        "gain(hold_at(12), optimal)", options
    )
    # Who answers it knows how often it has scored, and loses nothing against it.
    response = evaluate_query("best_response_value(scoring_turns(2), player=min)", options)
    assert response <= win - loss
    assert response <= evaluate_query("value()", options)


@pytest.mark.parametrize(
    "query",
    [
        "gain_from(scoring_turns(4), random, 3, 3)",
        "reach_probability(scoring_turns(4), random, 3, 3)",
        "gain(mixed(scoring_turns(4), 1/2, random, 1/2), random)",
    ],
)
def test_words_that_need_the_state_alone_refuse_a_memory_with_the_reason(query):
    with pytest.raises(RulesError, match=r"^scoring_turns\(4\) remembers what happened before"):
        evaluate_query(query, {"game": PIG, "target": 12})


def test_a_turn_or_values_of_a_strategy_with_memory_are_refused_with_the_reason():
    with pytest.raises(ExactDiceError, match="remembers what happened before"):
        evaluate_query("pig_turn(scoring_turns(4), 0, 0)")
    plan = scoring_turns(Pig(6), 2, MAX)
    for values in (profile_values, generic_function(profile_values)):
        with pytest.raises(RulesError, match="remembers what happened before"):
            values(Pig(6), (plan, hold_at(2)))
