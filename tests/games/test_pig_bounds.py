"""Bounds on the chances of Pig: they hold and are narrow; fractions decide what they leave open."""

from fractions import Fraction
from random import Random

import pytest
from drawn_pigs import pigs
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import Interval, Pig, PigState, solve
from exactdice.games.pig.fast import ExactWins, win_bounds
from exactdice.query.evaluate import evaluate_query


@settings(max_examples=30)
@given(pigs(), st.integers(0, 2**32))
def test_strategy_iteration_on_fractions_starts_from_any_plan(game, seed):
    """With every choice left open and a random plan to begin with, the same values and actions come
    out.
    """
    rng, wins, right = Random(seed), ExactWins(game), ExactWins(game)
    wins.bounds.extend(0, 0)
    for i, j in wins.bounds.rolls:
        wins.bounds.open[i, j] = tuple(range(1, game.target - i))
        wins.bounds.rolls[i, j] = bytearray(
            k == 0 or rng.randrange(2) for k in range(game.target - i)
        )
    for i, j in wins.bounds.rolls:
        for k in range(game.target - i):
            assert wins.win(i, j, k) == right.win(i, j, k)
            assert wins.actions(i, j, k) == right.actions(i, j, k)


@settings(max_examples=30)
@given(pigs(8))
def test_fewer_bits_change_no_answer(game):
    coarse, fine = ExactWins(game, 1), ExactWins(game, 300)
    for state in game.unfinished():
        asked = (state.own, state.other, state.turn_total)
        assert coarse.win(*asked) == fine.win(*asked)
        assert coarse.actions(*asked) == fine.actions(*asked)


@settings(max_examples=40)
@given(pigs(8), st.integers(1, 30))
def test_bounds_hold_are_narrow_and_dyadic(game, digits):
    bounds, wins = win_bounds(game, digits), ExactWins(game)
    for state in game.unfinished():
        asked = (state.own, state.other, state.turn_total)
        found, win = bounds.win(*asked), wins.win(*asked)
        assert (
            fmpq(found.lower.numerator, found.lower.denominator)
            <= win
            <= fmpq(found.upper.numerator, found.upper.denominator)
        )
        assert found.width <= Fraction(1, 10**digits)
        assert all(
            end.denominator & (end.denominator - 1) == 0 for end in (found.lower, found.upper)
        )
        actions = bounds.actions(*asked)
        assert set(wins.actions(*asked)) <= set(actions) <= {"roll", "hold"}


def test_asking_for_one_state_solves_only_what_it_leads_to():
    bounds = ExactWins(Pig(40)).bounds
    bounds.extend(35, 30)
    assert len({frozenset(pair) for pair in bounds.rolls}) < 5 * 10 + 1
    assert bounds.win(35, 30) == win_bounds_of(40, bounds.bits)


def win_bounds_of(target, bits):
    whole = ExactWins(Pig(target)).bounds
    assert whole.bits == bits
    whole.extend(0, 0)
    return whole.win(35, 30)


@pytest.mark.parametrize("asked", [(3, 0, 0), (0, 3, 0), (1, 0, 2), (-1, 0, 0), (0, 0, -1)])
def test_finished_states_are_refused(asked):
    with pytest.raises(KeyError):
        solve(Pig(3)).values[PigState(*asked)]


def test_pig_win_with_digits_is_bounds():
    found = evaluate_query("pig_win(0,0,0)", {"target": 20, "digits": 50})
    exact = evaluate_query("pig_win(0,0,0)", {"target": 20})
    assert isinstance(found, Interval)
    assert found.lower <= exact <= found.upper
    assert found.width <= Fraction(1, 10**50)
