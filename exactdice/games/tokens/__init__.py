"""The token game: remove numbered tokens by throws of two dice."""

from . import fast, strategies  # which enter the faster ways and the names of strategies
from .rules import TokenGame, TokenState, policy

GAMES = {"tokens": TokenGame}

__all__ = ["GAMES", "TokenGame", "TokenState", "fast", "policy", "strategies"]
