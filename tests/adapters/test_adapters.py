"""Environments of games: the libraries' own tests, exact laws of what they do, and learners'
policies scored exactly.
"""

import re
import sys
import warnings
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import Climb, RockPaperScissors, listed
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from exactdice import (
    MAX,
    MIN,
    WAIT,
    DiceBattle,
    Distribution,
    NormalPlay,
    OneShotBattle,
    Pig,
    SimultaneousBattle,
    TokenGame,
    adapters,
    best_response,
    exploitability,
    payoff_law,
    point,
    profile_values,
    solve,
    strategy,
    uniform,
)
from exactdice.adapters import (
    aec_env,
    float_table,
    parallel_env,
    strategy_from,
    table_env,
    transition_table,
)
from exactdice.errors import ExactDiceError, InexactError, RulesError
from exactdice.game import NAMES, PLAYERS, always
from exactdice.games.chomp.rules import Chomp
from exactdice.games.nim.rules import Nim
from exactdice.games.one_shot_battle import payoff_matrix
from exactdice.graph import explore
from exactdice.testing import Listed, games_in_turns, profiles, recurring_games, simultaneous_games
from exactdice.throws.empirical import off_chance

GAMES = [
    DiceBattle(dice=2, target=5),
    SimultaneousBattle(dice=2, target=4),
    OneShotBattle(dice=3),
    NormalPlay(Nim((1, 2, 3))),
    NormalPlay(Chomp(2, 3)),
    Pig(target=8),
    TokenGame(tokens=4),
    RockPaperScissors(2),
]
FORCED = Listed(
    {
        0: {(WAIT, WAIT): {1: 1, 2: 1}},
        1: {(WAIT, "x"): {2: 1}, (WAIT, "y"): {3: 3, 2: 1}},
        2: Fraction(-1, 3),
        3: 2,
    }
)
every_game = pytest.mark.parametrize("game", [*GAMES, FORCED], ids=lambda game: type(game).__name__)
small_games = st.one_of(games_in_turns(), simultaneous_games())
# what the libraries recommend and the documentation of the environments says is otherwise
KNOWN = [
    "Observation is not a NumPy array",  # it is a number
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "We recommend agents to be named in the format",  # MAX and MIN
    "Agents have different observation space sizes",  # their masks
    "Action mask is a single number",  # of a player who never has a choice
    r".*Not able to test alternative render modes",  # there are none
]


def at_random(game, player):
    return lambda state: uniform(game.actions(state, player))


def profile_at_random(game):
    return tuple(at_random(game, player) for player in PLAYERS)


# --- the libraries' own tests ---------------------------------------------------------------------


@every_game
def test_the_environments_pass_the_tests_of_their_libraries(game, capsys):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(aec_env(game))
        parallel_api_test(parallel_env(game))
        seed_test(lambda: aec_env(game))
        parallel_seed_test(lambda: parallel_env(game))
        for player in PLAYERS:
            check_env(table_env(game, player, at_random(game, 1 - player)))
    assert capsys.readouterr().out.count("Passed") == 2
    assert [
        str(w.message)
        for w in caught
        if not any(re.match(known, str(w.message)) for known in KNOWN)
    ] == []


# --- what the environments do ---------------------------------------------------------------------


class Fixed(Random):
    """Chance that always comes out with this number."""

    def __init__(self, number):
        super().__init__()
        self.number = number

    def randrange(self, total):
        assert self.number < total
        return self.number


@pytest.mark.parametrize(
    "game",
    [
        DiceBattle(dice=2, target=5),
        SimultaneousBattle(dice=2, target=4),
        RockPaperScissors(1),
        FORCED,
    ],
    ids=str,
)
def test_every_step_has_exactly_the_law_of_the_game(game):
    """Each number that chance can draw is tried once, so the counts are the weights of the law."""
    env, one = parallel_env(game), aec_env(game)
    for actions in product(*(range(len(game.actions(game.start, player))) for player in PLAYERS)):
        law = game.outcomes(
            game.start,
            tuple(
                game.actions(game.start, player)[k]
                for player, k in zip(PLAYERS, actions, strict=True)
            ),
        )
        counts = Counter()
        for number in range(law.total):
            env.reset()
            env.rng = Fixed(number)
            observations, *_ = env.step(dict(zip(NAMES, actions, strict=True)))
            one.reset()
            one.unwrapped.rng = Fixed(number)
            while one.unwrapped.reached == 0:
                one.step(actions[NAMES.index(one.agent_selection)])
            reached = observations["MAX"]["observation"]
            assert (
                reached == observations["MIN"]["observation"] == one.observe("MAX")["observation"]
            )
            counts[env.graph.nodes[reached].state] += 1
        assert counts == law.weights


@every_game
def test_masks_rewards_and_turns_are_those_of_the_game(game):
    env, rng = aec_env(game), Random(5)
    for seed in range(20):
        env.reset(seed=seed)
        asked = []
        while not any(env.terminations.values()):
            agent = env.agent_selection
            state = env.graph.nodes[env.observe(agent)["observation"]].state
            asked.append((state, agent))
            actions = {
                name: game.actions(state, player)
                for name, player in zip(NAMES, PLAYERS, strict=True)
            }
            choosing = [name for name in NAMES if len(actions[name]) > 1]
            if choosing == list(NAMES):
                assert agent == ("MAX" if len(asked) < 2 or asked[-2] != (state, "MAX") else "MIN")
            else:
                assert [agent] == choosing or not choosing
            for name in NAMES:
                mask = env.observe(name)["action_mask"]
                assert mask.dtype == np.int8
                assert mask.tolist() == [1] * len(actions[name]) + [0] * (
                    env.action_space(name).n - len(actions[name])
                )
            assert set(env.rewards.values()) == {0}
            env.step(rng.randrange(len(actions[agent])))
        paid = game.payoff(env.graph.nodes[env.observe("MAX")["observation"]].state)
        assert env.rewards == {"MAX": float(paid), "MIN": float(-paid)}
        assert env.terminations == {"MAX": True, "MIN": True}
        assert not any(env.truncations.values())


def test_min_does_not_see_what_max_has_chosen():
    env = aec_env(RockPaperScissors(2))
    seen = []
    for action in range(3):
        env.reset(seed=1)
        env.step(action)
        assert env.agent_selection == "MIN"
        seen.append(str(env.last()))
    assert len(set(seen)) == 1


def test_play_is_never_truncated():
    endless = listed({"a": (MAX, {"stay": {"a": 1}, "end": {"over": 1}}), "over": 1})
    env, table = parallel_env(endless), table_env(endless)
    env.reset()
    table.reset()
    for _ in range(5000):
        *_, truncations, _ = env.step({"MAX": 0})
        assert truncations == {"MAX": False, "MIN": False}
        assert table.step(0)[1:4] == (0, False, False)
    assert env.step({"MAX": 1})[1] == {"MAX": 1, "MIN": -1}
    assert table.step(1)[1:4] == (1, True, False)


# --- frequencies against exact laws ---------------------------------------------------------------

EPISODES, TOLERANCE = 2000, Fraction(1, 16)


def plays_of(env, profile, rng):
    """The rewards of MAX in games of the profile in the environment of one agent at a time."""
    env.reset(seed=rng.randrange(10**9))
    for _ in range(EPISODES):
        while not any(env.terminations.values()):
            player = NAMES.index(env.agent_selection)
            node = env.graph.nodes[env.observe(env.agent_selection)["observation"]]
            env.step(node.actions[player].index(profile[player](node.state).sample(rng)))
        yield env.rewards["MAX"]
        env.reset()


def plays_at_once_of(env, profile, rng):
    """The same where both act at once."""
    observations, _ = env.reset(seed=rng.randrange(10**9))
    for _ in range(EPISODES):
        while env.agents:
            node = env.graph.nodes[observations["MIN"]["observation"]]
            joint = (
                node.actions[player].index(profile[player](node.state).sample(rng))
                for player in PLAYERS
            )
            observations, rewards, *_ = env.step(dict(zip(NAMES, joint, strict=True)))
        yield rewards["MAX"]
        observations, _ = env.reset()


def plays_alone_of(env, profile, rng):
    """The same over the table of MAX, where MIN's strategy is part of the environment."""
    k, _ = env.reset(seed=rng.randrange(10**9))
    for _ in range(EPISODES):
        over = False
        while not over:
            node = env.unwrapped.graph.nodes[k]
            k, reward, over, _, _ = env.step(
                node.actions[MAX].index(profile[MAX](node.state).sample(rng))
            )
        yield reward
        k, _ = env.reset()


@pytest.mark.parametrize(
    "game",
    [DiceBattle(dice=2, target=5), SimultaneousBattle(dice=2, target=4), RockPaperScissors(2)],
    ids=str,
)
def test_payoffs_come_as_often_as_the_exact_law_says(game):
    profile = (
        lambda state: Distribution(
            {game.actions(state, MAX)[0]: 1, game.actions(state, MAX)[-1]: 2}
        ),
        at_random(game, MIN),
    )
    law = payoff_law(game, profile)
    for env, plays in (
        (aec_env(game), plays_of),
        (parallel_env(game), plays_at_once_of),
        (table_env(game, MAX, profile[MIN]), plays_alone_of),
    ):
        counts = Counter(plays(env, profile, Random(11)))
        assert set(counts) <= set(law)
        for payoff in law:
            assert off_chance(law.probability(payoff), EPISODES, TOLERANCE) < Fraction(
                1, 10**6
            )  # of a right environment failing here
            assert abs(Fraction(counts[payoff], EPISODES) - law.probability(payoff)) <= TOLERANCE


# --- transition tables ----------------------------------------------------------------------------


def worth(table):
    """The best mean reward from state 0, by recursion on a table without cycles."""

    @cache
    def best(state):
        return max(
            sum(p * (reward if over else best(k)) for p, k, reward, over in steps)
            for steps in table[state].values()
        )

    return best(0)


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


@given(*[st.lists(st.integers(0, 5), min_size=4, max_size=4).filter(any)] * 2)
def test_exploitability_in_one_throw_is_read_off_the_matrix(first, second):
    game = OneShotBattle(dice=4)
    matrix = payoff_matrix(game)
    p, q = ([Fraction(w, sum(weights)) for w in weights] for weights in (first, second))
    most = max(sum(row[b] * q[b] for b in range(4)) for row in matrix)
    least = min(sum(matrix[a][b] * p[a] for a in range(4)) for b in range(4))
    plans = tuple(
        {"choose": Distribution(dict(enumerate(weights, 1)))} for weights in (first, second)
    )
    assert exploitability(game, plans) == (most - least) / 2


# --- learners' policies ---------------------------------------------------------------------------

BATTLE = DiceBattle(dice=3, target=4)
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
        ([], RulesError, f"the policy has no entry for {STATE_0}"),
        ([3], RulesError, f"the policy's action in {STATE_0}, must be a number from 0 to 2, got 3"),
        (
            [-1],
            RulesError,
            f"the policy's action in {STATE_0}, must be a number from 0 to 2, got -1",
        ),
        ([0.5], RulesError, f"{NO_LAW} 0.5"),
        ([True], RulesError, f"{NO_LAW} True"),
        (
            [{1: 0.5, 2: 0.25, 3: 0.25}],
            RulesError,
            f"{NO_LAW} {{1: 0.5, 2: 0.25, 3: 0.25}}",
        ),
        (
            [uniform((1, 2, 3))],
            RulesError,
            f"{NO_LAW} {uniform((1, 2, 3))!r}",
        ),
        (["101"], RulesError, f"{NO_LAW} '101'"),
        ([[0.5, 0.5]], RulesError, f"{WEIGHTS} [0.5, 0.5]"),
        (
            [[0.0] * 3],
            RulesError,
            (
                f"the policy's weights in {STATE_0}, must be 3 numbers of 0 or more, not all 0, "
                "and 0 beyond, got [0.0, 0.0, 0.0]"
            ),
        ),
        ([[2, -1, 0]], RulesError, f"{WEIGHTS} [2, -1, 0]"),
        ([[1, 1, 1, 1]], RulesError, f"{WEIGHTS} [1, 1, 1, 1]"),
        (
            [[1, 1, float("nan")]],
            InexactError,
            f"a weight of the policy in {STATE_0}, must be finite, got nan",
        ),
        (
            [[1, 1, float("inf")]],
            InexactError,
            f"a weight of the policy in {STATE_0}, must be finite, got inf",
        ),
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


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [2, -1, 1.0, None, "0"], ids=str)
def test_an_action_that_is_none_is_refused(action):
    game = NormalPlay(Nim((1, 2)))  # three moves at first
    one, both, table = aec_env(game), parallel_env(game), table_env(game, MAX, at_random(game, MIN))
    one.reset()
    both.reset()
    table.reset()
    wrong = 3 if action == 2 else action
    message = (
        "^the action of MAX in state 0, .*must be a number from 0 to 2 .see action_mask., got "
    )
    for step in (
        lambda: one.step(wrong),
        lambda: both.step({"MAX": wrong, "MIN": 0}),
        lambda: table.step(wrong),
    ):
        with pytest.raises(RulesError, match=message):
            step()
    with pytest.raises(RulesError, match=message):
        both.step({"MIN": 0})


def test_who_has_no_choice_may_send_anything_or_nothing():
    for actions in ({"MAX": 0}, {"MAX": 0, "MIN": 7}, {"MAX": 0, "MIN": None}):
        env = parallel_env(BATTLE)
        env.reset(seed=3)
        env.step(actions)
        assert env.reached > 0


def test_play_that_is_over_or_has_not_begun_is_refused():
    both, table = (
        parallel_env(OneShotBattle(dice=2)),
        table_env(OneShotBattle(dice=2), opponent=always(point(1))),
    )
    for env, step in (
        (both, lambda: both.step({"MAX": 0, "MIN": 0})),
        (table, lambda: table.step(0)),
    ):
        with pytest.raises(RulesError, match=r"^play is over or has not begun: call reset first$"):
            step()
        env.reset(seed=1)
        step()
        with pytest.raises(RulesError, match=r"^play is over or has not begun: call reset first$"):
            step()


@pytest.mark.parametrize("make", [aec_env, parallel_env, table_env])
@pytest.mark.parametrize(
    ("game", "message"),
    [
        (listed({"over": 1}), "is over at its start, so there is nothing to play"),
        (
            listed({"a": (MAX, {"on": {"b": 1}}), "b": 10**400}),
            "^the payoff of 'b' is too large for a float, and rewards are floats$",
        ),
        (listed({"a": (MAX, {"on": {"b": 1}}), "b": 0.5}), "^the payoff of 'b' must be exact"),
    ],
    ids=range(3),
)
def test_a_game_that_cannot_be_played_is_refused(make, game, message):
    with pytest.raises(ExactDiceError, match=message):
        make(game)


def test_an_opponent_that_breaks_the_rules_is_refused():
    with pytest.raises(RulesError, match=r"^the strategy of MIN plays 'hop' at Climber"):
        transition_table(Climb(2), MAX, always(point("hop")))
    with pytest.raises(RulesError, match=r"^the strategy of MIN plays 'wait' at Climber"):
        table_env(Climb(2))


@pytest.mark.parametrize(
    ("library", "name"),
    [
        ("pettingzoo", "aec_env"),
        ("pettingzoo", "parallel_env"),
        ("gymnasium", "parallel_env"),
        ("gymnasium", "table_env"),
    ],
)
def test_a_missing_library_is_named_with_the_extra(library, name, monkeypatch):
    for module in ("pettingzoo", "gymnasium"):
        monkeypatch.delitem(sys.modules, f"exactdice.adapters.{module}", raising=False)
        monkeypatch.delattr(adapters, module, raising=False)
    for module in [module for module in sys.modules if module.split(".")[0] == library]:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(
        ExactDiceError,
        match=rf"^this adapter needs {library}[.\w]*: install exactdice\[adapters\]$",
    ):
        getattr(adapters, name)
    assert (
        worth(adapters.transition_table(TokenGame(tokens=3))) == solve(TokenGame(tokens=3)).value
    )  # needs neither


def test_another_name_is_no_adapter():
    with pytest.raises(
        AttributeError, match=r"^module 'exactdice.adapters' has no attribute 'env'$"
    ):
        adapters.env  # noqa: B018
