"""The simultaneous Dice Battle: both players choose their dice at once in every round."""

from . import fast  # which enters the faster ways
from .rules import SimultaneousBattle, SimultaneousState

GAMES = {"simultaneous-battle": SimultaneousBattle}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {"simultaneous-battle": {"dice": 2, "target": 3, "faces": 3}}

__all__ = ["EXAMPLES", "GAMES", "SimultaneousBattle", "SimultaneousState", "fast"]
