"""The solver against exact values: pytest with exactdice and hypothesis installed.

The tests draw the same cases each time (derandomize): what README.md quotes is what you see.
"""

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from solver import solve, throw, throws

from exactdice.testing import exact

sizes = {"dice": st.integers(1, 4), "target": st.integers(1, 15)}


@settings(derandomize=True)
@given(dice=st.integers(1, 6))
def test_the_chances_of_scores(dice):
    exact.table(throws(dice)[dice], f"P({dice}, k)", ulps=8, scale=1, k=range(6 * dice + 1))


@settings(deadline=None, derandomize=True)
@given(**sizes)
def test_the_gains(dice, target):
    gain, _ = solve(dice, target)
    exact.table(
        gain,
        "EG(i,j)",
        ulps=64,
        scale=1,
        i=range(target),
        j=range(target),
        dice=dice,
        target=target,
    )


@settings(deadline=None, derandomize=True)
@given(**sizes)
def test_the_numbers_of_dice_are_the_first_best_ones(dice, target):
    _, best = solve(dice, target)
    exact.table(best, "OPT(i,j)", i=range(target), j=range(target), dice=dice, target=target)


@settings(deadline=None, derandomize=True)
@given(dice=st.integers(1, 6))
def test_the_mean_of_random_throws(dice):
    rng = np.random.default_rng(dice)
    scores = [throw(rng, dice) for _ in range(1000)]
    exact.consistent(np.mean(scores), "EP(d)", games=len(scores), alpha=Fraction(1, 10**9), d=dice)
