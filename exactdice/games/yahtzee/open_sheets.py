"""The sheets, with the points so far, that play from a sheet can come to while it is open whether
so many points are reached in the end.

All others are won or lost already. So a sheet with few free categories leaves few of them; the
empty sheet of Yahtzee and 300 points leave some fifty million.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from .laws import Kind, kinds_of
from .rules import SheetState
from .sheets import NOT_ALLOWED, Group, Sheets, Table

LOST, WON = -2, -1  # the places of the two numbers at the end of every level
Key = tuple[int, int]  # the categories written, and 1 where a further Yahtzee earns its bonus
Cells = npt.NDArray[np.bool_]  # [upper total, points]
Places = npt.NDArray[np.int32]


def group_of(key: Key) -> Group:
    """The sheets of the key, for what does not depend on the upper total."""
    return Group(*key, 0, np.zeros(0, dtype=np.int64))


@dataclass(frozen=True)
class Goal:
    """So many points or more in the end, from this sheet on."""

    sheets: Sheets
    points: int
    start: SheetState

    @property
    def key(self) -> Key:
        """That of the start."""
        return self.sheets.bits(self.start.filled), self.start.extra

    @cached_property
    def bonuses(self) -> Table:
        """[upper total]: what it earns."""
        game = self.sheets.game
        return np.array([game.bonus_at(total) for total in range(game.cap + 1)])

    @cached_property
    def so_far(self) -> Table:
        """[upper total, points]: the points with what the upper total has earned."""
        found: Table = np.arange(self.points) + self.bonuses[:, None]
        return found

    def is_open(self, key: Key) -> Cells:
        """[upper total, points]: where the goal is neither reached nor beyond reach."""
        found: Cells = (self.so_far < self.points) & (
            np.arange(self.points) + self._most_left(key) >= self.points
        )
        return found

    def _most_left(self, key: Key) -> int:
        """What no game can exceed from there; nothing on a full sheet, whose bonus is known."""
        game, free = self.sheets.game, self.sheets.free(key[0])
        if not free:
            return 0
        most = sum(self._most_in(category) for category in free)
        earns_more = key[1] or self.sheets.begins[free].any()
        return most + game.upper_bonus + (game.extra_bonus * len(free) if earns_more else 0)

    def _most_in(self, category: int) -> int:
        return max(
            int(self.sheets.plain[category].max()), self.sheets.game.sheet[category].joker or 0
        )

    def decided(self, sheet: SheetState) -> int | None:
        """WON or LOST, which it is already; None where it is open."""
        if sheet.points + self.bonuses[sheet.upper] >= self.points:
            return WON
        key = self.sheets.bits(sheet.filled), sheet.extra
        return None if self.is_open(key)[sheet.upper, sheet.points] else LOST

    # --- level by level ---------------------------------------------------------------------------

    def levels(self) -> list[OpenLevel]:
        """What is open, from the start to the full sheets, of which none is."""
        cells = np.zeros(self.so_far.shape, dtype=bool)
        cells[self.start.upper, self.start.points : self.start.points + 1] = True
        found = [self._level({self.key: cells})]
        for _ in range(len(self.start.filled), self.sheets.categories):
            found.append(self._level(self._next(found[-1])))
        return found

    def _level(self, come_to: dict[Key, Cells]) -> OpenLevel:
        """What is open of what play comes to."""
        tables = {key: come_to[key] & self.is_open(key) for key in sorted(come_to)}
        packed = {key: np.packbits(cells) for key, cells in tables.items() if cells.any()}
        sizes = [int(np.count_nonzero(tables[key])) for key in packed]
        first = dict(zip(packed, accumulate(sizes, initial=0), strict=False))
        return OpenLevel(self.so_far.shape, packed, first, sum(sizes))

    def _next(self, level: OpenLevel) -> dict[Key, Cells]:
        """What play comes to after a turn."""
        found: dict[Key, Cells] = {}
        for key in level.packed:
            cells = level.cells(key)
            for kind in kinds_of(self.sheets, group_of(key))[0]:
                after = after_kind(key, kind)
                if kind[1] != NOT_ALLOWED:
                    to = found.setdefault(after, np.zeros_like(cells))
                    _enter(to, cells, kind[1], kind[2])
        return found


def after_kind(key: Key, kind: Kind) -> Key:
    """The key after such an end of a turn."""
    category, _, _, begins = kind
    return key[0] | 1 << category, key[1] | begins


def _enter(to: Cells, cells: Cells, points: int, growth: int) -> None:
    """Enter the cells after so many points and so much growth of the upper total."""
    totals, width = cells.shape
    more = cells[:, : max(0, width - points)]
    below = max(0, totals - growth)  # of the totals that stay below the last one
    to[growth:, points:] |= more[:below]
    to[-1, points:] |= more[below:].any(axis=0)


@dataclass(frozen=True)
class OpenLevel:
    """What is open with so many categories written: sheet by sheet, total by total.

    - `shape`: of the tables: upper totals, points.
    - `packed`: the table of every key as bits; `first`: the place of its first cell.
    """

    shape: tuple[int, ...]
    packed: dict[Key, npt.NDArray[np.uint8]]
    first: dict[Key, int]
    size: int

    def cells(self, key: Key) -> Cells:
        """[upper total, points]: what is open."""
        count = self.shape[0] * self.shape[1]
        return np.unpackbits(self.packed[key], count=count).reshape(self.shape).astype(bool)

    def places(self, key: Key) -> Places:
        """[upper total, points]: the places; LOST for the others."""
        found: Places = np.full(self.shape, LOST, dtype=np.int32)
        if key in self.packed:
            cells = self.cells(key)
            found[cells] = np.arange(self.first[key], self.first[key] + np.count_nonzero(cells))
        return found
