"""Yahtzee and Scandinavian yatzy, alone: sheets to fill with what dice are kept and thrown again."""

from .rules import SheetState, Yahtzee, Yatzy

GAMES = {"yahtzee": Yahtzee, "yatzy": Yatzy}

__all__ = ["GAMES", "SheetState", "Yahtzee", "Yatzy"]
