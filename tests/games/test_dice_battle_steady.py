"""Players of Dice Battle who draw from one law all along: their own way to the chance to win and
the mean length, against the sweep, the generic functions, and races counted by hand.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from drawn_battles import battles, known, some_plan
from hypothesis import assume, given
from hypothesis import strategies as st

from exactdice import DiceBattle, cost, dice, mean_length, payoff_law
from exactdice.errors import RulesError, TooCostly
from exactdice.games.dice_battle.fast import chances_to_win, opening
from exactdice.games.dice_battle.steady import steady_h, steady_laws, unfinished
from exactdice.solvers.fast_path import the_generic
from exactdice.throws.laws import pure_laws

seeds = st.integers(0, 2**32)


@known
@given(battles(), seeds, seeds)
def test_it_finds_what_the_sweep_over_all_points_finds(game, first, second):
    profile = some_plan(game, first, "one law"), some_plan(game, second, "one law")
    laws = steady_laws(game, profile)
    for z in (-1, 1):
        swept = opening(game, profile, z)
        assert steady_h(game, laws, z) == swept.h
        assert steady_h(game, laws[::-1], z) == swept.other_h
    swept = opening(game, profile)
    assert chances_to_win(game, profile) == (swept.h, swept.other_h)


@known
@given(battles(most_target=6), seeds, seeds, st.booleans())
def test_it_finds_what_the_generic_functions_find(game, first, second, a_bust_scores_0):
    """Also where a bust scores 0, of which it leaves all but dice that never bust to the sweep."""
    assume(not a_bust_scores_0 or set(game.one_die) != {game.bust})
    game = replace(game, bust_score=0) if a_bust_scores_0 else game
    profile = some_plan(game, first, "one law"), some_plan(game, second, "one law")
    for function in (payoff_law, mean_length):
        assert function(game, profile) == the_generic(function)(game, profile)


@known
@given(battles(), st.integers(1, 4))
def test_what_is_unfinished_shrinks_to_nothing(game, count):
    counts, step = unfinished(game, pure_laws(4)[count])
    assert counts[0] == 1
    assert counts[-1] == 0
    assert all(after <= now * step for now, after in pairwise(counts))


def test_two_coins():
    """Heads score 2 and tails, the bust, score 1, up to 3 points: a player has them after two
    throws but for two tails, so 1/4 of all need a third throw.
    """
    game = DiceBattle(dice=1, target=3, faces=2)
    one = pure_laws(1)[1]
    assert unfinished(game, one) == ((1, 2, 1, 0), 2)
    # Who begins wins with its second throw, or with its third where the other needs a third, too.
    assert steady_h(game, (one, one), -1) == Fraction(3, 4) + Fraction(1, 4) * Fraction(1, 4)
    # 3 throws, or 4 where the first needs three and the other two, or 5
    mean = 3 * Fraction(3, 4) + 4 * Fraction(3, 16) + 5 * Fraction(1, 16)
    assert steady_h(game, (one, one), 1) == mean


def test_a_player_who_looks_at_the_points_is_not_steady():
    game = DiceBattle(dice=2, target=3)
    assert steady_laws(game, (dice(1), lambda state: 1)) is None
    assert steady_laws(replace(game, bust_score=0), (dice(1), dice(1))) is None


def test_more_dice_than_the_game_has_are_refused():
    with pytest.raises(RulesError, match=r"^the strategy of MIN plays 3 at BattleState\(0, 0, 1\)"):
        payoff_law(DiceBattle(dice=2, target=3), (dice(1), dice(3)))


def test_what_would_take_too_long_is_refused():
    game, two = DiceBattle(dice=2, target=10**5), (dice(1), dice(2))
    with pytest.raises(TooCostly):
        payoff_law(game, two)
    with cost.limit(10**5), pytest.raises(TooCostly):
        mean_length(replace(game, target=200), two)
