"""Tables of what dice and sheets can come to.

A `Lattice` lists what can be kept of dice: 462 choices of up to five dice, of which 252 are whole
throws. The mean over throwing the missing dice is the mean over throwing one of them, and then the
others: that takes some 1300 steps for all choices.

`Sheets` lists the sheets that play can come to, level by level: how many categories are written. A
sheet is which categories are written (bit by bit, the first category is bit 0), whether a further
Yahtzee earns a bonus, and the upper total up to the threshold. In a level the sheets stand in the
order of these three.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, product

import numpy as np
import numpy.typing as npt

from .rules import Dice, Names, SheetGame, alike, kept_choices, throws_of

Table = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]
NOT_ALLOWED = -1  # points where a category may not be written


@dataclass(frozen=True)
class Lattice:
    """The choices of up to `dice` dice with `faces` faces, by their size and then in order.

    - `kept`: every choice; `place` is its index; `first[size]` that of the first one of its size.
    - `one_more[size]`: [choice, face]: the place, among those of the next size, with a die more.
    - `factors`: faces ** size of every choice.
    - `ways`: how many orders every whole throw has.
    - `within`: for each number, (throws, places): the choice of this number in the order of the
      actions of every whole throw that has so many.
    """

    dice: int
    faces: int
    kept: tuple[Dice, ...]
    place: dict[Dice, int]
    first: tuple[int, ...]
    one_more: tuple[Table, ...]
    factors: Table
    ways: Table
    within: tuple[tuple[Table, Table], ...]

    @property
    def throws(self) -> tuple[Dice, ...]:
        """The whole throws."""
        return self.kept[self.first[self.dice] :]


@lru_cache(maxsize=64)  # of up to five dice with up to six faces
def lattice(dice: int, faces: int) -> Lattice:
    """The tables for so many dice with so many faces.

    >>> five = lattice(5, 6)
    >>> len(five.kept), len(five.throws), int(five.ways.sum())
    (462, 252, 7776)
    """
    sides = range(1, faces + 1)
    by_size = [tuple(combinations_with_replacement(sides, size)) for size in range(dice + 1)]
    kept = tuple(choice for choices in by_size for choice in choices)
    place = {choice: index for index, choice in enumerate(kept)}
    first = (*(place[choices[0]] for choices in by_size), len(kept))
    one_more = []
    for size, choices in enumerate(by_size[:-1]):
        more = [[place[tuple(sorted((*each, face)))] for face in sides] for each in choices]
        one_more.append(np.array(more) - first[size + 1])
    parts = [[place[part] for part in kept_choices(thrown)] for thrown in by_size[dice]]
    within = []
    for number in range(max(map(len, parts))):
        throws = [throw for throw, each in enumerate(parts) if number < len(each)]
        within.append((np.array(throws), np.array([parts[throw][number] for throw in throws])))
    return Lattice(
        dice,
        faces,
        kept,
        place,
        first,
        tuple(one_more),
        np.array([faces ** len(choice) for choice in kept]),
        np.array([throws_of(dice, faces).weights[thrown] for thrown in by_size[dice]]),
        tuple(within),
    )


# --- sheets ---------------------------------------------------------------------------------------


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
    def plain(self) -> Table:
        """[category, throw]: the points of dice that are no joker."""
        rows = [[each.points(dice) for dice in self.lattice.throws] for each in self.game.sheet]
        return np.array(rows)

    @cached_property
    def all_alike(self) -> list[int]:
        """The throws of dice all alike."""
        return [at for at, dice in enumerate(self.lattice.throws) if alike(1, dice)]

    @cached_property
    def ways(self) -> Table:
        """[way to write dice]: its category, what the upper total grows by, and 1 where further
        Yahtzees earn a bonus from then on; in the order of the categories.
        """
        return np.array(sorted({way for ways in self._ways for way in ways}))

    @cached_property
    def way_of(self) -> Table:
        """[category, throw]: the place of its way."""
        place = {tuple(way): at for at, way in enumerate(self.ways.tolist())}
        return np.array([[place[way] for way in ways] for ways in self._ways])

    @cached_property
    def _ways(self) -> list[list[tuple[int, int, int]]]:
        """[category, throw]: its way."""
        found = []
        for at, category in enumerate(self.game.sheet):
            counts = bool(category.face and self.game.cap)
            grown = (self.plain[at] * counts).tolist()
            begins = (self.game.begins_extra(category.name, dice) for dice in self.lattice.throws)
            found.append([(at, growth, extra) for growth, extra in zip(grown, begins, strict=True)])
        return found

    def names(self, written: int) -> Names:
        """The names of these categories."""
        return tuple(name for bit, name in enumerate(self.game.names) if written >> bit & 1)

    def bits(self, names: Names) -> int:
        """These categories bit by bit."""
        return sum(1 << self.game.names.index(name) for name in names)

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
    def reached(self) -> Truths:
        """[written, extra, upper total]: whether play can come to the sheet."""
        found = np.zeros((1 << self.categories, 2, self.game.cap + 1), dtype=bool)
        found[0, 0, 0] = True
        for level in range(self.categories):
            of_level = self._rows[level]
            for way, (category, growth, begins) in enumerate(self.ways.tolist()):
                rows = of_level[self._may_be_written(of_level, category, way)]
                after = rows | 1 << category
                moved = _grown(found[rows], growth)
                if begins:
                    found[after, 1] |= moved.any(axis=1)
                else:
                    found[after] |= moved
        return found

    @cached_property
    def _rows(self) -> list[Table]:
        """[how many categories are written]: those that have so many."""
        counts = np.array([written.bit_count() for written in range(1 << self.categories)])
        return [np.flatnonzero(counts == level) for level in range(self.categories + 1)]

    def _may_be_written(self, rows: Table, category: int, way: int) -> Truths:
        """Where some throw may go this way."""
        is_free: Truths = rows >> category & 1 == 0
        throws = np.flatnonzero(self.way_of[category] == way).tolist()
        if not self.game.forces_jokers or not set(throws) <= set(self.all_alike):
            return is_free
        # Only dice all alike go this way, and where they are jokers they may have to go another.
        name, dice = self.game.names[category], [self.lattice.throws[at] for at in throws]
        for at in np.flatnonzero(is_free).tolist():
            filled = self.names(int(rows[at]))
            is_free[at] = any(name in self.game.scores(filled, 0, each) for each in dice)
        return is_free

    @cached_property
    def levels(self) -> list[list[Group]]:
        """[how many categories are written]: its groups of sheets, in order."""
        return [list(self._groups(level)) for level in range(self.categories + 1)]

    def _groups(self, level: int) -> Iterator[Group]:
        first = 0
        for written, extra in product(self._rows[level].tolist(), (0, 1)):
            totals = np.flatnonzero(self.reached[written, extra])
            if len(totals):
                yield Group(written, extra, first, totals)
                first += len(totals)

    @cached_property
    def place(self) -> npt.NDArray[np.int32]:
        """[written, extra, upper total]: the place of the sheet in its level, -1 for none."""
        table = np.full(self.reached.shape, -1, dtype=np.int32)
        for group in (group for groups in self.levels for group in groups):
            places = np.arange(group.first, group.first + len(group.totals))
            table[group.written, group.extra, group.totals] = places
        return table

    def size(self, level: int) -> int:
        """How many sheets have so many categories written."""
        return int(self.reached[self._rows[level]].sum())

    @property
    def unfinished(self) -> int:
        """How many sheets have a free category."""
        return sum(self.size(level) for level in range(self.categories))


def _grown(totals: Truths, growth: int) -> Truths:
    """The upper totals [..., total] when each grows; the last one stands for all beyond."""
    if not growth:
        return totals
    found = np.zeros_like(totals)
    found[..., growth:] = totals[..., :-growth]
    found[..., -1] |= totals[..., -growth - 1 :].any(axis=-1)
    return found


@lru_cache(maxsize=8)
def sheets_of(game: SheetGame) -> Sheets:
    """The sheets of the game, made once."""
    return Sheets(game)
