"""Domineering: dominoes on a board, upright for one player, lying for the other."""

from . import fast as fast  # which enter the faster ways of the game
from .rules import Domineering as Domineering

GAMES = {"domineering": Domineering}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {"domineering": {"rows": 2, "columns": 3}}
QUERIES = ("domineering(2, 3)",)
