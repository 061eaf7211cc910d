"""Nim and subtraction games."""

from ...unaltered import remember_rules
from .rules import Nim, Subtraction

__all__ = ["Nim", "Subtraction"]

# the faster ways are entered later, when another may have changed the rules
remember_rules(Nim)
remember_rules(Subtraction)
