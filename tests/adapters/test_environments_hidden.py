"""PettingZoo environments of games that hide something: an agent observes what it knows, and
nothing else.
"""

from fractions import Fraction

import pytest
from hidden_environments import HIDDEN, SMALL, Chance, Listing, Pennies, every_play, mean, met
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from exactdice import MAX, Kuhn
from exactdice.exact.errors import RulesError
from exactdice.game.protocol import NAMES, PLAYERS
from exactdice.interop.adapters import aec_env, parallel_env


@pytest.mark.parametrize("game", HIDDEN, ids=str)
@pytest.mark.filterwarnings("ignore")
def test_the_environments_pass_the_tests_of_their_library(game, capsys):
    api_test(aec_env(game))
    parallel_api_test(parallel_env(game))
    seed_test(lambda: aec_env(game))
    parallel_seed_test(lambda: parallel_env(game))
    assert capsys.readouterr().out.count("Passed") == 2


def situation(env):
    """The state that play has reached, which no agent is told."""
    return env.graph.tree.graph.nodes[env.unwrapped.reached].state.state


def picked(observed, pick):
    """A number drawn among those of the mask."""
    return pick(int(observed["action_mask"].sum()))


def one_at_a_time(env, pick):
    """What MAX is paid in one play, and where it came: the state, whether it is the last, and what
    each agent was given there.
    """
    env.unwrapped.rng = Chance(pick)
    env.reset()
    met = []
    while True:
        given = [(*map(str, env.observe(agent).values()), str(env.infos[agent])) for agent in NAMES]
        numbers = [env.observe(agent)["observation"] for agent in NAMES]
        over = all(env.terminations.values())
        met.append((situation(env), over, tuple(numbers), tuple(given)))
        if over:
            return Fraction(env.rewards["MAX"]), met
        env.step(picked(env.observe(env.agent_selection), pick))


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_random_play_one_at_a_time_is_paid_what_the_rules_say_and_shows_what_is_known(game):
    """Every play is gone through, so the mean is exact."""
    env = aec_env(game)
    total, shown = Fraction(0), ({}, {})
    possible = set(met(game, game.start, ((), ())))
    for chance, (paid, steps) in every_play(lambda pick: one_at_a_time(env, pick)):
        total += chance * paid
        for state, over, numbers, given in steps:
            nodes = [env.graph.nodes[player][numbers[player]] for player in PLAYERS]
            assert (tuple(node.information for node in nodes), state) in possible
            for player, node in zip(PLAYERS, nodes, strict=True):
                assert node.over == over
                # states with one information are one to the agent
                assert (
                    shown[player].setdefault((node.information, over), given[player])
                    == (given[player])
                )
    assert total == mean(game)
    assert {told[2] for table in shown for told in table.values()} == {"{}"}


def test_random_play_of_kuhn_is_worth_an_eighth():
    """By hand: MAX wins 1 by a bet that is folded to, 1/4 of all plays, and loses 1 by a fold to
    a bet, 1/8 of them; showdowns cancel over the deals.
    """
    assert mean(Kuhn()) == Fraction(1, 4) - Fraction(1, 8)


def test_the_mask_does_not_tell_whether_the_other_has_acted():
    env = aec_env(Pennies())
    env.reset()
    assert env.agent_selection == "MAX"
    before = str(env.observe("MIN"))
    env.step(1)
    assert env.agent_selection == "MIN"
    assert str(env.observe("MIN")) == before
    assert env.observe("MIN")["action_mask"].tolist() == [1, 1]


def test_a_number_is_one_action_whatever_the_order_in_the_state():
    env = parallel_env(Listing())
    for number, paid in ((0, 1), (1, 0)):
        for seed in range(10):
            env.reset(seed=seed)
            _, rewards, _, _, _ = env.step({"MAX": number, "MIN": 0})
            assert rewards["MAX"] == paid


def test_a_refusal_tells_what_the_agent_knows_and_no_more():
    env = aec_env(Kuhn())
    for seed in range(20):
        env.reset(seed=seed)
        card = env.graph.nodes[MAX][env.observe("MAX")["observation"]].information
        with pytest.raises(RulesError) as refused:
            env.step(2)
        assert str(refused.value) == (
            f"the action of MAX who knows ({card[0]},), must be a number from 0 to 1 "
            "(see action_mask), got 2"
        )
