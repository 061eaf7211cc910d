"""The simultaneous battle: its fast path against the generic solvers, its proofs by hand, and what
is special about it.
"""

from fractions import Fraction
from itertools import product

import pytest
import sympy
from battles_at_once import battles, means
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import (
    MAX,
    MIN,
    Distribution,
    Interval,
    SimultaneousBattle,
    SimultaneousState,
    best_response,
    blind,
    check,
    dice,
    extreme_mixtures,
    mean_length,
    outcome_bounds,
    payoff_distribution,
    point,
    profile_bounds,
    profile_values,
    random,
    reply_bounds,
    roll,
    solve,
    strategy,
)
from exactdice.exact.errors import ExactDiceError, RulesError, UnsolvableError
from exactdice.games.one_shot_battle import OneShotBattle, payoff_matrix
from exactdice.games.simultaneous_battle import fast as simultaneous_profile
from exactdice.games.simultaneous_battle import sums as simultaneous_exact
from exactdice.games.simultaneous_battle.bounds import Kind
from exactdice.games.simultaneous_battle.fast import enclose_simultaneous
from exactdice.linear.matrices.solve import solve_matrix_game
from exactdice.solvers import enclose, strategy_iteration
from exactdice.solvers.fast_path import generic_function

# --- the rule sheet -------------------------------------------------------------------------------


def test_the_larger_total_wins_and_equal_totals_draw():
    game = SimultaneousBattle(dice=2, target=10)
    payoffs = {
        (9, 9): None,
        (10, 9): 1,
        (9, 10): -1,
        (12, 15): -1,
        (15, 12): 1,
        (10, 10): 0,
        (14, 14): 0,
    }
    assert {points: game.payoff(SimultaneousState(*points)) for points in payoffs} == payoffs


@given(battles(scores=st.integers(0, 7)), st.integers(0, 5), st.integers(0, 5), st.data())
def test_both_throws_are_scored_independently(game, i, j, data):
    a, b = (data.draw(st.integers(1, game.dice)) for _ in range(2))
    law = game.outcomes(SimultaneousState(i, j), (a, b))
    first, second = (roll(game.one_die, d, game.bust, game.bust_score) for d in (a, b))
    assert law.map(lambda s: s.first - i) == first
    assert law.map(lambda s: s.second - j) == second
    assert all(
        law.probability((i + k, j + l)) == first.probability(k) * second.probability(l)
        for k in first
        for l in second
    )


# --- the exact solution ---------------------------------------------------------------------------


@settings(max_examples=40)
@given(battles())
def test_the_exact_solution_is_that_of_the_generic_solver(game):
    solution, generic = solve(game), strategy_iteration(game)
    assert {s: solution.values[s] for s in generic.values} == dict(generic.values)
    assert "to the first player" in check(solution)


def test_one_round_is_the_one_shot_battle():
    """From (0, 0) to a target that any throw reaches, only the two scores count."""
    solution = solve(SimultaneousBattle(dice=10, target=1))
    rows, columns = extreme_mixtures(payoff_matrix(OneShotBattle(dice=10)))
    assert solution.value == 0
    for law, extremes in zip(solution.mixtures[0, 0], (rows, columns), strict=True):
        assert tuple(law.probability(d) for d in range(1, 11)) in extremes


def test_beyond_the_budget_the_state_is_named_and_bounds_are_offered(monkeypatch):
    monkeypatch.setattr(simultaneous_exact, "BIT_BUDGET", 100)
    said = r"a fraction of more than 100 bits: enclose\(game, digits=50\) gives certified bounds"
    with pytest.raises(UnsolvableError, match=said):
        solve(SimultaneousBattle(dice=3, target=12))


# --- a bust that scores nothing -------------------------------------------------------------------


def test_with_a_bust_score_of_0_the_exact_solver_refuses_in_one_line():
    said = r"are algebraic numbers.*enclose\(game, digits=50\)"
    with pytest.raises(UnsolvableError, match=said) as caught:
        solve(SimultaneousBattle(dice=3, target=5, bust_score=0))
    assert "\n" not in str(caught.value)


def test_a_bust_score_of_0_without_busts_is_an_ordinary_game():
    game = SimultaneousBattle(dice=2, target=5, weights=(0, 1, 2), bust_score=0)
    solution, generic = solve(game), strategy_iteration(game)
    assert {s: solution.values[s] for s in generic.values} == dict(generic.values)


def test_value_iteration_converges_to_the_bounds():
    """Both bust with chance 25/81 at most, so each sweep brings every state more than 3 times
    nearer to its value.
    """
    game = SimultaneousBattle(dice=2, target=3, faces=3, bust_score=0)
    states = [SimultaneousState(i, j) for i, j in product(range(3), repeat=2)]
    worth = dict.fromkeys(states, Fraction(0))
    for _ in range(24):
        ends = {
            s: means(
                game, s, lambda t, now=worth: now[t] if game.payoff(t) is None else game.payoff(t)
            )
            for s in reversed(states)
        }
        worth = {
            s: Fraction(solve_matrix_game(ends[s]).value).limit_denominator(10**20) for s in states
        }
    found = enclose(game, 20)
    assert all(abs(float(found.bounds[s].middle - v)) < 1e-9 for s, v in worth.items())
    assert Kind.MIXED in enclose_simultaneous(game, 20).kinds.values()


def test_an_irrational_value_is_a_root_of_the_polynomial_made_by_hand():
    """Two three-sided dice, 1 point against 0, target 2: A and B by listing all throws, then det(A
    - v (J - B)) = 0.
    """
    v = sympy.Symbol("x")
    matrix = sympy.zeros(2, 2)
    for a, b in product((1, 2), repeat=2):
        for mine in product((1, 2, 3), repeat=a):
            for theirs in product((1, 2, 3), repeat=b):
                x, y = 1 + (0 if 1 in mine else sum(mine)), 0 if 1 in theirs else sum(theirs)
                after = v if max(x, y) < 2 else (x > y) - (x < y)
                matrix[a - 1, b - 1] += sympy.Rational(1, 3 ** (a + b)) * after
    game = SimultaneousBattle(dice=2, target=2, faces=3, bust_score=0)
    equation = sympy.Poly((matrix - v * sympy.ones(2, 2)).det(), v)
    assert sympy.rem(equation, sympy.Poly(18 * v**2 + 113 * v - 16, v)).is_zero
    root = (-113 + sympy.sqrt(113**2 + 4 * 18 * 16)) / 36
    bounds = enclose(game, 40).bounds[1, 0]
    assert bounds.lower <= as_fraction(sympy.Rational(str(root.n(50)))) <= bounds.upper


def as_fraction(x):
    return Fraction(int(x.p), int(x.q))


# --- strategies -----------------------------------------------------------------------------------


def plans(game):
    """A pure, a random and a mixed plan that depends on the points."""
    table = {
        SimultaneousState(i, j): Distribution({1: 1 + i, game.dice: 2 + j})
        for i, j in product(range(game.target), repeat=2)
    }
    return [
        dice(game.dice),
        random(game),
        strategy({s: law if game.dice > 1 else point(1) for s, law in table.items()}),
    ]


@settings(max_examples=25)
@given(battles(scores=st.integers(0, 7), most=5), st.integers(0, 2), st.integers(0, 2))
def test_profiles_are_worth_what_the_generic_functions_say(game, first, second):
    profile = (plans(game)[first], plans(game)[second])
    values, law = profile_values(game, profile), payoff_distribution(game, profile)
    generic = generic_function(profile_values)(game, profile)
    assert {s: values[s] for s in generic} == dict(generic)
    assert law == generic_function(payoff_distribution)(game, profile)
    assert mean_length(game, profile) == generic_function(mean_length)(game, profile)
    bounds = profile_bounds(game, profile, 15)
    assert all(
        bounds[s].lower <= v <= bounds[s].upper and bounds[s].width <= Fraction(1, 10**15)
        for s, v in generic.items()
    )
    for chance, payoff in zip(outcome_bounds(game, profile, 15), (1, 0, -1), strict=True):
        assert chance.lower <= law.probability(payoff) <= chance.upper
        assert chance.width <= Fraction(1, 10**15)


def test_equal_points_are_worth_nothing_only_when_both_follow_one_plan():
    game = SimultaneousBattle(dice=3, target=6)
    # two dice for who is ahead, when MAX follows it
    ahead = strategy(lambda state: 1 + (state.first > state.second))
    behind = strategy(lambda state: 1 + (state.second > state.first))
    mirrored = profile_bounds(game, (ahead, behind), 15)
    assert mirrored[0, 0] == mirrored[4, 4] == Interval(0, 0)
    other = profile_bounds(game, (ahead, ahead), 15)
    exact = generic_function(profile_values)(game, (ahead, ahead))[0, 0]
    assert other[0, 0].lower <= exact <= other[0, 0].upper
    assert exact != 0
    assert outcome_bounds(game, (ahead, behind), 15).draw.width > 0


@settings(max_examples=25)
@given(battles(scores=st.integers(0, 7), most=5), st.integers(0, 2), st.sampled_from([MAX, MIN]))
def test_best_responses_are_those_of_the_generic_function(game, chosen, player):
    plan = plans(game)[chosen]
    found = best_response(game, plan, player)
    generic = generic_function(best_response)(game, plan, player)
    assert {s: (found.values[s], found.optimal_actions[s]) for s in generic.values} == {
        s: (v, generic.optimal_actions[s]) for s, v in generic.values.items()
    }
    bounds = reply_bounds(game, plan, player, 15)
    assert all(bounds[s].lower <= v <= bounds[s].upper for s, v in generic.values.items())


def test_without_a_short_scale_the_generic_functions_answer(monkeypatch):
    game = SimultaneousBattle(dice=2, target=4)
    profile = plans(game)[2], plans(game)[1]
    monkeypatch.setattr(simultaneous_profile, "BIT_BUDGET", 1)
    assert payoff_distribution(game, profile) == generic_function(payoff_distribution)(
        game, profile
    )
    assert best_response(game, profile[0], MIN).value < 0


@pytest.mark.parametrize("digits", [0, 2.0])
def test_digits_must_be_a_whole_number_of_1_or_more(digits):
    game = SimultaneousBattle(dice=2, target=2)
    with pytest.raises(ExactDiceError, match="digits must be an int of 1 or more"):
        profile_bounds(game, (dice(1), dice(1)), digits)


def test_a_large_game_with_a_bust_score_of_0_is_refused_exactly_and_bounded():
    game = SimultaneousBattle(dice=10, target=30, bust_score=0)
    with pytest.raises(UnsolvableError, match="profile_bounds"):
        profile_values(game, (blind(game), dice(2)))
    bounds = profile_bounds(game, (blind(game), dice(2)), 20)[game.start]
    assert isinstance(bounds, Interval)
    assert bounds.width <= Fraction(1, 10**20)


def test_an_illegal_plan_is_refused():
    with pytest.raises(RulesError, match="MIN plays 4"):
        profile_bounds(SimultaneousBattle(dice=3, target=4), (dice(1), dice(4)), 10)
