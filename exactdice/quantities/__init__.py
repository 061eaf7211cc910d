"""The names a query may use: a quantity is a name for an exact number."""

from . import battle, one_shot, pig, throws, tokens
from .registry import QUANTITIES, Quantity, Word, watcher

__all__ = ["QUANTITIES", "Quantity", "Word", "battle", "one_shot", "pig", "throws", "tokens", "watcher"]
