"""What strategies win against each other, whichever of them begins: one sweep finds both, and the
law is the same as that of the two strategies alone.
"""

import pytest

from exactdice.distribution import point
from exactdice.evaluation.profiles import payoff_law
from exactdice.game import MAX, always
from exactdice.games.dice_battle.fast import opening
from exactdice.games.dice_battle.in_turns import InTurns
from exactdice.games.dice_battle.rules import DiceBattle
from exactdice.games.dice_battle.strategies import dice
from exactdice.words.register import Word

GAMES = {
    "moving": DiceBattle(dice=3, target=12),
    "returning": DiceBattle(dice=3, target=12, bust_score=0),
}
NAMES = [Word("blind"), Word("optimal"), Word("random"), Word("dice", (1,))]
PAIRS = [(first, second) for first in NAMES for second in NAMES]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair[0]}, {pair[1]}")
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_one_asked_for_later_agrees_with_its_own_sweep(game, pair):
    view = InTurns(game)
    for names in (pair, pair[::-1]):
        assert view.payoff_law(names) == payoff_law(game, view.profile(names))


class BySeat(InTurns):
    """A strategy that throws other dice as the first player than as the second."""

    def plan(self, name, player):
        return dice(1 if player == MAX else 3) if name == "by seat" else always(point(2))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_strategy_of_another_kind_in_each_seat_is_swept_in_each(game):
    view = BySeat(game)
    for names in (("by seat", "two"), ("two", "by seat")):
        assert view.payoff_law(names) == payoff_law(game, view.profile(names))
    # the sweep of the first speaks of another strategy than the second asks for
    other = opening(game, view.profile(("by seat", "two"))).other_h
    assert view.payoff_law(("two", "by seat")).probability(1) != other
