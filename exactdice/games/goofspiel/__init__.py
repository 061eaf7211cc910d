"""Goofspiel: bid cards for prizes, both at once."""

from . import strategies  # which enters the names of strategies
from .rules import Goofspiel, GoofspielState

GAMES = {"goofspiel": Goofspiel}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"goofspiel": {"cards": 4, "prizes": "order"}}

__all__ = ["EXAMPLES", "GAMES", "Goofspiel", "GoofspielState", "strategies"]
