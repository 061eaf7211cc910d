"""The oracle of the testing kit says what is wrong."""

from fractions import Fraction

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kinds_of_games import wrong

from exactdice import BattleState, DiceBattle, Distribution, solve, total_of
from exactdice.exact.errors import ExactDiceError, InexactError, QueryError, RulesError
from exactdice.testing import exact

SIXTH = Fraction(1, 6)
NEAR = float(SIXTH)  # correctly rounded


@given(st.fractions(0, 1).filter(bool), st.integers(-6, 6), st.integers(0, 6))
def test_close_counts_ulps_exactly(number, steps, allowed):
    """A float some floats away from the exact value is within n ulps exactly when its exact
    distance is.
    """
    value = float(number)
    for _ in range(abs(steps)):
        value = numpy.nextafter(value, numpy.inf if steps > 0 else -numpy.inf)
    distance = abs(Fraction(float(value)) - number) / Fraction(float(numpy.spacing(float(number))))
    call = (value, f"{number.numerator}/{number.denominator}")
    if distance <= allowed:
        exact.close(*call, ulps=allowed)
    else:
        assert f"where {allowed} may be" in wrong(exact.close, *call, ulps=allowed)


def test_close_knows_the_type_of_the_value():
    exact.close(numpy.float32(NEAR), "P(1,2)")
    exact.close(numpy.float64(NEAR), "P(1,2)")
    exact.close(numpy.longdouble(1) / 6, "P(1,2)")
    assert "ulps" in wrong(exact.close, float(numpy.float32(NEAR)), "P(1,2)")
    exact.close(SIXTH, "P(1,2)")
    exact.close(numpy.int64(3), "best_dice(3)")
    assert (
        wrong(exact.close, Fraction(1, 7), "P(1,2)")
        == "1/7 for P(1,2): the exact value is 1/6, about 0.16666666666666666667; off by 1/42"
    )
    assert (
        wrong(exact.close, 4, "best_dice(3)")
        == "4 for best_dice(3): the exact value is 3; off by 1"
    )
    for value in (float("nan"), float("inf"), numpy.float32("nan")):
        assert "the exact value is 1/6" in wrong(exact.close, value, "P(1,2)")
    for value in (True, "1/6", None, numpy.array([NEAR])):
        with pytest.raises(
            InexactError, match="a number to compare must be a float, an int or a Fraction"
        ):
            exact.close(value, "P(1,2)")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"ulps": -1}, "ulps must be 0 or more, got -1"),
        ({"tolerance": float("nan")}, "tolerance must be a number of 0 or more, got nan"),
        ({"tolerance": "1e-9"}, "tolerance must be a float, an int or a Fraction, got '1e-9'"),
        ({"tolerance": 1, "ulps": 2}, "give ulps and scale, or tolerance"),
    ],
)
def test_a_tolerance_that_is_none_is_refused(given, said):
    with pytest.raises(ExactDiceError, match=said):
        exact.close(1 / 6, "P(1,2)", **given)


@given(st.fractions(-2, 2), st.fractions(0, 1) | st.floats(0, 1), st.fractions(-2, 2))
def test_a_tolerance_is_absolute_for_every_kind_of_number(number, tolerance, off):
    """Floats among them are the exact numbers that they are."""
    query = f"{number.numerator}/{number.denominator}"
    for value in (number + off, float(number + off)):
        near = abs(Fraction(value) - number) <= Fraction(tolerance)
        if near:
            exact.close(value, query, tolerance=tolerance)
        else:
            assert "off by " in wrong(exact.close, value, query, tolerance=tolerance)


def test_close_with_options_names_and_a_scale():
    game = DiceBattle(dice=2, target=6)
    value = float(solve(game).value)
    exact.close(value, "EG(i,j)", i=0, j=numpy.int64(0), dice=2, target=6)
    exact.close(value, "EG(0,0)", dice=2, target=6, variant="turns")
    assert wrong(exact.close, value, "EG(0,0)", dice=2, target=7).startswith(
        f"{value} for EG(0,0) (dice=2, target=7): the exact value is"
    )
    exact.close(1e-17, "P(1,2) - 1/6", scale=1)
    wrong(exact.close, 1e-17, "P(1,2) - 1/6")
    with pytest.raises(InexactError, match=r"^target must be exact"):
        exact.close(value, "EG(0,0)", target=6.0)
    with pytest.raises(QueryError, match="unknown option"):
        exact.close(value, "EG(0,0)", dices=3)


def test_close_with_bounds_laws_sets_and_expressions():
    exact.close(0.5, "EG(0,0) + 1/2", variant="simultaneous", dice=2, target=6, digits=30, scale=1)
    with pytest.raises(QueryError, match="ask for more digits"):
        exact.close(0.0, "EG(3,0)- EG(3,0)", variant="simultaneous", dice=3, target=9, digits=1)
    exact.close(5.7348, "best_dice_real()", ulps=10**12)
    wrong(exact.close, 5.7349, "best_dice_real()", ulps=10**10)
    law = one_shot_mixture = {2: 1520 / 8657, 3: 11457 / 216425, 5: 166968 / 216425}
    exact.close(law, "one_shot_strategy()", dice=10)
    exact.close({**one_shot_mixture, 7: 0.0}, "one_shot_strategy()", dice=10)
    assert wrong(exact.close, {**law, 7: 0.1}, "one_shot_strategy()", dice=10).endswith(
        ": at 7, the exact value is 0; off by more than 10^15 ulps, where 1 may be"
    )
    with pytest.raises(InexactError, match="a law must be given as a mapping"):
        exact.close(0.5, "one_shot_strategy()", dice=10)
    third = {2: 1 / 3, 3: 1 / 3, 1: 1 / 3}
    assert "at " in wrong(exact.close, third, "one_shot_strategy()", dice=3)
    assert "exact value" in wrong(exact.close, {1}, "OPT_all(0,0)", dice=2, target=1)
    exact.close({1, 2}, "OPT_all(0,0)", dice=2, target=1)


def test_optimal():
    options = {"dice": 2, "target": 1}  # whoever throws first wins: every number of dice is optimal
    exact.optimal(1, "OPT_all(0,0)", **options)
    exact.optimal(numpy.int64(2), "OPT_all(0,0)", **options)
    exact.optimal(1, "OPT(0,0)", **options)
    assert (
        wrong(exact.optimal, 2, "OPT(0,0)", **options)
        == "2 for OPT(0,0) (dice=2, target=1): optimal is 1"
    )
    assert (
        wrong(exact.optimal, 3, "OPT_all(0,0)", **options)
        == "3 for OPT_all(0,0) (dice=2, target=1): optimal is {1, 2}"
    )
    exact.optimal(5, "one_shot_strategy()", dice=10)
    wrong(exact.optimal, 1, "one_shot_strategy()", dice=10)


def test_a_table_is_compared_cell_by_cell():
    game = DiceBattle(dice=2, target=5)
    solution = solve(game)
    gains = numpy.array(
        [[float(solution.values[BattleState(i, j)]) for j in range(5)] for i in range(5)]
    )
    ranges = {"i": range(5), "j": range(5), "dice": 2, "target": 5}
    exact.table(gains, "EG(i,j)", **ranges)
    exact.table(
        [[solution.values[BattleState(i, j)] for j in range(5)] for i in range(5)],
        "EG(i,j)",
        **ranges,
    )
    exact.table(
        [[solution.optimal_actions[BattleState(i, j)][-1] for j in range(5)] for i in range(5)],
        "OPT_all(i,j)",
        **ranges,
    )
    gains[3, 1] += 1e-9
    lines = wrong(exact.table, gains, "EG(i,j)", **ranges).splitlines()
    assert lines[0] == "1 of 25 cells of EG(i,j) (dice=2, target=5) are wrong:"
    assert lines[1].startswith(f"  i=3, j=1: {gains[3, 1]}: the exact value is ")
    lines = wrong(exact.table, numpy.zeros((5, 5)), "EG(i,j)", **ranges).splitlines()
    assert lines[-1] == "  ... and 5 more"
    exact.table([1, 2], "best_dice(d)", d=range(1, 3))
    for computed, said in (
        ([1], "the computed table must have a length of 2, got 1"),
        (7, "the computed table must have a length of 2, got 7"),
    ):
        with pytest.raises(QueryError, match=said):
            exact.table(computed, "best_dice(d)", d=range(1, 3))
    with pytest.raises(
        QueryError, match="row 0 of the computed table must have a length of 5, got 1"
    ):
        exact.table([[1]] * 5, "EG(i,j)", **ranges)


def test_a_sample_mean_is_judged_by_its_exact_law():
    exact.consistent(3.5, "EP(1) + 0", games=10**6)
    assert wrong(exact.consistent, 3.0, "EP(1)", games=10**4).startswith(
        "3.0 for EP(1) over 10000 games: the exact mean is 7/2, about 3.5"
    )
    exact.consistent(Fraction(4, 6), "win(dice(1), dice(1))", games=6, target=2)
    assert "which no games give" in wrong(exact.consistent, float("nan"), "EP(1)", games=10)
    for games in (1, 1.5, None):
        with pytest.raises(RulesError, match="games must be an int of 2 or more"):
            exact.consistent(3.5, "EP(1)", games=games)
    with pytest.raises(QueryError, match="not the mean of something random"):
        exact.consistent(1.0, "OPT(0,0)", games=10, target=5)


def test_a_mean_of_few_skewed_games_fails_by_a_proven_bound_alone():
    # one 3 or two 2s among 100 throws give it: about one run in 100, where the normal law says
    # 10^-18
    exact.consistent(1.02, "EP(1)", games=100, weights=(9998, 1, 1))
    assert "p at most 0.0" in wrong(
        exact.consistent, 1.02, "EP(1)", games=100, alpha=Fraction(1, 10), weights=(9998, 1, 1)
    )


@pytest.mark.parametrize("weights", [(9998, 1, 1), (98, 1, 1), (50, 1, 49), (1, 1, 1), (1, 1, 98)])
@pytest.mark.parametrize("games", [2, 3, 8, 20])
def test_a_mean_fails_no_oftener_than_alpha(weights, games):
    """The law of the sum by convolution: the means that fail have together a chance of at most
    alpha.
    """
    one = Distribution(dict(enumerate(weights, 1)))
    total = total_of([one] * games)
    alpha = Fraction(1, 20)

    def fails(points):
        try:
            exact.consistent(
                Fraction(points, games), "EP(1)", games=games, alpha=alpha, weights=weights
            )
        except AssertionError:
            return True
        return False

    assert sum(total.probability(points) for points in total if fails(points)) <= alpha
