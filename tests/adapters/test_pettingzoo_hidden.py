"""PettingZoo environments of games that hide something: an agent observes what it knows, and
nothing else.
"""

from fractions import Fraction

import numpy as np
import pytest
from hidden_environments import (
    HIDDEN,
    SMALL,
    Chance,
    Listing,
    MayEnd,
    Pennies,
    every_play,
    mean,
    met,
)
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from exactdice import MAX, Kuhn
from exactdice.adapters import aec_env, parallel_env
from exactdice.errors import RulesError
from exactdice.game import NAMES, PLAYERS
from exactdice.games.leduc import Leduc


@pytest.mark.parametrize("game", HIDDEN, ids=str)
@pytest.mark.filterwarnings("ignore")
def test_the_environments_pass_the_tests_of_their_library(game, capsys):
    api_test(aec_env(game))
    parallel_api_test(parallel_env(game))
    seed_test(lambda: aec_env(game))
    parallel_seed_test(lambda: parallel_env(game))
    assert capsys.readouterr().out.count("Passed") == 2


@pytest.mark.filterwarnings("ignore")
def test_leduc_passes_them_too(capsys):
    api_test(aec_env(Leduc()))
    assert "Passed" in capsys.readouterr().out


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
    assert total == mean(game, game.start)
    assert {told[2] for table in shown for told in table.values()} == {"{}"}


def at_once(env, pick):
    """What MAX is paid in one play."""
    env.rng = Chance(pick)
    observations, _ = env.reset()
    while env.agents:
        joint = {agent: picked(observations[agent], pick) for agent in NAMES}
        observations, rewards, _, _, infos = env.step(joint)
        assert infos == {"MAX": {}, "MIN": {}}
    return Fraction(rewards["MAX"])


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_random_play_at_once_is_paid_what_the_rules_say(game):
    env = parallel_env(game)
    plays = every_play(lambda pick: at_once(env, pick))
    assert sum(chance * paid for chance, paid in plays) == mean(game, game.start)


def test_random_play_of_kuhn_is_worth_an_eighth():
    """By hand: MAX wins 1 by a bet that is folded to, 1/4 of all plays, and loses 1 by a fold to
    a bet, 1/8 of them; showdowns cancel over the deals.
    """
    assert mean(Kuhn(), Kuhn().start) == Fraction(1, 4) - Fraction(1, 8)


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


def test_nothing_is_drawn():
    env = aec_env(Kuhn())
    env.reset(seed=1)
    assert env.metadata["render_modes"] == []
    with pytest.raises(NotImplementedError):
        env.render()
    with pytest.raises(NotImplementedError):
        env.state()


def test_chance_moves_by_itself_but_does_not_end_play_before_it_begins():
    kuhn, may_end = parallel_env(Kuhn()), parallel_env(MayEnd())
    for seed in range(20):
        observations, _ = kuhn.reset(seed=seed)
        cards = [kuhn.graph.nodes[p][observations[NAMES[p]]["observation"]] for p in PLAYERS]
        assert {len(card.information) for card in cards} == {1}
        may_end.reset(seed=seed)
        assert may_end.agents == list(NAMES)
    paid = {may_end.reset(seed=s) and may_end.step({"MAX": 0})[1]["MAX"] for s in range(20)}
    assert paid == {0, 1}


def test_samples_are_drawn_among_the_actions():
    env = aec_env(Kuhn())
    env.reset(seed=3)
    space = env.action_space("MAX")
    assert {int(space.sample()) for _ in range(50)} == {0, 1}
    assert space.sample(np.array([0, 1], np.int8)) == 1
    assert env.action_space("MIN").sample() == 0
