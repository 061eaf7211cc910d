"""All optimal strategies of a player: the one that is found is among them, in any game."""

from functools import cache

import pytest

from exactdice import MAX, MIN, Kuhn, solve
from exactdice.exact import Bounds
from exactdice.games.leduc import Leduc
from exactdice.games.one_card_poker import OneCardPoker
from exactdice.hidden.extremes import OptimalPlans
from exactdice.hidden.information import NOTHING
from exactdice.hidden.tree import game_tree

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
    plans = OptimalPlans.of(tree, player, solution.value)
    other = solution.strategies[MIN if player == MAX else MAX]
    assert plans.paid(other, lambda payoff: payoff) == Bounds(solution.value, solution.value)
    # Play comes to the first choices of a player whatever it does.
    sets = tree.information_sets[player].values()
    for info in [one for one in sets if tree.sequence(one.place, player) == NOTHING]:
        law = solution.strategies[player][tree.information(info.place, player)]
        for action in info.actions:
            found = plans.probability(info, action)
            assert found.lower <= law.probability(action) <= found.upper
