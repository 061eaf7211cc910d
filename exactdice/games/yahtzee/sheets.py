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

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import (
    accumulate,
    chain,
    combinations_with_replacement,
    pairwise,
    product,
    zip_longest,
)

import numpy as np
import numpy.typing as npt

from .rules import Names, SheetGame, alike, kept_choices, throws_of

Table = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]
NOT_ALLOWED = -1  # points where a category may not be written


class Lattice:
    """The choices of up to `dice` dice with `faces` faces, by their size and then in order.

    - `kept`: every choice; `place` is its index; `sizes[size]` the slice of those of a size;
      `throws` are the whole throws.
    - `one_more[size]`: [choice, face]: the place, among those of the next size, with a die more.
    - `factors`: faces ** size of every choice.
    - `ways`: how many orders every whole throw has.
    - `parts`: [throw, number]: the choices that a throw leaves, in the order of its actions; -1
      behind the last.
    - `within`: for each number, (throws, places): the throws that leave a choice of this number.

    >>> five = Lattice(5, 6)
    >>> len(five.kept), len(five.throws), int(five.ways.sum())
    (462, 252, 7776)
    """

    def __init__(self, dice: int, faces: int) -> None:
        self.dice = dice
        self.faces = faces
        sides = range(1, faces + 1)
        by_size = [[*combinations_with_replacement(sides, size)] for size in range(dice + 1)]
        self.kept = [*chain.from_iterable(by_size)]
        self.throws = by_size[dice]
        self.place = {choice: index for index, choice in enumerate(self.kept)}
        self.sizes = [slice(*ends) for ends in pairwise(accumulate(map(len, by_size), initial=0))]
        self.one_more = []
        for choices, larger in zip(by_size, self.sizes[1:], strict=False):
            more = [
                [self.place[tuple(sorted((*each, face)))] for face in sides] for each in choices
            ]
            self.one_more.append(np.array(more) - larger.start)
        self.factors = np.array([faces ** len(choice) for choice in self.kept])
        ways = throws_of(dice, faces).weights
        self.ways = np.array([ways[thrown] for thrown in self.throws])
        parts = [[self.place[part] for part in kept_choices(thrown)] for thrown in self.throws]
        self.parts = np.array([*zip_longest(*parts, fillvalue=-1)]).T
        self.within = [(np.flatnonzero(of >= 0), of[of >= 0]) for of in self.parts.T]


# --- sheets ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Group:
    """The sheets of a level with the same categories written and the same bonus to come.

    They differ by the upper total alone; their places in the level follow each other.
    """

    written: int
    extra: int
    totals: Table


class Sheets:
    """The sheets of a game, and how dice lead from one to the next.

    - `categories`: how many there are: the number of turns.
    - `bound`: a power of 2 that no value exceeds.
    - `plain`: [category, throw]: the points of dice that are no joker.
    - `all_alike`: the throws of dice all alike.
    - `ways`: [way to write dice]: its category, what the upper total grows by, and 1 where further
      Yahtzees earn a bonus from then on; in the order of the categories.
    - `way_of`: [category, throw]: the place of its way.
    """

    def __init__(self, game: SheetGame) -> None:
        self.game = game
        self.categories = len(game.sheet)
        self.bound = 1 << game.most_points.bit_length()
        self.lattice = Lattice(game.dice, game.faces)
        throws = self.lattice.throws
        self.plain = np.array([[each.points(dice) for dice in throws] for each in game.sheet])
        self.all_alike = [at for at, dice in enumerate(throws) if alike(1, dice)]
        ways = [
            (
                at,
                category.points(dice) if category.face and game.cap else 0,
                game.begins_extra(category.name, dice),
            )
            for at, category in enumerate(game.sheet)
            for dice in throws
        ]
        self.ways, places = np.unique(ways, axis=0, return_inverse=True)
        self.way_of = places.reshape(self.plain.shape)

    def denominator(self, level: int) -> int:
        """Of the values of the sheets with so many categories written."""
        throws = self.game.dice * (self.game.rerolls + 1)
        return int(self.game.faces ** (throws * (self.categories - level)))

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
        for of_level in self._rows[:-1]:
            for way, (category, growth, begins) in enumerate(self.ways.tolist()):
                rows = of_level[self._may_be_written(of_level, category, way)]
                after = rows | 1 << category
                moved = found[rows]
                if growth:
                    # the last total stands for all beyond
                    before = moved
                    moved = np.zeros_like(moved)
                    moved[..., growth:] = before[..., :-growth]
                    moved[..., -1] |= before[..., -growth - 1 :].any(axis=-1)
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
        name = self.game.names[category]
        dice = [self.lattice.throws[at] for at in throws]
        for at in np.flatnonzero(is_free).tolist():
            filled = self.names(int(rows[at]))
            is_free[at] = any(name in self.game.scores(filled, 0, each) for each in dice)
        return is_free

    @cached_property
    def levels(self) -> list[list[Group]]:
        """[how many categories are written]: its groups of sheets, in order."""
        groups = [
            [
                Group(written, extra, np.flatnonzero(self.reached[written, extra]))
                for written, extra in product(rows.tolist(), (0, 1))
            ]
            for rows in self._rows
        ]
        return [[group for group in level if len(group.totals)] for level in groups]

    @cached_property
    def place(self) -> npt.NDArray[np.int32]:
        """[written, extra, upper total]: the place of the sheet in its level, -1 for none."""
        table = np.full(self.reached.shape, -1, dtype=np.int32)
        for level, rows in enumerate(self._rows):
            places = table[rows]
            places[self.reached[rows]] = np.arange(self.size(level))
            table[rows] = places
        return table

    def size(self, level: int) -> int:
        """How many sheets have so many categories written."""
        return int(self.reached[self._rows[level]].sum())

    @property
    def unfinished(self) -> int:
        """How many sheets have a free category."""
        return sum(map(self.size, range(self.categories)))


sheets_of = lru_cache(maxsize=8)(Sheets)  # made once for a game
