"""Levels of sheets, solved exactly one from the next: the more categories are written, the fewer
turns are left.

The value of a sheet is a whole number over faces ** (dice * throws a turn * turns left), kept in
limbs. What a throw is worth is the best of its categories: the points and what the sheet is worth
afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from ...exact import Progress
from .limbs import Limbs, as_floats, carry, from_ints, limbs_for, scales, to_int
from .rules import SheetGame
from .sheets import NOT_ALLOWED, Group, Sheets, Table, sheets_of
from .turn import INDEX_BITS, KEY_BITS, MARGIN_UNITS, Counts, Turn, as_keys

COLUMNS = 1024  # of limbs of sheets that are worked on at once: what stays near the processor
Part = Sequence[tuple[Group, Table]]  # groups, with the upper totals that are looked at


@dataclass(frozen=True)
class Level:
    """The values of all sheets with so many categories written: limbs over the denominator."""

    written: int
    limbs: Limbs
    denominator: int

    def value(self, place: int) -> Fraction:
        """The value of the sheet at this place."""
        return Fraction(to_int(self.limbs[:, place]), self.denominator)


@dataclass(frozen=True)
class Levels:
    """How the levels of a game follow from each other.

    `margin`: in units of 2^-KEY_BITS of the bound, where floats leave a comparison to exact
    numbers.
    """

    game: SheetGame
    counts: Counts = field(default_factory=Counts, compare=False)
    margin: int = MARGIN_UNITS

    @cached_property
    def sheets(self) -> Sheets:
        """The sheets of the game."""
        return sheets_of(self.game)

    @cached_property
    def bound(self) -> int:
        """A power of 2 that no value exceeds."""
        return 1 << self.game.most_points.bit_length()

    def denominator(self, level: int) -> int:
        """Of the values of a level."""
        throws = self.game.dice * (self.game.rerolls + 1)
        return int(self.game.faces ** (throws * (self.sheets.categories - level)))

    def limbs(self, level: int) -> int:
        """How many limbs a value of a level has."""
        return limbs_for(self.bound * self.denominator(level))

    def last(self) -> Level:
        """The full sheets: worth the bonus of the upper section."""
        level = self.sheets.categories
        totals = np.concatenate([group.totals for group in self.sheets.levels[level]])
        bonuses = [self.game.bonus_at(int(total)) for total in totals]
        return Level(level, from_ints(bonuses, self.limbs(level)), 1)

    def before(self, after: Level, progress: Progress | None = None, cores: int = 1) -> Level:
        """The level with a category less written."""
        level = after.written - 1
        step = Step(self, after)
        parts = list(self.parts(level))
        done = 0
        found = []
        with ThreadPoolExecutor(cores) as pool:
            for values in pool.map(step.values, parts):
                found.append(values)
                done += values.shape[1]
                if progress:
                    progress(self._solved_after(level) + done, self.sheets.unfinished)
        return Level(level, np.concatenate(found, axis=1), self.denominator(level))

    def _solved_after(self, level: int) -> int:
        """How many sheets the later levels have."""
        return sum(self.sheets.size(later) for later in range(level + 1, self.sheets.categories))

    def parts(self, level: int) -> Iterator[Part]:
        """The sheets of a level in parts of some size, in order."""
        room = max(1, COLUMNS // self.limbs(level))
        part: list[tuple[Group, Table]] = []
        for group in self.sheets.levels[level]:
            part.append((group, group.totals))
            if sum(len(totals) for _, totals in part) >= room:
                yield part
                part = []
        if part:
            yield part


@dataclass(frozen=True)
class Step:
    """From the values of a level to those with a category less written."""

    levels: Levels
    after: Level

    @cached_property
    def turn(self) -> Turn:
        """The numbers of the turn that leads there."""
        game = self.levels.game
        return Turn(
            self.levels.sheets.lattice,
            game.rerolls,
            self.levels.bound,
            self.after.denominator,
            self.levels.counts,
            self.levels.margin,
        )

    @cached_property
    def keys(self) -> Table:
        """The values afterwards as keys to compare them by."""
        scale = scales(self.after.denominator, len(self.after.limbs))
        return as_keys(as_floats(self.after.limbs, scale), self.levels.bound)

    @cached_property
    def of_points(self) -> Limbs:
        """[limb, points]: points over the denominator."""
        numbers = [points * self.after.denominator for points in range(self.levels.bound)]
        return from_ints(numbers, len(self.after.limbs))

    def values(self, part: Part) -> Limbs:
        """[limb, sheet]: the values of the sheets."""
        return self.turn.before_first_throw(self.of_throws(part))

    def of_throws(self, part: Part) -> Limbs:
        """[throw, limb, sheet]: what throws are worth with none left; carried."""
        chosen = [Writing(self, group, totals).best() for group, totals in part]
        places = np.concatenate([place for place, _ in chosen], axis=1)
        points = np.concatenate([scored for _, scored in chosen], axis=1)
        limbs = zip(self.of_points, self.after.limbs, strict=True)
        found = np.stack([of[points] + after[places] for of, after in limbs], axis=1)
        carry(found)
        return found


@dataclass(frozen=True)
class Writing:
    """Where throws are written on the sheets of a group with these upper totals."""

    step: Step
    group: Group
    totals: Table

    @cached_property
    def sheets(self) -> Sheets:
        """All sheets."""
        return self.step.levels.sheets

    @cached_property
    def points(self) -> Table:
        """[category, throw]: the points; NOT_ALLOWED."""
        return self.sheets.points(self.group.written, self.group.extra)

    @cached_property
    def free(self) -> list[int]:
        """The free categories."""
        return self.sheets.free(self.group.written)

    @cached_property
    def places(self) -> Table:
        """[way, sheet]: the place of the sheet afterwards; of ways in free categories alone."""
        category, added, begins = self.sheets.ways.T[:, :, None]
        after = self.group.written | 1 << category
        totals = np.minimum(self.totals + added, self.sheets.game.cap)
        found = self.sheets.place[after, self.group.extra | begins, totals]
        return np.where(after == self.group.written, 0, found)

    @cached_property
    def keys(self) -> Table:
        """[way, sheet]: what the sheet afterwards is worth, to be compared."""
        return self.step.keys[self.places]

    @cached_property
    def point_keys(self) -> Table:
        """[category, throw]: the points as keys, with the category."""
        one = 1 << KEY_BITS + INDEX_BITS
        scaled = self.points * (one // self.step.levels.bound)
        scaled |= np.arange(len(scaled))[:, None]
        return np.where(self.points == NOT_ALLOWED, -one, scaled)

    def best(self) -> tuple[Table, Table]:
        """[throw, sheet]: the places afterwards and the points of the best categories."""
        shape = (len(self.sheets.lattice.throws), len(self.totals))
        best, second = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        for category in self.free:
            keys = self.keys_in(category)
            np.maximum(second, np.minimum(best, keys), out=second)
            np.maximum(best, keys, out=best)
        chosen = best & (1 << INDEX_BITS) - 1
        margin = self.step.levels.margin
        throws, at = np.nonzero((best >> INDEX_BITS) - (second >> INDEX_BITS) <= margin)
        if len(throws):
            least = best[throws, at] - (margin + 1 << INDEX_BITS)
            chosen[throws, at] = self._settled(throws, at, least, chosen[throws, at])
        rows = np.arange(shape[0])[:, None]
        ways = self.sheets.way_of[chosen, rows]
        return self.places[ways, np.arange(shape[1])], self.points[chosen, rows]

    def keys_in(self, category: int) -> Table:
        """[throw, sheet]: what writing the throw in this category is worth, to be compared."""
        ways = self.sheets.way_of[category]
        has_one_way = bool((ways == ways[0]).all())
        keys = self.keys[ways[:1]] if has_one_way else self.keys[ways]
        found: Table = keys + self.point_keys[category][:, None]
        return found

    def _settled(self, throws: Table, at: Table, least: Table, chosen: Table) -> Table:
        """The best categories of these throws of these sheets, by exact comparisons."""
        found = chosen.copy()
        for category in self.free:
            ways = self.sheets.way_of[category, throws]
            keys = self.keys[ways, at] + self.point_keys[category, throws]
            some = np.flatnonzero((keys >= least) & (category != found))
            if len(some):
                one = self._exact(np.full_like(some, category), throws[some], at[some])
                other = self._exact(found[some], throws[some], at[some])
                found[some[self.step.turn.compared(one, other)]] = category
        return found

    def _exact(self, categories: Table, throws: Table, at: Table) -> Limbs:
        """[number, limb]: what these throws are worth in these categories."""
        places = self.places[self.sheets.way_of[categories, throws], at]
        points = self.step.of_points[:, self.points[categories, throws]]
        return (points + self.step.after.limbs[:, places]).T
