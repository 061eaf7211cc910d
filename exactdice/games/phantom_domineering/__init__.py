"""Phantom Domineering on one row: the players do not see each other's dominoes."""

from . import fast  # which enter the faster ways of the game
from .rules import PhantomDomineering

GAMES = {"phantom-domineering": PhantomDomineering}

__all__ = ["GAMES", "PhantomDomineering", "fast"]
