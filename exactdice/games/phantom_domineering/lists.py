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

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ...exact.cost import refuse_costly
from ...game.protocol import MAX, OTHER, Player
from ..domineering.fast import Search, search_steps
from ..domineering.rules import Domineering, Position, open_moves, places
from .rules import PhantomDomineering, Priorities

Array = npt.NDArray[Any]
Waiting = frozenset[int]  # occupied cells of the positions in which the player waits
PART = 1 << 15  # lists looked at together, which bounds the memory
STEPS_A_SET = 50_000  # of positions that is remembered, or a position in which lists are compared
STEPS_A_POSITION = 1000  # of a sure list, for a step of the search in which both see everything


def turns_of(game: PhantomDomineering, player: Player) -> list[int]:
    """The positions (occupied cells) in which the player can be to move, each after all from which
    it can come.
    """
    queue = first_turns(game, player)
    known = set(queue)
    for occupied in queue:  # which grows meanwhile
        for taken in _after(game, occupied, player):
            for answered in _after(game, taken, OTHER[player]):
                if answered not in known:
                    known.add(answered)
                    queue.append(answered)
        refuse_costly(f"to compare the lists of {game}", STEPS_A_SET * len(queue))
    # each move takes two cells more, so a position comes from those with fewer cells taken
    return sorted(queue, key=int.bit_count)


def first_turns(game: PhantomDomineering, player: Player) -> list[int]:
    """The positions in which the player can be to move for the first time: MAX begins."""
    start = game.board.start.occupied
    return [start] if player == MAX else list(_after(game, start, MAX))


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
    # the smallest type that holds a place: these arrays are most of what is read
    places_in = np.argsort(order, axis=1).astype(np.min_scalar_type(order.shape[1]))
    # {move: its place in each list}; a list plays the legal move of the least place
    moves = sorted(order[0].tolist())
    rank_of = {move: places_in[:, k].copy() for k, move in enumerate(moves)}
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


# --- sure lists -----------------------------------------------------------------------------------


def sure_list(game: PhantomDomineering, player: Player) -> Priorities | None:
    """A list of the player that wins against each of the b! lists of the other; None when there is
    none.

    Raises `TooCostly` on large boards, and after many sets of positions.

    >>> from exactdice import MIN
    >>> sure_list(PhantomDomineering(2, 3), MAX), sure_list(PhantomDomineering(2, 3), MIN)
    ((0, 2, 1, 3), None)
    """
    refuse_costly(f"a sure list on {game.board}", STEPS_A_POSITION * search_steps(game.board))
    search = _Lists(game.board, player)
    start = game.board.start.occupied
    waiting = frozenset([start] if player == MAX else search.replies(start))
    if not all(search.can_win(occupied) for occupied in waiting):
        return None
    found = search.completed(waiting)
    if found is None:
        return None
    others = [move for move in range(len(search.mine)) if move not in found]
    return (*found, *others)


class _Lists:
    """The search for one player on one board."""

    def __init__(self, board: Domineering, player: Player) -> None:
        self.player, self.board = player, board
        self.mine, self.theirs = places(board, player), places(board, OTHER[player])
        self.open_play = Search(board)
        self.failed: set[Waiting] = set()

    def replies(self, occupied: int) -> list[int]:
        """The positions after each legal move of the other."""
        return [occupied | cells for cells in self.theirs if not cells & occupied]

    def can_win(self, occupied: int) -> bool:
        """Whether the player, to move, wins when both see everything."""
        return self.open_play.wins(Position(occupied, self.player))

    def completed(self, waiting: Waiting) -> Priorities | None:
        """The moves that win from all the waiting positions, in order; None when there are none."""
        if not waiting:
            return ()
        if waiting in self.failed:
            return None
        for move, after in sorted(self._appended(waiting), key=lambda pair: len(pair[1])):
            rest = self.completed(after)
            if rest is not None:
                return (move, *rest)
        self.failed.add(waiting)
        refuse_costly(f"a sure list on {self.board}", STEPS_A_SET * len(self.failed))
        return None

    def _appended(self, waiting: Waiting) -> Iterator[tuple[int, Waiting]]:
        """Each next move that loses nothing at once, with the positions that wait after it."""
        for move, cells in enumerate(self.mine):
            played = [occupied for occupied in waiting if not occupied & cells]
            met = {reply for occupied in played for reply in self.replies(occupied | cells)}
            if played and all(self.can_win(reply) for reply in met):
                yield move, waiting.difference(played) | met
