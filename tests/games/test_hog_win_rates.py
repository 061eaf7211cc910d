"""Win rates in Hog."""

from fractions import Fraction

import pytest
from hog_recursion import RULES, recursion

from exactdice import DiceBattle, Hog, best_win_rate, dice, win_rate
from exactdice.exact.errors import RulesError
from exactdice.exact.numbers import Exact

# --- win rates ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_win_rates_agree_with_the_recursion(rules):
    game = Hog(goal=18, dice=3, **rules)
    two, three = (lambda own, other: 2), (lambda own, other: 3)
    rate = (recursion(game, two, three)(0, 0)[0] + 1 - recursion(game, three, two)(0, 0)[0]) / 2
    assert win_rate(game, dice(2), dice(3)) == rate == 1 - win_rate(game, dice(3), dice(2))
    best = (recursion(game, None, three)(0, 0)[0] + 1 - recursion(game, three, None)(0, 0)[0]) / 2
    assert best_win_rate(game, dice(3))[0] == best


class Rewarded(DiceBattle):
    """The race, paid otherwise."""

    paid: Exact = 2

    def payoff(self, state):
        sign = super().payoff(state)
        return None if sign is None else sign * self.paid


@pytest.mark.parametrize("paid", [2, Fraction(1, 2), 0, -3])
def test_a_win_rate_of_a_game_that_pays_otherwise_is_refused(paid):
    game = type("Paid", (Rewarded,), {"paid": paid})(dice=2, target=3)
    if paid:
        with pytest.raises(
            RulesError,
            match=(
                r"^a win rate needs a game that is won, drawn or lost, with payoffs \+1, 0 "
                r"and -1, but .*\Z"
            ),
        ):
            win_rate(game, dice(1), dice(2))
    with pytest.raises(
        RulesError,
        match=(
            r"^the best win rate needs a game that is won or lost, with payoffs \+1 and -1 "
            r"alone, but .*\Z"
        ),
    ):
        best_win_rate(game, dice(2))


@pytest.mark.parametrize(
    "game",
    [DiceBattle(dice=2, target=4), Hog(goal=8, dice=2), DiceBattle(dice=2, target=2, bust_score=0)],
    ids=str,
)
def test_a_win_rate_is_the_same_the_generic_way(game):
    derived = type("Same", (type(game),), {})(**vars(game))
    rate, table = best_win_rate(derived, dice(2))
    assert rate == best_win_rate(game, dice(2))[0] == win_rate(game, table, dice(2))
