"""Environments of games: the libraries' own tests, exact laws of what they do, and learners'
policies scored exactly.
"""

import re
import sys
import warnings
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random

import numpy as np
import pytest
from adapted_games import BATTLE, GAMES, at_random, worth
from gymnasium.utils.env_checker import check_env
from hidden_environments import Chance, every_play
from oracles import Climb, RockPaperScissors, listed
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from exactdice import (
    MAX,
    MIN,
    WAIT,
    DiceBattle,
    NormalPlay,
    OneShotBattle,
    SimultaneousBattle,
    TokenGame,
    point,
    solve,
)
from exactdice.exact.errors import ExactDiceError, RulesError
from exactdice.game.protocol import NAMES, PLAYERS, always
from exactdice.games.on_graphs.rules import Nim
from exactdice.interop import adapters
from exactdice.interop.adapters import aec_env, parallel_env, table_env, transition_table
from exactdice.testing import Listed

FORCED = Listed(
    {
        0: {(WAIT, WAIT): {1: 1, 2: 1}},
        1: {(WAIT, "x"): {2: 1}, (WAIT, "y"): {3: 3, 2: 1}},
        2: Fraction(-1, 3),
        3: 2,
    }
)
every_game = pytest.mark.parametrize("game", [*GAMES, FORCED], ids=lambda game: type(game).__name__)


# what the libraries recommend and the documentation of the environments says is otherwise
KNOWN = [
    "Observation is not a NumPy array",  # it is a number
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "We recommend agents to be named in the format",  # MAX and MIN
    "Agents have different observation space sizes",  # their masks
    "Action mask is a single number",  # of a player who never has a choice
    r".*Not able to test alternative render modes",  # there are none
]


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
            env.rng = Chance(lambda _, number=number: number)
            observations, rewards, *_ = env.step(dict(zip(NAMES, actions, strict=True)))
            one.reset()
            one.unwrapped.rng = Chance(lambda _, number=number: number)
            while one.unwrapped.reached == 0:
                one.step(actions[NAMES.index(one.agent_selection)])
            reached = observations["MAX"]["observation"]
            assert (
                reached == observations["MIN"]["observation"] == one.observe("MAX")["observation"]
            )
            counts[env.graph.nodes[reached].state] += 1
            paid = float(env.graph.nodes[reached].payoff or 0)
            assert rewards == {"MAX": paid, "MIN": -paid}
        assert counts == law.weights


@every_game
def test_every_step_over_a_table_has_exactly_the_law_of_its_row(game):
    opponent = at_random(game, MIN)
    env = table_env(game, MAX, opponent).unwrapped

    def stepped(state, action, pick):
        env.reset()
        env.rng, env.reached = Chance(pick), state
        return env.step(action)[:3]

    for state, row in transition_table(game, MAX, opponent).items():
        is_over = env.graph.nodes[state].payoff is not None
        for action, steps in () if is_over else row.items():
            found = Counter()
            for chance, after in every_play(partial(stepped, state, action)):
                found[after] += chance
            assert found == {(k, float(reward), over): p for p, k, reward, over in steps}


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
    monkeypatch.delitem(sys.modules, "exactdice.interop.adapters.environments", raising=False)
    monkeypatch.delattr(adapters, "environments", raising=False)
    monkeypatch.delattr(adapters, name, raising=False)
    for module in [module for module in sys.modules if module.split(".")[0] == library]:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(
        ExactDiceError,
        match=rf"^this adapter needs the package {library}: pip install 'exactdice\[adapters\]'$",
    ):
        getattr(adapters, name)
    assert (
        worth(adapters.transition_table(TokenGame(tokens=3))) == solve(TokenGame(tokens=3)).value
    )  # needs neither
