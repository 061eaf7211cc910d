"""The token game: remove numbered tokens by throws of two dice."""

from . import fast  # which enter the faster ways of the game
from .rules import TokenGame, TokenState, policy

GAMES = {"tokens": TokenGame}

__all__ = ["GAMES", "TokenGame", "TokenState", "fast", "policy"]
