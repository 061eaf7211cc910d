"""Yahtzee and Scandinavian yatzy, alone: sheets to fill with dice that are kept or thrown again."""

from . import answers as answers  # which enter faster ways
from .rules import SheetState as SheetState
from .rules import Yahtzee as Yahtzee
from .rules import Yatzy as Yatzy

GAMES = {"yahtzee": Yahtzee, "yatzy": Yatzy}
# Options that make them small: what `exactdice games` works out.
EXAMPLES = {
    "yahtzee": {"dice": 2, "faces": 3, "rerolls": 1, "categories": ("ones", "yahtzee")},
    "yatzy": {"dice": 2, "faces": 3, "rerolls": 1, "categories": ("ones", "one_pair")},
}
