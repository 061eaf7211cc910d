"""Hog, a race with rules that may be chosen by name."""

from . import fast  # which enter the faster ways of the game
from .rules import Hog, HogState

__all__ = ["Hog", "HogState", "fast"]
