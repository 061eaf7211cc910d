"""Pig and Piglet: throw on or hold."""

from . import fast, profile  # which enter the faster ways of the game
from .rules import Pig, PigState, hold_at, piglet

__all__ = ["Pig", "PigState", "fast", "hold_at", "piglet", "profile"]
