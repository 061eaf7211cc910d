"""Backward induction on any game in turns, against plain recursion and theorems."""

from fractions import Fraction
from functools import cache, reduce
from operator import xor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import Climb, listed, two_by_two

from exactdice import (
    MAX,
    MIN,
    WAIT,
    BattleState,
    DiceBattle,
    backward_induction,
    best_response,
    check,
    point,
    solve,
    strategy,
    uniform,
)
from exactdice.game.graph import explore
from exactdice.games.on_graphs.rules import Nim
from exactdice.solvers.arenas.arena import NormalPlay
from exactdice.testing import exact_numbers

PAYOFFS = exact_numbers(-2, 2)
MOVERS = st.sampled_from([MAX, MIN])


@cache  # to make a strategy takes longer than to draw from it
def distributions_of(first, last, most):
    return st.dictionaries(st.integers(first, last), st.integers(1, 3), min_size=1, max_size=most)


@cache
def moves_to(first, last):
    return st.lists(distributions_of(first, last, 3), min_size=1, max_size=3)


@st.composite
def games(draw):
    """A game from a table, states 0..n - 1, every move going to later states; some are finished,
    some chance moves.
    """
    n = draw(st.integers(1, 9))
    states: dict[Any, Any] = {}
    for k in range(n):
        if k == n - 1 or (k and draw(st.booleans()) and draw(st.booleans())):
            states[k] = draw(PAYOFFS)
        else:
            moves = draw(moves_to(k + 1, n - 1))
            states[k] = (draw(MOVERS), {chr(97 + m): law for m, law in enumerate(moves)})
    return states


def by_recursion(states):
    """({state: value}, {state: all best actions}) of every unfinished state, straight from the
    definition.
    """
    values, best = {}, {}

    def value(k):
        if not isinstance(states[k], tuple):
            return states[k]
        player, moves = states[k]
        means = {
            a: sum(Fraction(w) * value(t) for t, w in law.items()) / sum(law.values())
            for a, law in moves.items()
        }
        values[k] = (max, min)[player](means.values())
        best[k] = tuple(a for a, m in means.items() if m == values[k])
        return values[k]

    value(0)
    return values, best


@settings(max_examples=80)
@given(games())
def test_any_game_in_turns_has_the_values_and_all_the_best_actions_of_plain_recursion(states):
    values, best = by_recursion(states)
    solution = backward_induction(listed(states))
    assert dict(solution.values) == values
    assert dict(solution.optimal_actions) == best
    assert solution.value == (values[0] if values else states[0])
    assert solution.method == "backward induction"
    assert all(
        isinstance(v, int) == (Fraction(v).denominator == 1) for v in solution.values.values()
    )


@settings(max_examples=60)
@given(games())
def test_a_strategy_waits_when_the_other_player_moves(states):
    solution = backward_induction(listed(states))
    for player in (MAX, MIN):
        table = solution.strategies[player]
        assert set(table) == set(solution.values)
        for state, law in table.items():
            moves_here = states[state][0] == player
            assert law == point(solution.optimal_actions[state][0] if moves_here else WAIT)


@settings(max_examples=60)
@given(games())
def test_a_solution_passes_the_checker(states):
    if isinstance(states[0], tuple):
        assert check(backward_induction(listed(states))).startswith("value ")


def test_a_game_that_is_over_at_the_start_is_worth_its_payoff():
    solution = backward_induction(listed({"over": Fraction(-3, 7)}))
    assert solution.value == Fraction(-3, 7)
    assert dict(solution.values) == {}


def test_ties_keep_the_order_of_the_actions():
    game = listed(
        {
            "s": (MIN, {"z": {"x": 1}, "a": {"y": 1}, "m": {"x": 1, "y": 1}, "b": {"w": 1}}),
            "x": 0,
            "y": 0,
            "w": 1,
        }
    )
    assert backward_induction(game).optimal_actions["s"] == ("z", "a", "m")


def test_progress_counts_to_the_number_of_states():
    calls = []
    backward_induction(Climb(2), lambda done, total: calls.append((done, total)))
    done = [done for done, _ in calls]
    assert done == sorted(set(done))  # level by level
    assert done[-1] == calls[-1][1] == len(explore(Climb(2)))


# --- both players choose --------------------------------------------------------------------------


@st.composite
def duels(draw):
    """As `games`, but in some states both players choose one of two actions at once."""
    states = draw(games())
    for k in list(states)[:-1]:
        if isinstance(states[k], tuple) and draw(st.booleans()):
            laws = distributions_of(k + 1, len(states) - 1, 2)
            states[k] = {(a, b): draw(laws) for a in "ab" for b in "xy"}
    return states


def duel_values(states):
    """The value of every state by plain recursion, 2 x 2 games by their formula."""

    def mean(law):
        return sum(Fraction(w) * value(t) for t, w in law.items()) / sum(law.values())

    @cache
    def value(k):
        if isinstance(states[k], tuple):
            return (max, min)[states[k][0]](map(mean, states[k][1].values()))
        if isinstance(states[k], dict):
            return two_by_two([[mean(states[k][a, b]) for b in "xy"] for a in "ab"])
        return states[k]

    return value


@settings(max_examples=60)
@given(duels())
def test_where_both_choose_the_value_is_that_of_the_matrix_game(states):
    value, game = duel_values(states), listed(states)
    solution = backward_induction(game)
    assert all(found == value(k) for k, found in solution.values.items())
    assert set(solution.mixtures) == {k for k in solution.values if isinstance(states[k], dict)}
    assert set(solution.mixtures).isdisjoint(solution.optimal_actions)
    plans = [strategy(table) for table in solution.strategies]
    for player in (MAX, MIN):  # neither can do better against the other's mixture
        assert best_response(game, plans[1 - player], player).value == solution.value
    if solution.values:
        assert check(solution).startswith("value ")


PENNIES = {
    ("heads", "heads"): {1: 1},
    ("heads", "tails"): {-1: 1},
    ("tails", "heads"): {-1: 1},
    ("tails", "tails"): {1: 1},
}


def test_matching_pennies_are_worth_0_by_fair_coins():
    solution = backward_induction(listed({"s": PENNIES, 1: 1, -1: -1}))
    assert solution.value == 0
    assert solution.mixtures["s"] == (uniform(["heads", "tails"]),) * 2


@pytest.mark.parametrize("player", [MAX, MIN])
def test_a_player_may_wait_among_other_actions(player):
    """Matching pennies again, "heads" called WAIT for one player: the names of the actions do not
    change the value.
    """

    def renamed(joint):
        return tuple(
            WAIT if who == player and name == "heads" else name for who, name in enumerate(joint)
        )

    solution = backward_induction(
        listed({"s": {renamed(joint): law for joint, law in PENNIES.items()}, 1: 1, -1: -1})
    )
    assert solution.value == 0


# --- theorems -------------------------------------------------------------------------------------


@settings(max_examples=15)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=3).filter(any), st.booleans())
def test_nim_is_won_as_bouton_proved(heaps, misere):
    """Bouton 1901: the mover loses when the xor is 0; in misere play the same, but with heaps of 1
    at most the other way.
    """
    solution = backward_induction(NormalPlay(Nim(heaps), misere))
    for state, value in solution.values.items():
        won = bool(reduce(xor, state.position))
        if misere and max(state.position) == 1:
            won = not won
        assert value == (1 if won == (state.to_move == MAX) else -1)
        if won and not misere:
            assert {reduce(xor, left) for left in solution.optimal_actions[state]} == {0}


# --- Dice Battle by the generic solver ------------------------------------------------------------


def test_the_generic_solver_has_the_numbers_of_the_first_report():
    """Carnielli and Kachaikin, Question 3, D = 3, N = 2: one die wins with 5/6 + (1/6)^2, so EG = 2
    * 31/36 - 1.
    """
    solution = backward_induction(DiceBattle(dice=3, target=2))
    assert solution.value == 2 * Fraction(31, 36) - 1
    assert solution.optimal_actions[BattleState(0, 0, MAX)] == (1,)


def test_solve_uses_backward_induction_for_a_game_without_a_fast_path():
    assert solve(Climb(3)).method == "backward induction"
    assert solve(DiceBattle(dice=2, target=4)).method != "backward induction"
