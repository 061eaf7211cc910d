"""Small stores for tests, and what is in their folders."""

from typing import NamedTuple

from exactdice import DiceBattle, Distribution, solve
from exactdice.game import MAX, WAIT

RACE = DiceBattle(dice=2, target=4, faces=3)
SHORT = DiceBattle(dice=1, target=3, faces=3)


class Basket(NamedTuple):
    """What is left to be taken, and how much was taken."""

    left: frozenset
    taken: int


class Fruit:
    """A game for one, whose states are met in the order of a set of texts: that of hashes."""

    start = Basket(frozenset({"apple", "fig", "pear", "plum"}), 0)

    def payoff(self, state):
        return state.taken if not state.left else None

    def actions(self, state, player):
        return ("take", "wait for it") if player == MAX else (WAIT,)

    def outcomes(self, state, joint):
        weights = {"apple": 1, "fig": 2, "pear": 3, "plum": 5}
        gain = 1 if joint[0] == "take" else 0
        return Distribution(
            {
                Basket(state.left - {one}, state.taken + gain * len(one)): weights[one]
                for one in state.left
            }
        )


def stored(folder, game=RACE):
    """The solution of the game, from a new store in this folder."""
    return solve(game, store=folder)


def bytes_in(folder):
    """{name: what the file holds}, of all files in the folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}
