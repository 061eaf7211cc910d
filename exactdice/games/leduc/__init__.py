"""Leduc poker: one card each, one for both, two rounds of betting."""

from .rules import Leduc, LeducState

GAMES = {"leduc": Leduc}

__all__ = ["GAMES", "Leduc", "LeducState"]
