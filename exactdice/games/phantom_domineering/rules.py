"""Phantom Domineering: the rule sheet.

Domineering in which each player commits beforehand, unseen by the other, to a list of all its moves
in order of priority; on its turn the first move of the list that is legal is played. MAX wins 1, a
lost game is 0, so the value is MAX's probability to win. A list has an index n: it is the
permutation P(n, b) of the b moves. Lists may be all b! of each player, or those of index u_0, ...,
u_(lists - 1), where u_n = 15091 u_(n-1) mod 64007. Source: the examination paper on Phantom
Domineering, sections 1, 3 and 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial

from ...distributions.distribution import Distribution, point
from ...exact.argument_checks import listed
from ...exact.cost import refuse_costly
from ...exact.errors import RulesError
from ...exact.numbers import as_whole, no_int, shown, shown_when_long, whole_or_none
from ...game.protocol import MAX, MIN, PLAYERS, Action, Joint, Player, State
from ..domineering.rules import Board, Cell, Domineering, cell_bits, places

FACTOR = 15091
MODULUS = 64007
STEPS_A_NAME = 100_000  # for each list that is named as an action, to be met with all of the other
Priorities = tuple[int, ...]  # the moves of one player, the most wanted first


def sequence(u0: int, count: int) -> list[int]:
    """u_0, ..., u_(count - 1), where u_n = 15091 u_(n-1) mod 64007; `RulesError` when u0 is not in
    0..64006.

    >>> sequence(42, 4)
    [42, 57759, 57750, 49945]
    """
    first = whole_or_none(u0)
    count = as_whole(count, "the number of terms", 0)
    if first is None or not 0 <= first < MODULUS:
        raise RulesError(f"u0 must be a whole number from 0 to {MODULUS - 1}, got {no_int(u0)}")
    refuse_costly(f"the first {shown(count)} terms of u", 2 * count)
    terms = [first]
    while len(terms) < count:
        terms.append(terms[-1] * FACTOR % MODULUS)
    return terms[:count]


def permutation(n: int, b: int) -> Priorities:
    """P(n, b), a permutation of 0..b-1: take the entry n mod length, put the last entry in its
    place, divide n by the length.

    The entries taken are the digits of n in the mixed base b, b-1, ..., 1, so P(n, b) has period b!
    in n and every permutation occurs once in a period: `index_of` is the inverse. O(b) steps.
    Raises `RulesError` when n < 0 or b < 1.

    >>> permutation(7, 4), index_of((3, 1, 2, 0))
    ((3, 1, 0, 2), 19)
    """
    n = as_whole(n, "n of a permutation P(n, b)", 0)
    return _permutation(n, as_whole(b, "b of a permutation P(n, b)", 1))


@lru_cache(maxsize=4096)  # a game with all lists asks for each against all of the other player
def _permutation(n: int, b: int) -> Priorities:
    left = list(range(b))
    taken = []
    while left:
        n, at = divmod(n, len(left))
        taken.append(left[at])
        left[at] = left[-1]
        left.pop()
    return tuple(taken)


def index_of(priorities: Sequence[int]) -> int:
    """The n in 0..b!-1 with P(n, b) = priorities; `RulesError` when they are no permutation of
    0..b-1.
    """
    moves = listed(priorities, "a list of priorities", "the moves in order")
    left = list(range(len(moves)))
    n = 0
    unit = 1
    for move in checked_list(moves, len(left)):
        at = left.index(move)
        n += unit * at
        unit *= len(left)
        left[at] = left[-1]
        left.pop()
    return n


def checked_list(priorities: Sequence[int], b: int) -> Priorities:
    """The list as a tuple; `RulesError` naming an entry that is wrong, or missing, when it is no
    permutation of 0..b-1.
    """
    known = tuple(priorities)
    for k, entry in enumerate(known):
        if whole_or_none(entry) is None or entry not in range(b) or entry in known[:k]:
            raise RulesError(
                f"a list must hold each move from 0 to {b - 1} once, got {shown(entry)} in "
                f"{shown(known)}"
            )
    if len(known) < b:
        raise RulesError(
            f"a list must hold each move from 0 to {b - 1} once, but "
            f"{min(set(range(b)).difference(known))} is missing"
        )
    return known


@shown_when_long
@dataclass(frozen=True)
class PhantomDomineering:
    """Phantom Domineering on a board of `rows` x `columns` without the `banned` cells.

    `lists=None`: each player has all its lists. `lists=L`: those of index u_0, ..., u_(L-1) from
    `u0`. As a game on the protocol both players choose the index of a list at once; equal lists are
    one action. Raises `RulesError` for a board without room, a cell off the board, u0 outside
    0..64006.

    >>> game = PhantomDomineering(2, 2)
    >>> game.outcomes(game.start, (0, 1))
    Distribution({1: 1})
    """

    rows: int = 3
    columns: int = 3
    banned: tuple[Cell, ...] = ()
    lists: int | None = None
    u0: int = 42

    def __post_init__(self) -> None:
        for name in ("rows", "columns", "banned"):
            object.__setattr__(self, name, getattr(self.board, name))
        object.__setattr__(self, "u0", sequence(self.u0, 1)[0])
        if self.lists is not None:
            lists = whole_or_none(self.lists)
            if lists is None or lists < 1:
                raise RulesError(
                    "lists must be None (all of them) or an int of 1 or more, got "
                    f"{no_int(self.lists)}"
                )
            object.__setattr__(self, "lists", lists)

    @property
    def board(self) -> Domineering:
        """The board, on which both would see everything."""
        return Domineering(self.rows, self.columns, self.banned)

    @property
    def start(self) -> str:
        """Nobody has chosen yet; every later state is the payoff."""
        return "choose"

    def payoff(self, state: State) -> int | None:
        """1 when MAX's list wins, 0 when it loses."""
        return None if state == "choose" else int(state)

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """The indices of the player's lists; `TooCostly` when they are too many."""
        count = factorial(move_count(self, player)) if self.lists is None else self.lists
        refuse_costly(f"to name each list of {self}", STEPS_A_NAME * count, "solve(game)")
        return tuple(list_indices(self, player))

    def outcomes(self, state: State, joint: Joint) -> Distribution[int]:
        """The list of index joint[0] against that of index joint[1]."""
        lists = (list_at(self, player, joint[player]) for player in PLAYERS)
        return point(len(_play_lists(self, *lists)) % 2)


def move_count(board: Board, player: Player) -> int:
    """b, the number of moves of the player, legal or not."""
    return len(places(board, player))


def list_at(board: Board, player: Player, n: int) -> Priorities:
    """The player's list of index n; the empty list when the board has no place for its dominoes."""
    b = move_count(board, player)
    return permutation(n, b) if b else ()


def list_indices(game: PhantomDomineering, player: Player) -> Iterator[int]:
    """The indices of the player's lists, modulo b!, each once."""
    period = factorial(move_count(game, player))
    if game.lists is None:
        return iter(range(period))
    drawn = [u % period for u in sequence(game.u0, game.lists)]
    return iter(dict.fromkeys(drawn))


# --- one game -------------------------------------------------------------------------------------


def played(
    game: PhantomDomineering, first: Sequence[int], second: Sequence[int]
) -> list[tuple[Player, int]]:
    """The moves of MAX's list against MIN's as (player, move); who made the last one wins, MIN when
    there is none.
    """
    return _play_lists(
        game,
        checked_list(first, move_count(game, MAX)),
        checked_list(second, move_count(game, MIN)),
    )


def _play_lists(game: PhantomDomineering, *lists: Priorities) -> list[tuple[Player, int]]:
    cells = (places(game, MAX), places(game, MIN))
    occupied = cell_bits(game.banned, game.columns)
    moves: list[tuple[Player, int]] = []
    while True:
        player = PLAYERS[len(moves) % 2]
        move = next((m for m in lists[player] if not cells[player][m] & occupied), None)
        if move is None:
            return moves
        moves.append((player, move))
        occupied |= cells[player][move]


def winner(game: PhantomDomineering, first: Sequence[int], second: Sequence[int]) -> int:
    """1 when MAX's list wins against MIN's, else 0.

    >>> winner(PhantomDomineering(2, 3), permutation(0, 4), permutation(0, 3))
    1
    """
    # MAX makes the first move, so it made the last when their number is odd
    return len(played(game, first, second)) % 2


def banned_at(rows: int, columns: int, u0: int) -> Cell:
    """The cell that the exam's iPD forbids: (u_1000 mod rows, u_1001 mod columns).

    >>> banned_at(2, 3, 42)
    (0, 2)
    """
    # terms 1000 and 1001, as the exam says
    row, column = sequence(u0, 1002)[1000:]
    return row % rows, column % columns
