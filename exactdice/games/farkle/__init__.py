"""Farkle: set scoring dice aside and throw on, or bank."""

from . import strategies  # which enters the names of strategies
from .rules import Farkle, FarkleState

GAMES = {"farkle": Farkle}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"farkle": {"target": 100, "dice": 2}}

__all__ = ["EXAMPLES", "GAMES", "Farkle", "FarkleState", "strategies"]
