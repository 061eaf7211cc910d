"""Poker with one card each and a single round of betting."""

from .rules import OneCardPoker, OneCardState

GAMES = {"one-card-poker": OneCardPoker}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"one-card-poker": {"ranks": 3, "suits": 2}}

__all__ = ["EXAMPLES", "GAMES", "OneCardPoker", "OneCardState"]
