"""One simultaneous throw: both players choose their dice at once, the higher score wins."""

from . import strategies  # which enter the names of strategies in the game
from .matrix import payoff_matrix
from .rules import OneShotBattle

GAMES = {"one-shot-battle": OneShotBattle}

__all__ = ["GAMES", "OneShotBattle", "payoff_matrix", "strategies"]
