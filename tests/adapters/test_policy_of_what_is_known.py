"""A learner's policy by the numbers of what a player knows."""

import pytest
from hidden_environments import HIDDEN, by_chance

from exactdice import MIN, Kuhn, exploitability, payoff_law
from exactdice.adapters import explore_information, parallel_env, strategy_from
from exactdice.errors import RulesError
from exactdice.game import PLAYERS

KUHN = explore_information(Kuhn())


@pytest.mark.parametrize("game", HIDDEN, ids=str)
def test_equal_weights_are_random_play(game):
    graph = parallel_env(game).graph
    plans = tuple(
        strategy_from(graph, player, [[0.5] * len(node.actions) for node in graph.nodes[player]])
        for player in PLAYERS
    )
    assert exploitability(game, plans) == exploitability(game, by_chance(game))
    assert payoff_law(game, plans) == payoff_law(game, by_chance(game))


def test_what_is_never_known_is_refused():
    with pytest.raises(RulesError, match=r"^MIN never knows \(4,\) in the game"):
        strategy_from(KUHN, MIN, {})((4,))
