"""Wythoff's game."""

from .rules import Wythoff

__all__ = ["Wythoff"]
