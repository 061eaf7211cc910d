"""Simulation: plays obey the rules, and their means lie within Hoeffding's bound of the exact
numbers.
"""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import Climb, RockPaperScissors, hoeffding, listed

from exactdice import (
    MAX,
    MIN,
    WAIT,
    DiceBattle,
    Distribution,
    blind,
    cost,
    dice,
    length_law,
    mean_length,
    mixed,
    payoff_law,
    point,
    profile_values,
    random,
    simulate,
    simulate_many,
    solve,
    strategy,
    uniform,
)
from exactdice.errors import ExactDiceError, InexactError, RulesError, TooCostly
from exactdice.evaluation import simulation, states_met
from exactdice.game import always
from exactdice.games.pig.rules import hold_at
from exactdice.games.tokens.rules import policy

BATTLE = DiceBattle(dice=4, target=15)
OPTIMAL = tuple(strategy(plan) for plan in solve(BATTLE).strategies)
PROFILES = {
    "optimal-optimal": OPTIMAL,
    "blind-random": (blind(BATTLE), random(BATTLE)),
    "random-optimal": (random(BATTLE), OPTIMAL[MIN]),
    "mixed-one": (mixed((blind(BATTLE), Fraction(1, 3)), (dice(1), Fraction(2, 3))), dice(1)),
}
GAMES = 4000


@pytest.mark.parametrize("name", PROFILES)
def test_the_empirical_means_are_within_hoeffdings_bound_of_the_exact_ones(name):
    """Payoffs lie in [-1, 1] and lengths in [1, 2 N - 1]; each bound fails with a chance below
    1e-9.
    """
    profile = PROFILES[name]
    found = simulate_many(BATTLE, profile, GAMES, Random(f"battle {name}"))
    assert abs(found.mean - profile_values(BATTLE, profile)[BATTLE.start]) < hoeffding(GAMES, 2)
    assert abs(found.mean_length - mean_length(BATTLE, profile)) < hoeffding(
        GAMES, 2 * BATTLE.target - 2
    )


@pytest.mark.parametrize("name", PROFILES)
def test_the_frequencies_of_all_lengths_and_payoffs_are_within_hoeffdings_bound(name):
    profile = PROFILES[name]
    found = simulate_many(BATTLE, profile, GAMES, Random(f"lengths {name}"))
    for law, counts in (
        (length_law(BATTLE, profile), found.lengths),
        (payoff_law(BATTLE, profile), found.payoffs),
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


@given(st.integers(0, 2**64))
def test_the_same_seed_plays_the_same_game(seed):
    assert simulate(BATTLE, PROFILES["blind-random"], Random(seed)) == simulate(
        BATTLE, PROFILES["blind-random"], Random(seed)
    )


@given(st.integers(0, 2**64), st.sampled_from(sorted(PROFILES)))
@settings(max_examples=10)
def test_many_plays_are_counted_once_each(seed, name):
    found = simulate_many(BATTLE, PROFILES[name], 50, Random(seed))
    assert found == simulate_many(BATTLE, PROFILES[name], 50, Random(seed))
    assert found.games == sum(found.payoffs.values()) == sum(found.lengths.values()) == 50
    assert found.mean == Fraction(sum(x * n for x, n in found.payoffs.items()), 50)
    assert found.mean_length == Fraction(sum(t * n for t, n in found.lengths.items()), 50)


def test_what_is_forgotten_changes_no_play(monkeypatch):
    profile = PROFILES["blind-random"]
    kept = simulate_many(BATTLE, profile, 200, Random(3))
    monkeypatch.setattr(states_met, "KEPT", 20)
    assert simulate_many(BATTLE, profile, 200, Random(3)) == kept


def test_plays_made_a_few_at_a_time_have_the_law_of_all_at_once(monkeypatch):
    monkeypatch.setattr(simulation, "TOGETHER", 700)
    profile = PROFILES["blind-random"]
    found = simulate_many(BATTLE, profile, GAMES, Random(3))
    assert found.games == sum(found.payoffs.values()) == GAMES
    assert abs(found.mean - profile_values(BATTLE, profile)[BATTLE.start]) < hoeffding(GAMES, 2)


def test_every_state_is_asked_about_once():
    asked = Counter()

    def plan(state):
        asked[state] += 1
        return 2

    simulate_many(BATTLE, (plan, dice(1)), 300, Random(0))
    assert set(asked.values()) == {1}


def test_weights_longer_than_any_integer_of_numpy_are_drawn_exactly():
    """Each of three payoffs has a third but for 1 in 10^30."""
    weights = {"end": 10**30, "a": 10**30, "b": 10**30 + 1}
    game = listed({"s": (MAX, {"on": weights}), "end": 1, "a": 0, "b": -1})
    found = simulate_many(game, (always(point("on")),) * 2, GAMES, Random(9))
    bound = hoeffding(GAMES, 1, 1e-9 / 3)
    assert all(abs(Fraction(found.payoffs[x], GAMES) - Fraction(1, 3)) < bound for x in (-1, 0, 1))


def test_a_game_with_draws_has_its_three_frequencies():
    game, profile = Climb(2), (always(point("leap")), always(point("leap")))
    found = simulate_many(game, profile, GAMES, Random(8))
    exact = {
        1: Fraction(2, 9),
        0: Fraction(5, 9),
        -1: Fraction(2, 9),
    }  # counted by hand in test_evaluate
    bound = hoeffding(GAMES, 1, 1e-9 / 3)
    assert all(abs(Fraction(found.payoffs[x], GAMES) - p) < bound for x, p in exact.items())
    assert found.lengths == {2: GAMES}


def test_both_players_draw_when_both_choose():
    fair = always(uniform(["rock", "paper", "scissors"]))
    found = simulate_many(RockPaperScissors(2), (fair, fair), GAMES, Random(4))
    assert abs(found.mean) < hoeffding(GAMES, 4)
    bound = hoeffding(GAMES, 1, 1e-9 / 5)
    assert all(
        abs(Fraction(found.payoffs[x], GAMES) - Fraction(3 - abs(x), 9)) < bound
        for x in range(-2, 3)
    )


def test_certain_play_takes_no_chance():
    game = listed({"s": (MAX, {"on": {"end": 1}}), "end": Fraction(2, 3)})
    found = simulate_many(game, (always(point("on")),) * 2, 7, Random(0))
    assert (found.mean, found.mean_length) == (Fraction(2, 3), 1)
    assert simulate(listed({"end": 5}), (dice(1), dice(1)), Random(0)).joint_actions == ()


def test_a_race_with_bust_score_0_can_be_simulated():
    """One die against one die, N = 2, bust score 0: every throw wins with 5/6, so the first wins
    with (5/6) / (1 - 1/36) = 6/7 and EG = 5/7; the number of throws is geometric with mean 6/5.
    """
    game = DiceBattle(dice=1, target=2, bust_score=0)
    found = simulate_many(game, (dice(1), dice(1)), GAMES, Random(6))
    assert abs(found.mean - Fraction(5, 7)) < hoeffding(GAMES, 2)
    bound = hoeffding(GAMES, 1, 1e-9 / 3)
    assert all(
        abs(Fraction(found.lengths[t], GAMES) - Fraction(5, 6**t)) < bound for t in (1, 2, 3)
    )


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


def test_a_payoff_that_is_not_exact_is_refused():
    with pytest.raises(InexactError, match=r"^payoff must be exact"):
        simulate(listed({"end": 0.5}), (dice(1), dice(1)), Random(0))


def test_a_mixed_plan_is_drawn_with_its_weights():
    game = listed({"s": (MAX, {"a": {"one": 1}, "b": {"zero": 1}}), "one": 1, "zero": 0})
    plan = always(Distribution({"a": 1, "b": 9}))
    found = simulate_many(game, (plan, plan), GAMES, Random(1))
    assert abs(found.mean - Fraction(1, 10)) < hoeffding(GAMES, 1)


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


@pytest.mark.parametrize(
    "given",
    [blind(DiceBattle()), hold_at(20), always(point(1)), policy(lambda left, thrown: ())],
)
def test_a_strategy_is_no_function_of_progress(given):
    with pytest.raises(RulesError, match="progress must be a function of"):
        solve(DiceBattle(dice=1, target=2), given)
