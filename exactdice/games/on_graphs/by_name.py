"""The games on graphs by name, in normal and in misere play, and the fastest way to the values and
winning moves of each.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ...arenas.arena import Arena, explored_arena
from ...arenas.kernels import grundy_values, nim_sum
from ...arenas.kernels import winning_moves as winning_moves_in
from ...arenas.normal_play import Impartial, NormalPlay, Position
from ...argument_checks import a_truth
from ...cost import refuse_costly
from ...optional import exploring_cost
from ...solvers.fast_path import by_exact_class, fast_path_of
from ..chomp.fast import chomp_steps, kept_values
from ..chomp.rules import Chomp, ChompRows
from ..nim.fast import period_steps, subtraction_values
from ..nim.rules import Nim, Subtraction
from ..wythoff.fast import value_steps, winning_squares, wythoff_value
from ..wythoff.rules import Wythoff

Rules = Any  # `Impartial` and, where results are kept, hashable as well: no type says both

# --- as games in turns ----------------------------------------------------------------------------


def chomp(rows: int = 3, columns: int = 4, misere: bool = False) -> NormalPlay:
    """Chomp: a bite takes a square of the bar with all right of it and below; who must eat the
    poison loses.
    """
    return NormalPlay(Chomp(rows, columns), a_truth(misere, "misere"))


def wythoff(column: int = 4, row: int = 6, misere: bool = False) -> NormalPlay:
    """Wythoff: a queen moves left, down or diagonally down to the left; who brings her to (0, 0)
    wins.
    """
    return NormalPlay(Wythoff(column, row), a_truth(misere, "misere"))


def nim(heaps: tuple[int, ...] = (3, 4, 5), misere: bool = False) -> NormalPlay:
    """Nim: a move takes any number from one of the heaps; who takes the last wins."""
    return NormalPlay(Nim(heaps), a_truth(misere, "misere"))


def subtraction(
    heap: int = 21, takes: tuple[int, ...] = (1, 2, 3), misere: bool = False
) -> NormalPlay:
    """Subtraction: a move takes one of the given numbers from a heap; who takes the last possible
    wins.
    """
    return NormalPlay(Subtraction(heap, takes), a_truth(misere, "misere"))


# --- values and winning moves ---------------------------------------------------------------------


def explored(rules: object) -> Arena:
    """The arena of everything reachable from the start of the rules; for the games here it is kept
    for the questions that follow.
    """
    return _kept_arena(rules) if _is_one_of_ours(rules) else _explored(rules)


def _is_one_of_ours(rules: object) -> bool:
    """Whether the rules are of a class registered here: of others two that say they are equal may
    differ, or change.
    """
    return type(rules) in (Chomp, ChompRows, Wythoff, Nim, Subtraction)


def _explored(rules: Rules) -> Arena:
    refuse_costly(rules, exploring_cost(rules))
    return explored_arena(rules.options, rules.start)


# an arena holds every position and its moves: few are kept
_kept_arena = lru_cache(maxsize=4)(_explored)


@by_exact_class
def grundy(rules: object, position: Position = None) -> int:
    """The Sprague-Grundy value of a position (default: the start) of an arena or of the rules of a
    game.

    >>> grundy(Chomp(3, 4)), grundy(Wythoff(10**9, 0))
    (9, 1000000000)
    >>> grundy(Nim((3, 4, 5)), (3, 4, 7)), grundy(Subtraction(10**50, (1, 2, 3)))
    (0, 0)
    """
    return _all_values(rules)[_start(rules, position)]


def _all_values(rules: object) -> dict[Position, int]:
    if type(rules) is Arena or _is_one_of_ours(rules):
        return _kept_values(rules)
    return grundy_values(explored(rules))


@lru_cache(maxsize=4)
def _kept_values(rules: object) -> dict[Position, int]:
    return grundy_values(rules if isinstance(rules, Arena) else explored(rules))


def _start(rules: Rules, position: Position) -> Position:
    return rules.start if position is None else position


@by_exact_class
def grundy_steps(rules: object) -> int:
    """What the Sprague-Grundy value of the start costs."""
    # without a closed form all positions are listed
    return exploring_cost(rules)


@fast_path_of(grundy_steps, Chomp)
def _steps_chomp(rules: Chomp) -> int:
    return chomp_steps(rules)


@fast_path_of(grundy_steps, ChompRows)
def _steps_chomprows(rules: ChompRows) -> int:
    # the table of the whole bar holds the values of all bars left of it
    return chomp_steps(rules.whole)


@fast_path_of(grundy_steps, Wythoff)
def _steps_wythoff(rules: Wythoff) -> int:
    return value_steps(rules.start)


@fast_path_of(grundy_steps, Nim)
def _steps_nim(_: object) -> int:
    return 0  # a closed form


@fast_path_of(grundy_steps, Subtraction)
def _steps_subtraction(rules: Subtraction) -> int:
    return period_steps(rules.takes)


@fast_path_of(grundy, Chomp)
def _value_chomp(rules: Chomp, position: Position = None) -> int:
    return kept_values(rules)[_start(rules, position)]


@fast_path_of(grundy, ChompRows)
def _value_chomprows(rules: ChompRows, position: Position = None) -> int:
    # what is left of a bar is a position of the whole bar: tables are shared by all of them
    return grundy(rules.whole, _start(rules, position))


@fast_path_of(grundy, Wythoff)
def _value_wythoff(rules: Wythoff, position: Position = None) -> int:
    column, row = _start(rules, position)
    # on an edge the queen moves as a heap of Nim, of any size
    return max(column, row) if min(column, row) == 0 else wythoff_value((column, row))


@fast_path_of(grundy, Nim)
def _value_nim(rules: Nim, position: Position = None) -> int:
    return nim_sum(_start(rules, position))


@fast_path_of(grundy, Subtraction)
def _value_subtraction(rules: Subtraction, position: Position = None) -> int:
    return subtraction_values(rules.takes).value(_start(rules, position))


@by_exact_class
def winning_moves(rules: Impartial, position: Position = None) -> tuple[Position, ...]:
    """The moves from a position (default: the start) to positions of value 0, in the order of the
    rules; () when it is lost.

    >>> winning_moves(Chomp(2, 3)), winning_moves(Nim((3, 4, 5)))
    (((3, 2),), ((1, 4, 5),))
    >>> winning_moves(Wythoff(10**30, 10**30 + 1))[-1]
    (1, 2)
    """
    # a move wins when it leaves the other a position of value 0 (Sprague-Grundy)
    options: Iterable[Position] = rules.options(_start(rules, position))
    return tuple(option for option in options if grundy(rules, option) == 0)


@fast_path_of(winning_moves, Wythoff)
def _moves_wythoff(rules: Wythoff, position: Position = None) -> tuple[Position, ...]:
    return winning_squares(_start(rules, position))


@fast_path_of(winning_moves, Nim)
def _moves_nim(rules: Nim, position: Position = None) -> tuple[Position, ...]:
    heaps = _start(rules, position)
    # a move to nim-sum 0 makes some heap `heap ^ total`, allowed where that is less
    total = nim_sum(heaps)
    return tuple(
        (*heaps[:k], heap ^ total, *heaps[k + 1 :])
        for k, heap in enumerate(heaps)
        if heap ^ total < heap
    )


def best_move(game: NormalPlay, position: Position) -> Position:
    """The first winning move, or the first move where every move loses."""
    rules = game.rules
    found = (
        winning_moves_in(explored(rules), position, misere=True)
        if game.misere
        else winning_moves(rules, position)
    )
    # where all lose, any move does as well: the first keeps play reproducible
    return found[0] if found else next(iter(rules.options(position)))
