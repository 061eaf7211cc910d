"""Ranges over ties in Dice Battle, in turns and simultaneous: the fast ways against the generic
one, and against every pure way to break the ties by the rules alone.
"""

from dataclasses import replace
from fractions import Fraction

import brute_force as brute
import pytest
from enumerated_ties import extremes, number_of_ways
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactdice import DiceBattle, SimultaneousBattle, point, uniform
from exactdice.exact.errors import NoRange, TooCostly
from exactdice.exact.numbers import Interval
from exactdice.game.protocol import PLAYERS, WAIT
from exactdice.games.dice_battle import fast
from exactdice.query.evaluate import evaluate_query
from exactdice.query.register import Word
from exactdice.solvers.evaluation.ties import OfSign, length_range, paid, payoff_range
from exactdice.solvers.fast_path import generic_function
from exactdice.testing import battles

MOST_WAYS = 150
PAYS = [paid, OfSign(1), OfSign(0), OfSign(-1)]


def unfinished(game, player):
    """All states in which the player throws, reached by play or not."""
    points = range(game.target)
    turn = (player,) if isinstance(game, DiceBattle) else ()
    return [(i, j, *turn) for i in points for j in points]


@st.composite
def open_laws(draw, game, player, most_ties):
    """{state: laws}: a number of dice or a mixture, and at a few states several that tie."""
    law = st.integers(1, game.dice).map(point) | st.just(uniform(range(1, game.dice + 1)))
    usual = (draw(law),)
    table = dict.fromkeys(unfinished(game, player), usual)
    several = st.lists(law, min_size=1, max_size=3, unique=True)
    for state in draw(st.lists(st.sampled_from(list(table)), max_size=most_ties)):
        table[state] = draw(several)
    return table


def open_by(table):
    return lambda state: table[tuple(state)]


def followed(game, player, way):
    """The plan of one law a state, {action: chance}."""

    def plan(state):
        if game.actions(state, player) == (WAIT,):
            return {WAIT: Fraction(1)}
        law = way[tuple(state)]
        return {dice: Fraction(weight, law.total) for dice, weight in law.items()}

    return plan


@settings(max_examples=40)
@given(battles(most_dice=3, most_target=4), st.booleans(), st.data())
def test_two_sweeps_find_what_the_generic_way_finds(battle, a_bust_scores_0, data):
    assume(not a_bust_scores_0 or set(battle.one_die) != {battle.bust})
    game = replace(battle, bust_score=0) if a_bust_scores_0 else battle
    plans = tuple(open_by(data.draw(open_laws(game, player, 8))) for player in PLAYERS)
    for pays in PAYS:
        assert payoff_range(game, plans, pays) == generic_function(payoff_range)(game, plans, pays)
    assert length_range(game, plans) == generic_function(length_range)(game, plans)


@settings(max_examples=15)
@given(st.sampled_from([DiceBattle, SimultaneousBattle]), st.sampled_from([2, 3]), st.data())
def test_a_range_is_that_of_all_pure_ways(kind, dice, data):
    game = kind(dice=dice, target=3, faces=2)
    tables = [data.draw(open_laws(game, player, 3)) for player in PLAYERS]
    assume(1 < number_of_ways(*tables) <= MOST_WAYS)
    plans = tuple(map(open_by, tables))

    def gain(*ways):
        both = [followed(game, player, ways[player]) for player in PLAYERS]
        return brute.gain_from(game, both, game.start)

    def moves(*ways):
        return brute.mean_length(game, [followed(game, one, ways[one]) for one in PLAYERS])

    assert payoff_range(game, plans) == Interval(*extremes(tables, gain))
    assert length_range(game, plans) == Interval(*extremes(tables, moves))


@settings(max_examples=10)
@given(st.sampled_from([{}, {"bust_score": 0}, {"weights": (1, 2, 3, 2)}]), st.data())
def test_the_simultaneous_battle_has_the_range_of_the_generic_way(options, data):
    game = SimultaneousBattle(dice=2, target=3, **options)
    plans = tuple(open_by(data.draw(open_laws(game, player, 5))) for player in PLAYERS)
    for pays in PAYS:
        assert payoff_range(game, plans, pays) == generic_function(payoff_range)(game, plans, pays)
    assert length_range(game, plans) == generic_function(length_range)(game, plans)


@pytest.mark.parametrize("bust_score", [1, 0])
@pytest.mark.parametrize(("laws", "sweeps"), [((1, 1), 1), ((1, 2), 2)])
def test_a_second_sweep_is_made_where_a_tie_made_a_difference(
    monkeypatch, bust_score, laws, sweeps
):
    """The same number of dice twice is a tie without a difference; one and two dice win with
    different chances.
    """
    game = DiceBattle(dice=2, target=3, bust_score=bust_score)
    plans = (lambda _: tuple(map(point, laws)), lambda _: (point(1),))
    expected = generic_function(payoff_range)(game, plans)
    made = []
    swept = fast.Sweep
    monkeypatch.setattr(fast, "Sweep", lambda *asked: made.append(1) or swept(*asked))
    assert payoff_range(game, plans) == expected
    assert len(made) == sweeps


# --- optimal play ---------------------------------------------------------------------------------


def test_the_optimum_in_turns_has_a_range_where_both_throw_at_once():
    given = {"variant": Word("simultaneous"), "dice": 3, "target": 6}
    found = evaluate_query("over_ties(gain(in_turns, random))", given)
    named = [
        evaluate_query(f"gain(in_turns(ties={name}), random)", given)
        for name in ("first", "last", "fewest", "random")
    ]
    assert found.lower < found.upper
    assert all(found.lower <= value <= found.upper for value in named)
    assert evaluate_query("gain(in_turns, random)", given) == named[0]
    # The players exchanged, what the one gains the other loses.
    assert evaluate_query("over_ties(gain(random, in_turns))", given) == -found
    with pytest.raises(NoRange, match="both players choose at"):
        evaluate_query("over_ties(gain(optimal, random))", given)


def test_what_is_too_costly_is_refused_before_any_work():
    with pytest.raises(TooCostly):
        evaluate_query("over_ties(gain(optimal, random))", {"target": 1500})
