"""Connect Four on boards of any size."""

from . import fast  # which enter the faster ways of the game
from .rules import ConnectFour

GAMES = {"connect-four": ConnectFour}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {"connect-four": {"rows": 3, "columns": 3, "line": 3}}
QUERIES = ("lines_through(1, 1)", "connect_four_value()", "connect_four_search(3)")

__all__ = ["EXAMPLES", "GAMES", "QUERIES", "ConnectFour", "fast"]
