"""Lists of Phantom Domineering that play alike: those that make the same move in every position
they can meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import UnsolvableError
from ...game import MAX, MIN, Player
from ..domineering.rules import open_moves, places
from .rules import PhantomDomineering

Array = npt.NDArray[Any]
PART = 1 << 15  # lists looked at together
MOST_POSITIONS = 20_000  # of one player


def turns_of(game: PhantomDomineering, player: Player) -> list[int]:
    """The positions (occupied cells) in which the player can be to move, each after all from which
    it can come.
    """
    start = game.board.start.occupied
    known = dict.fromkeys([start] if player == MAX else _after(game, start, MAX))
    queue = list(known)
    for occupied in queue:
        for taken in _after(game, occupied, player):
            for answered in _after(game, taken, MIN if player == MAX else MAX):
                if answered not in known:
                    known[answered] = None
                    queue.append(answered)
        if len(queue) > MOST_POSITIONS:
            raise UnsolvableError(
                f"{game} has more than {MOST_POSITIONS} positions: too many to compare its "
                "lists in each"
            )
    return sorted(known, key=int.bit_count)


def _after(game: PhantomDomineering, occupied: int, player: Player) -> Iterator[int]:
    return (occupied | places(game, player)[move] for move in open_moves(game, occupied, player))


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
        plans = _plans(game, player, order[begin : begin + PART], positions)
        for r, plan in enumerate(plans):
            first.setdefault(plan.tobytes(), begin + r)
    return np.array(list(first.values()))


def _plans(game: PhantomDomineering, player: Player, order: Array, positions: list[int]) -> Array:
    """The move of each list (row) in each position (column); a number beyond all moves where it
    does not meet it.
    """
    other: Player = MIN if player == MAX else MAX
    cells, column = places(game, player), {occupied: k for k, occupied in enumerate(positions)}
    never = len(cells)
    rank = np.argsort(order, axis=1).astype(
        np.min_scalar_type(order.shape[1])
    )  # of the legal moves, least first
    keys = {move: rank[:, k].copy() for k, move in enumerate(sorted(order[0].tolist()))}
    met = np.zeros((len(positions), len(order)), dtype=np.bool_)
    begun = (
        [game.board.start.occupied]
        if player == MAX
        else list(_after(game, game.board.start.occupied, MAX))
    )
    met[[column[occupied] for occupied in begun]] = True
    plans = np.full((len(positions), len(order)), never, dtype=np.min_scalar_type(never))
    for k, occupied in enumerate(positions):
        legal = open_moves(game, occupied, player)
        if not legal:
            continue
        best = np.minimum.reduce([keys[move] for move in legal])
        for move in legal:
            chosen = met[k] & (keys[move] == best)
            plans[k, chosen] = move
            for answered in _after(game, occupied | cells[move], other):
                met[column[answered]] |= chosen
    return np.ascontiguousarray(plans.T)
