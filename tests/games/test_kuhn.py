"""Kuhn poker: the published value and strategies, all pure strategies against each other, what the
players know, payoffs, bad options.

Source: H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games I (1950),
97-103.
"""

from fractions import Fraction
from itertools import product

import pytest
from sequence_form_oracle import Tree, paid_on_average, value_of

from exactdice import MAX, Kuhn, KuhnState, solve
from exactdice.exact.errors import TooCostly
from exactdice.linear.matrices.solve import solve_matrix_game

CARDS = (1, 2, 3)


def test_the_published_value():
    assert value_of(Tree(Kuhn())) == Fraction(-1, 18)


def test_thirteen_cards_cost_the_first_player_six_point_four_cents():
    """As printed on G. Gordon's page One-card poker (cs.cmu.edu/~ggordon/poker)."""
    assert round(value_of(Tree(Kuhn(13))), 3) == Fraction(-64, 1000)


def test_it_is_solved():
    solution = solve(Kuhn())
    assert solution.value == Fraction(-1, 18)
    # MIN has one optimal strategy, and that of MAX is one of Kuhn's.
    alpha = solution.strategies[MAX][(1,)].probability("bet")
    assert 0 <= alpha <= Fraction(1, 3)
    for found, published in zip(solution.strategies, kuhns_strategies(alpha), strict=True):
        assert found.keys() == published.keys()
        for known, chances in published.items():
            assert {act: found[known].probability(act) for act in chances} == chances


# --- all pure strategies, from the rules in words -------------------------------------------------

PLANS_OF_MAX = list(product(["bet", "check and fold", "check and call"], repeat=3))
PLANS_OF_MIN = list(product(product(["check", "bet"], ["fold", "call"]), repeat=3))


def paid(own, other, plan, reply, ante, bet):
    """What MAX is paid with this card against that one."""
    sign = 1 if own > other else -1
    after_check, after_bet = reply
    if plan == "bet":
        return ante if after_bet == "fold" else sign * (ante + bet)
    if after_check == "check":
        return sign * ante
    return -ante if plan == "check and fold" else sign * (ante + bet)


def value_of_normal_form(ante, bet):
    deals = [(a, b) for a in CARDS for b in CARDS if a != b]
    matrix = [
        [
            sum(paid(a, b, plan[a - 1], reply[b - 1], ante, bet) for a, b in deals)
            for reply in PLANS_OF_MIN
        ]
        for plan in PLANS_OF_MAX
    ]
    return Fraction(solve_matrix_game(matrix).value) / len(deals)


@pytest.mark.parametrize(("ante", "bet"), [(1, 1), (1, 2), (2, 1), (3, 7)])
def test_the_value_is_that_of_all_pure_strategies_against_each_other(ante, bet):
    assert value_of(Tree(Kuhn(3, ante, bet))) == value_of_normal_form(ante, bet)


# --- the published strategies ---------------------------------------------------------------------


def some(action, chance, other):
    return {action: Fraction(chance), other: 1 - Fraction(chance)}


def kuhns_strategies(alpha):
    """MAX bluffs with the 1 at the chance alpha, 0 to 1/3; MIN has one strategy."""
    of_max = {
        (1,): some("bet", alpha, "check"),
        (2,): some("bet", 0, "check"),
        (3,): some("bet", 3 * alpha, "check"),
        (1, "check", "bet"): some("call", 0, "fold"),
        (2, "check", "bet"): some("call", alpha + Fraction(1, 3), "fold"),
        (3, "check", "bet"): some("call", 1, "fold"),
    }
    of_min = {
        (1, "check"): some("bet", Fraction(1, 3), "check"),
        (2, "check"): some("bet", 0, "check"),
        (3, "check"): some("bet", 1, "check"),
        (1, "bet"): some("call", 0, "fold"),
        (2, "bet"): some("call", Fraction(1, 3), "fold"),
        (3, "bet"): some("call", 1, "fold"),
    }
    return of_max, of_min


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_kuhns_strategies_pay_the_value_against_whatever_is_not_worse(alpha):
    of_max, of_min = kuhns_strategies(alpha)
    assert paid_on_average(Kuhn(), (of_max, of_min)) == Fraction(-1, 18)
    for reply in product(["bet", "check"], ["fold", "call"]):
        after_check, after_bet = reply
        stubborn = {**of_min, (2, "check"): {after_check: 1}, (2, "bet"): {after_bet: 1}}
        assert paid_on_average(Kuhn(), (of_max, stubborn)) >= Fraction(-1, 18)


# --- the rules ------------------------------------------------------------------------------------


def test_what_the_players_know_where_they_decide():
    of_max, of_min = (own.states for own in Tree(Kuhn()).sequences)
    assert of_max.keys() == {(a,) for a in CARDS} | {(a, "check", "bet") for a in CARDS}
    assert of_min.keys() == {(b, said) for b in CARDS for said in ("check", "bet")}
    assert of_max[(2,)] == {KuhnState(2, 1), KuhnState(2, 3)}


def test_a_deck_too_large_to_be_dealt_is_refused():
    with pytest.raises(TooCostly, match="the deals of two of 1000000 cards would cost"):
        Kuhn(10**6)
