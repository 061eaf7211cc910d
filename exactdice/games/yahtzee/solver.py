"""Levels of sheets, solved exactly one from the next: the more categories are written, the fewer
turns are left.

A `Lattice` lists what can be kept of dice: 462 choices of up to five dice, of which 252 are whole
throws. The mean over throwing the missing dice is the mean over throwing one of them, and then the
others: that takes some 1300 steps for all choices.

`Sheets` lists the sheets that play can come to, level by level: how many categories are written. A
sheet is which categories are written (bit by bit, the first category is bit 0), whether a further
Yahtzee earns a bonus, and the upper total up to the threshold. In a level the sheets stand in the
order of these three.

The value of a sheet is a whole number over faces ** (dice * throws a turn * turns left). What a
throw is worth is the best of its categories: the points and what the sheet is worth afterwards.
Points scored before are added to whatever comes and change no choice, so a sheet without them
stands for all.

Whole numbers stand in limbs: arrays of int64 whose first axis, or another, counts digits of base
2^48. A number is the sum of limb[i] * 2^(48 i). It is *carried* when every limb is at least 0 and
below 2^48. Sums of up to 7776 numbers with limbs below 2^49 stay below 2^62, so that nothing
overflows before it is carried.

Floats made of the exact numbers rule out what is clearly worse; what they leave is compared exactly
(`choose_best`), so every choice is a best one, of several the first in the order of the actions,
and no value is rounded. The proof of the margin: with values up to B, the bound that their limbs
were made for, a float is off by at most 8 * 2^-53 B (`round_limbs`), and by 2^-53 B more where
points are added to it; so two of them stand in the right order unless they are within 18 * 2^-53 B,
and MARGIN is more than three times that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
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

from ...exact.numbers import Progress
from .rules import Names, SheetGame, alike, keep_choices, throws_of

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
        parts = [[self.place[part] for part in keep_choices(thrown)] for thrown in self.throws]
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
                rows = of_level[self._allowed_rows(of_level, category, way)]
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

    def _allowed_rows(self, rows: Table, category: int, way: int) -> Truths:
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


Limbs = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

BITS = 48
TOP = 3  # limbs that a float is made of
MARGIN = 64  # in units of 2^-53 of the bound, where floats leave a comparison to exact numbers


# --- limbs ----------------------------------------------------------------------------------------


def count_limbs(sheets: Sheets, denominator: int) -> int:
    """How many limbs hold every value of the game over the denominator."""
    return -(-(sheets.bound * denominator).bit_length() // BITS)


def make_limbs(numbers: Iterable[int], count: int) -> Limbs:
    """[limb, number]: the numbers, none negative, in so many limbs."""
    rows = [[number >> BITS * k & (1 << BITS) - 1 for k in range(count)] for number in numbers]
    return np.ascontiguousarray(np.array(rows, dtype=np.int64).T)


def join_limbs(limbs: Limbs) -> int:
    """One number, carried or not."""
    return sum(int(limb) << BITS * place for place, limb in enumerate(limbs))


def carry(limbs: Limbs) -> None:
    """Carry numbers [..., limb, number] in place; the last limb takes what is over."""
    for place in range(limbs.shape[-2] - 1):
        limbs[..., place + 1, :] += limbs[..., place, :] >> BITS
        limbs[..., place, :] &= (1 << BITS) - 1


def signs(differences: Limbs) -> Table:
    """The signs of numbers [limb, number] whose limbs may be negative; changes its argument."""
    carry(differences)
    lower = (differences[:-1] != 0).any(axis=0)
    top = differences[-1]
    # a carried number is negative only by its last limb, which outweighs all others
    found: Table = np.where(top == 0, lower.astype(np.int64), np.sign(top))
    return found


def round_limbs(limbs: Limbs, denominator: int) -> Floats:
    """Numbers [..., limb, number] over a denominator as floats, from their highest limbs.

    Let the limbs be in [0, 2^62), as many as values up to a bound B take, over this denominator or
    one that is smaller by a factor up to 7776. Then the error is at most 8 * 2^-53 B: each of three
    terms is rounded three times (the limb, its scale, their product) and their sum twice, and the
    limbs left out add less than 2^-80 B.
    """
    top = limbs.shape[-2] - 1
    found = np.zeros(limbs.shape[:-2] + limbs.shape[-1:])
    for place in range(top, max(-1, top - TOP), -1):
        found += limbs[..., place, :] * ((1 << BITS * place) / denominator)
    return found


# --- levels ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Level:
    """The values of all sheets with so many categories written: limbs over the denominator."""

    sheets: Sheets
    written: int
    limbs: Limbs

    @cached_property
    def denominator(self) -> int:
        """Of all values."""
        return self.sheets.denominator(self.written)

    @cached_property
    def floats(self) -> Floats:
        """The values, rounded."""
        return round_limbs(self.limbs, self.denominator)

    @cached_property
    def of_points(self) -> Limbs:
        """[limb, points]: points over the denominator."""
        numbers = [points * self.denominator for points in range(self.sheets.bound)]
        return make_limbs(numbers, len(self.limbs))

    def value_group(self, group: Group) -> Limbs:
        """[limb, sheet]: what the sheets of a group of the level before are worth."""
        return Turn(self, group).values()


def solved_levels(
    sheets: Sheets,
    progress: Progress | None = None,
    cores: int | None = None,
    after: Level | None = None,
) -> Iterator[Level]:
    """The levels from that of the full sheets to that of the empty one; those before `after`, where
    that is known.
    """
    if after is None:
        level = sheets.categories
        totals = np.concatenate([group.totals for group in sheets.levels[level]])
        bonuses = [sheets.game.bonus_at(total) for total in totals.tolist()]
        after = Level(sheets, level, make_limbs(bonuses, count_limbs(sheets, 1)))
        yield after
    while after.written:
        level = after.written - 1
        done = sum(map(sheets.size, range(after.written, sheets.categories)))
        found = []
        with ThreadPoolExecutor(cores) as pool:
            for values in pool.map(after.value_group, sheets.levels[level]):
                found.append(values)
                done += values.shape[1]
                if progress:
                    progress(done, sheets.unfinished)
        after = Level(sheets, level, np.concatenate(found, axis=1))
        yield after


# --- a turn from its end to its beginning ---------------------------------------------------------


@dataclass(frozen=True)
class Stage:
    """The values of a turn with dice on the table and some throws left.

    - `kept`: [choice, limb, sheet]: what keeping a choice is worth, over `denominator`.
    - `best`: [throw, sheet]: the place of the choice that is kept.
    - `values`: [throw, limb, sheet]: what the throw is worth, carried.
    """

    kept: Limbs
    denominator: int
    best: Table
    values: Limbs


class Turn:
    """The turn of the sheets of a group, from the values of the level after it.

    - `ties_last`: of several best actions the last one is taken, not the first.
    - `points`: [category, throw]: the points; NOT_ALLOWED.
    - `places`: [way, sheet]: the place of the sheet afterwards; of ways in free categories alone.
    """

    def __init__(self, after: Level, group: Group, ties_last: bool = False) -> None:
        self.after = after
        self.group = group
        self.ties_last = ties_last
        self.sheets = after.sheets
        self.lattice = after.sheets.lattice
        self.points = self.sheets.points(group.written, group.extra)
        category, added, begins = self.sheets.ways.T[:, :, None]
        written = group.written | 1 << category
        reached = np.minimum(group.totals + added, self.sheets.game.cap)
        places = self.sheets.place[written, group.extra | begins, reached]
        self.places = np.where(written == group.written, 0, places)

    def choose_best(
        self,
        most: Floats,
        choices: Sequence[tuple[Table, Callable[[], Floats]]],
        exact: Callable[[Table, Table, Table], Limbs],
    ) -> Table:
        """[throw, sheet]: the number of the best choice, whose floats are at most `most`.

        A choice is (throws that have it, what gives its floats [throw, sheet]), and
        `exact(choices, throws, sheets)` gives the numbers [limb, number] over one denominator.
        """
        least = most - MARGIN * 2.0**-53 * self.sheets.bound
        found = np.full(most.shape, -1)
        for number, (throws, floats) in enumerate(choices):
            rows, at = np.divmod(np.flatnonzero(floats() >= least[throws]), most.shape[1])
            rows = throws[rows]
            rivals = found[rows, at] >= 0
            found[rows[~rivals], at[~rivals]] = number
            rows = rows[rivals]
            at = at[rivals]
            if len(rows):
                one = exact(np.full_like(rows, number), rows, at)
                order = signs(one - exact(found[rows, at], rows, at))
                better = order >= 0 if self.ties_last else order > 0
                found[rows[better], at[better]] = number
        return found

    @cached_property
    def categories(self) -> Table:
        """[throw, sheet]: where the throw is written."""
        after = self.after.floats[self.places]
        scored = np.where(self.points == NOT_ALLOWED, -np.inf, self.points)
        rows = np.arange(scored.shape[1])
        free = np.array(self.sheets.free(self.group.written))

        def floats(category: int) -> Floats:
            worth: Floats = after[self.sheets.way_of[category]] + scored[category][:, None]
            return worth

        most = np.full((len(rows), len(self.group.totals)), -np.inf)
        for category in free.tolist():
            np.maximum(most, floats(category), out=most)
        found = self.choose_best(
            most,
            [(rows, partial(floats, category)) for category in free.tolist()],
            lambda numbers, throws, at: self.worth(free[numbers], throws, at),
        )
        return free[found]

    def worth(self, categories: Table, throws: Table, at: Table) -> Limbs:
        """[limb, ...]: what these throws are worth in these categories on these sheets."""
        points = self.points[categories, throws]
        places = self.places[self.sheets.way_of[categories, throws], at]
        return self.after.of_points[:, points] + self.after.limbs[:, places]

    def written(self) -> Limbs:
        """[throw, limb, sheet]: what throws are worth with none left; carried."""
        throws = np.arange(len(self.lattice.throws))[:, None]
        at = np.arange(len(self.group.totals))
        values = np.moveaxis(self.worth(self.categories, throws, at), 0, 1).copy()
        carry(values)
        return values

    @cached_property
    def stages(self) -> list[Stage]:
        """With one throw left, with two, and so on."""
        found: list[Stage] = []
        values = self.written()
        denominator = self.after.denominator
        for _ in range(self.sheets.game.rerolls):
            kept = self._keep_values(values)
            denominator *= int(self.lattice.factors[-1])
            best = self._choose_kept(kept, denominator)
            values = np.zeros(
                (len(best), count_limbs(self.sheets, denominator), best.shape[1]), dtype=np.int64
            )
            for limb in range(kept.shape[1]):
                values[:, limb] = np.take_along_axis(kept[:, limb], best, axis=0)
            carry(values)
            found.append(Stage(kept, denominator, best, values))
        return found

    def values(self) -> Limbs:
        """[limb, sheet]: what the sheets are worth before the first throw, carried."""
        values = self.stages[-1].values if self.stages else self.written()
        limbs, sheets = values.shape[1:]
        denominator = self.sheets.denominator(self.after.written - 1)
        total = np.zeros((count_limbs(self.sheets, denominator), sheets), dtype=np.int64)
        total[:limbs] = np.einsum("r,rls->ls", self.lattice.ways, values)
        carry(total)
        return total

    def _keep_values(self, values: Limbs) -> Limbs:
        """[choice, limb, sheet]: what keeping a choice is worth, from what whole throws are worth,
        over a denominator that is faces ** dice times as large; not carried.
        """
        lattice = self.lattice
        found = np.empty((len(lattice.kept), *values.shape[1:]), dtype=values.dtype)
        found[lattice.sizes[-1]] = values
        for size in reversed(range(lattice.dice)):
            more = found[lattice.sizes[size + 1]]
            (first, *others) = lattice.one_more[size].T
            total = more[first]
            for places in others:
                total += more[places]
            found[lattice.sizes[size]] = total
        found *= lattice.factors[:, None, None]
        return found

    def _choose_kept(self, kept: Limbs, denominator: int) -> Table:
        """[throw, sheet]: the place of the choice that is worth most."""
        lattice = self.lattice
        floats = round_limbs(kept, denominator)
        # [choice, sheet]: the most among what can be kept of the choice, a die less at a time
        most = floats.copy()
        for size, one_more in enumerate(lattice.one_more):
            less = most[lattice.sizes[size]]
            more = most[lattice.sizes[size + 1]]
            for places in one_more.T:
                more[places] = np.maximum(more[places], less)
        found = self.choose_best(
            most[lattice.sizes[-1]],
            [(throws, partial(floats.__getitem__, places)) for throws, places in lattice.within],
            lambda numbers, throws, at: kept[lattice.parts[throws, numbers], :, at].T,
        )
        return np.take_along_axis(lattice.parts, found, axis=1)
