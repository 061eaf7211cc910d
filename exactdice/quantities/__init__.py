"""The names a query may use: a quantity is a name for an exact number."""

from . import battle, throws
from .registry import QUANTITIES, Quantity, Word, watcher

__all__ = ["QUANTITIES", "Quantity", "Word", "battle", "throws", "watcher"]
