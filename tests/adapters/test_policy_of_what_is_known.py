"""A learner's policy by the numbers of what a player knows."""

from fractions import Fraction

import numpy as np
import pytest
from hidden_environments import HIDDEN, by_chance

from exactdice import MAX, MIN, Kuhn, best_response, exploitability, payoff_law, point, solve
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


def test_weights_of_an_optimal_strategy_are_optimal():
    """Rounded to three decimals its thirds are no thirds, so something is lost."""
    solution = solve(Kuhn())
    exact, floats = [], []
    for player in PLAYERS:
        laws = solution.strategies[player]
        weights = {
            number: [laws[node.information].probability(action) for action in node.actions]
            for number, node in enumerate(KUHN.nodes[player])
            if node.information in laws
        }
        exact.append(strategy_from(KUHN, player, weights))
        rounded = {number: np.round(np.array(row, float), 3) for number, row in weights.items()}
        floats.append(strategy_from(KUHN, player, rounded.__getitem__))
    assert exploitability(Kuhn(), exact) == 0
    assert 0 < exploitability(Kuhn(), floats) < Fraction(1, 1000)


def test_a_policy_may_answer_with_a_number():
    bets = strategy_from(KUHN, MIN, lambda number: 1)
    assert bets((1, "check")) == point("bet")
    assert bets((3, "bet")) == point("call")
    # by hand: with 3 MAX wins 2, with 2 nothing on average, with 1 it folds and loses the ante
    assert best_response(Kuhn(), bets, MAX).value == Fraction(1, 3)


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        ({}, "the policy has no entry for information 4, (2, 'check')"),
        (
            {4: 2},
            "the policy's action in information 4, (2, 'check'), must be a number from 0 to 1, "
            "got 2",
        ),
        (
            {4: [0.5]},
            "the policy's weights in information 4, (2, 'check'), must be 2 numbers of 0 or more, "
            "not all 0, and 0 beyond, got [0.5]",
        ),
    ],
    ids=["missing", "no action", "too short"],
)
def test_a_policy_that_says_no_law_is_refused(policy, message):
    with pytest.raises(RulesError) as refused:
        strategy_from(KUHN, MIN, policy)((2, "check"))
    assert str(refused.value) == message


def test_what_is_never_known_is_refused():
    with pytest.raises(RulesError, match=r"^MIN never knows \(4,\) in the game"):
        strategy_from(KUHN, MIN, {})((4,))
