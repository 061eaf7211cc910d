"""Pig and Piglet: throw on or hold."""

from . import fast, profile, strategies  # which enter the faster ways and the names of strategies
from .rules import Pig, PigState, hold_at, piglet

__all__ = ["Pig", "PigState", "fast", "hold_at", "piglet", "profile", "strategies"]
