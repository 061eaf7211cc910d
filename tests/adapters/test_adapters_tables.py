"""Transition tables for learners that play against one policy."""

import pytest
from adapted_games import at_random, worth
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import MAX, MIN, Pig, TokenGame, best_response, solve, strategy
from exactdice.adapters import float_table, table_env, transition_table
from exactdice.game import PLAYERS
from exactdice.graph import explore
from exactdice.testing import games_in_turns, profiles, simultaneous_games

small_games = st.one_of(games_in_turns(), simultaneous_games())


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_transition_table_is_worth_the_best_response(data):
    game = data.draw(small_games.filter(lambda game: game.payoff(game.start) is None))
    profile = [strategy(plan) for plan in data.draw(profiles(game))]
    for player, sign in ((MAX, 1), (MIN, -1)):
        table = transition_table(game, player, profile[1 - player])
        assert sign * worth(table) == best_response(game, profile[1 - player], player).value
        graph = explore(game)
        assert list(table) == list(range(len(graph.nodes)))
        for k, node in enumerate(graph.nodes):
            assert all(sum(p for p, *_ in steps) == 1 for steps in table[k].values())
            if node.payoff is None:
                assert list(table[k]) == list(range(len(node.actions[player])))
                assert {
                    (t, paid, over) for steps in table[k].values() for _, t, paid, over in steps
                } <= {
                    (t, sign * (graph.nodes[t].payoff or 0), graph.nodes[t].payoff is not None)
                    for t in node.successors()
                }
            else:
                assert table[k] == {0: [(1, k, 0, True)]}


@pytest.mark.parametrize("player", PLAYERS)
def test_float_value_iteration_on_the_table_of_pig_is_close_to_the_best_response(player):
    game = Pig(target=8)
    table = float_table(transition_table(game, player, at_random(game, 1 - player)))
    value = dict.fromkeys(table, 0.0)
    for _ in range(300):
        value = {
            k: max(
                sum(p * (reward + value[t] * (not over)) for p, t, reward, over in steps)
                for steps in row.values()
            )
            for k, row in table.items()
        }
    exact = best_response(game, at_random(game, 1 - player), player).value
    assert abs(value[0] - (exact if player == MAX else -exact)) < 1e-9


def test_one_plays_alone_without_an_opponent():
    game = TokenGame(tokens=5)
    table = transition_table(game)
    assert worth(table) == solve(game).value
    env = table_env(game)
    assert float_table(table) == env.unwrapped.P
    for row in env.unwrapped.P.values():
        for steps in row.values():
            assert all(
                type(p) is type(reward) is float and type(k) is int and type(over) is bool
                for p, k, reward, over in steps
            )
