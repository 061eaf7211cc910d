"""Wythoff's game."""

from ...unaltered import remember_rules
from .rules import Wythoff

__all__ = ["Wythoff"]

# the faster ways are entered later, when another may have changed the rules
remember_rules(Wythoff)
