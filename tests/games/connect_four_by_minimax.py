"""Plain minimax on the rule sheet of Connect Four, and positions to try it on."""

import random

from exactdice import MAX
from exactdice.games.connect_four.rules import Discs


def by_minimax(game, start=None):
    """{position: what MAX is paid} of all that play from the start can come to, by the rule sheet
    alone.
    """
    found = {}

    def worth(state):
        if state not in found:
            paid = game.payoff(state)
            found[state] = following(state) if paid is None else paid
        return found[state]

    def following(state):
        mover = game.mover(state)
        columns = game.actions(state, mover)
        return (max if mover == MAX else min)(worth(game.dropped(state, c)) for c in columns)

    worth(game.start if start is None else start)
    return found


def mirrored(game, state):
    """The position seen from behind."""
    found = []
    for discs in state:
        squares = [s for s in game.squares if discs & game.bit(*s)]
        found.append(sum(game.bit(row, game.columns + 1 - column) for row, column in squares))
    return Discs(*found)


def late_position(game, discs):
    """A random unfinished position with so many discs."""
    rng, state = random.Random(3), game.start
    while (state[0] | state[1]).bit_count() < discs:
        columns = game.actions(state, game.mover(state))
        following = [game.dropped(state, column) for column in columns]
        goes_on = [after for after in following if game.payoff(after) is None]
        state = rng.choice(goes_on) if goes_on else game.start
    return state
