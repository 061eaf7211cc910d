"""Pig obeys its equation, by the rule sheet alone, and what no plan beats."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from drawn_pigs import pigs
from flint import fmpq, fmpq_mat
from hypothesis import given, settings
from pig_equation import assert_equation, win_of

from exactdice import MAX, MIN, Pig, PigState, piglet, solve
from exactdice.game.protocol import joint_action

# --- the equation, from the rule sheet alone ------------------------------------------------------


@settings(max_examples=60)
@given(pigs())
def test_every_state_obeys_the_equation(game):
    solution = solve(game)
    states = list(solution.values)
    assert len(set(states)) == len(states) == len(solution.values)
    assert set(states) == {
        PigState(i, j, k, player)
        for i, j, k in product(range(game.target), repeat=3)
        for player in (MAX, MIN)
        if game.payoff(PigState(i, j, k, player)) is None
    }
    assert_equation(solution, states)


def test_a_tie_keeps_both_actions():
    """A coin with 1/3 to score, target 3: with 0 points against 2 and turn total 1, rolling and
    holding both win with 2/11. By hand:

    P(2,2) = 1/3 + 2/3 (1 - P(2,2)) = 3/5. At (1,2,1) rolling is better than 1 - 3/5, so P(1,2) =
    1/9 + 8/9 (1 - q) and q = P(2,1) = 1/3 + 2/3 (1 - P(1,2)) = 9/11: holding at (0,2,1) wins with 1
    - q = 2/11. With that as the worth of (0,2,1), P(0,2) = 1/3 2/11 + 2/3 (1 - P(2,0)) and 1 -
    P(2,0) = 2/3 P(0,2) give 1 - P(2,0) = 4/55. At (0,2,2) holding, 2/5, is better than rolling, 1/3
    + 2/3 4/55 = 21/55; so rolling at (0,2,1) wins with 1/3 2/5 + 2/3 4/55 = 2/11.
    """
    solution = solve(Pig(3, weights=(1, 2), bust=2))
    known = {
        (2, 2, 0): "3/5",
        (2, 1, 0): "9/11",
        (2, 0, 0): "51/55",
        (0, 2, 1): "2/11",
        (0, 2, 2): "2/5",
    }
    assert {state: win_of(solution, PigState(*state)) for state in known} == {
        state: Fraction(win) for state, win in known.items()
    }
    tied = [state for state in solution.values if len(solution.optimal_actions[state]) == 2]
    assert PigState(0, 2, 1) in tied
    assert all(solution.optimal_actions[state] == ("roll", "hold") for state in tied)
    assert_equation(solution, solution.values)


# --- oracles --------------------------------------------------------------------------------------


@cache
def ways_on(game, state, action):
    """([(next state, its chance)], the mean payoff at once)."""
    law = game.outcomes(state, joint_action(state.to_move, action))
    going_on, paid = [], fmpq(0)
    for after, weight in law.items():
        chance = fmpq(weight, law.total)
        if game.payoff(after) is None:
            going_on.append((after, chance))
        else:
            paid += chance * game.payoff(after)
    return going_on, paid


def profile_value(game, states, plan):
    """The value to MAX of every state when both follow the plan, by one linear system over all
    states.
    """
    index = {state: k for k, state in enumerate(states)}
    matrix, right = [], []
    for state in states:
        row = [fmpq(0)] * len(states)
        row[index[state]] = fmpq(1)
        going_on, paid = ways_on(game, state, plan[state])
        for after, chance in going_on:
            row[index[after]] -= chance
        matrix.append(row)
        right.append([paid])
    found = fmpq_mat(matrix).solve(fmpq_mat(right))
    return {state: found[k, 0] for state, k in index.items()}


def plans(game, states, player):
    """Every pure stationary plan of the player."""
    own = [state for state in states if state.to_move == player]
    for choice in product(*(game.actions(state, player) for state in own)):
        yield dict(zip(own, choice, strict=True))


@pytest.mark.parametrize(
    "game", [Pig(2), piglet(2), Pig(2, weights=(1, 3), bust=2), Pig(2, weights=(2, 1, 1), bust=3)]
)
def test_max_min_over_all_pairs_of_plans(game):
    states = list(solve(game).values)
    table = [
        [profile_value(game, states, {**a, **b})[game.start] for b in plans(game, states, MIN)]
        for a in plans(game, states, MAX)
    ]
    low, high = (
        max(min(row) for row in table),
        min(max(column) for column in zip(*table, strict=True)),
    )
    value = solve(game).value
    assert low == high == fmpq(value.numerator, value.denominator)
