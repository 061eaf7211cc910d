"""Leduc poker: one card each, one for both, two rounds of betting."""

from .rules import Leduc, LeducState

GAMES = {"leduc": Leduc}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"leduc": {"raises": 1}}

__all__ = ["EXAMPLES", "GAMES", "Leduc", "LeducState"]
