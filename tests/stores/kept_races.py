"""Small stores for tests, and what is in their folders."""

import json
import sqlite3
from contextlib import closing, contextmanager
from typing import NamedTuple
from unittest.mock import patch

from exactdice import DiceBattle, Distribution, solve
from exactdice.game.protocol import MAX, WAIT
from exactdice.solvers.stores import base
from exactdice.solvers.stores.base import Base

RACE = DiceBattle(dice=2, target=4, faces=3)
LONG = DiceBattle(dice=3, target=14)
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


def entries_in(folder):
    """{kind and key: what is kept}, of all entries of the store in the folder."""
    with closing(sqlite3.connect(folder / "store.sqlite")) as file:
        rows = file.execute("SELECT kind, key, content FROM kept").fetchall()
    return {row[:2]: row[2] for row in rows}


def changed(folder, change):
    """Put into the place of some entries what `change(kind, key, content)` says, under digests that
    say so too; None takes one away, and the number of entries stays true.
    """
    found = [(*key, change(*key, content)) for key, content in entries_in(folder).items()]
    about, *rest = [entry for entry in found if entry[2] is not None]
    new = Base(folder / "store.sqlite")
    new.forget()
    new.begin(about[2])
    new.keep(rest)
    if new.content("done", "").startswith("finished"):
        new.keep([("done", "", f"finished with {len(new)}")])
    new.close()


def unfinished(folder, levels):
    """Take away all but the first levels of a finished store, as if its run had been killed."""

    def change(kind, key, content):
        if kind == "state":
            return content if json.loads(content)[1] < levels else None
        return {"chosen": None, "done": f"{levels}"}.get(kind, content)

    changed(folder, change)


@contextmanager
def disk_of_pages(count):
    """Whatever is written in the block lies on a disk with room for so many pages of SQLite."""
    connected = base._connected

    def full(*given):
        found = connected(*given)
        found.execute(f"PRAGMA max_page_count = {count}")
        return found

    with patch.object(base, "_connected", full):
        yield


class Levelled(Fruit):
    """The same, with its levels known and each fruit called by the number of its letters."""

    def level(self, state):
        return -len(state.left)


class Mirrored:
    """Two piles for one player, who takes one or two from either; which pile is which is all the
    same.
    """

    start = (3, 2)

    def payoff(self, state):
        return 0 if state == (0, 0) else None

    def actions(self, state, player):
        if player != MAX:
            return (WAIT,)
        return tuple(
            (pile, taken)
            for pile in ("left", "right")
            for taken in (1, 2)
            if state[pile == "right"] >= taken
        )

    def outcomes(self, state, joint):
        pile, taken = joint[0]
        left, right = state
        if pile == "left":
            return Distribution({(left - taken, right): 1})
        return Distribution({(left, right - taken): 1})

    def canonical(self, state):
        if state[0] >= state[1]:
            return state, {}
        other = {"left": "right", "right": "left"}
        swapped = {(pile, taken): (other[pile], taken) for pile in other for taken in (1, 2)}
        return state[::-1], swapped
