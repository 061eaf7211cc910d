"""Connect Four at speed: what a position is worth, which columns are best, and how many positions
there are.

Why the search may leave out moves: who can complete a line wins at once; who cannot must take the
one free square on which the other would win, has lost where there are two, and may not play under a
square on which the other would win.
"""

from __future__ import annotations

from functools import lru_cache, partial
from math import comb
from operator import itemgetter

import numpy as np
from flint import fmpz_poly

from ...distributions.distribution import point
from ...exact.cost import refuse_costly
from ...exact.errors import RulesError
from ...exact.numbers import as_whole, shown
from ...game.protocol import MAX, ActionDistribution, State, Strategy
from ...proofs import itself
from ...solvers.arenas.search import searchable
from ...solvers.fast_path import exactly, fast_path_of
from .rules import ConnectFour as ConnectFour
from .rules import Discs

STEPS_SEARCHED = 200  # a position that is searched: 20 us
STEPS_COUNTED = 4  # a position that is counted among others

fast_path_of(searchable, ConnectFour)(itself)


# --- what a position is worth ---------------------------------------------------------------------


def value(game: ConnectFour, state: State = None) -> int:
    """The value to MAX of the position (default: the empty board): 1, 0 or -1.

    `RulesError` for what is no position of the game, `TooCostly` where it is too far from its end.

    >>> value(ConnectFour(4, 4)), value(ConnectFour(3, 5, line=3))
    (0, 1)
    """
    exactly(game, ConnectFour, "the search of Connect Four")
    position = game.start if state is None else game.position(state)
    paid = game.payoff(position)
    if paid is not None:
        return int(paid)
    refuse_costly(
        f"a board of {game.rows} x {game.columns} squares is too large to solve from "
        f"{'the start' if position == game.start else 'this position'}, choose fewer rows or "
        "columns, or play it with search(6): searching it",
        solving_steps(game, position),
        "a smaller board",
    )
    worth = _search(game).value(*position)
    return worth if game.mover(position) == MAX else -worth


def solving_steps(game: ConnectFour, state: Discs | None = None) -> int:
    """The cost of solving the position (default: the empty board): six free squares of seven
    double the work (measured up to 28 squares), but three in a row soon come about.
    """
    first, second = game.start if state is None else state
    free = game.rows * game.columns - (first | second).bit_count()
    if game.line < 4 and min(game.rows, game.columns) >= game.line:
        free = min(free, 24)
    return STEPS_SEARCHED << min(free * 6 // 7, 300)


class Search:
    """Alpha-beta over the positions of one board, which remembers what they are worth."""

    def __init__(self, game: ConnectFour) -> None:
        self.game = game
        # {key of a position: the ends of what it is worth to the player to move}
        self.known: dict[int, tuple[int, int]] = {}
        self.lines = lru_cache(maxsize=None)(game.list_lines)  # through the square with this bit
        columns = game.columns
        # {the bit of a square: that of its mirror image}
        self.mirror = {
            game.bit(row, column): game.bit(row, columns + 1 - column)
            for row, column in game.squares
        }

    def value(self, first: int, second: int) -> int:
        """The value of an unfinished position to the player to move."""
        game = self.game
        discs = [bit for bit in self.mirror if (first | second) & bit]
        key = mirrored = game.bottom
        for bit in discs:
            weight = 2 if first & bit else 1
            key += weight * bit
            mirrored += weight * self.mirror[bit]
        own, other = (first, second) if len(discs) % 2 == 0 else (second, first)
        mine = theirs = game.board if game.line == 1 else 0
        for bit in discs:
            mine |= self.completing(own, bit)
            theirs |= self.completing(other, bit)
        return self.worth(own, other, mine, theirs, -1, 1, key, mirrored)

    def completing(self, player: int, disc: int) -> int:
        """The squares that complete a line of this player through the disc."""
        found = 0
        for line in self.lines(disc):
            missing = line & ~player
            if not missing & missing - 1:
                found |= missing
        return found

    def worth(
        self,
        own: int,
        other: int,
        mine: int,
        theirs: int,
        alpha: int,
        beta: int,
        key: int,
        mirrored: int,
    ) -> int:
        """The value of an unfinished position to the player to move; outside the window a bound.

        `mine` and `theirs` are the squares that complete a line of each. The key is the discs of
        MAX, and a bit above the topmost disc of each column; `mirrored` is that of the mirror
        image, and the lesser names both positions.
        """
        game = self.game
        taken = own | other
        free = taken + game.bottom & game.board
        if mine & free:
            return 1
        empty = ~taken
        threats = theirs & empty
        forced = free & threats
        kept = (forced or free) & ~(threats >> 1)
        if forced & forced - 1 or not kept:
            return -1
        name = key if key < mirrored else mirrored
        least, most = self.known.get(name, (-1, 1))
        if least > alpha:
            alpha = least
        if most < beta:
            beta = most
        if alpha >= beta:
            return least if least >= beta else most
        moves = []
        for file in game.files.values():
            move = kept & file
            if move:
                wins = mine | self.completing(own | move, move)
                is_last = not move << 1 & game.board
                promise = (wins & empty).bit_count(), is_last, len(self.lines(move))
                moves.append((promise, move, wins))
        # first the moves that threaten most; then those that open no square
        moves.sort(key=itemgetter(0), reverse=True)
        weight = 1 if taken.bit_count() & 1 else 2
        best = -1
        for _, move, wins in moves:
            discs = own | move
            found = 0
            if other | discs != game.board:
                after, image = key + weight * move, mirrored + weight * self.mirror[move]
                lower = alpha if alpha > best else best
                found = -self.worth(other, discs, theirs, wins, -beta, -lower, after, image)
            if found > best:
                best = found
                if best >= beta:
                    break
        self.known[name] = (best if best > alpha else least), (best if best < beta else most)
        return best


# Grows as positions are asked for.
_search = lru_cache(maxsize=2)(Search)


def best_columns(game: ConnectFour, state: State = None) -> tuple[int, ...]:
    """All optimal columns of the player to move, in the order of the rules.

    Raises the errors of `value`; `RulesError` where the game is over.

    >>> best_columns(ConnectFour(3, 5, line=3))
    (2, 3, 4)
    """
    position = game.start if state is None else game.position(state)
    if game.payoff(position) is not None:
        raise RulesError(f"the game is over at {position}: there is no column to play")
    most = value(game, position)
    columns = sorted(game.moves(position))
    return tuple(c for c in columns if value(game, game.play(position, c)) == most)


def perfect(game: ConnectFour) -> Strategy:
    """The strategy that plays the first of the optimal columns. `TooCostly` where the board is too
    large to be solved.
    """
    value(game)  # solved before the first move, so that nobody waits in the middle of a game
    return partial(_play_perfectly, game)


def _play_perfectly(game: ConnectFour, state: Discs) -> ActionDistribution:
    first, *_ = best_columns(game, state)
    return point(first)


def search_steps(game: ConnectFour, depth: int) -> int:
    """The cost of alpha-beta to this depth: the nodes that it cannot leave out (Knuth and Moore,
    1975), and the squares of each.
    """
    # alpha-beta at its best looks at b^ceil(n/2) + b^floor(n/2) positions; the cap keeps the
    # power small
    half = min(depth // 2, 64)
    nodes: int = game.columns**half + game.columns ** (half + depth % 2)
    return nodes * (30 + game.rows * game.columns // 3)


# --- how many positions there are -----------------------------------------------------------------


def counting_steps(game: ConnectFour, moves: int) -> int:
    """The cost of counting the positions after so many moves: at most the ways to fill columns,
    with those discs of the player whose turn it is.
    """
    fillings = fmpz_poly([1] * (game.rows + 1)) ** game.columns
    last = min(moves, game.rows * game.columns)
    ways = (int(fillings[n]) * comb(n, n // 2) for n in range(last + 1))
    return STEPS_COUNTED * sum(ways)


def positions_at(game: ConnectFour, moves: int) -> int:
    """How many different positions there are after so many moves, finished ones among them.

    `RulesError` unless the moves are an int of 0 or more, `TooCostly` when they are too many.

    >>> positions_at(ConnectFour(), 6)
    16422
    """
    moves = as_whole(moves, "moves", 0)
    # nobody moves on a full board
    return 0 if moves > game.rows * game.columns else positions_by_moves(game, moves)[-1]


def positions_by_moves(game: ConnectFour, moves: int | None = None) -> list[int]:
    """[how many different positions there are after 0 moves, 1 move, ...] up to so many moves
    (default: up to the full board), finished ones among them; their sum is how many there are.

    Errors are those of `positions_at`.

    >>> positions_by_moves(ConnectFour(), 6)
    [1, 7, 49, 238, 1120, 4263, 16422]
    """
    size = game.rows * game.columns
    last = size if moves is None else min(as_whole(moves, "moves", 0), size)
    steps = counting_steps(game, last)
    refuse_costly(f"counting positions of {shown(game)} after {last} moves", steps, "fewer")
    # longer numbers than a machine word are Python's own
    kind = np.int64 if (game.rows + 1) * game.columns < 63 else object
    own = np.zeros(1, dtype=kind)
    taken = np.zeros(1, dtype=kind)
    counts = [1]
    for _ in range(last):
        other = own ^ taken
        goes_on = game.line_starts(other) == 0
        other = other[goes_on]
        taken = taken[goes_on]
        free = taken + game.bottom & game.board
        moved = [free & file for file in game.files.values()]
        # the players change places: who waited is the next to move
        owns = np.concatenate([other[disc != 0] for disc in moved])
        takens = np.concatenate([(taken | disc)[disc != 0] for disc in moved])
        # a bit above the topmost disc of each column tells where its discs end
        _, first = np.unique(owns + takens + game.bottom, return_index=True)
        own = owns[first]
        taken = takens[first]
        counts.append(len(first))
    return counts


GAMES = {"connect-four": ConnectFour}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {"connect-four": {"rows": 3, "columns": 3, "line": 3}}
QUERIES = ("lines_through(1, 1)", "connect_four_value()", "connect_four_search(3)")
