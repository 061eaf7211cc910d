"""Chomp."""

from ...unaltered import remember_rules
from .rules import Chomp, ChompRows

__all__ = ["Chomp"]

# the faster ways are entered later, when another may have changed the rules
remember_rules(Chomp)
remember_rules(ChompRows)
