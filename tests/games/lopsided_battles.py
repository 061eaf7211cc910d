"""Games of Dice Battle whose chances lie so far apart that floats are at their worst."""

from exactdice import DiceBattle, Distribution
from exactdice.game import always

LOPSIDED = [
    DiceBattle(dice=10, target=30),
    DiceBattle(dice=4, target=15, weights=(1, *[10**12] * 5)),
    DiceBattle(dice=4, target=15, weights=(10**12, *[1] * 5)),
    DiceBattle(dice=3, target=12, weights=(1, 10**12, 1, 10**12, 1, 1)),
    DiceBattle(
        dice=3, target=7, faces=3, weights=(10**400, 1, 1)
    ),  # every chance of a safe die underflows
    DiceBattle(dice=3, target=7, faces=3, weights=(1, 10**400, 10**400)),
    DiceBattle(
        dice=8, target=15, faces=2, weights=(10**40, 1)
    ),  # wins of (1e-40)^8 and less, below SMALLEST
    DiceBattle(
        dice=3, target=10, faces=2, weights=(2**53 - 1, 2**53 + 1)
    ),  # a fair coin but for the last bit
    DiceBattle(dice=5, target=14, weights=(1, 0, 0, 0, 0, 1), bust=6, bust_score=14),
    DiceBattle(dice=3, target=9, faces=2, weights=(10**200, 10**100), bust_score=3),
    DiceBattle(dice=3, target=20, faces=2, bust_score=9),
]


def mixing(game):
    """The plan that throws any number of dice, the largest more often than all others together."""
    return always(Distribution({**dict.fromkeys(range(1, game.dice + 1), 1), game.dice: 20}))
