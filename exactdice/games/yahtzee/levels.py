"""Levels of sheets, solved exactly one from the next: the more categories are written, the fewer
turns are left.

The value of a sheet with t turns left is a whole number over (faces ** dice) ** (throws a turn * t),
kept in limbs. What a throw is worth is the best of its categories: the points and what the sheet is
worth afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ...exact import Progress
from .limbs import Limbs, as_floats, carry, from_ints, limbs_for, scales, to_int
from .rules import SheetGame
from .sheets import NOT_ALLOWED, Group, Sheets, Table, sheets_of
from .turn import KEY_BITS, MARGIN_UNITS, Counts, Turn

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
    """How the levels of a game follow from each other."""

    game: SheetGame
    counts: Counts = field(default_factory=Counts, compare=False)

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
        return self.game.faces ** (throws * (self.sheets.categories - level))

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
            self.levels.limbs(self.after.written - 1),
            self.levels.counts,
        )

    @cached_property
    def floats(self) -> npt.NDArray[np.float64]:
        """The values afterwards as floats."""
        return as_floats(self.after.limbs, scales(self.after.denominator, len(self.after.limbs)))

    @cached_property
    def of_points(self) -> Limbs:
        """[limb, points]: points over the denominator."""
        numbers = [points * self.after.denominator for points in range(self.levels.bound)]
        return from_ints(numbers, self.turn.limbs)

    def values(self, part: Part) -> Limbs:
        """[limb, sheet]: the values of the sheets."""
        return self.turn.before_first_throw(self.of_throws(part))

    def of_throws(self, part: Part) -> Limbs:
        """[throw, limb, sheet]: what throws are worth with none left; carried."""
        chosen = [Writing(self, group, totals).best() for group, totals in part]
        places = np.concatenate([place for place, _ in chosen], axis=1)
        points = np.concatenate([scored for _, scored in chosen], axis=1)
        found = np.zeros((len(places), self.turn.limbs, places.shape[1]), dtype=np.int64)
        for limb, of_points in enumerate(self.of_points):
            np.take(of_points, points, out=found[:, limb])
        for limb, after in enumerate(self.after.limbs):
            found[:, limb] += after[places]
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

    def place_after(self, category: int, throws: Table, totals: Table) -> npt.NDArray[np.int32]:
        """The places of the sheets afterwards, for throws and upper totals alike in shape."""
        totals = np.minimum(totals + self.sheets.added[category][throws], self.sheets.game.cap)
        extra = self.group.extra | self.sheets.begins[category][throws]
        return self.sheets.place[self.group.written | 1 << category, extra, totals]

    def best(self) -> tuple[Table, Table]:
        """[throw, sheet]: the places afterwards and the points of the best categories."""
        shape = (len(self.sheets.lattice.throws), len(self.totals))
        best, second = np.full(shape, -np.inf), np.full(shape, -np.inf)
        chosen, places = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int32)
        for category in self.free:
            after, floats = self._floats(category)
            better = floats > best
            np.maximum(second, np.minimum(best, floats), out=second)
            np.maximum(best, floats, out=best)
            np.copyto(chosen, category, where=better)
            np.copyto(places, after, where=better)
        margin = MARGIN_UNITS * 2.0**-KEY_BITS * self.step.levels.bound
        throws, at = np.nonzero(best - second <= margin)
        if len(throws):
            self._settle(throws, at, best[throws, at] - margin, chosen, places)
        return places, self._scored(chosen)

    def _scored(self, chosen: Table) -> Table:
        """[throw, sheet]: the points of the chosen categories."""
        return self.points[chosen, np.arange(len(chosen))[:, None]]

    def _floats(self, category: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]:
        """[throw, sheet]: the places afterwards in this category, and what it is worth."""
        throws = np.arange(len(self.sheets.lattice.throws))[:, None]
        after = self.place_after(category, throws, self.totals)
        points = self.points[category]
        worth = np.where(points == NOT_ALLOWED, -np.inf, points)
        return after, self.step.floats[after] + worth[:, None]

    def _settle(
        self, throws: Table, at: Table, least: Table, chosen: Table, places: Table
    ) -> None:
        """Enter the best categories of these throws of these sheets, by exact comparisons."""
        for category in self.free:
            after = self.place_after(category, throws, self.totals[at])
            points = self.points[category, throws]
            near = (self.step.floats[after] + points >= least) & (points != NOT_ALLOWED)
            near &= category != chosen[throws, at]
            some = np.flatnonzero(near)
            if not len(some):
                continue
            rows, columns = throws[some], at[some]
            other = self._exact(places[rows, columns], self.points[chosen[rows, columns], rows])
            better = self.step.turn.compared(self._exact(after[some], points[some]), other)
            chosen[rows[better], columns[better]] = category
            places[rows[better], columns[better]] = after[some[better]]

    def _exact(self, places: Table, points: Table) -> Limbs:
        """[number, limb]: what sheets at these places with these points are worth."""
        found = self.step.of_points[:, points]
        found[: len(self.step.after.limbs)] += self.step.after.limbs[:, places]
        return found.T
