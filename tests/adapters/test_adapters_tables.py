"""Transition tables for learners that play against one policy."""

from adapted_games import worth
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import MAX, MIN, TokenGame, best_response, solve, strategy
from exactdice.game.graph import explore
from exactdice.interop.adapters import float_table, table_env, transition_table
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
