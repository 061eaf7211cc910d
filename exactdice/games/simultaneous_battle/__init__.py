"""The simultaneous Dice Battle: both players choose their dice at once in every round."""

from . import fast, strategies  # which enter the faster ways and the names of strategies
from .rules import SimultaneousBattle, SimultaneousState

GAMES = {"simultaneous-battle": SimultaneousBattle}

__all__ = ["GAMES", "SimultaneousBattle", "SimultaneousState", "fast", "strategies"]
