"""The games: one file is the rule sheet of one game; a neighbour ending in `_fast` is its fast path."""

from . import dice_battle_fast
from .dice_battle import BattleState, DiceBattle, blind, dice, random
from .one_shot_battle import OneShotBattle

GAMES = {"dice-battle": DiceBattle, "one-shot-battle": OneShotBattle}

__all__ = ["GAMES", "BattleState", "DiceBattle", "OneShotBattle", "blind", "dice", "dice_battle_fast", "random"]
