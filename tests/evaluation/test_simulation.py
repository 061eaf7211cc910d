"""Simulation: plays obey the rules, and their means lie within Hoeffding's bound of the exact
numbers.
"""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import hoeffding, listed

from exactdice import (
    MAX,
    MIN,
    WAIT,
    DiceBattle,
    blind,
    dice,
    length_distribution,
    mixed,
    payoff_distribution,
    point,
    random,
    simulate,
    simulate_many,
    solve,
    strategy,
)
from exactdice.exact import cost
from exactdice.exact.errors import ExactDiceError, RulesError, TooCostly
from exactdice.game.protocol import always

BATTLE = DiceBattle(dice=4, target=15)
OPTIMAL = tuple(strategy(plan) for plan in solve(BATTLE).strategies)
MIXED = mixed((blind(BATTLE), Fraction(1, 3)), (dice(1), Fraction(2, 3)))
PROFILES = {
    "optimal-optimal": OPTIMAL,
    "blind-random": (blind(BATTLE), random(BATTLE)),
    "random-optimal": (random(BATTLE), OPTIMAL[MIN]),
    "mixed-one": (MIXED, dice(1)),
    "one-mixed": (dice(1), MIXED),
}
GAMES = 4000


@pytest.mark.parametrize("name", PROFILES)
def test_the_frequencies_of_all_lengths_and_payoffs_are_within_hoeffdings_bound(name):
    profile = PROFILES[name]
    found = simulate_many(BATTLE, profile, GAMES, Random(f"lengths {name}"))
    for law, counts in (
        (length_distribution(BATTLE, profile), found.lengths),
        (payoff_distribution(BATTLE, profile), found.payoffs),
    ):
        assert set(counts) <= set(law)
        bound = hoeffding(GAMES, 1, 1e-9 / len(law))
        assert all(abs(Fraction(counts.get(x, 0), GAMES) - law.probability(x)) < bound for x in law)


@settings(max_examples=30)
@given(st.integers(0, 2**64), st.sampled_from(sorted(PROFILES)))
def test_a_play_obeys_the_rules_and_the_plans(seed, name):
    play = simulate(BATTLE, PROFILES[name], Random(seed))
    assert play.states[0] == BATTLE.start
    assert len(play.states) == len(play.joint_actions) + 1
    for before, joint, after in zip(play.states, play.joint_actions, play.states[1:], strict=False):
        assert BATTLE.payoff(before) is None
        assert joint[1 - before.to_move] == WAIT
        assert joint[before.to_move] in PROFILES[name][before.to_move](before)
        assert after in BATTLE.outcomes(before, joint)
    assert play.payoff == BATTLE.payoff(play.states[-1])


@given(st.integers(0, 2**64), st.sampled_from(sorted(PROFILES)))
@settings(max_examples=10)
def test_many_plays_are_counted_once_each(seed, name):
    found = simulate_many(BATTLE, PROFILES[name], 50, Random(seed))
    assert found == simulate_many(BATTLE, PROFILES[name], 50, Random(seed))
    assert found.games == sum(found.payoffs.values()) == sum(found.lengths.values()) == 50
    assert found.mean == Fraction(sum(x * n for x, n in found.payoffs.items()), 50)
    assert found.mean_length == Fraction(sum(t * n for t, n in found.lengths.items()), 50)


def test_certain_play_takes_no_chance():
    game = listed({"s": (MAX, {"on": {"end": 1}}), "end": Fraction(2, 3)})
    found = simulate_many(game, (always(point("on")),) * 2, 7, Random(0))
    assert (found.mean, found.mean_length) == (Fraction(2, 3), 1)
    assert simulate(listed({"end": 5}), (dice(1), dice(1)), Random(0)).joint_actions == ()


def test_progress_only_goes_up_to_the_number_of_games():
    calls = []
    simulate_many(BATTLE, OPTIMAL, 300, Random(0), lambda done, total: calls.append((done, total)))
    assert calls == sorted(set(calls))
    assert calls[-1] == (300, 300)
    assert {total for _, total in calls} == {300}


def test_an_illegal_action_is_refused_naming_player_and_state():
    with pytest.raises(
        RulesError,
        match=(
            r"^the strategy of MAX plays 5 at BattleState\(0, 0, 0\), where the actions are "
            r"1, 2, 3, 4$"
        ),
    ):
        simulate(BATTLE, (dice(5), dice(1)), Random(0))


@pytest.mark.parametrize("games", [0, -5])
def test_no_games_at_all_are_refused(games):
    with pytest.raises(ExactDiceError):
        simulate_many(BATTLE, OPTIMAL, games, Random(0))


def test_more_plays_than_can_be_made_are_refused_at_once():
    game = DiceBattle(dice=1, target=3)
    for games in (10**9, 10**20):
        with pytest.raises(TooCostly, match=r"plays would cost .* ask for fewer plays"):
            simulate_many(game, (dice(1), dice(1)), games, Random(1))


def test_a_play_that_does_not_end_is_given_up():
    """A throw scores once in 10^21: in one play, in many, and in many that end but are long."""
    endless = DiceBattle(dice=1, target=3, faces=2, weights=(10**21, 1), bust_score=0)
    profile = (dice(1), dice(1))
    with cost.limit(10**6):
        for play in (
            lambda: simulate(endless, profile, Random(1)),
            lambda: simulate_many(endless, profile, 10, Random(1)),
            lambda: simulate_many(DiceBattle(dice=1, target=99), profile, 5000, Random(1)),
        ):
            with pytest.raises(TooCostly, match=r"playing DiceBattle\(.* moves that were made"):
                play()
        assert simulate_many(DiceBattle(dice=1, target=9), profile, 50, Random(1)).games == 50
