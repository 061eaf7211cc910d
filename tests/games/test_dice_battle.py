"""Dice Battle in turns: the fast path against the formula, the generic solver and all faces."""

from fractions import Fraction

import pytest
from drawn_battles import battles, known, oracle
from hypothesis import given, settings

from exactdice import MAX, MIN, DiceBattle, backward_induction, check, solve

# --- against the formula of SPEC 2, over all (i, j) -----------------------------------------------


def assert_solution_is_the_formula(game):
    gain, best = oracle(game).solve()
    solution = solve(game)
    states = list(solution.values)
    assert len(states) == len(set(states)) == 2 * game.target**2
    for state in states:
        assert (
            solution.values[state]
            == (1 if state.to_move == MAX else -1) * gain[state.own, state.other]
        )
        assert solution.optimal_actions[state] == best[state.own, state.other]
    assert solution.value == gain[0, 0]


@known
@given(battles())
def test_values_and_ties_are_those_of_the_formula_everywhere(game):
    assert_solution_is_the_formula(game)


@pytest.mark.parametrize(
    "game",
    [
        DiceBattle(dice=10, target=30),
        DiceBattle(dice=3, target=25, faces=2),
        DiceBattle(dice=5, target=20, weights=(1, 1, 1, 1, 1, 5)),  # SPEC 1: 1/10 x5, 1/2
        DiceBattle(dice=5, target=20, weights=(*[Fraction(1, 8)] * 5, Fraction(3, 8))),
        DiceBattle(dice=2, target=12, faces=12, bust=12, bust_score=5),
        DiceBattle(dice=3, target=9, faces=3, weights=(0, 1, 0), bust=1),  # no chance at all
        DiceBattle(
            dice=3, target=9, faces=3, weights=(1, 0, 0), bust=1, bust_score=2
        ),  # always busts
        DiceBattle(dice=3, target=9, faces=3, weights=(0, 1, 1), bust=1),  # never busts
        DiceBattle(dice=2, target=6, bust_score=40),
        DiceBattle(
            dice=3, target=20, faces=2, bust_score=9
        ),  # a bust scores more than any other throw
        DiceBattle(dice=1, target=1),
        DiceBattle(dice=7, target=1, faces=2, bust=2),
        DiceBattle(dice=30, target=10),
        # whose chances lie far apart
        DiceBattle(dice=4, target=15, weights=(1, *[10**12] * 5)),
        DiceBattle(dice=3, target=7, faces=3, weights=(10**400, 1, 1)),
        DiceBattle(dice=8, target=15, faces=2, weights=(10**40, 1)),
        DiceBattle(dice=3, target=10, faces=2, weights=(2**53 - 1, 2**53 + 1)),
        DiceBattle(dice=5, target=14, weights=(1, 0, 0, 0, 0, 1), bust=6, bust_score=14),
    ],
    ids=str,
)
def test_values_and_ties_are_those_of_the_formula_for_chosen_games(game):
    assert_solution_is_the_formula(game)


# --- against the generic functions ----------------------------------------------------------------


@known
@given(battles(most_target=8))
def test_solving_fast_is_solving_generically_on_every_reachable_state(game):
    fast, slow = solve(game), backward_induction(game)
    for state in slow.values:
        assert fast.values[state] == slow.values[state]
        assert type(fast.values[state]) is type(slow.values[state])
        assert fast.optimal_actions[state] == slow.optimal_actions[state]
        for player in (MAX, MIN):
            assert fast.strategies[player][state] == slow.strategies[player][state]
    assert fast.value == slow.value


@settings(max_examples=20)
@given(battles(most_target=10))
def test_a_solution_is_proved_by_the_checker(game):
    assert check(solve(game)).startswith("value ")


# --- what the tables promise ----------------------------------------------------------------------


def test_progress_counts_the_lines():
    calls = []
    solve(DiceBattle(dice=2, target=6), lambda done, total: calls.append((done, total)))
    assert calls == [(done, 11) for done in range(1, 12)]


def test_a_bust_score_far_beyond_the_target_costs_no_more_than_the_target():
    game = DiceBattle(dice=2, target=3, bust_score=10**16)
    capped = DiceBattle(dice=2, target=3, bust_score=3)  # a bust wins at once in both games
    assert backward_induction(game).value == backward_induction(capped).value
    assert solve(game).value == solve(capped).value
