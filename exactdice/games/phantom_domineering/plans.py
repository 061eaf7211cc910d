"""Lists of Phantom Domineering that play alike: those that make the same move in every position
they can meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ...cost import LIFTED, at_most
from ...errors import UnsolvableError
from ...game import MAX, OTHER, Player
from ..domineering.rules import open_moves, places
from .rules import PhantomDomineering

Array = npt.NDArray[Any]
PART = 1 << 15  # lists looked at together, which bounds the memory
MOST_POSITIONS = 20_000  # of one player


def turns_of(game: PhantomDomineering, player: Player) -> list[int]:
    """The positions (occupied cells) in which the player can be to move, each after all from which
    it can come.
    """
    queue = first_turns(game, player)
    known = set(queue)
    for occupied in queue:  # which grows meanwhile
        for answered in _next_turns(game, occupied, player):
            if answered not in known:
                known.add(answered)
                queue.append(answered)
        if len(queue) > at_most(MOST_POSITIONS):
            raise UnsolvableError(
                f"{game} has more than {MOST_POSITIONS} positions: too many to compare its "
                f"lists in each; {LIFTED}"
            )
    # each move takes two cells more, so a position comes from those with fewer cells taken
    return sorted(queue, key=int.bit_count)


def first_turns(game: PhantomDomineering, player: Player) -> list[int]:
    """The positions in which the player can be to move for the first time: MAX begins."""
    start = game.board.start.occupied
    return [start] if player == MAX else list(_after(game, start, MAX))


def _next_turns(game: PhantomDomineering, occupied: int, player: Player) -> Iterator[int]:
    """The positions in which the player can be to move next, after its move and the other's."""
    for taken in _after(game, occupied, player):
        yield from _after(game, taken, OTHER[player])


def _after(game: PhantomDomineering, occupied: int, player: Player) -> Iterator[int]:
    cells = places(game, player)
    return (occupied | cells[move] for move in open_moves(game, occupied, player))


def different_lists(game: PhantomDomineering, player: Player, order: Array) -> Array:
    """The first row of each group of lists that play alike, whatever the other list is.

    A list meets a position when some list of the other leads there, and then every legal sequence
    of the other's moves comes from a list: along one game the legal moves only become fewer, so
    each move made stands before the rest. Lists that make the same move in every position they
    meet, and so meet the same positions, are one plan. Positions are taken in the order of their
    occupied cells.
    """
    if order.shape[1] == 0:
        return np.arange(1)
    positions = turns_of(game, player)
    first: dict[bytes, int] = {}
    for begin in range(0, len(order), PART):
        part = order[begin : begin + PART]
        for row, plan in enumerate(_plans(game, player, part, positions), begin):
            first.setdefault(plan.tobytes(), row)
    return np.array(list(first.values()))


def _plans(game: PhantomDomineering, player: Player, order: Array, positions: list[int]) -> Array:
    """The move of each list (row) in each position (column); a number beyond all moves where it
    does not meet it.
    """
    cells = places(game, player)
    rank_of = _ranks(order)
    size = len(positions), len(order)
    row_of = {occupied: row for row, occupied in enumerate(positions)}
    met = np.zeros(size, dtype=np.bool_)  # [position, list]
    for occupied in first_turns(game, player):
        met[row_of[occupied]] = True
    never = len(cells)
    plans = np.full(size, never, dtype=np.min_scalar_type(never))
    # in the order of their occupied cells, so `met` is complete for a position when it comes
    for row, occupied in enumerate(positions):
        legal = open_moves(game, occupied, player)
        if not legal:
            continue
        best = np.minimum.reduce([rank_of[move] for move in legal])
        for move in legal:
            chosen = met[row] & (rank_of[move] == best)
            plans[row, chosen] = move
            for answered in _after(game, occupied | cells[move], OTHER[player]):
                met[row_of[answered]] |= chosen
    return np.ascontiguousarray(plans.T)


def _ranks(order: Array) -> dict[int, Array]:
    """{move: its place in each list}; a list plays the legal move of the least place."""
    moves = sorted(order[0].tolist())
    # the smallest type that holds a place: these arrays are most of what is read
    places_in = np.argsort(order, axis=1).astype(np.min_scalar_type(order.shape[1]))
    return {move: places_in[:, k].copy() for k, move in enumerate(moves)}
