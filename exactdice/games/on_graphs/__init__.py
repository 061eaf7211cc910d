"""Games on graphs by name: Chomp, Nim, subtraction games and Wythoff's game in normal and in misere
play, their Grundy values and winning moves.
"""

from __future__ import annotations

from typing import Any

from ...exact.argument_checks import kept
from ...exact.cost import refuse_costly
from ...game.optional import exploring_cost
from ...solvers.arenas.arena import (
    Arena,
    Impartial,
    NormalPlay,
    Position,
    explored_arena,
    grundy_values,
)
from .rules import Chomp, Nim, Subtraction, Wythoff

Rules = Any  # `Impartial`

# --- as games in turns ----------------------------------------------------------------------------


def chomp(rows: int = 3, columns: int = 4, misere: bool = False) -> NormalPlay:
    """Chomp: a bite takes a square of the bar with all right of it and below; who must eat the
    poison loses.
    """
    return NormalPlay(Chomp(rows, columns), misere)


def wythoff(column: int = 4, row: int = 6, misere: bool = False) -> NormalPlay:
    """Wythoff: a queen moves left, down or diagonally down to the left; who brings her to (0, 0)
    wins.
    """
    return NormalPlay(Wythoff(column, row), misere)


def nim(heaps: tuple[int, ...] = (3, 4, 5), misere: bool = False) -> NormalPlay:
    """Nim: a move takes any number from one of the heaps; who takes the last wins."""
    return NormalPlay(Nim(heaps), misere)


def subtraction(
    heap: int = 21, takes: tuple[int, ...] = (1, 2, 3), misere: bool = False
) -> NormalPlay:
    """Subtraction: a move takes one of the given numbers from a heap; who takes the last possible
    wins.
    """
    return NormalPlay(Subtraction(heap, takes), misere)


# --- values and winning moves ---------------------------------------------------------------------


# an arena holds every position and its moves: few are kept
@kept(4)
def explored(rules: Rules) -> Arena:
    """The arena of everything reachable from the start of the rules."""
    refuse_costly(rules, exploring_cost(rules))
    return explored_arena(rules.options, rules.start)


@kept(4)
def _values(rules: Rules) -> dict[Position, int]:
    return grundy_values(rules if isinstance(rules, Arena) else explored(rules))


def grundy(rules: Rules, position: Position = None) -> int:
    """The Sprague-Grundy value of a position (default: the start) of an arena or of the rules of a
    game.

    >>> grundy(Chomp(3, 4)), grundy(Nim((3, 4, 5)), (3, 4, 1))
    (9, 6)
    """
    return _values(rules)[rules.start if position is None else position]


def winning_moves(rules: Impartial, position: Position = None) -> tuple[Position, ...]:
    """The moves from a position (default: the start) to positions of value 0, in the order of the
    rules; () when it is lost.

    >>> winning_moves(Chomp(2, 3)), winning_moves(Nim((3, 4, 5)))
    (((3, 2),), ((1, 4, 5),))
    """
    # a move wins when it leaves the other a position of value 0 (Sprague-Grundy)
    options = rules.options(rules.start if position is None else position)
    return tuple(option for option in options if grundy(rules, option) == 0)


GAMES = {"chomp": chomp, "nim": nim, "subtraction": subtraction, "wythoff": wythoff}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {
    "chomp": {"rows": 2, "columns": 3},
    "nim": {"heaps": (1, 2, 2)},
    "subtraction": {"heap": 7},
    "wythoff": {"column": 2, "row": 3},
}
QUERIES = (
    "grundy(nim(1, 2, 2))",
    "kernel(wythoff(2, 3))",
    "kernel_steps(wythoff(2, 3))",
    "winning_moves(nim(1, 2, 2))",
    "wins(nim(1, 2, 2))",
    "positions(chomp(2, 3))",
)
