"""Yahtzee and Scandinavian yatzy, alone: sheets to fill with dice that are kept or thrown again."""

from . import answers, law  # which enter faster ways
from .rules import SheetState, Yahtzee, Yatzy

GAMES = {"yahtzee": Yahtzee, "yatzy": Yatzy}
# Options that make them small: what `exactdice games` works out.
EXAMPLES = {
    "yahtzee": {"dice": 2, "faces": 3, "rerolls": 1, "categories": ("ones", "yahtzee")},
    "yatzy": {"dice": 2, "faces": 3, "rerolls": 1, "categories": ("ones", "one_pair")},
}

__all__ = [
    "EXAMPLES",
    "GAMES",
    "SheetState",
    "Yahtzee",
    "Yatzy",
    "answers",
    "law",
]
