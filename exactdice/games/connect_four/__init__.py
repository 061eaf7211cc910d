"""Connect Four on boards of any size."""

from . import fast  # which enter the faster ways of the game
from .rules import ConnectFour

GAMES = {"connect-four": ConnectFour}

__all__ = ["GAMES", "ConnectFour", "fast"]
