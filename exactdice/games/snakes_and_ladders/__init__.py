"""Snakes and ladders: up and down a board by the throw of a die."""

from .rules import SnakesAndLadders, SnakesState

GAMES = {"snakes-and-ladders": SnakesAndLadders}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"snakes-and-ladders": {"squares": 10, "jumps": ((2, 7), (8, 3))}}

__all__ = ["EXAMPLES", "GAMES", "SnakesAndLadders", "SnakesState"]
