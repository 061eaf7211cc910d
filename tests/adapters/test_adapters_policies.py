"""Policies of learners, and how far a policy can be exploited."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from adapted_games import BATTLE, GAMES
from hidden_environments import HIDDEN, by_chance
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import (
    MAX,
    MIN,
    WAIT,
    Kuhn,
    exploitability,
    payoff_distribution,
    point,
    profile_values,
    solve,
    strategy,
)
from exactdice.exact.errors import InexactError, RulesError
from exactdice.game.graph import explore
from exactdice.game.protocol import PLAYERS
from exactdice.interop.adapters import explore_information, parallel_env, strategy_from
from exactdice.testing import games_in_turns, profiles, recurring_games, simultaneous_games

small_games = st.one_of(games_in_turns(), simultaneous_games())


# --- exploitability -------------------------------------------------------------------------------


def pure_strategies(game, player):
    nodes = [node for node in explore(game).nodes if node.payoff is None]
    return [
        strategy(dict(zip([n.state for n in nodes], actions, strict=True)))
        for actions in product(*(n.actions[player] for n in nodes))
    ]


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_exploitability_is_what_pure_deviations_gain_and_0_for_optimal_play_alone(data):
    game = data.draw(st.one_of(games_in_turns(4), simultaneous_games(4, 2), recurring_games(3, 2)))
    if game.payoff(game.start) is not None:
        assert exploitability(game, ({}, {})) == 0
        return
    first, second = (strategy(plan) for plan in data.draw(profiles(game)))
    gains = [
        max(
            profile_values(game, (plan, second))[game.start] for plan in pure_strategies(game, MAX)
        ),
        -min(
            profile_values(game, (first, plan))[game.start] for plan in pure_strategies(game, MIN)
        ),
    ]
    found = exploitability(game, (first, second))
    assert found == sum(gains) / Fraction(2) >= 0
    solution = solve(game)
    assert exploitability(game, solution.strategies) == 0
    assert (found == 0) == (gains == [solution.value, -solution.value])


GRAPH = explore(BATTLE)


@given(st.lists(st.floats(0, 1e300), min_size=3, max_size=3).filter(any))
def test_a_float_is_read_as_the_fraction_that_it_is(weights):
    """The numerator and the denominator come from the hexadecimal text of the float, a second way
    to read it.
    """
    exact = [read(weight) for weight in weights]
    for given_as in (weights, tuple(weights), np.array(weights)):
        law = strategy_from(GRAPH, MAX, {0: given_as})(BATTLE.start)
        assert [law.probability(dice) for dice in (1, 2, 3)] == [
            weight / sum(exact) for weight in exact
        ]


def read(number):
    """0x1.8p+3 is 0x18 / 16 * 2**3."""
    digits, power = number.hex().removeprefix("0x").split("p")
    whole, _, rest = digits.partition(".")
    return Fraction(int(whole + rest, 16), 16 ** len(rest)) * Fraction(2) ** int(power)


def test_a_policy_may_be_a_table_an_array_or_a_function_of_numbers_or_of_weights():
    weights = [[1, Fraction(1, 2), np.float32(0.1)]] * len(GRAPH.nodes)
    third = Fraction(13421773, 2**27)  # the float nearest to 0.1 with 24 bits
    for policy in (
        weights,
        dict(enumerate(weights)),
        lambda number: weights[number],
        np.array([[1, 0.5, float(third)]] * len(weights)),
    ):
        law = strategy_from(GRAPH, MAX, policy)(BATTLE.start)
        assert law.probability(3) == third / (Fraction(3, 2) + third)
    for policy in (
        [2],
        {0: np.int64(2)},
        np.array([2]),
        lambda _: 2,
        [[0.0, 0.0, 1e-300]],
        [[0, 0, 7, 0.0, 0]],
    ):
        assert strategy_from(GRAPH, MAX, policy)(BATTLE.start) == point(3)


def test_a_policy_is_not_asked_where_there_is_no_choice():
    plan = strategy_from(explore(GAMES[5]), MAX, {})
    assert plan(GAMES[5].start) == point("roll")
    assert strategy_from(GRAPH, MIN, {})(BATTLE.start) == point(WAIT)


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_a_policy_by_numbers_is_worth_what_the_strategy_is(data):
    game = data.draw(small_games.filter(lambda game: game.payoff(game.start) is None))
    profile = [strategy(plan) for plan in data.draw(profiles(game))]
    graph = explore(game)

    def numbered(player, node):
        return (
            []
            if node.payoff is not None
            else [profile[player](node.state).probability(a) for a in node.actions[player]]
        )

    learnt = tuple(
        strategy_from(graph, player, [numbered(player, node) for node in graph.nodes])
        for player in PLAYERS
    )
    assert profile_values(game, learnt) == profile_values(game, tuple(profile))
    assert exploitability(game, learnt) == exploitability(game, tuple(profile))


STATE_0 = "state 0, BattleState(0, 0, 0)"
NO_LAW = (
    f"the policy in {STATE_0}, must be an action's number or a list of a weight for each "
    "action, got"
)
WEIGHTS = (
    f"the policy's weights in {STATE_0}, must be 3 numbers of 0 or more, not all 0, and "
    "0 beyond, got"
)


@pytest.mark.parametrize(
    ("policy", "error", "message"),
    [
        ({}, RulesError, f"the policy has no entry for {STATE_0}"),
        ([3], RulesError, f"the policy's action in {STATE_0}, must be a number from 0 to 2, got 3"),
        ([{1: 0.5, 2: 0.25, 3: 0.25}], RulesError, f"{NO_LAW} {{1: 0.5, 2: 0.25, 3: 0.25}}"),
        ([[2, -1, 0]], RulesError, f"{WEIGHTS} [2, -1, 0]"),
        (
            [[1, 1, "1"]],
            InexactError,
            f"a weight of the policy in {STATE_0} must be exact (an int or a Fraction), got '1'",
        ),
    ],
    ids=str,
)
def test_a_policy_that_says_no_law_is_refused(policy, error, message):
    with pytest.raises(error) as caught:
        strategy_from(GRAPH, MAX, policy)(BATTLE.start)
    assert str(caught.value) == message


# --- by what a player knows -----------------------------------------------------------------------

KUHN = explore_information(Kuhn())


@pytest.mark.parametrize("game", HIDDEN, ids=str)
def test_equal_weights_are_random_play(game):
    graph = parallel_env(game).graph
    plans = tuple(
        strategy_from(graph, player, [[0.5] * len(node.actions) for node in graph.nodes[player]])
        for player in PLAYERS
    )
    assert exploitability(game, plans) == exploitability(game, by_chance(game))
    assert payoff_distribution(game, plans) == payoff_distribution(game, by_chance(game))


def test_what_is_never_known_is_refused():
    with pytest.raises(RulesError, match=r"^MIN never knows \(4,\) in the game"):
        strategy_from(KUHN, MIN, {})((4,))
