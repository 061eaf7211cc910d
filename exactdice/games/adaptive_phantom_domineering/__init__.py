"""Phantom Domineering in which the players act on what the umpire answers."""

from .rules import AdaptivePhantomDomineering, AdaptiveState

GAMES = {"adaptive-phantom-domineering": AdaptivePhantomDomineering}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"adaptive-phantom-domineering": {"rows": 2, "columns": 3}}

__all__ = ["EXAMPLES", "GAMES", "AdaptivePhantomDomineering", "AdaptiveState"]
