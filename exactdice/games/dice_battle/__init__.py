"""Dice Battle: two players in turns choose how many dice to throw in a race to a target."""

from . import fast  # which enters the faster ways of the game
from .rules import BattleState, DiceBattle
from .strategies import blind, dice, random
from .variants import battle_rules

GAMES = {"dice-battle": battle_rules}

__all__ = ["GAMES", "BattleState", "DiceBattle", "blind", "dice", "fast", "random"]
