"""Dice Battle: the numbers of the reports."""

from fractions import Fraction

import pytest
from drawn_battles import full
from oracles import hoeffding

from exactdice import (
    MAX,
    MIN,
    BattleState,
    DiceBattle,
    blind,
    dice,
    payoff_distribution,
    random,
    solve,
    strategy,
)

# --- numbers of the reports -----------------------------------------------------------------------


def test_question_3_of_the_first_report():
    """Carnielli and Kachaikin, Question 3 (D = 3, N = 2): P(G = 1) = (5/6)^3 + (1 - (5/6)^3) / 6,
    about 0,6489, and with one die against one die 5/6 + (1/6)^2, about 0,8611; E(G) about 0,2978
    and 0,7222.
    """
    game = DiceBattle(dice=3, target=2)
    three, one = (
        payoff_distribution(game, (dice(3), dice(1))),
        payoff_distribution(game, (dice(1), dice(1))),
    )
    assert (
        three.probability(1)
        == Fraction(841, 1296)
        == Fraction(5, 6) ** 3 + (1 - Fraction(5, 6) ** 3) / 6
    )
    assert one.probability(1) == Fraction(31, 36)
    assert [
        round(float(x), 4)
        for x in (three.probability(1), one.probability(1), three.mean(), one.mean())
    ] == [0.6489, 0.8611, 0.2978, 0.7222]


def test_the_case_of_98_points_each_is_the_case_of_a_race_to_2():
    """Carnielli and Kachaikin, end of Question 3: N = 2 is N = 100 at 98 points each."""
    small, large = solve(DiceBattle(dice=3, target=2)), solve(DiceBattle(dice=3, target=100))
    for i in (0, 1):
        for j in (0, 1):
            state = BattleState(98 + i, 98 + j, MAX)
            assert large.values[state] == small.values[BattleState(i, j, MAX)]
            assert large.optimal_actions[state] == small.optimal_actions[BattleState(i, j, MAX)]
            assert (
                large.optimal_actions[state][0] == 1
            )  # Huang and Huang, 2.1.2: at 98 points one die is best


TABLE_1 = {
    "blind": ("0.0672", "-0.0316", "0.3199"),
    "optimal": ("0.1684", "0.0688", "0.3988"),
    "random": ("-0.2038", "-0.2866", "0.0558"),
}


@pytest.mark.parametrize(
    "first",
    [
        "optimal",
        pytest.param("blind", marks=pytest.mark.slow),
        pytest.param("random", marks=pytest.mark.slow),
    ],
)
def test_table_1_of_the_first_report_is_within_the_error_of_its_million_games(first):
    """Carnielli and Kachaikin, Table 1: means of 10^6 games, printed with four decimals. Each is
    within Hoeffding's bound for draws in [-1, 1] (all nine together fail with a chance below 1e-9)
    plus the rounding, of the exact gain.
    """
    game = DiceBattle()
    optimal = tuple(strategy(plan) for plan in full().strategies)
    plans = {"blind": (blind(game),) * 2, "optimal": optimal, "random": (random(game),) * 2}
    bound = hoeffding(10**6, 2, 1e-9 / 9) + 0.00005
    for second, mean in zip(TABLE_1, TABLE_1[first], strict=True):
        gain = payoff_distribution(game, (plans[first][MAX], plans[second][MIN])).mean()
        assert abs(gain - Fraction(mean)) < bound
