"""A race of two pawns that knock each other back, with a choice of dice."""

from .rules import Race as Race
from .rules import RaceState as RaceState

GAMES = {"race": Race}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"race": {"squares": 5, "dice": (2, 4)}}
