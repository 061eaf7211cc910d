"""Dice Battle: two players in turns choose how many dice to throw in a race to a target."""

from . import fast  # which enter the faster ways of the game
from .catalogue import questions
from .rules import BattleState, DiceBattle
from .strategies import blind, dice, random

GAMES = {"dice-battle": DiceBattle}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {"dice-battle": {"dice": 3, "target": 10}}
QUERIES = ("EG(0, 0)", "OPT(0, 0)", "OPT_last(0, 0)", "OPT_all(0, 0)", "mixed_over(0, 0)")

__all__ = [
    "EXAMPLES",
    "GAMES",
    "QUERIES",
    "BattleState",
    "DiceBattle",
    "blind",
    "dice",
    "fast",
    "questions",
    "random",
]
