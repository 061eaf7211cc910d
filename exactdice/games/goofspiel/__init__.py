"""Goofspiel: bid cards for prizes, both at once."""

from .rules import Goofspiel, GoofspielState

GAMES = {"goofspiel": Goofspiel}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"goofspiel": {"cards": 3}}

__all__ = ["EXAMPLES", "GAMES", "Goofspiel", "GoofspielState"]
