"""Nim and subtraction games."""

from .rules import Nim, Subtraction

__all__ = ["Nim", "Subtraction"]
