"""The games: one file is the rule sheet of one game; a neighbour ending in `_fast` is its fast path."""

from . import dice_battle_fast, hog_fast
from .dice_battle import BattleState, DiceBattle, blind, dice, random
from .hog import Hog, HogState
from .one_shot_battle import OneShotBattle
from .rates import best_win_rate, win_rate

GAMES = {"dice-battle": DiceBattle, "one-shot-battle": OneShotBattle, "hog": Hog}

__all__ = [
    "GAMES",
    "BattleState",
    "DiceBattle",
    "Hog",
    "HogState",
    "OneShotBattle",
    "best_win_rate",
    "blind",
    "dice",
    "dice_battle_fast",
    "hog_fast",
    "random",
    "win_rate",
]
