"""The largest chance to come to so many points, in floats that are proven to be near it.

All numbers are chances: none is negative, so sums, means and the largest of several keep relative
errors as they are, and each rounding adds one of 2^-53 at most. No chance but 0 is smaller than one
over the ways that a game can go, which floats of double precision hold with all their digits
(`floats_hold`). So a chance that k roundings led to is off by less than 2k * 2^-53 of itself.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ...cost import refuse_costly
from ...errors import UnsolvableError
from ...exact import Bounds, Progress
from .lattice import Lattice
from .open_sheets import WON, Goal
from .reaching import denominator_of, numbers_back, open_cells
from .rules import SheetGame, SheetState
from .sheets import Sheets, sheets_of

Floats = npt.NDArray[np.float64]
STEPS_A_CELL = 60
ROOM = 256  # columns that are worked on at once
MOST_FLOAT_DIGITS = 10  # of bounds that floats are close enough for, whatever the game
MOST_BITS = 1000  # of the ways that a game can go: floats have exponents down to -1022


@dataclass(frozen=True)
class InFloats:
    """Chances of sheets with so many categories written, as floats in one limb."""

    sheets: Sheets
    written: int
    room: int = ROOM

    @property
    def lattice(self) -> Lattice:
        """What can be kept of dice."""
        return self.sheets.lattice

    @cached_property
    def ways(self) -> Floats:
        """[throw]: its chance times all ways, of which a float is made exactly."""
        return self.lattice.ways.astype(np.float64)

    def ends(self) -> Floats:
        """[limb, place]: the chances of what is lost and won."""
        return np.array([[0.0, 1.0]])

    def larger(self, one: Floats, other: Floats) -> Floats:
        """The larger of two numbers each."""
        return np.maximum(one, other, out=one)

    def before(self, values: Floats) -> Floats:
        """[limb, column]: the chances before the turn after which they are these."""
        found = values[0]
        for _ in range(self.sheets.game.rerolls):
            found = best_kept(self.lattice, found)
        means: Floats = self.ways @ found / float(self.ways.sum())
        return means[None]


def best_kept(lattice: Lattice, values: Floats) -> Floats:
    """[throw, column]: what the best of all that may be kept of every throw is worth."""
    kept = np.empty((len(lattice.kept), values.shape[1]))
    kept[lattice.first[lattice.dice] :] = values
    for size in reversed(range(lattice.dice)):
        more = kept[lattice.first[size + 1] : lattice.first[size + 2]]
        total = kept[lattice.first[size] : lattice.first[size + 1]]
        np.copyto(total, more[lattice.one_more[size][:, 0]])
        for places in lattice.one_more[size].T[1:]:
            total += more[places]
        total /= lattice.faces
    for places, less in lattice.one_less:
        kept[places] = np.maximum(kept[places], kept[less])
    return kept[lattice.first[lattice.dice] :]


def roundings(sheets: Sheets, turns: int) -> int:
    """How many roundings lead to a chance so many turns before the end, at most."""
    game, lattice = sheets.game, sheets.lattice
    of_a_throw = game.dice * game.faces  # five sums and a quotient for each of six faces
    of_the_first = len(lattice.throws) + 1  # products and sums in any order, and a quotient
    return turns * (game.rerolls * of_a_throw + of_the_first)


def floats_hold(game: SheetGame) -> bool:
    """Whether no chance in the game is too small for floats."""
    return denominator_of(game, 0).bit_length() <= MOST_BITS


def bounds_cost(game: SheetGame, goal: int, start: SheetState) -> int:
    """The steps that the bounds take."""
    return STEPS_A_CELL * open_cells(game, goal, start)


def chance_within(
    game: SheetGame, goal: int, start: SheetState, progress: Progress | None = None
) -> Bounds:
    """Bounds on the largest chance to come to `goal` points or more from this sheet.

    >>> from exactdice.games.yahtzee import Yahtzee
    >>> game = Yahtzee(dice=2, categories=("ones", "yahtzee"))
    >>> found = chance_within(game, 50, game.start)
    >>> found.width < Fraction(1, 10**12), found.lower <= Fraction(31031, 46656) <= found.upper
    (True, True)
    """
    refuse_costly(f"the chance of {goal} points in {game}", bounds_cost(game, goal, start))
    if not floats_hold(game):
        raise UnsolvableError(f"some chances in {game} may be too small for floats")
    wanted = Goal(sheets_of(game), goal, start)
    decided = wanted.decided(start)
    if decided is not None:
        return Bounds(int(decided == WON), int(decided == WON))
    levels = wanted.levels()
    [last] = deque(numbers_back(wanted, levels, InFloats, progress), maxlen=1)
    off = Fraction(2 * roundings(wanted.sheets, len(levels) - 1), 2**53)
    found = Fraction(float(last[0, 0]))
    return Bounds(found * (1 - off), min(Fraction(1), found * (1 + off)))
