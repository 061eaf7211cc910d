"""Kuhn poker: one card each, check or bet."""

from .rules import Kuhn, KuhnState

GAMES = {"kuhn": Kuhn}

__all__ = ["GAMES", "Kuhn", "KuhnState"]
