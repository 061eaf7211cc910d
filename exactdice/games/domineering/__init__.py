"""Domineering: dominoes on a board, upright for one player, lying for the other."""

from . import fast  # which enter the faster ways of the game
from .rules import Domineering

GAMES = {"domineering": Domineering}

__all__ = ["GAMES", "Domineering", "fast"]
