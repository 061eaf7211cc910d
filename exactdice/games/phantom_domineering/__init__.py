"""Phantom Domineering: the players do not see each other's dominoes."""

from . import fast as fast  # which enter the faster ways of the game
from .rules import PhantomDomineering as PhantomDomineering

GAMES = {"phantom-domineering": PhantomDomineering}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {"phantom-domineering": {"rows": 2, "columns": 3}}
QUERIES = (
    "u(1)",
    "perm(3, 3)",
    "phantom(2, 3)",
    "phantom_limited(2, 3)",
    "phantom_banned(2, 3)",
    "phantom_winner(2, 3, 0, 1)",
)
