"""Ranges over ties, against all pure ways to break them, followed one by one by the rules alone."""

from fractions import Fraction
from functools import partial

import brute_force as brute
import pytest
from enumerated_ties import as_plan, extremes, going_on, number_of_ways, optimal_actions
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactdice import MAX, MIN, DiceBattle, NormalPlay, Pig, TokenGame, point, solve, strategy
from exactdice.exact.errors import NoRange
from exactdice.exact.numbers import Interval
from exactdice.game.protocol import PLAYERS
from exactdice.games.listed_game import Listed
from exactdice.games.on_graphs.rules import Chomp, Nim
from exactdice.query.register import Word
from exactdice.query.strategies import all_optimal, open_plan
from exactdice.solvers.evaluation.ties import (
    IsPaid,
    OfSign,
    WithoutTies,
    length_range,
    payoff_range,
    range_from,
    reach_range,
)
from exactdice.testing import games_in_turns, recurring_games

MOST_WAYS = 40
# Few payoffs, so that many actions are equally good.
TIED_GAMES = games_in_turns(6, 3, st.sampled_from([-1, 0, 1]))


def lasting(game, *plans):
    return brute.mean_length(game, plans)


def gain(game, *plans):
    return brute.gain_from(game, plans, game.start)


def chance(sign, game, *plans):
    return sum(
        (p for paid, p in brute.payoffs(game, plans).items() if (paid > 0) - (paid < 0) == sign),
        Fraction(0),
    )


def passing(state, game, *plans):
    return brute.passes(game, plans, state)


QUESTIONS = {  # what the range is of, and the same by the rules of one pure profile
    "gain": (payoff_range, gain),
    "win": (partial(payoff_range, pays=OfSign(1)), partial(chance, 1)),
    "draw": (partial(payoff_range, pays=OfSign(0)), partial(chance, 0)),
    "loss": (partial(payoff_range, pays=OfSign(-1)), partial(chance, -1)),
    "turns": (length_range, lasting),
}


def by_enumeration(game, tables, worth):
    """The range of worth(game, MAX's plan, MIN's plan)."""
    return Interval(
        *extremes(
            tables,
            lambda *ways: worth(game, *(as_plan(game, player, ways[player]) for player in PLAYERS)),
        )
    )


def open_to(game, player, table):
    """The plan that leaves the choice among the actions that the table lists."""

    def laws(state):
        return [point(action) for action in table.get(state, game.actions(state, player)[:1])]

    return laws


@settings(max_examples=10)
@given(TIED_GAMES)
def test_a_range_is_that_of_all_pure_optimal_profiles(game):
    tables = [optimal_actions(game, player) for player in PLAYERS]
    assume(1 < number_of_ways(*tables) <= MOST_WAYS)
    plans = tuple(all_optimal(game, player) for player in PLAYERS)
    for ask, worth in QUESTIONS.values():
        assert ask(game, plans) == by_enumeration(game, tables, worth)


@settings(max_examples=25)
@given(recurring_games(4, 3), st.data())
def test_games_that_come_back_have_the_range_of_all_pure_ways(game, data):
    tables = [_any_table(data.draw, game, player) for player in PLAYERS]
    assume(number_of_ways(*tables) <= MOST_WAYS)
    plans = tuple(open_to(game, player, tables[player]) for player in PLAYERS)
    for ask, worth in (QUESTIONS["gain"], QUESTIONS["turns"]):
        assert ask(game, plans) == by_enumeration(game, tables, worth)


def _any_table(draw, game, player):
    """Some of the player's actions at each state where it moves, as a game's ties might be."""
    return {
        state: draw(st.lists(st.sampled_from(game.actions(state, player)), min_size=1, unique=True))
        for state in going_on(game)
        if brute.mover(game, state) == player
    }


@settings(max_examples=20)
@given(TIED_GAMES, st.data())
def test_the_ranges_of_passing_a_state_and_from_a_state(game, data):
    assume(going_on(game))
    tables = [optimal_actions(game, player) for player in PLAYERS]
    assume(number_of_ways(*tables) <= MOST_WAYS)
    plans = tuple(all_optimal(game, player) for player in PLAYERS)
    state = data.draw(st.sampled_from(brute.all_states(game)))
    expected = by_enumeration(game, tables, partial(passing, state))
    assert reach_range(game, plans, state) == expected
    begun = data.draw(st.sampled_from(going_on(game)))
    from_there = lambda game, *both: brute.gain_from(game, both, begun)  # noqa: E731
    assert range_from(game, plans, begun) == by_enumeration(game, tables, from_there)


# --- games that people play -----------------------------------------------------------------------

PLAYED = {
    "nim": NormalPlay(Nim((2, 2))),
    "chomp": NormalPlay(Chomp(2, 3)),
    "tokens": TokenGame(3, faces=3),
    "battle": DiceBattle(dice=2, target=3, faces=3),
    "battle that comes back": DiceBattle(dice=2, target=2, faces=2, bust_score=0),
    "pig": Pig(target=3, faces=2),
}


@pytest.mark.parametrize("name", PLAYED)
def test_a_game_that_is_played_has_the_range_of_all_pure_ways(name):
    game = PLAYED[name]
    best = solve(game).optimal_actions
    tables = [
        {state: best[state] for state in going_on(game) if brute.mover(game, state) == player}
        for player in PLAYERS
    ]
    assert number_of_ways(*tables) <= 600
    plans = tuple(all_optimal(game, player) for player in PLAYERS)
    for ask, worth in (QUESTIONS["gain"], QUESTIONS["turns"]):
        assert ask(game, plans) == by_enumeration(game, tables, worth)


# --- by hand --------------------------------------------------------------------------------------

# MAX wins at once or one move later; MIN loses whatever it does.
EITHER_WAY = Listed(
    {0: {("now", "wait"): {1: 1}, ("later", "wait"): {2: 1}}, 1: 1, 2: {("wait", "go"): {1: 1}}}
)
# MAX may stay where it is as long as it likes, and is paid 1 whenever it goes.
NO_HURRY = Listed({0: {("stay", "wait"): {0: 1}, ("go", "wait"): {1: 1}}, 1: 1})


def test_a_range_by_hand():
    plans = all_optimal(EITHER_WAY, MAX), all_optimal(EITHER_WAY, MIN)
    assert length_range(EITHER_WAY, plans) == Interval(1, 2)
    assert payoff_range(EITHER_WAY, plans) == Interval(1, 1)
    assert reach_range(EITHER_WAY, plans, 2) == Interval(0, 1)
    assert payoff_range(EITHER_WAY, plans, IsPaid(1)) == Interval(1, 1)


def test_ways_that_never_end_play_leave_no_range():
    anything = lambda state: [point("stay"), point("go")]  # noqa: E731
    waiting = WithoutTies(strategy(lambda state: "wait"))
    with pytest.raises(
        NoRange, match=r"some ways to break ties never end play from 0, .*ties=last"
    ):
        payoff_range(NO_HURRY, (anything, waiting))


def test_optimal_play_that_is_a_mixture_leaves_no_range():
    pennies = Listed(
        {
            0: {
                (a, x): {1 if (a == "h") == (x == "u") else 2: 1}
                for a in ("h", "t")
                for x in ("u", "v")
            },
            1: 1,
            2: -1,
        }
    )
    plans = all_optimal(pennies, MAX), all_optimal(pennies, MIN)
    with pytest.raises(NoRange, match="both players choose at 0, where optimal play is a mixture"):
        payoff_range(pennies, plans)


@settings(max_examples=15)
@given(TIED_GAMES, st.sampled_from(PLAYERS))
def test_optimal_play_against_chance_has_the_range_of_all_its_pure_ways(game, player):
    table = optimal_actions(game, player)
    assume(1 < number_of_ways(table) <= MOST_WAYS)
    evenly = lambda state: {  # noqa: E731
        action: Fraction(1, len(actions))
        for actions in [game.actions(state, 1 - player)]
        for action in actions
    }
    found = extremes([table], lambda way: gain(game, *_seated(game, player, way, evenly)))
    plans = [all_optimal(game, player), open_plan(game, Word("random"), 1 - player)]
    assert payoff_range(game, tuple(plans[:: -1 if player else 1])) == Interval(*found)


def _seated(game, player, way, other):
    plans = [as_plan(game, player, way), other]
    return plans[:: -1 if player else 1]
