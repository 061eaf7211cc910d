"""The token game: remove numbered tokens by throws of two dice."""

from . import strategies as strategies
from .rules import TokenGame as TokenGame
from .rules import TokenState as TokenState
from .rules import policy as policy

GAMES = {"tokens": TokenGame}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {"tokens": {"tokens": 4}}
QUERIES = (
    "tokens_score(1, 2, 3, 4)",
    "tokens_law(1, 2, 3, 4)",
    "tokens_chance(0, 1, 2, 3, 4)",
    "over_ties(tokens_score(1, 2, 3, 4))",
    "over_ties(tokens_chance(0, 1, 2, 3, 4))",
    "tokens_choice(5, 1, 2, 3, 4)",
    "tokens_choices(5, 1, 2, 3, 4)",
    "tokens_throw(7)",
    "tokens_throws(1, 2, 3, 4)",
    "tokens_throws_law(1, 2, 3, 4)",
    "off_chance(1/2, 10, 1/10)",
)
