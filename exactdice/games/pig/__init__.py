"""Pig and Piglet: throw on or hold."""

from . import fast as fast  # the first two enter the faster ways
from .rules import Pig as Pig
from .rules import PigState as PigState
from .rules import hold_at as hold_at
from .rules import piglet as piglet

GAMES = {"pig": Pig, "piglet": piglet}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {"pig": {"target": 10}, "piglet": {"target": 3}}
QUERIES = (
    "pig_win(0, 0, 0)",
    "pig_turns(hold_at(5), optimal)",
    "pig_turn(hold_at(5), 0, 0)",
    "pig_turn_distribution(hold_at(5), 0, 0)",
    "pig_hold(0, 0)",
    "pig_holds(0, 0)",
)
