"""What is chosen on many sheets at once: the dice to keep of every throw, and where it is written.

Floats choose, with a margin that is proven; of those within the margin, equal residues are ties,
broken by the order of the actions, and a sheet with other residues there is decided once more in
whole numbers. Two different numbers may have the same residue. So an optimal strategy is proven by
what is computed from it, as it earns exactly the value of the game (`following`); where only the
points of one turn count, the residues are the numbers themselves.

The margin: a float that stands for a value up to B is off by at most `FLOAT_UNITS` * 2^-53 B; each
die adds faces - 1 sums, the scale of what is kept two roundings a throw, and the points one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from .lattice import Lattice, lattice
from .levels import Level
from .limbs import BITS, as_floats, scales, to_int
from .sheets import NOT_ALLOWED, Group, Sheets, Table

Numbers = npt.NDArray[Any]  # floats, residues, or whole numbers of any size
Floats = npt.NDArray[np.float64]
PRIME = 2**31 - 1
WIDE_PRIME = 2**50 - 27  # 7776 residues are added in 63 bits
FLOAT_UNITS = 8
HALF = BITS // 2
BARRED = -(2**40)  # what a category is worth that may not be written

Columns = npt.NDArray[np.bool_]
Option = tuple[int, Table, Table]  # a free category, its points by throw, and the places after


@dataclass(frozen=True)
class Continuation:
    """What sheets are worth once the dice are written, by their place in their level.

    - `floats`: off by at most FLOAT_UNITS * 2^-53 of the bound.
    - `residues`: of the whole numbers over `denominator`.
    - `exact`: the whole number of a place.
    """

    floats: Floats
    residues: Table
    denominator: int
    prime: int
    exact: Callable[[int], int] = field(compare=False, repr=False)


def continuation_of(level: Level) -> Continuation:
    """The values of a solved level."""
    limbs = level.limbs
    residues = np.zeros(limbs.shape[1], dtype=np.int64)
    for limb in limbs[::-1]:
        for part in (limb >> HALF, limb & (1 << HALF) - 1):
            residues = (residues << HALF | part) % PRIME
    floats = as_floats(limbs, scales(level.denominator, len(limbs)))
    return Continuation(
        floats, residues, level.denominator, PRIME, lambda place: to_int(limbs[:, place])
    )


def no_continuation(size: int) -> Continuation:
    """Sheets that are worth nothing, so that only the points of this turn count."""
    nothing = np.zeros(size, dtype=np.int64)
    return Continuation(nothing.astype(np.float64), nothing, 1, WIDE_PRIME, _nothing)


def _nothing(place: int) -> int:
    """What a sheet is worth that is worth nothing."""
    return 0


@dataclass(frozen=True)
class Decisions:
    """What is chosen on sheets.

    - `writing`: [throw, sheet]: the category.
    - `keeping`: for each reroll of a turn, the first one first, [throw, sheet]: the place of what
      is kept among the choices.
    """

    writing: Table
    keeping: tuple[Table, ...]

    def repeated(self, times: int) -> Decisions:
        """The same on so many sheets, when it is about one."""
        keeping = tuple(np.repeat(kept, times, axis=1) for kept in self.keeping)
        return Decisions(np.repeat(self.writing, times, axis=1), keeping)


@dataclass(frozen=True)
class Deciding:
    """How sheets that differ by their upper totals alone are decided."""

    sheets: Sheets
    bound: int
    after: Continuation
    group: Group
    totals: Table
    allowed: Callable[[list[Option]], list[Option]] = list
    ties_last: bool = False  # of choices of the same worth the last one is taken

    @property
    def lattice(self) -> Lattice:
        """What can be kept of dice."""
        return self.sheets.lattice

    @cached_property
    def margin(self) -> float:
        """How near two floats of different values may stand in the wrong order."""
        game = self.sheets.game
        turn = (game.rerolls + 1) * (game.dice * (game.faces - 1) + 2)
        return 2.02 * (FLOAT_UNITS + turn + 1) * 2.0**-53 * self.bound

    def decisions(self) -> Decisions:
        """What is chosen on the sheets."""
        options = self._options()
        found, doubtful = self._by_floats(options)
        doubtful |= self._wraps
        for sheet in np.flatnonzero(doubtful):
            exact = self._in_whole_numbers(options, int(sheet))
            found.writing[:, sheet] = exact.writing[:, 0]
            for kept, settled in zip(found.keeping, exact.keeping, strict=True):
                kept[:, sheet] = settled[:, 0]
        return found

    @property
    def _wraps(self) -> bool:
        """Whether nothing but the whole numbers tells ties, as nothing is proven of the result."""
        largest = self.bound * int(self.lattice.factors[-1]) ** self.sheets.game.rerolls
        return self.after.denominator == 1 and largest >= self.after.prime

    def _options(self) -> list[Option]:
        """The free categories; their places afterwards are [throw, sheet]."""
        points = self.sheets.points(self.group.written, self.group.extra)
        free = self.sheets.free(self.group.written)
        return self.allowed([(bit, points[bit], self.place_after(bit)) for bit in free])

    def place_after(self, category: int) -> Table:
        """[throw, sheet]: the place afterwards of the throw written there."""
        added = self.sheets.added[category][:, None]
        begins = self.sheets.begins[category][:, None]
        totals = np.minimum(self.totals + added, self.sheets.game.cap)
        written = self.group.written | 1 << category
        places = self.sheets.place[written, self.group.extra | begins, totals]
        return np.asarray(places, dtype=np.int64)

    # --- by floats and residues -------------------------------------------------------------------

    def _by_floats(self, options: list[Option]) -> tuple[Decisions, Columns]:
        """The decisions, and the sheets on which floats and residues leave a doubt."""
        best = Best.none((len(self.lattice.throws), len(self.totals)), np.float64)
        for category, points, places in options:
            best.offer(category, *self._values(points, places), self.margin, self.ties_last)
        keeping: list[Table] = []
        doubtful, floats, residues = best.doubtful, best.values, best.marks
        for _ in range(self.sheets.game.rerolls):
            means = kept_sums(self.lattice, floats) / self.lattice.factors[-1]
            sums = kept_sums(self.lattice, residues) % self.after.prime
            kept = best_kept(self.lattice, means, sums, self.margin, self.ties_last)
            keeping.insert(0, kept.chosen)
            doubtful |= kept.doubtful
            floats, residues = kept.values, kept.marks
        return Decisions(best.chosen, tuple(keeping)), doubtful

    def _values(self, points: Table, places: Table) -> tuple[Floats, Table]:
        """[throw, sheet]: what a category is worth, as floats and as residues."""
        unit = self.after.denominator % self.after.prime
        floats = self.after.floats[places] + points[:, None]
        residues = (self.after.residues[places] + points[:, None] * unit) % self.after.prime
        barred = points == NOT_ALLOWED
        floats[barred] = BARRED
        residues[barred] = 0
        return floats, residues

    # --- in whole numbers -------------------------------------------------------------------------

    def _in_whole_numbers(self, options: list[Option], sheet: int) -> Decisions:
        """The decisions on one sheet."""
        best = Best.none((len(self.lattice.throws), 1), object)
        for category, points, places in options:
            values = self._whole_values(points, places[:, sheet])
            best.offer(category, values, values, 0, self.ties_last)
        keeping: list[Table] = []
        values = best.values
        for _ in range(self.sheets.game.rerolls):
            sums = kept_sums(self.lattice, values)
            kept = best_kept(self.lattice, sums, sums.copy(), 0, self.ties_last)
            keeping.insert(0, kept.chosen)
            values = kept.values
        return Decisions(best.chosen, tuple(keeping))

    def _whole_values(self, points: Table, places: Table) -> Numbers:
        """[throw, 1]: what a category is worth on one sheet."""
        exact = {place: self.after.exact(place) for place in set(places.tolist())}
        values = [
            BARRED if scored == NOT_ALLOWED else exact[place] + scored * self.after.denominator
            for scored, place in zip(points.tolist(), places.tolist(), strict=True)
        ]
        return np.array(values, dtype=object)[:, None]


@dataclass
class Best:
    """The best of what was offered: its value, its mark (two of one value have the same), what was
    chosen, and the columns where a value lies within the margin and its mark differs.
    """

    values: Numbers
    marks: Numbers
    chosen: Table
    doubtful: Columns

    @classmethod
    def none(cls, shape: tuple[int, int], kind: npt.DTypeLike) -> Best:
        """Nothing offered so far."""
        marks = np.zeros(shape, dtype=object if kind is object else np.int64)
        nothing = np.full(shape, 2 * BARRED, dtype=kind)
        return cls(nothing, marks, np.zeros(shape, dtype=np.int64), np.zeros(shape[1], dtype=bool))

    def offer(
        self, choice: int, values: Numbers, marks: Numbers, margin: float, ties_last: bool
    ) -> None:
        """Take the choice where it is better than all before, or as good and ties are for it."""
        gap = values - self.values
        near = np.abs(gap) <= margin
        better = gap > margin
        if near.any():
            same = marks == self.marks
            self.doubtful |= (near & ~same).any(axis=0)
            if ties_last:
                better |= near & same
        np.copyto(self.values, values, where=better)
        np.copyto(self.marks, marks, where=better)
        np.copyto(self.chosen, choice, where=better)


def kept_sums(tables: Lattice, values: Numbers) -> Numbers:
    """[choice, column]: the sums over the ways to throw the missing dice, from what whole throws
    are worth, scaled to faces ** dice ways each.
    """
    found = np.empty((len(tables.kept), values.shape[1]), dtype=values.dtype)
    found[tables.first[tables.dice] :] = values
    for size in reversed(range(tables.dice)):
        more = found[tables.first[size + 1] : tables.first[size + 2]]
        own = slice(tables.first[size], tables.first[size + 1])
        found[own] = more[tables.one_more[size]].sum(axis=1)
    factors = tables.factors[:, None]
    found *= factors.astype(object) if values.dtype == object else factors
    return found


def best_kept(
    tables: Lattice, values: Numbers, marks: Numbers, margin: float, ties_last: bool
) -> Best:
    """[throw, column]: the best of what may be kept of every throw; its arguments are changed.

    Of ties it is the one with most dice, and of those the first in order; or the last of all.
    """
    rank = ranks(tables.dice, tables.faces) * (-1 if ties_last else 1)
    shape = values.shape
    chosen = np.broadcast_to(np.arange(shape[0])[:, None], shape).copy()
    doubtful = np.zeros(shape[1], dtype=bool)
    for places, less in tables.one_less:
        gap = values[less] - values[places]
        near = np.abs(gap) <= margin
        same = marks[less] == marks[places]
        doubtful |= (near & ~same).any(axis=0)
        earlier = rank[chosen[less]] < rank[chosen[places]]
        better = (gap > margin) | (near & same & earlier)
        for table in (values, marks, chosen):
            table[places] = np.where(better, table[less], table[places])
    whole = slice(tables.first[tables.dice], None)
    return Best(values[whole], marks[whole], chosen[whole], doubtful)


@lru_cache(maxsize=64)  # of up to five dice with up to six faces
def ranks(dice: int, faces: int) -> Table:
    """[choice]: its place in the order of the actions: most dice first, then in order."""
    kept = lattice(dice, faces).kept
    order = sorted(range(len(kept)), key=lambda at: (-len(kept[at]), kept[at]))
    found = np.empty(len(order), dtype=np.int64)
    found[order] = np.arange(len(order))
    return found
