"""Phantom Domineering, many games at once.

A list is kept as numbers whose bit k stands for its k-th move, so that the first legal move is the
lowest bit that is not set among the blocked ones. For each list two tables say what a move blocks:
one of its own, and one of the other's. A turn of thousands of games is then a few look-ups in
arrays. The rules are the same as in `phantom_domineering.played`, and a test compares them. Lists
that play alike, as they make the same move in every position they can meet, are one.

A list that wins against every list of the other is found without listing any: it is made move by
move. What counts of it is the set of positions in which its player waits: to move, without a legal
move on the list so far. The next move is played in each waiting position that allows it, and every
legal reply may follow, since every sequence of legal replies along a game is played by some list.
When no position is left waiting, the list has won every game. The set alone decides whether that
can be reached, so sets that failed are remembered; a position that is lost even when both see
everything ends the branch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import factorial
from typing import Any

import numpy as np
import numpy.typing as npt

from ...distributions.distribution import from_probabilities, point
from ...exact.cost import refuse_costly
from ...exact.errors import RulesError, UnsolvableError
from ...exact.numbers import Progress, shown
from ...game.protocol import MAX, MIN, OTHER, PLAYERS, Player
from ...game.solution import Solution
from ...linear.matrices.double_oracle import Line, solve_large_game
from ...solvers import solve
from ...solvers.fast_path import exactly, fast_path_of
from ..domineering import Search, search_steps
from ..domineering.rules import Position, open_moves, places
from .rules import PhantomDomineering as PhantomDomineering
from .rules import Priorities, index_of, list_indices, move_count

Array = npt.NDArray[Any]
MOST_MOVES = 62  # of one player: bits of a number
STEPS_A_LIST = 100
Waiting = frozenset[int]  # occupied cells of the positions in which the player waits
PART = 1 << 15  # lists looked at together, which bounds the memory
STEPS_A_SET = 50_000  # of positions that is remembered, or a position in which lists are compared
STEPS_A_POSITION = 1000  # of a sure list, for a step of the search in which both see everything


# --- lists as arrays ------------------------------------------------------------------------------


def orders(indices: Sequence[int], b: int) -> Array:
    """P(n, b) for each index n, one row each: `permutation` for all at once.

    >>> orders([0, 7], 4).tolist()
    [[0, 3, 2, 1], [3, 1, 0, 2]]
    """
    n = np.array(indices, dtype=np.int64)
    left = np.tile(np.arange(b, dtype=np.min_scalar_type(b)), (len(n), 1))
    taken = np.empty_like(left)
    every = np.arange(len(n))
    for length in range(b, 0, -1):
        n, at = np.divmod(n, length)
        taken[:, b - length] = left[every, at]
        # as in `permutation`: the last entry takes the place of the one taken
        left[every, at] = left[:, length - 1]
    return taken


def listed_orders(game: PhantomDomineering, player: Player) -> Array:
    """The player's lists without the moves that are never legal, equal ones once, in the order in
    which they first occur.
    """
    # the others never matter in a list
    legal = open_moves(game, game.board.start.occupied, player)
    if game.lists is None:
        # moves that are never legal are left out first: lists that differ in them alone are one
        count = factorial(len(legal))
        lists = f"to list all {shown(count)} lists of player {player + 1} on this board"
        refuse_costly(lists, STEPS_A_LIST * count, "some of them, as in lists=10000")
        moves = np.array(legal, dtype=np.min_scalar_type(max(legal, default=0)))
        return moves[orders(range(count), len(legal))]
    if not legal:
        return np.empty((1, 0), dtype=np.uint8)
    whole = orders(list(list_indices(game, player)), move_count(game, player))
    kept = whole[np.isin(whole, legal)].reshape(len(whole), len(legal))
    # unique sorts the rows: their first places bring back the order in which they occur
    _, first_places = np.unique(kept, axis=0, return_index=True)
    return kept[np.sort(first_places)]


@dataclass(frozen=True)
class ListTable:
    """Lists of one player: row r is a list, column k its k-th move.

    `order[r, k]` is that move; `own[r, k]` the bits of the moves of the same list that it blocks,
    itself among them; `crossed[r, m]` those that the other player's move m blocks.
    """

    order: Array
    own: Array
    crossed: Array

    def __len__(self) -> int:
        return len(self.order)


def list_table(game: PhantomDomineering, player: Player, order: Array) -> ListTable:
    """The lists in the rows of `order` with what their moves block."""
    cells = places(game, player)
    if order.shape[1] > MOST_MOVES:
        raise RulesError(
            f"a player may have at most {MOST_MOVES} legal moves, got {order.shape[1]}"
        )
    # bits[r, m]: the place of move m in list r, 0 when it has none
    bits = np.zeros((len(order), len(cells)), dtype=np.uint64)
    moves = order.astype(np.int64)
    places_in = np.left_shift(np.uint64(1), np.arange(order.shape[1], dtype=np.uint64))
    np.put_along_axis(bits, moves, places_in, axis=1)

    def blocked(by: Sequence[int]) -> Array:
        """[list, move]: the bits of the moves of the list that touch the cells of this move."""
        table = np.zeros((len(order), len(by)), dtype=np.uint64)
        for k, taken in enumerate(by):
            touched = [m for m, mine in enumerate(cells) if mine & taken]
            table[:, k] = np.bitwise_or.reduce(bits[:, touched], axis=1)
        return table

    own = np.take_along_axis(blocked(cells), moves, axis=1)
    return ListTable(order, own, blocked(places(game, OTHER[player])))


# --- lists that play alike ------------------------------------------------------------------------


def first_turns(game: PhantomDomineering, player: Player) -> list[int]:
    """The positions (occupied cells) in which the player can be to move for the first time: MAX
    begins.
    """
    start = game.board.start.occupied
    return [start] if player == MAX else next_positions(game, start, MAX)


def next_positions(game: PhantomDomineering, occupied: int, player: Player) -> list[int]:
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
        for row, plan in enumerate(
            _moves_by_position(game, player, order[begin : begin + PART]), begin
        ):
            first.setdefault(plan.tobytes(), row)
    return np.array(list(first.values()))


def _moves_by_position(game: PhantomDomineering, player: Player, order: Array) -> Array:
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
                for answered in next_positions(game, occupied | cells[move], OTHER[player]):
                    after[answered] = chosen | after.get(answered, False)
            plans.append(plan)
            refuse_costly(f"to compare the lists of {game}", STEPS_A_SET * len(plans))
        turn = after
    return np.ascontiguousarray(np.array(plans).reshape(-1, len(order)).T)


# --- games of one list against many ---------------------------------------------------------------


def first_free(blocked: Array) -> Array:
    """The place of the lowest bit that is not set."""
    lowest = ~blocked & (blocked + np.uint64(1))
    # exact for powers of two, which a float holds without rounding
    places: Array = np.frexp(lowest.astype(np.float64))[1] - 1
    return places


def losses(
    one: ListTable, r: int, many: ListTable, begins: bool, among: Array | None = None
) -> Array:
    """Whether list r of `one` loses against each list of `many` (or those `among`), when `one`
    begins or not.

    In each of the games still going on: the first free move of the side to move is played, what it
    blocks is marked on both sides.
    """
    rows = np.arange(len(many)) if among is None else among
    lost = np.zeros(len(rows), dtype=bool)
    going = np.arange(len(rows))
    mine = np.zeros(len(rows), dtype=np.uint64)
    theirs = np.zeros_like(mine)
    order = one.order[r]
    own = one.own[r]
    crossed = one.crossed[r]
    while len(going):
        first = first_free(mine if begins else theirs)
        free = first < (one if begins else many).order.shape[1]
        # games that are over leave the arrays, so that later turns have less to do
        if not free.all():
            lost[going[~free]] = begins
            going = going[free]
            rows = rows[free]
            first = first[free]
            mine = mine[free]
            theirs = theirs[free]
        if begins:
            mine |= own[first]
            theirs |= many.crossed[rows, order[first]]
        else:
            mine |= crossed[many.order[rows, first]]
            theirs |= many.own[rows, first]
        begins = not begins
    return lost


@dataclass(frozen=True)
class PhantomLines:
    """The matrix of one set of lists against another, line by line: 1 when MAX's list
    wins, else 0.
    """

    game: PhantomDomineering
    first: ListTable
    second: ListTable

    @property
    def shape(self) -> tuple[int, int]:
        """How many lists each player has."""
        return len(self.first), len(self.second)

    @property
    def extremes(self) -> tuple[int, int]:
        """A list loses or wins."""
        return 0, 1

    def row(self, i: int, among: Line | None = None) -> Line:
        """MAX's list i against MIN's."""
        # MAX moves first, so its list begins; the line holds wins of MAX
        return np.logical_not(losses(self.first, i, self.second, True, among)).astype(np.uint8)

    def column(self, j: int, among: Line | None = None) -> Line:
        """MAX's lists against MIN's list j."""
        return losses(self.second, j, self.first, False, among).astype(np.uint8)

    def matrix(self) -> Array:
        """The whole matrix, for small sets."""
        return np.array([self.row(i) for i in range(len(self.first))])

    def priorities(self, player: Player, line: int) -> Priorities:
        """The whole list of this line: moves that are never legal come last."""
        order = [int(m) for m in (self.first, self.second)[player].order[line]]
        # an index names a whole list; where its dead moves stand changes nothing
        return (*order, *sorted(set(range(move_count(self.game, player))) - set(order)))


def phantom_lines(game: PhantomDomineering, merged: bool = True) -> PhantomLines:
    """The game line by line, equal lists merged; with `merged` and all lists, also those that play
    alike against everything.
    """
    exactly(game, PhantomDomineering, "the fast path")
    kept = [listed_orders(game, player) for player in PLAYERS]
    # a sample of lists is kept as it was asked for, but for equal ones
    if merged and game.lists is None:
        kept = [
            order[different_lists(game, player, order)]
            for player, order in zip(PLAYERS, kept, strict=True)
        ]
    return PhantomLines(game, list_table(game, MAX, kept[MAX]), list_table(game, MIN, kept[MIN]))


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
    mine = places(game, player)
    open_play = Search(game.board)
    failed: set[Waiting] = set()

    def wins_all(positions: Iterable[int]) -> bool:
        """Whether the player, to move, wins from all of them when both see everything."""
        return all(open_play.wins(Position(occupied, player)) for occupied in positions)

    def complete_list(waiting: Waiting) -> Priorities | None:
        """The moves that win from all the waiting positions, in order; None when there are none."""
        if not waiting:
            return ()
        if waiting in failed:
            return None
        appended = []  # each next move that loses nothing at once, with what waits after it
        for move, cells in enumerate(mine):
            played = [occupied for occupied in waiting if not occupied & cells]
            met = {
                reply
                for each in played
                for reply in next_positions(game, each | cells, OTHER[player])
            }
            if played and wins_all(met):
                appended.append((move, waiting.difference(played) | met))
        for move, after in sorted(appended, key=lambda pair: len(pair[1])):
            rest = complete_list(after)
            if rest is not None:
                return (move, *rest)
        failed.add(waiting)
        refuse_costly(work, STEPS_A_SET * len(failed))
        return None

    waiting = frozenset(first_turns(game, player))
    found = complete_list(waiting) if wins_all(waiting) else None
    if found is None:
        return None
    return (*found, *(move for move in range(len(mine)) if move not in found))


# --- solving --------------------------------------------------------------------------------------


@fast_path_of(solve, PhantomDomineering)
def solve_phantom(game: PhantomDomineering, progress: Progress | None = None) -> Solution:
    """The exact solution among all the lists that the game allows, proved against each of them; its
    mixed actions at the start draw the indices of lists.

    With all lists, a list that wins against every list of the other is looked for first. Raises
    `TooCostly` when there is none and a player has too many.

    >>> solution = solve(PhantomDomineering(3, 3, banned=((1, 1),)))
    >>> solution.value, [len(law) for law in solution.mixtures["choose"]]
    (Fraction(1, 2), [2, 2])
    >>> solve(PhantomDomineering(4, 5)).value
    0
    """
    for player in PLAYERS if game.lists is None else ():
        try:
            found = sure_list(game, player)
        # too large to search for a sure list; the lists may still be few enough to write down
        except UnsolvableError:
            continue
        if found is not None:
            # the loser may play anything: its list of index 0 stands for all
            sure = point(index_of(found))
            laws = (sure, point(0)) if player == MAX else (point(0), sure)
            method = "a list that wins against every list"
            return Solution(game, {game.start: 1 - player}, {}, method, {game.start: laws})
    return listed_solution(game, progress)


def listed_solution(game: PhantomDomineering, progress: Progress | None = None) -> Solution:
    """The solution with the lists written down, without a search for one that always wins."""
    lines = phantom_lines(game)
    found = solve_large_game(lines, progress)
    first, second = (
        from_probabilities({index_of(lines.priorities(player, k)): p for k, p in mixture.items()})
        for player, mixture in zip(PLAYERS, (found.row, found.column), strict=True)
    )
    mixtures = {game.start: (first, second)}
    return Solution(game, {game.start: found.value}, {}, found.method, mixtures)


GAMES = {"phantom-domineering": PhantomDomineering}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {"phantom-domineering": {"rows": 2, "columns": 3}}
QUERIES = (
    "u(1)",
    "perm(3, 3)",
    "phantom(2, 3)",
    "phantom_limited(2, 3)",
    "phantom_banned(2, 3)",
    "phantom_winner(2, 3, 0, 1)",
)
