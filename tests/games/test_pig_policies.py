"""Pig: one turn, the number of turns, when to hold, policies by name with and without a memory,
and any state in the words of every game.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import law_of

from exactdice import (
    MAX,
    MIN,
    Distribution,
    Pig,
    PigState,
    decimal_text,
    from_probabilities,
    hold_at,
    mean_length,
    payoff_law,
    piglet,
    profile_values,
    solve,
    win_rate,
)
from exactdice.errors import ExactDiceError, QueryError, RulesError, UnsolvableError
from exactdice.evaluation.profiles import Following, following, length_law, visits
from exactdice.game import PLAYERS, strategy
from exactdice.games.pig.policies import keep_pace, scoring_turns
from exactdice.games.pig.profile import mean_turns, value_from
from exactdice.games.pig.turn_law import turn_law
from exactdice.games.strategies import named_strategy
from exactdice.graph import explore
from exactdice.queries.evaluate import evaluate_query
from exactdice.queries.laws import law_of_query
from exactdice.solvers.fast_path import the_generic
from exactdice.words.register import Word

PIG = Word("pig")
SMALL = [Pig(9), Pig(8, faces=4, bust=2), piglet(6), Pig(7, weights=(1, 3, 0, 2), bust=4)]


def options_of(game):
    """The game as the options of a query."""
    die = {"faces": game.faces} if game.weights is None else {"weights": game.weights}
    return {"target": game.target, "bust": game.bust, **die}


small_games = pytest.mark.parametrize("game", SMALL, ids=repr)


def mixing(seed):
    """A strategy that draws its choice at every state, by chances from the seed."""

    def plan(state):
        drawn = Random(f"{seed} {tuple(state)}")
        law = {"roll": drawn.randint(1, 3), "hold": drawn.randint(0, 2)}
        return Distribution(law) if state.turn_total else "roll"

    return plan


PLANS = [hold_at(3), keep_pace(5, 3, 2), mixing(1)]


# --- one turn -------------------------------------------------------------------------------------


def turns_by_roll(game, plan, state):
    """(chance, points added) of every single turn, each sequence of rolls on its own."""
    if state.own + state.turn_total >= game.target:
        yield Fraction(1), state.turn_total
        return
    law = law_of(strategy(plan)(state))
    yield law.get("hold", Fraction(0)), state.turn_total
    for face, p in law_of(game.one_die).items():
        chance = law.get("roll", Fraction(0)) * p
        if chance and face == game.bust:
            yield chance, 0
        elif chance:
            after = state._replace(turn_total=state.turn_total + face)
            for q, added in turns_by_roll(game, plan, after):
                yield chance * q, added


@small_games
@pytest.mark.parametrize("plan", PLANS)
def test_the_law_of_a_turn_by_every_sequence_of_rolls(game, plan):
    for i, j, player in product((0, 2, 5), (0, 4), PLAYERS):
        begin = PigState(i, j, 0, player)
        law = defaultdict(Fraction)
        for chance, added in turns_by_roll(game, plan, begin):
            law[added] += chance
        assert turn_law(game, plan, begin) == from_probabilities(
            {k: p for k, p in law.items() if p}
        )


def test_the_words_of_a_turn():
    given_options = {"target": 2, "faces": 2, "bust": 2}
    # A coin, to 2 points: hold_at(1) adds 1 or nothing; hold_at(2) needs two heads.
    assert evaluate_query("pig_turn_law(hold_at(1), 0, 0)", given_options) == Distribution(
        {0: 1, 1: 1}
    )
    assert evaluate_query("pig_turn_law(hold_at(2), 0, 1)", given_options) == Distribution(
        {0: 3, 2: 1}
    )
    assert evaluate_query("pig_turn(hold_at(2), 0, 1)", given_options) == Fraction(1, 2)
    assert law_of_query("pig_turn(hold_at(2), 0, 1)", given_options).mean() == Fraction(1, 2)
    # With six faces a total beyond the target wins as well, and is what the turn adds.
    assert evaluate_query("support(pig_turn_law(optimal, 98, 0))") == frozenset({0, 2, 3, 4, 5, 6})
    # At 20 another roll is worth as much as it risks: to hold there and to hold at 21 add as much.
    assert evaluate_query("pig_turn(hold_at(20), 0, 0) - pig_turn(hold_at(21), 0, 0)") == 0
    with pytest.raises(QueryError, match="i must be below the target 100"):
        evaluate_query("pig_turn(hold_at(20), 100, 0)")


# --- the number of turns --------------------------------------------------------------------------


@small_games
@pytest.mark.parametrize("plan", PLANS)
def test_mean_turns_are_the_mean_visits_of_starts_of_turns(game, plan):
    profile = (hold_at(4), plan)
    graph = explore(Following(game, profile))
    starts = (
        times
        for node, times in zip(graph.nodes, visits(graph), strict=True)
        if node.payoff is None and node.state.turn_total == 0
    )
    assert mean_turns(game, profile) == sum(starts)


def test_turns_by_hand():
    # To one point every face but the 1 wins: a geometric law with chance 5/6.
    assert evaluate_query("pig_turns(optimal, hold_at(20))", {"target": 1}) == Fraction(6, 5)
    # A coin, to two points, one point a turn. With f(i, j) for the mover's i points against j:
    # f(1,1) = 1 + f(1,1)/2 = 2, f(1,0) = 1 + f(0,1)/2, f(0,1) = 1 + f(1,1)/2 + f(1,0)/2, so
    # f(0,1) = 10/3, and f(0,0) = 1 + f(0,1)/2 + f(0,0)/2 = 16/3.
    given_options = {"target": 2, "faces": 2, "bust": 2}
    assert evaluate_query("pig_turns(hold_at(1), hold_at(1))", given_options) == Fraction(16, 3)


# --- when to hold ---------------------------------------------------------------------------------


@small_games
def test_totals_to_hold_at_are_those_of_the_generic_solver(game):
    slow = the_generic(solve)(game)
    options = options_of(game)
    seen = {
        (s.own, s.other)
        for s in slow.values
        if s.turn_total == 0 and s.to_move == MAX and s.own < game.target
    }
    for i, j in sorted(seen):
        holds = set()
        for k in range(1, game.target - i):
            state = PigState(i, j, k)
            if state in slow.optimal_actions and "hold" in slow.optimal_actions[state]:
                holds.add(k)
        found = evaluate_query(f"pig_holds({i}, {j})", options)
        reached = {k for k in found if PigState(i, j, k) in slow.optimal_actions}
        assert reached == holds
        least = evaluate_query(f"pig_hold({i}, {j})", options)
        assert least == min(found, default=game.target - i)


def test_when_to_hold_in_pig_to_100():
    """At the start a total of 20 is worth less held than rolled on with, one of 21 more."""
    assert evaluate_query("pig_hold(0, 0)") == 21
    gains = {
        (action, total): evaluate_query(f"after({action}, 0, 0, {total})", {"game": PIG})
        for action, total in product(("roll", "hold"), (20, 21))
    }
    assert gains["hold", 20] < gains["roll", 20]
    assert gains["hold", 21] > gains["roll", 21]
    # against 80 points it is only optimal to roll to win from 90
    assert evaluate_query("pig_hold(90, 80)") == 10
    assert evaluate_query("pig_holds(90, 80)") == frozenset()


# --- keep pace and end race -----------------------------------------------------------------------


@given(st.integers(0, 99), st.integers(0, 99), st.integers(1, 99))
def test_keep_pace_in_the_words_of_its_source(own, other, total):
    for player in PLAYERS:
        points = (own, other) if player == MAX else (other, own)
        law = keep_pace()(PigState(*points, total, player))
        # the nearest whole number, halves up, from the decimal text of an eighth
        pace = Fraction(other - own, 8)
        nearest = min(range(-13, 14), key=lambda n: (abs(n - pace), -n))
        ends_race = own >= 71 or other >= 71
        holds = not ends_race and total >= 21 + nearest
        assert law == Distribution({"hold" if holds else "roll": 1})


def test_keep_pace_with_other_numbers():
    options = {"game": PIG, "target": 20}
    assert evaluate_query("gain(keep_pace(71, 21, 8), random)", options) == evaluate_query(
        "gain(keep_pace, random)", options
    )
    # Nobody has 1000 points, and differences are too small to count: hold_at(5).
    assert evaluate_query("gain(keep_pace(1000, 5, 1000), random)", options) == evaluate_query(
        "gain(hold_at(5), random)", options
    )
    assert evaluate_query("gain(keep_pace(0, 5, 8), random)", options) == evaluate_query(
        "gain(hold_at(20), random)", options
    )
    for bad in ("keep_pace(71, 0, 8)", "keep_pace(71, 21, 0)", "keep_pace(71, 21, x)"):
        with pytest.raises(QueryError, match="must be a whole number of 1 or more"):
            evaluate_query(f"gain({bad}, random)", options)


@pytest.mark.slow
def test_keep_pace_against_optimal_play_as_published():
    """Wikipedia, "Pig (dice game)", after Neller and Presser (2010): a 0.9 % disadvantage."""
    optimal = named_strategy(Pig(), Word("optimal"), MAX)
    more = 100 * (2 * win_rate(Pig(), optimal, keep_pace()) - 1)
    assert decimal_text(more, 1) == "0.9"


# --- scoring turns, with their memory -------------------------------------------------------------


def test_scoring_turns_hold_at_the_points_that_are_left_over_the_turns_that_are_left():
    plan = scoring_turns(Pig(), 4, MAX)
    held = {
        (own, scored): next(
            k for k in range(1, 101) if "hold" in plan.law(scored, PigState(own, 0, k))
        )
        for own, scored in [(0, 0), (26, 1), (30, 1), (51, 2), (77, 3)]
    }
    assert held == {(0, 0): 25, (26, 1): 24, (30, 1): 23, (51, 2): 24, (77, 3): 23}


def remembered_plays(game, turns, state=None, scored=(0, 0), moves=0, chance=Fraction(1)):
    """(chance, payoff, moves) of every play of scoring_turns(n) against scoring_turns(m), of a die
    that never busts: each play on its own, from the rules in words.
    """
    points, total, mover = state or ((0, 0), 0, MAX)
    if points[mover] + total >= game.target:
        yield chance, 1 if mover == MAX else -1, moves
        return
    left = (game.target - points[mover]) // (turns[mover] - scored[mover])
    if total and total >= max(left, 1):
        held, counted = list(points), list(scored)
        held[mover] += total
        counted[mover] += 1
        after = (tuple(held), 0, 1 - mover)
        yield from remembered_plays(game, turns, after, tuple(counted), moves + 1, chance)
        return
    for face, p in law_of(game.one_die).items():
        after = (points, total + face, mover)
        yield from remembered_plays(game, turns, after, scored, moves + 1, chance * p)


@pytest.mark.parametrize("turns", [(1, 1), (2, 3), (3, 2), (4, 4)])
def test_scoring_turns_by_every_single_play(turns):
    game = Pig(9, weights=(0, 2, 1), bust=1)
    laws, lengths = defaultdict(Fraction), defaultdict(Fraction)
    for chance, paid, moves in remembered_plays(game, turns):
        laws[paid] += chance
        lengths[moves] += chance
    profile = tuple(
        scoring_turns(game, n, player) for n, player in zip(turns, PLAYERS, strict=True)
    )
    for way in (lambda f: f, the_generic):
        assert way(payoff_law)(game, profile) == from_probabilities(laws)
        assert way(mean_length)(game, profile) == sum(n * p for n, p in lengths.items())
        assert way(length_law)(game, profile) == from_probabilities(lengths)


@small_games
@pytest.mark.parametrize("other", [hold_at(3), keep_pace(5, 3, 2), mixing(2), None])
def test_scoring_turns_by_the_graph_with_the_memory_in_the_state(game, other):
    first = scoring_turns(game, 3, MAX)
    second = scoring_turns(game, 2, MIN) if other is None else other
    profile = (first, second)
    assert payoff_law(game, profile) == the_generic(payoff_law)(game, profile)
    assert mean_length(game, profile) == the_generic(mean_length)(game, profile)
    graph = explore(following(game, profile))
    starts = (
        times
        for node, times in zip(graph.nodes, visits(graph), strict=True)
        if node.payoff is None and node.state.state.turn_total == 0
    )
    assert mean_turns(game, profile) == sum(starts)


def test_the_words_take_scoring_turns():
    options = {"game": PIG, "target": 12}
    names = "scoring_turns(2), optimal"
    win, loss = (evaluate_query(f"{word}({names})", options) for word in ("win", "loss"))
    assert win + loss == 1
    assert (
        win - loss
        == evaluate_query(f"gain({names})", options)
        <= evaluate_query("value()", options)
    )
    assert evaluate_query(f"pig_gain({names})", {"target": 12}) == win - loss
    assert evaluate_query(f"turns({names})", options) > evaluate_query(
        f"pig_turns({names})", {"target": 12}
    )
    # In one scoring turn the target is reached by rolling on: hold_at(target).
    assert evaluate_query("gain(scoring_turns(1), optimal)", options) == evaluate_query(
        "gain(hold_at(12), optimal)", options
    )
    # Who answers it knows how often it has scored, and loses nothing against it.
    response = evaluate_query("best_response_of_min(scoring_turns(2))", options)
    assert response <= win - loss
    assert response <= evaluate_query("value()", options)


@pytest.mark.parametrize(
    "query",
    [
        "gain_from(scoring_turns(4), random, 3, 3)",
        "reach(scoring_turns(4), random, 3, 3)",
        "visits(scoring_turns(4), random)",
        "gain(mixed(scoring_turns(4), 1/2, random, 1/2), random)",
    ],
)
def test_words_that_need_the_state_alone_refuse_a_memory_with_the_reason(query):
    with pytest.raises(RulesError, match=r"^scoring_turns\(4\) remembers what happened before"):
        evaluate_query(query, {"game": PIG, "target": 12})


def test_a_turn_or_values_of_a_strategy_with_memory_are_refused_with_the_reason():
    with pytest.raises(ExactDiceError, match="remembers what happened before"):
        evaluate_query("pig_turn(scoring_turns(4), 0, 0)")
    plan = scoring_turns(Pig(6), 2, MAX)
    for values in (profile_values, the_generic(profile_values)):
        with pytest.raises(RulesError, match="remembers what happened before"):
            values(Pig(6), (plan, hold_at(2)))


# --- any state ------------------------------------------------------------------------------------


@small_games
def test_every_state_is_worth_what_the_generic_solver_says(game):
    slow = the_generic(solve)(game)
    options = {"game": PIG, "target": game.target, "bust": game.bust}
    options |= {"faces": game.faces} if game.weights is None else {"weights": game.weights}
    for state, value in list(slow.values.items())[::3]:
        written = (
            f"{state.first}, {state.second}, {state.turn_total}, {('MAX', 'MIN')[state.to_move]}"
        )
        assert evaluate_query(f"value({written})", options) == value
        assert evaluate_query(f"best({written})", options) == frozenset(slow.optimal_actions[state])
        bounds = evaluate_query(f"value({written})", {**options, "digits": 12})
        assert bounds.lower <= value <= bounds.upper
        assert bounds.width <= Fraction(1, 10**12)


def paid_from(game, profile, state):
    payoff = game.payoff(state)
    return value_from(game, profile, state) if payoff is None else payoff


@small_games
@pytest.mark.parametrize("plan", PLANS)
def test_play_may_be_followed_from_any_state(game, plan):
    profile = (plan, hold_at(2))
    known = the_generic(profile_values)(game, profile)
    for state, value in known.items():
        assert value_from(game, profile, state) == value
    # Where play does not come: one move on, all is known by the states after it.
    others = [PigState(1, 2, 3, MIN), PigState(3, 1, 2, MAX), PigState(0, 5, 1, MIN)]
    for state in [state for state in others if game.payoff(state) is None]:
        law = Following(game, profile).outcomes(state, ("wait", "wait"))
        values = {after: paid_from(game, profile, after) for after in law}
        assert value_from(game, profile, state) == sum(
            p * values[after] for after, p in law_of(law).items()
        )


def test_states_of_pig_to_100_are_asked_without_the_others():
    options = {"game": PIG}
    assert evaluate_query("value(90, 95)", options) == 2 * evaluate_query("pig_win(90, 95, 0)") - 1
    assert (
        evaluate_query("worth(90, 95, 4, MIN)", options)
        == 2 * evaluate_query("pig_win(95, 90, 4)") - 1
    )
    assert evaluate_query("value(90, 95, 12)", options) == 1
    assert evaluate_query("best(0, 0, 5)", {**options, "digits": 20}) == frozenset({"roll"})
    with pytest.raises(UnsolvableError, match="can come back to a state"):
        evaluate_query("turns_law(hold_at(20), hold_at(20))", options)


@pytest.mark.parametrize("state", ["100, 0", "0, 100", "0, 0, 200", "0, 0, 0, 2", "1/2, 0", "x, 0"])
def test_what_is_no_state_is_refused(state):
    with pytest.raises(QueryError, match="is no state that play of Pig"):
        evaluate_query(f"value({state})", {"game": PIG})
