"""Games that the testing kit draws: they keep their word."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kinds_of_games import KINDS
from oracles import positional_values

from exactdice import MAX, MIN, WAIT, check, profile_values, solve, strategy_iteration
from exactdice.errors import ExactDiceError
from exactdice.game import PLAYERS
from exactdice.graph import backward_order, explore
from exactdice.testing import (
    Listed,
    battles,
    check_game,
    games_in_turns,
    profiles,
    recurring_games,
    simultaneous_games,
)

quick = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


# --- games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
@quick
@given(st.data())
def test_games_keep_the_protocol_and_are_of_their_kind_and_their_solution_is_proved(name, data):
    # in one test, as to draw a game takes as long as all that is asked of it
    game = data.draw(KINDS[name]())
    assert check_game(game).startswith(f"the rules are kept at all {len(game.table)} states")
    assert check(solve(game)).startswith("value")
    assert_is_of_its_kind(game, name)


def assert_is_of_its_kind(game, name):
    graph = explore(game)
    nodes = graph.nodes
    assert {node.state for node in nodes} == set(game.table)
    for node in nodes:
        if node.payoff is None:
            assert name == "simultaneous" or node.mover is not None
            assert name != "one player" or node.actions[MIN] == (WAIT,)
    if name != "recurring":
        backward_order(graph)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({}, "a listed game needs a table of at least one state, got {}"),
        ({0: 0.5}, "the payoff of 0 must be exact"),
        ({0: {"a": {0: 1}}}, "state 0 must list joint actions"),
        ({0: {}}, "state 0 must list joint actions"),
        (
            {0: {("a", "x"): {1: 1}, ("b", "y"): {1: 1}}, 1: 0},
            "state 0 must list every joint action, but ('a', 'y') is missing",
        ),
        (
            {0: {("a", "wait"): {7: 1}}},
            "state 0 leads by ('a', 'wait') to 7, which the table does not list",
        ),
        ({0: {("a", "wait"): {1: 0.5}}, 1: 0}, "weight of 1 must be a non-negative int, got 0.5"),
    ],
)
def test_a_listed_game_is_checked_at_the_door(table, said):
    with pytest.raises(ExactDiceError) as caught:
        Listed(table)
    assert str(caught.value).startswith(said)


@quick
@given(st.one_of(kind(2, 20) for kind in KINDS.values()))
def test_there_are_no_more_actions_than_names(game):
    assert all(len(node.actions[player]) <= 8 for node in explore(game).nodes for player in PLAYERS)


@quick
@given(recurring_games(most_states=4, most_actions=2))
def test_recurring_games_are_worth_what_brute_force_over_all_strategies_says(game):
    graph = explore(game)
    low, high = positional_values(nodes_of(graph))
    assert low == high
    values = strategy_iteration(game).values
    assert all(values.get(n.state, n.payoff) == v for n, v in zip(graph.nodes, low, strict=True))


def nodes_of(graph):
    return [
        node.payoff
        if node.payoff is not None
        else (node.mover, [{t: Fraction(w, total) for t, w in law} for law, total in node.moves()])
        for node in graph.nodes
    ]


@quick
@given(st.sampled_from([games_in_turns, recurring_games, simultaneous_games]), st.data())
def test_profiles_are_legal_and_worth_no_more_than_the_value_against_an_optimal_opponent(
    kind, data
):
    game = data.draw(kind())
    profile = data.draw(profiles(game))
    solution = solve(game)
    assert set(profile[MAX]) == set(profile[MIN]) == set(solution.values)
    for state, value in profile_values(game, (profile[MAX], solution.strategies[MIN])).items():
        assert value <= solution.values[state]
    for state, value in profile_values(game, (solution.strategies[MAX], profile[MIN])).items():
        assert value >= solution.values[state]


@quick
@given(battles())
def test_battles_are_solved_by_the_fast_path_as_by_the_generic_solver(game):
    assert solve(game).value == strategy_iteration(game).value
