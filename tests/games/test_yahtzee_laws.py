"""The laws of whole games of Yahtzee: against the generic evaluation, and what they add up to."""

from dataclasses import dataclass, fields
from fractions import Fraction
from math import log, sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice.cost import limit
from exactdice.errors import UnsolvableError
from exactdice.evaluation.profiles import payoff_law
from exactdice.game import MAX, WAITS, always, strategy
from exactdice.games.strategies import named_strategy, solved
from exactdice.games.yahtzee import Yahtzee, Yatzy
from exactdice.games.yahtzee import decisions as deciding
from exactdice.games.yahtzee.categories import YAHTZEE_SHEET, YATZY_SHEET
from exactdice.games.yahtzee.following import followed
from exactdice.games.yahtzee.in_floats import chance_within, floats_hold
from exactdice.games.yahtzee.laws import summed
from exactdice.games.yahtzee.reaching import reaching
from exactdice.games.yahtzee.strategies import SheetPlan
from exactdice.solvers import solve
from exactdice.solvers.fast_path import the_generic
from exactdice.words.register import Word


def named(sheet):
    """Up to three categories of a sheet, faces 1 and 2 alone of the upper ones."""
    names = [each.name for each in sheet if each.face <= 2]
    return st.lists(st.sampled_from(names), min_size=1, max_size=3, unique=True).map(tuple)


COMMON = {
    "dice": st.integers(1, 3),
    "faces": st.just(2),
    "rerolls": st.integers(0, 2),
    "threshold": st.integers(1, 6),
}
games = st.one_of(
    st.builds(
        Yahtzee,
        categories=named(YAHTZEE_SHEET),
        joker=st.sampled_from(["free", "forced", "none"]),
        upper_bonus=st.sampled_from([0, 7]),
        yahtzee_bonus=st.sampled_from([0, 100]),
        **COMMON,
    ),
    st.builds(Yatzy, categories=named(YATZY_SHEET), upper_bonus=st.sampled_from([0, 50]), **COMMON),
)
SMALL = Yahtzee(dice=3, faces=3, rerolls=1, categories=("ones", "twos", "yahtzee"), threshold=5)


def by_name(game, name):
    """The strategy of this name."""
    return named_strategy(game, Word(name), MAX)


def generic_law(game, strategy):
    """The law by the graph of all states."""
    return the_generic(payoff_law)(game, (strategy, always(WAITS)))


@settings(max_examples=25)
@given(games, st.sampled_from(["optimal", "greedy", "in_order"]))
def test_the_law_is_that_of_the_graph_of_all_states(game, name):
    strategy = by_name(game, name)
    assert payoff_law(game, (strategy, always(WAITS))) == generic_law(game, strategy)


@settings(max_examples=25)
@given(games)
def test_optimal_play_earns_the_value_and_no_other_more(game):
    value = solved(game).values[game.start]
    assert followed(game, by_name(game, "optimal")).law.mean() == value
    assert followed(game, by_name(game, "greedy")).law.mean() <= value
    assert followed(game, by_name(game, "in_order")).law.mean() <= value


@settings(max_examples=20)
@given(games)
def test_the_plan_is_the_first_optimal_action_everywhere(game):
    plan = by_name(game, "optimal")
    for state, best in solved(game).optimal_actions.items():
        assert list(plan(state)) == [best[0]]


@settings(max_examples=25)
@given(games, st.sampled_from(["optimal", "greedy", "in_order"]))
def test_all_ways_are_counted_once(game, name):
    found = followed(game, by_name(game, name))
    assert sum(found.ways.values()) == found.total
    for scores in found.scores.values():
        assert sum(scores.values()) == found.total
    scored = sum(points * ways for each in found.scores.values() for points, ways in each.items())
    assert found.law.mean() == Fraction(scored + game.upper_bonus * found.bonus, found.total)


def test_games_played_by_the_rules_earn_the_mean():
    # Hoeffding's inequality; a right mean fails once in 10^9 seeds
    games, rng, plan = 1000, Random(20261123), by_name(SMALL, "optimal")
    law = followed(SMALL, plan).law
    earned = sum(played_once(SMALL, plan, rng) for _ in range(games))
    width = max(law) - min(law)
    assert abs(earned / games - float(law.mean())) <= width * sqrt(log(2e9) / (2 * games))


def played_once(game, plan, rng):
    """The points of a game, throw by throw."""
    state = game.start
    while game.payoff(state) is None:
        [action] = plan(state)
        if state.dice and not state.left:
            state = game.written(state, action)
            continue
        kept, left = (action, state.left - 1) if state.dice else ((), game.rerolls)
        thrown = (rng.randint(1, game.faces) for _ in range(game.dice - len(kept)))
        state = state._replace(dice=tuple(sorted((*kept, *thrown))), left=left)
    return game.payoff(state)


def test_the_bonus_is_earned_as_often_as_the_payoffs_say():
    # with a bonus of 1000 the points tell whether it was earned
    game = Yahtzee(
        dice=2, faces=3, categories=("ones", "twos", "chance"), threshold=4, upper_bonus=1000
    )
    found = followed(game, by_name(game, "optimal"))
    assert Fraction(found.bonus, found.total) == found.law.chance(lambda points: points >= 1000)
    assert 0 < found.bonus < found.total


def test_sheets_in_doubt_are_decided_in_whole_numbers(monkeypatch):
    sure = followed(SMALL, by_name(SMALL, "optimal"))
    monkeypatch.setattr(deciding, "FLOAT_UNITS", 2**45)
    doubtful = followed(SMALL, by_name(SMALL, "optimal"))
    assert doubtful == sure


def test_other_rules_are_played_on_this_sheet():
    mine = Yahtzee(dice=3, faces=3, rerolls=1, categories=("ones", "twos", "yahtzee"), threshold=4)
    other = named_strategy(mine, Word("optimal", (), (("upper_bonus", 0),)), MAX)
    assert payoff_law(mine, (other, always(WAITS))) == generic_law(mine, other)


@settings(max_examples=25)
@given(games, st.sampled_from(["first", "last"]))
def test_ties_may_be_broken_by_name(game, ties):
    known = named_strategy(game, Word("optimal", (), (("ties", Word(ties)),)), MAX)
    found = followed(game, known)
    assert found.law == generic_law(game, known)
    assert found.law.mean() == solved(game).values[game.start]


def test_many_rerolls_leave_the_floats_behind():
    game = Yahtzee(dice=2, faces=2, rerolls=10, categories=("twos", "chance"))
    assert isinstance(by_name(game, "greedy"), SheetPlan)
    for name in ("optimal", "greedy"):
        strategy = by_name(game, name)
        assert followed(game, strategy).law == generic_law(game, strategy)


def test_ways_beyond_floats_are_added_exactly():
    numbers = np.array([2**60, 1, 1], dtype=object)
    assert summed(np.array([0, 0, 1]), numbers, 2).tolist() == [2**60 + 1, 1]


# --- the chance of many points --------------------------------------------------------------------


@dataclass(frozen=True)
class Reached(Yahtzee):
    """Yahtzee that pays 1 for so many points or more, and else nothing."""

    goal: int = 1

    def payoff(self, state):
        paid = super().payoff(state)
        return None if paid is None else int(paid >= self.goal)


@settings(max_examples=20)
@given(
    st.builds(
        Reached,
        categories=named(YAHTZEE_SHEET),
        joker=st.sampled_from(["free", "forced"]),
        upper_bonus=st.sampled_from([0, 7]),
        goal=st.integers(1, 170),
        **COMMON,
    )
)
def test_the_largest_chance_is_that_of_the_graph_of_all_states(game):
    options = {each.name: getattr(game, each.name) for each in fields(Yahtzee)}
    known = reaching(Yahtzee(**options), game.goal)
    solution = solve(game)
    for state, value in solution.values.items():
        assert known.chance(state) == value
        assert known.best(state) == tuple(solution.optimal_actions[state])


@settings(max_examples=10)
@given(games, st.integers(1, 120), st.randoms(use_true_random=False))
def test_the_chance_from_a_sheet_is_that_from_the_start(game, goal, rng):
    known = reaching(game, goal)
    sheets = [state for state in the_generic(solve)(game).values if not state.dice]
    for sheet in rng.sample(sheets, min(3, len(sheets))):
        assert reaching(game, goal, sheet).chance(sheet) == known.chance(sheet)
        assert known.knows(sheet)


@settings(max_examples=15)
@given(games, st.integers(1, 120))
def test_floats_enclose_the_largest_chance(game, goal):
    found = chance_within(game, goal, game.start)
    assert found.lower <= reaching(game, goal).chance(game.start) <= found.upper
    assert found.width < Fraction(1, 10**11)


def test_floats_that_could_vanish_are_not_used():
    game = Yahtzee(rerolls=10)
    assert floats_hold(Yahtzee())
    assert not floats_hold(Yatzy(rerolls=10))
    with limit(None), pytest.raises(UnsolvableError, match="too small for floats"):
        chance_within(game, 100, game.start)


def test_a_strategy_that_reaches_so_many_points_has_their_chance():
    known = reaching(SMALL, 55)
    law = payoff_law(SMALL, (strategy(known), always(WAITS)))
    assert law.chance(lambda points: points >= 55) == known.chance(SMALL.start)
    optimal = payoff_law(SMALL, (by_name(SMALL, "optimal"), always(WAITS)))
    assert optimal.chance(lambda points: points >= 55) <= known.chance(SMALL.start)
