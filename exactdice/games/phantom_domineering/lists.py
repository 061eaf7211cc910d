"""Lists of Phantom Domineering: those that play alike, as they make the same move in every position
they can meet, and with all lists one that wins against every list of the other.

A sure list is found without listing any: it is made move by move. What counts of it is the set of
positions in which its player waits: to move, without a legal move on the list so far. The next move
is played in each waiting position that allows it, and every legal reply may follow, since every
sequence of legal replies along a game is played by some list. When no position is left waiting, the
list has won every game. The set alone decides whether that can be reached, so sets that failed are
remembered; a position that is lost even when both see everything ends the branch.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from ...exact.cost import refuse_costly
from ...game.protocol import MAX, OTHER, Player
from ..domineering.fast import Search, search_steps
from ..domineering.rules import Position, open_moves, places
from .rules import PhantomDomineering, Priorities

Array = npt.NDArray[Any]
Waiting = frozenset[int]  # occupied cells of the positions in which the player waits
PART = 1 << 15  # lists looked at together, which bounds the memory
STEPS_A_SET = 50_000  # of positions that is remembered, or a position in which lists are compared
STEPS_A_POSITION = 1000  # of a sure list, for a step of the search in which both see everything


def first_turns(game: PhantomDomineering, player: Player) -> list[int]:
    """The positions (occupied cells) in which the player can be to move for the first time: MAX
    begins.
    """
    start = game.board.start.occupied
    return [start] if player == MAX else moved(game, start, MAX)


def moved(game: PhantomDomineering, occupied: int, player: Player) -> list[int]:
    """The positions after each legal move of the player."""
    return [occupied | cells for cells in places(game, player) if not cells & occupied]


def different_lists(game: PhantomDomineering, player: Player, order: Array) -> Array:
    """The first row of each group of lists that play alike, whatever the other list is.

    A list meets a position when some list of the other leads there, and then every legal sequence
    of the other's moves comes from a list: along one game the legal moves only become fewer, so
    each move made stands before the rest. Lists that make the same move in every position they
    meet, and so meet the same positions, are one plan.
    """
    first: dict[bytes, int] = {}
    for begin in range(0, len(order), PART):
        for row, plan in enumerate(_plans(game, player, order[begin : begin + PART]), begin):
            first.setdefault(plan.tobytes(), row)
    return np.array(list(first.values()))


def _plans(game: PhantomDomineering, player: Player, order: Array) -> Array:
    """The move of each list (row) in each position (column), turn after turn; a number beyond all
    moves where it does not meet it.
    """
    cells = places(game, player)
    # the smallest type that holds a place: these arrays are most of what is read
    places_in = np.argsort(order, axis=1).astype(np.min_scalar_type(order.shape[1]))
    # {move: its place in each list}; a list plays the legal move of the least place
    moves = sorted(order[0].tolist())
    rank_of = {move: places_in[:, k].copy() for k, move in enumerate(moves)}
    plans: list[Array] = []
    # {position: the lists that meet it}
    turn: dict[int, Array] = {
        occupied: np.ones(len(order), dtype=bool) for occupied in first_turns(game, player)
    }
    while turn:
        after: dict[int, Array] = {}
        for occupied, met in turn.items():
            legal = open_moves(game, occupied, player)
            best = np.minimum.reduce([rank_of[move] for move in legal], initial=len(moves))
            plan = np.full(len(order), len(cells), dtype=np.min_scalar_type(len(cells)))
            for move in legal:
                chosen = met & (rank_of[move] == best)
                plan[chosen] = move
                for answered in moved(game, occupied | cells[move], OTHER[player]):
                    after[answered] = chosen | after.get(answered, False)
            plans.append(plan)
            refuse_costly(f"to compare the lists of {game}", STEPS_A_SET * len(plans))
        turn = after
    return np.ascontiguousarray(np.array(plans).reshape(-1, len(order)).T)


# --- sure lists -----------------------------------------------------------------------------------


def sure_list(game: PhantomDomineering, player: Player) -> Priorities | None:
    """A list of the player that wins against each of the b! lists of the other; None when there is
    none.

    Raises `TooCostly` on large boards, and after many sets of positions.

    >>> from exactdice import MIN
    >>> sure_list(PhantomDomineering(2, 3), MAX), sure_list(PhantomDomineering(2, 3), MIN)
    ((0, 2, 1, 3), None)
    """
    work = f"a sure list on {game.board}"
    refuse_costly(work, STEPS_A_POSITION * search_steps(game.board))
    mine, open_play = places(game, player), Search(game.board)
    failed: set[Waiting] = set()

    def can_win(positions: Iterable[int]) -> bool:
        """Whether the player, to move, wins from all of them when both see everything."""
        return all(open_play.wins(Position(occupied, player)) for occupied in positions)

    def completed(waiting: Waiting) -> Priorities | None:
        """The moves that win from all the waiting positions, in order; None when there are none."""
        if not waiting:
            return ()
        if waiting in failed:
            return None
        appended = []  # each next move that loses nothing at once, with what waits after it
        for move, cells in enumerate(mine):
            played = [occupied for occupied in waiting if not occupied & cells]
            met = {reply for each in played for reply in moved(game, each | cells, OTHER[player])}
            if played and can_win(met):
                appended.append((move, waiting.difference(played) | met))
        for move, after in sorted(appended, key=lambda pair: len(pair[1])):
            rest = completed(after)
            if rest is not None:
                return (move, *rest)
        failed.add(waiting)
        refuse_costly(work, STEPS_A_SET * len(failed))
        return None

    waiting = frozenset(first_turns(game, player))
    found = completed(waiting) if can_win(waiting) else None
    if found is None:
        return None
    return (*found, *(move for move in range(len(mine)) if move not in found))
