"""One simultaneous throw: both players choose their dice at once, the higher score wins."""

from .matrix import payoff_matrix
from .rules import OneShotBattle

GAMES = {"one-shot-battle": OneShotBattle}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {"one-shot-battle": {"dice": 3}}
QUERIES = (
    "payoff(1, 2)",
    "one_shot_value()",
    "one_shot_strategy()",
    "one_shot_gain(blind, optimal)",
    "over_ties(one_shot_gain(blind, optimal))",
)

__all__ = ["EXAMPLES", "GAMES", "QUERIES", "OneShotBattle", "payoff_matrix"]
