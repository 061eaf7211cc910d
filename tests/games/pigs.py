"""Games of Pig, and strategies for them."""

from random import Random

import pytest

from exactdice import Distribution, Pig, hold_at, piglet
from exactdice.games.pig.rules import keep_pace
from exactdice.query.register import Word

PIG = Word("pig")
SMALL = [Pig(9), Pig(8, faces=4, bust=2), piglet(6), Pig(7, weights=(1, 3, 0, 2), bust=4)]


small_games = pytest.mark.parametrize("game", SMALL, ids=repr)


def mixing(seed):
    """A strategy that draws its choice at every state, by chances from the seed."""

    def plan(state):
        drawn = Random(f"{seed} {tuple(state)}")
        law = {"roll": drawn.randint(1, 3), "hold": drawn.randint(0, 2)}
        return Distribution(law) if state.turn_total else "roll"

    return plan


def options_of(game):
    """The game as the options of a query."""
    die = {"faces": game.faces} if game.weights is None else {"weights": game.weights}
    return {"target": game.target, "bust": game.bust, **die}


PLANS = [hold_at(3), keep_pace(5, 3, 2), mixing(1)]
