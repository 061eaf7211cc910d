"""Domineering solved by proof search: who wins, with a table of positions, symmetries and moves
counted ahead.

A position is won for its mover when one move leads to a position lost for the other. Positions that
are mirror images of each other (left to right, top to bottom, both) are won for the same player, so
one of them is kept; only mirrors that leave the banned cells in place are used, so what is kept can
be reached. Search stops early where counting decides:

- a place is safe when the other player can cover neither of its cells, now or later; dominoes on
  safe places cannot be prevented;
- a player can lay at most half of each run of free cells along its direction.

If the mover has more safe dominoes than the other can lay at all it wins; if the other has at least
as many safe ones as the mover can lay at all, the mover loses.
"""

from __future__ import annotations

from functools import partial
from itertools import compress

from ...exact.cost import refuse_costly
from ...exact.numbers import Progress
from ...game.protocol import MAX, PLAYERS, Action
from ...game.solution import OnRequest, Solution
from ...proofs import itself, searched_of
from ...solvers import solve
from ...solvers.fast_path import fast_path_of
from .rules import Domineering as Domineering
from .rules import Position, open_moves, places


class Search:
    """Who wins each position of a board, and the best moves there, as far as it was asked for."""

    def __init__(self, game: Domineering, progress: Progress | None = None) -> None:
        self.game = game
        self.progress = progress
        self.columns = game.columns
        self.shifts = (1, game.columns)  # to the second cell of a domino of MAX, and of MIN
        self.cells = game.rows * game.columns
        self.full = (1 << self.cells) - 1
        banned = game.start.occupied
        last = 1 << (game.columns - 1)
        self.right = sum(last << (i * game.columns) for i in range(game.rows))
        self.symmetric = [image == banned for image in self.mirror_images(banned)]
        self.won: dict[Position, bool] = {}

    # --- the board --------------------------------------------------------------------------------

    def mirror_images(self, occupied: int) -> list[int]:
        """The board turned by half a turn, its mirror images top to bottom and left to right."""
        bits = f"{occupied:0{self.cells}b}"
        lines = [bits[k : k + self.columns] for k in range(0, self.cells, self.columns)]
        upside_down = "".join(reversed(lines))
        return [int(image, 2) for image in (bits[::-1], upside_down, upside_down[::-1])]

    def anchors_in(self, free: int, player: int) -> int:
        """The cells of `free` whose neighbour, to the right for MAX and below for MIN, is in `free`
        too.
        """
        return free & (free >> 1) & ~self.right if player == MAX else free & (free >> self.columns)

    def most_dominoes(self, free: int, player: int) -> int:
        """How many dominoes of the player fit on the free cells: half of each run, laid from its
        first cell on.
        """
        count = 0
        starts = self.anchors_in(free, player)
        # a cell begins a run when the one before it is not in the run
        begins = starts & ~self._next(starts, player)
        while begins:
            count += begins.bit_count()
            begins = self._next(self._next(begins, player), player) & starts
        return count

    def _next(self, cells: int, player: int) -> int:
        # bits must not wrap into the next line
        return (cells & ~self.right) << 1 if player == MAX else (cells << self.columns) & self.full

    def safe_dominoes(self, free: int, player: int) -> int:
        """How many dominoes the player can lay on cells that the other can never cover."""
        other = 1 - player
        # free cells never grow, so what the other cannot cover now it never can
        anchors = self.anchors_in(free, other)
        return self.most_dominoes(free & ~(anchors | anchors << self.shifts[other]), player)

    # --- the search -------------------------------------------------------------------------------

    def wins(self, state: Position) -> bool:
        """Whether the player to move wins."""
        occupied, player = state
        # the least of the mirror images stands for all of them
        images = compress(self.mirror_images(occupied), self.symmetric)
        key = Position(min([occupied, *images]), player)
        known = self.won.get(key)
        if known is None:
            known = self.won[key] = self._decide(self.full & ~key.occupied, player)
            # the end is not known, so one more than was found is given as the total
            if self.progress and len(self.won) % 1000 == 0:
                self.progress(len(self.won), len(self.won) + 1)
        return known

    def _decide(self, free: int, player: int) -> bool:
        other = 1 - player
        # the mover lays its safe dominoes one by one: the other runs out of moves first
        if self.safe_dominoes(free, player) > self.most_dominoes(free, other):
            return True
        # the other answers each move by a safe domino: the mover runs out first
        if self.safe_dominoes(free, other) >= self.most_dominoes(free, player):
            return False

        anchors = self.anchors_in(free, player)
        shift = self.shifts[player]
        left = []  # free by each move
        while anchors:
            # the lowest anchor: anchors are taken off from the low end
            low = anchors & -anchors
            anchors ^= low
            left.append(free & ~(low | low << shift))
        # first the moves that leave the other few places and the player many
        left.sort(
            key=lambda rest: (
                self.anchors_in(rest, other).bit_count() - self.anchors_in(rest, player).bit_count()
            )
        )
        return any(not self.wins(Position(self.full & ~rest, other)) for rest in left)

    # --- the answers ------------------------------------------------------------------------------

    def value(self, state: Position) -> int:
        """1 when MAX wins, else -1."""
        return 1 if self.wins(state) == (state.to_move == MAX) else -1

    def optimal(self, state: Position) -> tuple[Action, ...]:
        """All optimal moves."""
        player = PLAYERS[state.to_move]
        value = self.value(state)
        cells = places(self.game, player)
        return tuple(
            move
            for move in open_moves(self.game, state.occupied, player)
            if self.value(Position(state.occupied | cells[move], 1 - player)) == value
        )


def search_steps(game: Domineering) -> int:
    """The cost of the search: it doubles with each free cell, on boards of fewer than four lines
    with every second or so.

    Measured: 2 s on 6 x 6 cells, 5 s on 4 x 9, less than one on 3 x 12.
    """
    free = game.rows * game.columns - len(game.banned)
    return (1 << free * min(game.rows, game.columns, 4) // 4) // 1500


@fast_path_of(solve, Domineering)
def solve_domineering(game: Domineering, progress: Progress | None = None) -> Solution:
    """The solution by proof search; values and optimal actions of other positions are searched when
    asked for.

    `values` lists the positions that the search met, mirror images once.

    >>> solve_domineering(Domineering(5, 5)).value
    -1
    """
    refuse_costly(game, search_steps(game))
    search = Search(game, progress)
    search.value(game.start)
    # finished positions have no actions, and a solution lists none
    met = [
        state
        for state in dict.fromkeys([game.start, *search.won])
        if search.anchors_in(search.full & ~state.occupied, state.to_move)
    ]
    search.progress = None  # the search that was watched is over
    states = partial(iter, met)
    optimal = OnRequest(states, search.optimal)
    return Solution(game, OnRequest(states, search.value), optimal, "proof search")


fast_path_of(searched_of, Domineering)(itself)


GAMES = {"domineering": Domineering}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {"domineering": {"rows": 2, "columns": 3}}
QUERIES = ("domineering(2, 3)",)
