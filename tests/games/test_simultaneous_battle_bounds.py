"""Certified bounds on the battle in which both throw at once, and whether an optimum is pure or
mixed, which is decided from them.
"""

from fractions import Fraction

import numpy as np
from battles_at_once import battles, means
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactdice import SimultaneousBattle, SimultaneousState, check, die, roll, solve
from exactdice.games.simultaneous_battle.bounds import Kind, kind_between
from exactdice.games.simultaneous_battle.fast import enclose_simultaneous
from exactdice.linear.matrices.solve import saddle_point, solve_matrix_game
from exactdice.solvers import enclose


def end_of(game, found, end):
    """The payoff of a finished state, an end of the bounds of any other."""
    return lambda state: (
        getattr(found.bounds[state], end) if game.payoff(state) is None else game.payoff(state)
    )


@settings(max_examples=30)
@given(battles(scores=st.integers(0, 7), most=5), st.sampled_from([1, 12, 40]))
@example(SimultaneousBattle(dice=2, target=3, faces=3, bust_score=0), 12)  # mixed at some states
def test_the_mixtures_prove_both_ends_from_the_rules_alone(game, digits):
    found = enclose(game, digits)
    for state, bounds in found.bounds.items():
        p, q = (law[state] for law in found.strategies)
        low, high = (means(game, state, end_of(game, found, end)) for end in ("lower", "upper"))
        counts = range(1, game.dice + 1)
        assert (
            min(sum(p.probability(a) * low[a - 1][b - 1] for a in counts) for b in counts)
            >= bounds.lower
        )
        assert (
            max(sum(q.probability(b) * high[a - 1][b - 1] for b in counts) for a in counts)
            <= bounds.upper
        )
        assert bounds.width <= Fraction(1, 10**digits)
        for number in (
            bounds.lower,
            bounds.upper,
            *(law.probability(d) for law in (p, q) for d in law),
        ):
            assert Fraction(number).denominator.bit_count() == 1
    assert check(found).startswith("value ")


@settings(max_examples=30)
@given(battles())
def test_the_bounds_hold_the_exact_values_at_every_precision(game):
    solution = solve(game)
    for digits in (5, 60):
        found = enclose(game, digits)
        assert all(
            found.bounds[s].lower <= value <= found.bounds[s].upper
            for s, value in solution.values.items()
        )


# --- against floats by another route --------------------------------------------------------------


def float_table(dice_count, target):
    """EG in floats by dense products and the exact solver of one matrix where there is no saddle
    point (entries as they are in binary).
    """
    laws = [roll(die(6), d) for d in range(1, dice_count + 1)]
    width = 6 * dice_count + 1
    P = np.array([[float(law.probability(k)) for k in range(width)] for law in laws])
    points = np.arange(target + width)
    EG = np.sign(points[:, None] - points[None, :]).astype(float)
    mixed = []
    for i in reversed(range(target)):
        for j in reversed(range(i + 1)):
            M = P @ EG[i : i + width, j : j + width] @ P.T
            low, high = M.min(axis=1).max(), M.max(axis=0).min()
            if high - low > 1e-11:
                exact = [[Fraction(x) for x in row] for row in M.tolist()]
                low = float(solve_matrix_game(exact).value)
                mixed.append((i, j))
            EG[i, j], EG[j, i] = low, -low
    return EG, mixed


def test_floats_by_another_route_agree_to_twelve_digits():
    EG, mixed = float_table(10, 25)
    found = enclose_simultaneous(SimultaneousBattle(dice=10, target=25), 20)
    assert all(
        abs(float(bounds.middle) - EG[state]) < 1e-12 for state, bounds in found.bounds.items()
    )
    places = [(i, j) for i in reversed(range(25)) for j in reversed(range(i + 1))]
    assert mixed == [place for place in places if found.kinds[place] == Kind.MIXED]


# --- whether an optimum is pure or mixed ----------------------------------------------------------


def exact_kind(game, solution, state):
    worth = lambda s: solution.values[s] if game.payoff(s) is None else game.payoff(s)  # noqa: E731
    return Kind.MIXED if saddle_point(means(game, state, worth)) is None else Kind.PURE


@settings(max_examples=25)
@given(battles(most=4))
def test_a_kind_is_never_wrong(game):
    solution, found = solve(game), enclose_simultaneous(game, 20)
    for state in solution.values:
        assert found.kinds[state] in (exact_kind(game, solution, state), Kind.UNDECIDED)


def test_the_kinds_of_the_default_dice_are_decided_and_some_are_mixed():
    game = SimultaneousBattle(dice=10, target=12)
    solution, found = solve(game), enclose_simultaneous(game, 20)
    kinds = [found.kinds[i, j] for i in range(12) for j in range(i + 1)]
    assert kinds.count(Kind.UNDECIDED) == 0
    mixed = [(i, j) for i in range(12) for j in range(i + 1) if found.kinds[i, j] == Kind.MIXED]
    assert mixed
    for state in mixed[:3]:
        assert exact_kind(game, solution, SimultaneousState(*state)) == Kind.MIXED


def test_what_no_precision_decides_is_said_to_be_undecided():
    """Entries that overlap between their ends could be ordered either way."""
    assert kind_between([[0, 0], [0, 0]], [[1, 1], [1, 1]]) == Kind.UNDECIDED
    assert kind_between([[5, 7], [2, 3]], [[6, 8], [3, 4]]) == Kind.PURE
    assert kind_between([[1, 9], [9, 1]], [[2, 10], [10, 2]]) == Kind.MIXED
