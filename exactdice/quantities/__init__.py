"""The names a query may use: a quantity is a name for an exact number."""

from . import battle, connect_four, graph_games, one_shot, phantom, pig, throws, tokens
from .registry import QUANTITIES, Quantity, Word, watcher

__all__ = [
    "QUANTITIES",
    "Quantity",
    "Word",
    "battle",
    "connect_four",
    "graph_games",
    "one_shot",
    "phantom",
    "pig",
    "throws",
    "tokens",
    "watcher",
]
