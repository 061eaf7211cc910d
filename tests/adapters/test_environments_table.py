"""The Gymnasium environment of a player who does not see the states."""

from fractions import Fraction

import pytest
from gymnasium.utils.env_checker import check_env
from hidden_environments import SMALL, by_chance

from exactdice import MAX, MIN, Kuhn, solve
from exactdice.game.protocol import OTHER, PLAYERS
from exactdice.games.leduc import Leduc
from exactdice.interop.adapters import table_env

GAMES = [*SMALL, Leduc()]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.filterwarnings("ignore")
def test_the_environment_passes_the_test_of_its_library(game):
    for player in PLAYERS:
        env = table_env(game, player, by_chance(game)[OTHER[player]])
        check_env(env)
        assert env.reset(seed=1)[0] == 0


def test_against_an_optimal_strategy_no_policy_is_paid_more_than_the_value():
    """The policies of MAX in Kuhn poker, one by one; the best is paid -1/18."""
    game = Kuhn()
    env = table_env(game, MAX, solve(game).strategies[MIN]).unwrapped
    choices = [number for number, row in env._table.items() if len(row) > 1]

    def paid(state, policy):
        steps = env._table[state][policy.get(state, 0)]
        return sum(p * (reward if over else paid(k, policy)) for p, k, reward, over in steps)

    policies = [
        {state: mask >> place & 1 for place, state in enumerate(choices)}
        for mask in range(2 ** len(choices))
    ]
    assert len(policies) == 64
    assert max(paid(0, policy) for policy in policies) == Fraction(-1, 18)
