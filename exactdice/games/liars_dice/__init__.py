"""Liar's dice: bid on the dice of both, or call."""

from . import fast  # which enters the faster way of the game
from .rules import LiarsDice, LiarsDiceState

GAMES = {"liars-dice": LiarsDice}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"liars-dice": {"faces": 3}}

__all__ = ["EXAMPLES", "GAMES", "LiarsDice", "LiarsDiceState", "fast"]
