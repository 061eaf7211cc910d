"""All optimal strategies of a player: Kuhn's own description of them for his poker."""

from fractions import Fraction
from functools import cache

import pytest

from exactdice import MAX, MIN, DiceBattle, Kuhn, payoff_distribution, solve
from exactdice.distributions.distribution import from_probabilities, point, uniform
from exactdice.exact.errors import RulesError
from exactdice.exact.numbers import Interval
from exactdice.games.leduc import Leduc
from exactdice.games.one_card_poker import OneCardPoker
from exactdice.solvers.hidden.information import NOTHING
from exactdice.solvers.hidden.solution import OptimalPlans, probability_range
from exactdice.solvers.hidden.tree import game_tree

THIRD = Fraction(1, 3)
# MAX bluffs with 1 as often as it likes, up to 1/3: then it bets with 3 three times as often, and
# calls with 2 by 1/3 more often. MIN has one optimal strategy (Kuhn, 1950).
KUHN = [
    (MAX, (1,), "bet", 0, THIRD),
    (MAX, (2,), "bet", 0, 0),
    (MAX, (3,), "bet", 0, 1),
    (MAX, (1, "check", "bet"), "call", 0, 0),
    (MAX, (2, "check", "bet"), "call", THIRD, 2 * THIRD),
    (MAX, (3, "check", "bet"), "call", 1, 1),
    (MIN, (1, "check"), "bet", THIRD, THIRD),
    (MIN, (2, "check"), "bet", 0, 0),
    (MIN, (3, "check"), "bet", 1, 1),
    (MIN, (1, "bet"), "call", 0, 0),
    (MIN, (2, "bet"), "call", THIRD, THIRD),
    (MIN, (3, "bet"), "call", 1, 1),
]


@pytest.mark.parametrize(("player", "known", "action", "least", "most"), KUHN)
def test_kuhn(player, known, action, least, most):
    assert probability_range(Kuhn(), player, known, action) == Interval(least, most)


def bluffing(often):
    """Kuhn's optimal strategy of MAX that bets so often with 1."""

    def plan(known):
        if len(known) == 1:
            chance = {1: often, 2: Fraction(0), 3: 3 * often}[known[0]]
            return from_probabilities({"bet": chance, "check": 1 - chance})
        chance = {1: Fraction(0), 2: often + THIRD, 3: Fraction(1)}[known[0]]
        return from_probabilities({"call": chance, "fold": 1 - chance})

    return plan


def anything(known):
    return uniform(("fold", "call") if known[-1] == "bet" else ("check", "bet"))


def test_what_kuhns_strategies_are_paid_is_the_range():
    """The mean is linear in the share of bluffs, so its ends are at the ends of that."""
    game = Kuhn()
    paid = [
        payoff_distribution(game, (bluffing(often), anything)).mean()
        for often in (Fraction(0), THIRD)
    ]
    plans = OptimalPlans(game_tree(game), MAX, Fraction(-1, 18))
    assert plans.paid(anything, lambda payoff: payoff) == Interval(min(paid), max(paid))


REFUSED = [
    (DiceBattle(dice=1, target=2), MAX, (), 1, "hides nothing"),
    (Kuhn(), MAX, (5,), "bet", "must be what MAX knows"),
    (Kuhn(), MAX, (2,), "call", "must be one of 'check', 'bet'"),
]


@pytest.mark.parametrize(("game", "player", "known", "action", "why"), REFUSED)
def test_what_is_refused(game, player, known, action, why):
    with pytest.raises(RulesError, match=why):
        probability_range(game, player, known, action)


class Guess:
    """MAX takes 1 for certain or goes on, which pays nothing after one more choice."""

    start = "begin"

    def payoff(self, state):
        return {"safe": 1, "left": 0, "right": 0}.get(state)

    def actions(self, state, player):
        if player == MIN:
            return ("wait",)
        return ("stop", "on") if state == "begin" else ("left", "right")

    def outcomes(self, state, joint):
        return point({"stop": "safe", "on": "again"}.get(joint[MAX], joint[MAX]))

    def observation(self, state, player):
        return None


def test_where_no_optimal_strategy_comes():
    assert probability_range(Guess(), MAX, (), "stop") == Interval(1, 1)
    with pytest.raises(RulesError, match="no optimal strategy of MAX comes"):
        probability_range(Guess(), MAX, ("on",), "left")


GAMES = [Kuhn(cards=4), Kuhn(bet=2), Leduc(ranks=2, raises=1), OneCardPoker(ranks=2, raises=2)]


@cache
def solution_and_tree(game):
    """Both are the same for MAX and for MIN."""
    return solve(game), game_tree(game)


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("player", [MAX, MIN])
def test_the_solution_is_within_the_ranges(game, player):
    """One optimal strategy is known, and against the optimal one of the other all are paid the
    value.
    """
    solution, tree = solution_and_tree(game)
    plans = OptimalPlans(tree, player, solution.value)
    other = solution.strategies[MIN if player == MAX else MAX]
    assert plans.paid(other, lambda payoff: payoff) == Interval(solution.value, solution.value)
    # Play comes to the first choices of a player whatever it does.
    sets = tree.information_sets[player].values()
    for info in [one for one in sets if one.before == NOTHING]:
        law = solution.strategies[player][tree.information(info.place, player)]
        for action in info.actions:
            found = plans.probability(info, action)
            assert found.lower <= law.probability(action) <= found.upper
