"""Tables of what dice and sheets can come to.

A `Lattice` lists what can be kept of dice: 462 choices of up to five dice, of which 252 are whole
throws. The mean over throwing the missing dice is the mean over throwing one of them, and then the
others; the best of all that may be kept of dice is the best of keeping them all and of what may be
kept without one of them. So both take some 1300 steps for all throws, where each pair of a throw
and what is kept of it would take 4368.

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

from .rules import YAHTZEE, Dice, Names, SheetGame, alike, throws_of

Table = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]
NOT_ALLOWED = -1  # points where a category may not be written


@dataclass(frozen=True)
class Lattice:
    """The choices of up to `dice` dice with `faces` faces, by their size and then in order.

    - `kept`: every choice; `place` is its index; `first[size]` that of the first one of its size.
    - `rank`: the place of every choice in the order of the actions: most dice first, then in order.
    - `one_more[size]`: [choice, face]: the place, among those of the next size, with a die more.
    - `one_less`: (places, those with one die less of a face), face by face, fewer dice of it first:
      so nothing is met twice from a larger choice.
    - `factors`: faces ** size of every choice.
    - `ways`: how many orders every whole throw has.
    - `within`: [throw, number]: the places of all that may be kept of it, filled up with itself.
    """

    dice: int
    faces: int
    kept: tuple[Dice, ...]
    place: dict[Dice, int]
    first: tuple[int, ...]
    rank: Table
    one_more: tuple[Table, ...]
    one_less: tuple[tuple[Table, Table], ...]
    factors: Table
    ways: Table
    within: Table

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
    in_order = sorted(range(len(kept)), key=lambda at: (-len(kept[at]), kept[at]))
    one_more = []
    for size, choices in enumerate(by_size[:-1]):
        more = [[place[tuple(sorted((*each, face)))] for face in sides] for each in choices]
        one_more.append(np.array(more) - first[size + 1])
    one_less = []
    for face, count in product(sides, range(1, dice + 1)):
        found = [choice for choice in kept if choice.count(face) == count]
        less = [place[_without(choice, face)] for choice in found]
        one_less.append((np.array([place[choice] for choice in found]), np.array(less)))
    return Lattice(
        dice,
        faces,
        kept,
        place,
        first,
        np.argsort(in_order),
        tuple(one_more),
        tuple(one_less),
        np.array([faces ** len(choice) for choice in kept]),
        np.array([throws_of(dice, faces).weights[thrown] for thrown in by_size[dice]]),
        _within(kept, by_size[dice], faces),
    )


def _without(choice: Dice, face: int) -> Dice:
    at = choice.index(face)
    return choice[:at] + choice[at + 1 :]


def _within(kept: tuple[Dice, ...], throws: tuple[Dice, ...], faces: int) -> Table:
    showing = np.array([[choice.count(face) for face in range(1, faces + 1)] for choice in kept])
    whole = showing[len(kept) - len(throws) :]
    is_part = (showing <= whole[:, None]).all(axis=2)
    widest = int(is_part.sum(axis=1).max())
    # a stable order: the parts first, then what is none, in the place of which stands the throw
    order = np.argsort(~is_part, axis=1, kind="stable")[:, :widest]
    itself = np.arange(len(kept) - len(throws), len(kept))
    return np.where(np.take_along_axis(is_part, order, axis=1), order, itself[:, None])


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
    def added(self) -> Table:
        """[category, throw]: what the upper total grows by."""
        is_upper = np.array([bool(each.face and self.game.cap) for each in self.game.sheet])
        return np.where(is_upper[:, None], self.plain, 0)

    @cached_property
    def begins(self) -> Table:
        """[category, throw]: 1 where further Yahtzees earn a bonus from then on."""
        found = np.zeros_like(self.plain)
        for category, throw in product(range(self.categories), self.all_alike):
            name, dice = self.game.sheet[category].name, self.lattice.throws[throw]
            found[category, throw] = self.game.begins_extra(name, dice)
        return found

    @cached_property
    def ways(self) -> Table:
        """[way to write dice]: its category, what the upper total grows by, and 1 where further
        Yahtzees earn a bonus from then on; in the order of the categories.
        """
        category = np.broadcast_to(np.arange(self.categories)[:, None], self.plain.shape)
        ways = np.stack([category, self.added, self.begins], axis=-1).reshape(-1, 3).tolist()
        return np.array(sorted(set(map(tuple, ways))))

    @cached_property
    def way_of(self) -> Table:
        """[category, throw]: the place of its way."""
        found = np.zeros_like(self.plain)
        for way, (category, growth, begins) in enumerate(self.ways):
            goes = (self.added[category] == growth) & (self.begins[category] == begins)
            found[category, goes] = way
        return found

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
            of_level = self._rows(level)
            for way, (category, growth, begins) in enumerate(self.ways.tolist()):
                rows = of_level[self._may_be_written(of_level, category, way)]
                after = rows | 1 << category
                moved = _grown(found[rows], growth)
                if begins:
                    found[after, 1] |= moved.any(axis=1)
                else:
                    found[after] |= moved
        return found

    def _rows(self, level: int) -> Table:
        """Those with so many categories written."""
        return np.flatnonzero(self._level_of == level)

    @cached_property
    def _level_of(self) -> Table:
        """[written]: how many categories that is."""
        return np.array([written.bit_count() for written in range(1 << self.categories)])

    def _may_be_written(self, rows: Table, category: int, way: int) -> Truths:
        """Where some throw may go this way."""
        is_free: Truths = rows >> category & 1 == 0
        if not self.game.forces_jokers or way in self._ways_unlike:
            return is_free
        # only dice all alike go this way, and where they are jokers they may have to go another
        yahtzee = self.game.names.index(YAHTZEE)
        forced = np.ones(len(rows), dtype=bool)
        for throw in self.all_alike:
            if self.way_of[category, throw] == way:
                forced &= self._is_forced_elsewhere(rows, category, self.lattice.throws[throw][0])
        found: Truths = is_free & ~(forced & (rows >> yahtzee & 1 == 1))
        return found

    def _is_forced_elsewhere(self, rows: Table, category: int, face: int) -> Truths:
        """Where a joker of this face may not be written in the category."""
        sheet = self.game.sheet
        own = sum(1 << bit for bit, each in enumerate(sheet) if each.face == face)
        lower = sum(1 << bit for bit, each in enumerate(sheet) if not each.face)
        has_own, has_lower = rows & own != own, rows & lower != lower
        is_upper = sheet[category].face > 0
        found: Truths = np.where(has_own, own != 1 << category, has_lower & is_upper)
        return found

    @cached_property
    def _ways_unlike(self) -> set[int]:
        """The ways that some throw of dice not all alike goes."""
        unlike = np.ones(len(self.lattice.throws), dtype=bool)
        unlike[self.all_alike] = False
        return set(self.way_of[:, unlike].reshape(-1).tolist())

    @cached_property
    def levels(self) -> list[list[Group]]:
        """[how many categories are written]: its groups of sheets, in order."""
        return [list(self._groups(level)) for level in range(self.categories + 1)]

    def _groups(self, level: int) -> Iterator[Group]:
        first = 0
        for written, extra in product(self._rows(level).tolist(), (0, 1)):
            totals = np.flatnonzero(self.reached[written, extra])
            if len(totals):
                yield Group(written, extra, first, totals)
                first += len(totals)

    @cached_property
    def place(self) -> npt.NDArray[np.int32]:
        """[written, extra, upper total]: the place of the sheet in its level, -1 for none."""
        table = np.full(self.reached.shape, -1, dtype=np.int32)
        for level in range(self.categories + 1):
            rows = self._rows(level)
            places = np.full((len(rows), *table.shape[1:]), -1, dtype=np.int32)
            places[self.reached[rows]] = np.arange(self.size(level))
            table[rows] = places
        return table

    def size(self, level: int) -> int:
        """How many sheets have so many categories written."""
        return int(self.reached[self._rows(level)].sum())

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
