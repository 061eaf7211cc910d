"""Chomp."""

from .rules import Chomp

__all__ = ["Chomp"]
