"""Yahtzee and Scandinavian yatzy, alone: sheets to fill with dice that are kept or thrown again."""

from . import fast, following, strategies  # which enter faster ways and names of strategies
from .rules import SheetState, Yahtzee, Yatzy

GAMES = {"yahtzee": Yahtzee, "yatzy": Yatzy}
# Options that make them small: what `exactdice games` works out.
EXAMPLES = {
    "yahtzee": {"dice": 2, "faces": 3, "rerolls": 1, "categories": ("ones", "yahtzee")},
    "yatzy": {"dice": 2, "faces": 3, "rerolls": 1, "categories": ("ones", "one_pair")},
}
QUERIES = (
    "category_law(optimal, ones)",
    "upper_bonus_chance(optimal)",
    "reach_chance(50)",
    "reach_best(50, (), 0, 0, (1, 2), 1, 0)",
)

__all__ = [
    "EXAMPLES",
    "GAMES",
    "QUERIES",
    "SheetState",
    "Yahtzee",
    "Yatzy",
    "fast",
    "following",
    "strategies",
]
