"""Phantom Domineering, all lists: a list that wins against every list of the other, found without
listing any.

A list is made move by move. What counts of it is the set of positions in which its player waits: to
move, without a legal move on the list so far. The next move is played in each waiting position that
allows it, and every legal reply may follow, since every sequence of legal replies along a game is
played by some list. When no position is left waiting, the list has won every game. The set alone
decides whether that can be reached, so sets that failed are remembered; a position that is lost
even when both see everything ends the branch.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...cost import LIFTED, at_most
from ...errors import UnsolvableError
from ...game import MAX, OTHER, Player
from ..domineering.fast import Search
from ..domineering.rules import Domineering, Position, places
from .rules import PhantomDomineering, Priorities

Waiting = frozenset[int]  # occupied cells of the positions in which the player waits
MOST_SETS = 20_000
MOST_CELLS = 30  # free cells of a board that the search is ready for


def sure_list(game: PhantomDomineering, player: Player) -> Priorities | None:
    """A list of the player that wins against each of the b! lists of the other; None when there is
    none.

    Raises `UnsolvableError` after MOST_SETS sets of positions, and on a board of more than
    MOST_CELLS free cells.

    >>> from exactdice import MIN
    >>> sure_list(PhantomDomineering(2, 3), MAX), sure_list(PhantomDomineering(2, 3), MIN)
    ((0, 2, 1, 3), None)
    """
    if game.rows * game.columns - len(game.banned) > at_most(MOST_CELLS):
        raise UnsolvableError(
            f"a sure list is looked for on boards of at most {MOST_CELLS} free cells, got "
            f"{game.board}; {LIFTED}"
        )
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
        if len(self.failed) > at_most(MOST_SETS):
            raise UnsolvableError(
                f"no sure list of player {self.player + 1} was found among {MOST_SETS} sets of "
                f"positions on {self.board}; {LIFTED}"
            )
        return None

    def _appended(self, waiting: Waiting) -> Iterator[tuple[int, Waiting]]:
        """Each next move that loses nothing at once, with the positions that wait after it."""
        for move, cells in enumerate(self.mine):
            played = [occupied for occupied in waiting if not occupied & cells]
            met = {reply for occupied in played for reply in self.replies(occupied | cells)}
            if played and all(self.can_win(reply) for reply in met):
                yield move, waiting.difference(played) | met
