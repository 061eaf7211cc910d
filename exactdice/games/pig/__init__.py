"""Pig and Piglet: throw on or hold."""

from . import fast, profile, strategies  # which enter the faster ways and the names of strategies
from .rules import Pig, PigState, hold_at, piglet

GAMES = {"pig": Pig, "piglet": piglet}

__all__ = ["GAMES", "Pig", "PigState", "fast", "hold_at", "piglet", "profile", "strategies"]
