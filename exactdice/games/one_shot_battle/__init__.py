"""One simultaneous throw: both players choose their dice at once, the higher score wins."""

from . import strategies  # which enter the names of strategies in the game
from .matrix import payoff_matrix
from .rules import OneShotBattle

__all__ = ["OneShotBattle", "payoff_matrix", "strategies"]
