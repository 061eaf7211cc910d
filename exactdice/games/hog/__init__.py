"""Hog, a race with rules that may be chosen by name."""

from . import fast, strategies  # which enter the faster ways and the names of strategies
from .rules import Hog, HogState

GAMES = {"hog": Hog}

__all__ = ["GAMES", "Hog", "HogState", "fast", "strategies"]
