"""Whether play ends, found before strategy iteration begins."""

from math import inf

import pytest
from drawn_cycles import POLITE, brute_force, reachable, small_games
from hypothesis import given, settings
from oracles import listed

from exactdice import MAX, MIN, check, solve
from exactdice.exact.errors import UnsolvableError
from exactdice.game.graph import always_ends, endless, explore


@settings(max_examples=60)
@given(small_games())
def test_play_always_ends_just_when_the_worst_pair_of_strategies_ends_it(game):
    low, _ = brute_force(
        {s: (MIN, rule[1]) if isinstance(rule, tuple) else rule for s, rule in game.items()}
    )
    assert always_ends(explore(listed(game))) == all(low[s] > -inf for s in reachable(game))


# --- what play without end does -------------------------------------------------------------------

WAITING = {"s0": (MAX, {"stop": {"bad": 1}, "wait": {"s0": 1}}), "bad": -1}


NOBODY = POLITE | {"win": -1, "loss": 1}


def test_a_player_who_would_rather_wait_for_ever_is_named_with_the_state():
    with pytest.raises(
        UnsolvableError,
        match=r"^play need not end from 's0': MIN cannot end it there, and the rules do not say",
    ):
        solve(listed(WAITING))


def test_play_that_both_can_end_to_their_gain_is_solved_although_it_may_come_back():
    solution = solve(listed(POLITE))
    assert (solution.values["s0"], solution.values["t"]) == (1, -1)
    assert not always_ends(explore(solution.game))
    assert check(solution) == (
        "value 1 to MAX, over 2 states of an explicit graph from \"'s0'\" to 2 payoffs of -1 to 1"
    )


def test_play_that_both_can_end_but_only_at_a_loss_is_refused():
    # any common value in [-1, 1] satisfies the optimality equation
    with pytest.raises(
        UnsolvableError,
        match=r"^play need not end from 's0', 't': MIN cannot end it there without loss",
    ):
        solve(listed(NOBODY))


def test_the_ender_brings_the_end_nearer_by_the_choice_it_is_given():
    graph = explore(listed(POLITE))
    for player in (MAX, MIN):
        stuck, way = endless(graph, player)
        assert stuck == []
        k = graph.index["s0" if player == MAX else "t"]
        assert graph.nodes[k].actions[player][way[k]] == "take"
