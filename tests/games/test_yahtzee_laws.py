"""The laws of whole games of Yahtzee, against the generic evaluation."""

from inspect import unwrap

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactdice.game.protocol import MAX, WAITS, always
from exactdice.games.yahtzee import Yahtzee, Yatzy
from exactdice.games.yahtzee.rules import YAHTZEE_SHEET, YATZY_SHEET
from exactdice.query.games.yahtzee import payoff_distribution_on_sheets
from exactdice.query.register import Word
from exactdice.query.strategies import named_strategy, solved
from exactdice.solvers.evaluation.profiles import payoff_distribution
from exactdice.solvers.fast_path import generic_function


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
    return generic_function(payoff_distribution)(game, (strategy, always(WAITS)))


@settings(max_examples=25)
@example(SMALL)
@given(games)
def test_the_law_is_that_of_the_graph_of_all_states(game):
    plan = by_name(game, "optimal")
    law = payoff_distribution(game, (plan, always(WAITS)))
    assert law == generic_law(game, plan)
    assert law.mean() == solved(game).values[game.start]


@settings(max_examples=20)
@given(games)
def test_the_plan_is_the_first_optimal_action_everywhere(game):
    plan = by_name(game, "optimal")
    for state, best in solved(game).optimal_actions.items():
        assert list(plan(state)) == [best[0]]


@pytest.mark.parametrize("option", [("upper_bonus", 0), ("yahtzee_bonus", 0), ("threshold", 2)])
def test_who_plays_by_other_rules_earns_less(option):
    mine = Yahtzee(dice=2, faces=3, categories=("ones", "twos", "yahtzee", "chance"), threshold=4)
    other = named_strategy(mine, Word("optimal", (), (option,)), MAX)
    assert (
        payoff_distribution(mine, (other, always(WAITS))).mean() < solved(mine).values[mine.start]
    )


@settings(max_examples=25)
@given(games, st.sampled_from(["first", "last"]))
def test_ties_may_be_broken_by_name(game, ties):
    known = named_strategy(game, Word("optimal", (), (("ties", Word(ties)),)), MAX)
    found = unwrap(payoff_distribution_on_sheets)(game, (known, always(WAITS)))
    assert found == generic_law(game, known)
    assert found.mean() == solved(game).values[game.start]


def test_many_rerolls_leave_the_words_of_machines_behind():
    game = Yahtzee(dice=2, faces=2, rerolls=10, categories=("twos", "chance"))
    plan = by_name(game, "optimal")
    assert payoff_distribution(game, (plan, always(WAITS))) == generic_law(game, plan)
