"""The simultaneous Dice Battle: both players choose their dice at once in every round."""

from . import fast  # which enter the faster ways of the game
from .rules import SimultaneousBattle, SimultaneousState

__all__ = ["SimultaneousBattle", "SimultaneousState", "fast"]
