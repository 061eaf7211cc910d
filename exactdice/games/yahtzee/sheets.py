"""The sheets that play can come to, level by level: how many categories are written.

A sheet is which categories are written (bit by bit, the first category is bit 0), whether a further
Yahtzee earns a bonus, and the upper total up to the threshold. A set of upper totals is the bits of
an integer. In a level the sheets stand in the order of these three.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import repeat

import numpy as np
import numpy.typing as npt

from .categories import alike
from .lattice import Lattice, lattice
from .rules import Names, SheetGame

Table = npt.NDArray[np.int64]
NOT_ALLOWED = -1  # points where a category may not be written
MOST_KEPT = 8


@dataclass(frozen=True)
class Group:
    """The sheets of a level with the same categories written and the same bonus to come.

    They differ by the upper total alone; their places in the level follow each other from `first`.
    """

    written: int
    extra: int
    first: int
    totals: Table


@dataclass(frozen=True)
class Sheets:
    """The sheets of a game, and how dice lead from one to the next."""

    game: SheetGame

    @cached_property
    def lattice(self) -> Lattice:
        """What can be kept of dice."""
        return lattice(self.game.dice, self.game.faces)

    @cached_property
    def categories(self) -> int:
        """How many there are: the number of turns."""
        return len(self.game.sheet)

    @cached_property
    def added(self) -> Table:
        """[category, throw]: what the upper total grows by."""
        rows = [
            [
                each.points(dice) if each.face and self.game.cap else 0
                for dice in self.lattice.throws
            ]
            for each in self.game.sheet
        ]
        return np.array(rows)

    @cached_property
    def begins(self) -> Table:
        """[category, throw]: 1 where further Yahtzees earn a bonus from then on."""
        rows = [
            [self.game.begins_extra(each.name, dice) for dice in self.lattice.throws]
            for each in self.game.sheet
        ]
        return np.array(rows)

    @cached_property
    def ways(self) -> Table:
        """[way]: a category, what the upper total grows by, and 1 where further Yahtzees earn a
        bonus from then on; each once, in the order of the categories.
        """
        every = [way for category in self._every_way for way in category]
        return np.array(every)

    @cached_property
    def way_of(self) -> Table:
        """[category, throw]: the place of its way."""
        place = {way: at for at, way in enumerate(map(tuple, self.ways.tolist()))}
        rows = [
            [place[way] for way in zip(repeat(category), added, begins, strict=False)]
            for category, (added, begins) in enumerate(
                zip(self.added.tolist(), self.begins.tolist(), strict=True)
            )
        ]
        return np.array(rows)

    @cached_property
    def plain(self) -> Table:
        """[category, throw]: the points of dice that are no joker."""
        rows = [[each.points(dice) for dice in self.lattice.throws] for each in self.game.sheet]
        return np.array(rows)

    @cached_property
    def all_alike(self) -> list[int]:
        """The throws of dice all alike."""
        return [at for at, dice in enumerate(self.lattice.throws) if alike(1, dice)]

    def names(self, written: int) -> Names:
        """The names of these categories."""
        return tuple(name for bit, name in enumerate(self.game.names) if written >> bit & 1)

    def free(self, written: int) -> list[int]:
        """The categories that are free."""
        return [bit for bit in range(self.categories) if not written >> bit & 1]

    def points(self, written: int, extra: int) -> Table:
        """[category, throw]: what dice score on such a sheet; NOT_ALLOWED where they may not be
        written.
        """
        filled = self.names(written)
        if not extra and not self.game.plays_jokers(filled):
            return self.plain
        found = self.plain.copy()
        for throw in self.all_alike:
            scores = self.game.scores(filled, extra, self.lattice.throws[throw])
            found[:, throw] = [scores.get(name, NOT_ALLOWED) for name in self.game.names]
        return found

    # --- which sheets there are -------------------------------------------------------------------

    @cached_property
    def totals(self) -> list[tuple[int, int]]:
        """[categories written]: the upper totals that play can come to, as bits, without and with a
        bonus for further Yahtzees.
        """
        found = [[0, 0] for _ in range(1 << self.categories)]
        found[0][0] = 1
        for written, both in enumerate(found):  # what is written grows
            for extra, bits in enumerate(both):
                if bits:
                    self._enter_next(found, written, extra, bits)
        return [(without, with_bonus) for without, with_bonus in found]

    def _enter_next(self, found: list[list[int]], written: int, extra: int, bits: int) -> None:
        """Enter the upper totals after one more category."""
        for category, added, begins in self._ways(written):
            after = bits << added
            beyond = after >> self.game.cap
            if beyond > 1:  # all from the threshold on are one
                after = after & (1 << self.game.cap) - 1 | 1 << self.game.cap
            found[written | 1 << category][extra | begins] |= after

    def _ways(self, written: int) -> list[tuple[int, int, int]]:
        """(category, what the upper total grows by, whether further Yahtzees earn a bonus)."""
        free = self.free(written)
        if not self.game.plays_jokers(self.names(written)):
            return [way for category in free for way in self._every_way[category]]
        others = [way for category in free for way in self._ways_unlike[category]]
        return others + self._joker_ways(written, free)

    def _joker_ways(self, written: int, free: list[int]) -> list[tuple[int, int, int]]:
        points = self.points(written, 0)
        return [
            (category, int(self.added[category, throw]), int(self.begins[category, throw]))
            for category in free
            for throw in self.all_alike
            if points[category, throw] != NOT_ALLOWED
        ]

    @cached_property
    def _every_way(self) -> list[list[tuple[int, int, int]]]:
        return self._different_ways(range(len(self.lattice.throws)))

    @cached_property
    def _ways_unlike(self) -> list[list[tuple[int, int, int]]]:
        alike = set(self.all_alike)
        throws = [throw for throw in range(len(self.lattice.throws)) if throw not in alike]
        return self._different_ways(throws)

    def _different_ways(self, throws: range | list[int]) -> list[list[tuple[int, int, int]]]:
        """[category]: the different (category, growth of the upper total, bonus from then on)."""
        return [
            sorted({(bit, int(self.added[bit, at]), int(self.begins[bit, at])) for at in throws})
            for bit in range(self.categories)
        ]

    @cached_property
    def levels(self) -> list[list[Group]]:
        """[how many categories are written]: its groups of sheets, in order."""
        found: list[list[Group]] = [[] for _ in range(self.categories + 1)]
        sizes = [0] * (self.categories + 1)
        for written, both in enumerate(self.totals):
            level = written.bit_count()
            for extra, bits in enumerate(both):
                if bits:
                    totals = np.flatnonzero(_bits(bits, self.game.cap + 1))
                    found[level].append(Group(written, extra, sizes[level], totals))
                    sizes[level] += len(totals)
        return found

    @cached_property
    def place(self) -> npt.NDArray[np.int32]:
        """[written, extra, upper total]: the place of the sheet in its level, -1 for none."""
        table = np.full((1 << self.categories, 2, self.game.cap + 1), -1, dtype=np.int32)
        for groups in self.levels:
            for group in groups:
                places = group.first + np.arange(len(group.totals))
                table[group.written, group.extra, group.totals] = places
        return table

    def size(self, level: int) -> int:
        """How many sheets have so many categories written."""
        last = self.levels[level][-1]
        return last.first + len(last.totals)

    @property
    def unfinished(self) -> int:
        """How many sheets have a free category."""
        return sum(self.size(level) for level in range(self.categories))


def _bits(bits: int, width: int) -> npt.NDArray[np.bool_]:
    return np.array([bits >> at & 1 for at in range(width)], dtype=bool)


@lru_cache(maxsize=MOST_KEPT)
def sheets_of(game: SheetGame) -> Sheets:
    """The sheets of the game, made once."""
    return Sheets(game)
