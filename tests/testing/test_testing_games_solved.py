"""What the games and profiles that the testing kit draws are worth."""

from fractions import Fraction

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracles import positional_values

from exactdice import MAX, MIN, profile_values, solve, strategy_iteration
from exactdice.graph import explore
from exactdice.testing import (
    battles,
    games_in_turns,
    profiles,
    recurring_games,
    simultaneous_games,
)

quick = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


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
