"""Certified bounds on the battle in which both throw at once."""

from fractions import Fraction
from itertools import product

from battles_at_once import battles, means
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import MAX, MIN, SimultaneousBattle, check, solve
from exactdice.solvers import enclose


def end_of(game, found, end):
    """The payoff of a finished state, an end of the bounds of any other."""
    return lambda state: (
        getattr(found.bounds[state], end) if game.payoff(state) is None else game.payoff(state)
    )


@settings(max_examples=30)
@given(battles(scores=st.integers(0, 7), most=5), st.sampled_from([1, 12, 40]))
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


def test_the_bounds_are_antisymmetric_and_hold_zero_in_their_middle_on_the_diagonal():
    found = enclose(SimultaneousBattle(dice=4, target=15), 30)
    for i, j in product(range(15), repeat=2):
        assert found.bounds[i, j] == -found.bounds[j, i]
        assert found.strategies[MAX][i, j] == found.strategies[MIN][j, i]
    assert {found.bounds[i, i].middle for i in range(15)} == {0}


def test_two_precisions_overlap_and_the_exact_values_lie_in_both():
    game = SimultaneousBattle(dice=10, target=12)
    solution, coarse, fine = solve(game), enclose(game, 20), enclose(game, 70)
    for s, value in solution.values.items():
        lower, upper = (
            choose(getattr(b.bounds[s], end) for b in (coarse, fine))
            for choose, end in ((max, "lower"), (min, "upper"))
        )
        assert lower <= value <= upper
        assert fine.bounds[s].width <= Fraction(1, 10**70)


@settings(max_examples=40)
@given(battles(scores=st.integers(1, 9), most=7))
def test_more_points_of_the_other_never_help(game):
    """MIN with a point more can copy its play with a point less: its total stays one ahead and it
    never reaches the target later.

    So EG(i, j + 1) <= EG(i, j). Not strictly: from (target - 1, 0) MAX may win for certain.
    """
    values = solve(game).values
    assert all(
        values[i, j + 1] <= values[i, j] for i in range(game.target) for j in range(game.target - 1)
    )


def test_more_points_of_the_other_hurt_in_the_default_game_to_40_points():
    found = enclose(SimultaneousBattle(dice=10, target=40), 30)
    assert all(
        found.bounds[i, j + 1].upper < found.bounds[i, j].lower
        for i in range(40)
        for j in range(39)
    )
