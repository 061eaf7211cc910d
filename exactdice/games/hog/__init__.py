"""Hog, a race with rules that may be chosen by name."""

from .rules import Hog as Hog
from .rules import HogState as HogState

GAMES = {"hog": Hog}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {"hog": {"goal": 10, "dice": 2}}
