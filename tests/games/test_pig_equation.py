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
from exactdice.game import joint_action

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


def test_min_moves_as_max_does_in_the_mirror():
    solution = solve(Pig(12))
    for state in solution.values:
        mirror = PigState(state.second, state.first, state.turn_total, 1 - state.to_move)
        assert solution.values[state] == -solution.values[mirror]
        assert solution.optimal_actions[state] == solution.optimal_actions[mirror]


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


@pytest.mark.parametrize("player", [MAX, MIN])
def test_no_plan_beats_the_solution_of_piglet_to_3(player):
    game, solution = piglet(3), solve(piglet(3))
    states = [PigState(*state) for state in solution.values]
    optimal = {state: solution.optimal_actions[state][0] for state in states}
    value = fmpq(solution.value.numerator, solution.value.denominator)
    found = {
        profile_value(game, states, optimal | plan)[game.start]
        for plan in plans(game, states, player)
    }
    assert (max if player == MAX else min)(found) == value
    assert len(found) > 1


def value_iteration(game, first, sweeps):
    """Sweeps in floats over the worth to MAX of every state, from one first guess: a bound from the
    side of the guess.

    The equation is monotone, so sweeps that start below (above) its solution stay below (above) it,
    up to rounding.
    """
    states = sorted(game.unfinished(), key=lambda s: (-s.first - s.second, -s.turn_total))
    rules = [
        (
            s,
            [
                list(game.outcomes(s, joint_action(s.to_move, a)).items())
                for a in game.actions(s, s.to_move)
            ],
            max if s.to_move == MAX else min,
        )
        for s in states
    ]
    worth = {after: game.payoff(after) for _, laws, _ in rules for law in laws for after, _ in law}
    worth |= dict.fromkeys(states, first)
    for _ in range(sweeps):
        for state, laws, best in rules:
            worth[state] = best(
                sum(w * worth[after] for after, w in law) / sum(w for _, w in law) for law in laws
            )
    return worth


def test_value_iteration_from_both_sides_encloses_the_solution():
    game = Pig(11)
    low, high = (value_iteration(game, first, 40) for first in (-1.0, 1.0))
    solution, rounding = (
        solve(game),
        1e-12,
    )  # 40 sweeps of means of numbers up to 1: far below 40 * 8 * 2^-52
    for state, value in solution.values.items():
        assert low[state] - rounding <= value <= high[state] + rounding
        assert high[state] - low[state] < 1e-6
