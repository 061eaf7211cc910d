"""Levels of sheets, solved exactly one from the next: the more categories are written, the fewer
turns are left.

The value of a sheet is a whole number over faces ** (dice * throws a turn * turns left). What a
throw is worth is the best of its categories: the points and what the sheet is worth afterwards.
Points scored before are added to whatever comes and change no choice, so a sheet without them
stands for all.

Whole numbers stand in limbs: arrays of int64 whose first axis, or another, counts digits of base
2^48. A number is the sum of limb[i] * 2^(48 i). It is *carried* when every limb is at least 0 and
below 2^48. Sums of up to 7776 numbers with limbs below 2^49 stay below 2^62, so that nothing
overflows before it is carried.

Floats made of the exact numbers rule out what is clearly worse; what they leave is compared exactly
(`_settled`), so every choice is a best one, of several the first in the order of the actions, and
no value is rounded. The proof of the margin: with values up to B, the bound that their limbs were
made for, a float is off by at most 8 * 2^-53 B (`as_floats`), and the whole number that is made of
it to be compared by one unit, at most 2^-53 B more; so two of them stand in the right order unless
they are within 18 * 2^-53 B, and MARGIN is more than three times that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ...exact import Progress
from .rules import SheetGame
from .sheets import NOT_ALLOWED, Group, Lattice, Sheets, Table, sheets_of

Limbs = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Part = Sequence[tuple[Group, Table]]  # groups, with the upper totals that are looked at

BITS = 48
BYTES = BITS // 8
TOP = 3  # limbs that a float is made of
COLUMNS = 1024  # of limbs of sheets that are worked on at once: what stays near the processor
INDEX_BITS = 9  # of a choice among 462
KEY_BITS = 53  # of a value within its bound
MARGIN = 64  # in units of 2^-53 of the bound, where floats leave a comparison to exact numbers


# --- limbs ----------------------------------------------------------------------------------------


def limbs_for(largest: int) -> int:
    """How many limbs hold every number up to the largest."""
    return max(1, -(-largest.bit_length() // BITS))


def from_ints(numbers: Iterable[int], count: int) -> Limbs:
    """[limb, number]: the numbers, none negative, in so many limbs."""
    return from_bytes(
        b"".join(number.to_bytes(count * BYTES, "little") for number in numbers), count
    )


def from_bytes(data: bytes, count: int) -> Limbs:
    """[limb, number]: numbers of so many limbs each, 6 bytes a limb, the lowest first."""
    digits = np.frombuffer(data, dtype=np.uint8).reshape(-1, count, BYTES)
    wide = np.zeros((len(digits), count, 8), dtype=np.uint8)
    wide[:, :, :BYTES] = digits
    return np.ascontiguousarray(wide.view("<i8")[:, :, 0].T)


def to_bytes(limbs: Limbs) -> bytes:
    """Carried numbers [limb, number], 6 bytes a limb, the lowest first."""
    rows = np.ascontiguousarray(limbs.T).astype("<i8")
    return rows.view(np.uint8).reshape(*rows.shape, 8)[:, :, :BYTES].tobytes()


def to_int(limbs: Limbs) -> int:
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


def as_floats(limbs: Limbs, denominator: int) -> Floats:
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


@dataclass(frozen=True)
class Level:
    """The values of all sheets with so many categories written: limbs over the denominator."""

    written: int
    limbs: Limbs
    denominator: int


@dataclass(frozen=True)
class Levels:
    """How the levels of a game follow from each other."""

    game: SheetGame

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

    def last(self) -> Level:
        """The full sheets: worth the bonus of the upper section."""
        level = self.sheets.categories
        totals = np.concatenate([group.totals for group in self.sheets.levels[level]])
        bonuses = [self.game.bonus_at(int(total)) for total in totals]
        return Level(level, from_ints(bonuses, limbs_for(self.bound)), 1)

    def before(self, after: Level, progress: Progress | None = None, cores: int = 1) -> Level:
        """The level with a category less written."""
        level = after.written - 1
        step = Step(self, after)
        done = sum(self.sheets.size(later) for later in range(level + 1, self.sheets.categories))
        found = []
        with ThreadPoolExecutor(cores) as pool:
            for values in pool.map(step.values, list(self.parts(level))):
                found.append(values)
                done += values.shape[1]
                if progress:
                    progress(done, self.sheets.unfinished)
        return Level(level, np.concatenate(found, axis=1), self.denominator(level))

    def parts(self, level: int) -> Iterator[Part]:
        """The sheets of a level in parts of some size, in order."""
        room = max(1, COLUMNS // limbs_for(self.bound * self.denominator(level)))
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
    """From the values of a level to those with a category less written.

    `ties_last`: of several best actions the last one is taken, not the first.
    """

    levels: Levels
    after: Level
    ties_last: bool = False

    @property
    def sheets(self) -> Sheets:
        """The sheets of the game."""
        return self.levels.sheets

    @cached_property
    def keys(self) -> Table:
        """The values afterwards as keys to compare them by."""
        return as_keys(as_floats(self.after.limbs, self.after.denominator), self.levels.bound)

    @cached_property
    def of_points(self) -> Limbs:
        """[limb, points]: points over the denominator."""
        numbers = [points * self.after.denominator for points in range(self.levels.bound)]
        return from_ints(numbers, len(self.after.limbs))

    def values(self, part: Part) -> Limbs:
        """[limb, sheet]: the values of the sheets."""
        return Turn(self, part).values()

    def better(self, one: Limbs, other: Limbs, ranks: Table, other_ranks: Table) -> Table:
        """Where the first of two numbers [number, limb] is larger, or as large and chosen before
        the other by its rank in the order of the actions.
        """
        order = signs(np.ascontiguousarray((one - other).T))
        earlier = ranks > other_ranks if self.ties_last else ranks < other_ranks
        return np.flatnonzero((order > 0) | (order == 0) & earlier)


def as_keys(floats: Floats, bound: int) -> Table:
    """Whole numbers in the order of the values, whose last bits are free for an index."""
    keys: Table = (floats * (2.0**KEY_BITS / bound)).astype(np.int64)
    keys <<= INDEX_BITS
    return keys


# --- the end of a turn ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Writing:
    """Where throws are written on the sheets of a group with these upper totals."""

    step: Step
    group: Group
    totals: Table

    @property
    def sheets(self) -> Sheets:
        """The sheets of the game."""
        return self.step.sheets

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

    def best(self) -> Table:
        """[throw, sheet]: the best categories."""
        shape = (len(self.sheets.lattice.throws), len(self.totals))
        best, second = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        for category in self.free:
            keys = self._keys_in(category)
            np.maximum(second, np.minimum(best, keys), out=second)
            np.maximum(best, keys, out=best)
        chosen = best & (1 << INDEX_BITS) - 1
        throws, at = np.nonzero((best >> INDEX_BITS) - (second >> INDEX_BITS) <= MARGIN)
        if len(throws):
            least = best[throws, at] - (MARGIN + 1 << INDEX_BITS)
            chosen[throws, at] = self._settled(throws, at, least, chosen[throws, at])
        return chosen

    def _keys_in(self, category: int) -> Table:
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
                these = np.full_like(some, category)
                one = self.worth(these, throws[some], at[some]).T
                other = self.worth(found[some], throws[some], at[some]).T
                found[some[self.step.better(one, other, these, found[some])]] = category
        return found

    def ends(self, categories: Table, throws: Table, at: Table) -> tuple[Table, Table]:
        """The points of these throws in these categories of these sheets, and the places after."""
        places = self.places[self.sheets.way_of[categories, throws], at]
        return self.points[categories, throws], places

    def worth(self, categories: Table, throws: Table, at: Table) -> Limbs:
        """[limb, ...]: what these throws are worth in these categories on these sheets."""
        points, places = self.ends(categories, throws, at)
        return self.step.of_points[:, points] + self.step.after.limbs[:, places]


# --- a turn from its end to its beginning ---------------------------------------------------------


@dataclass(frozen=True)
class Stage:
    """What a turn is worth with dice on the table and some throws left.

    - `kept`: [choice, limb, sheet]: what keeping a choice is worth, over `denominator`.
    - `best`: [throw, sheet]: the place of the choice that is kept.
    - `values`: [throw, limb, sheet]: what the throw is worth, carried.
    """

    kept: Limbs
    denominator: int
    best: Table
    values: Limbs


@dataclass(frozen=True)
class Turn:
    """The turn of the sheets of a part."""

    step: Step
    part: Part

    @property
    def lattice(self) -> Lattice:
        """What can be kept of dice."""
        return self.step.sheets.lattice

    @cached_property
    def writings(self) -> list[Writing]:
        """How throws are written, by group."""
        return [Writing(self.step, group, totals) for group, totals in self.part]

    @cached_property
    def categories(self) -> Table:
        """[throw, sheet]: where the throw is written."""
        return np.concatenate([writing.best() for writing in self.writings], axis=1)

    def written(self) -> Limbs:
        """[throw, limb, sheet]: what throws are worth with none left; carried."""
        rows = np.arange(len(self.lattice.throws))[:, None]
        ends, first = [], 0
        for writing in self.writings:
            columns = np.arange(len(writing.totals))
            chosen = self.categories[:, first : first + len(columns)]
            ends.append(writing.ends(chosen, rows, columns))
            first += len(columns)
        points, places = (np.concatenate(each, axis=1) for each in zip(*ends, strict=True))
        limbs = zip(self.step.of_points, self.step.after.limbs, strict=True)
        # limb by limb is faster than all at once
        values = np.stack([of[points] + after[places] for of, after in limbs], axis=1)
        carry(values)
        return values

    @cached_property
    def stages(self) -> list[Stage]:
        """With one throw left, with two, and so on."""
        found: list[Stage] = []
        values, denominator = self.written(), self.step.after.denominator
        for _ in range(self.step.levels.game.rerolls):
            kept = self._after_keeping(values)
            denominator *= int(self.lattice.factors[-1])
            best = self._best_kept(kept, denominator)
            values = taken(kept, best, self._limbs(denominator))
            carry(values)
            found.append(Stage(kept, denominator, best, values))
        return found

    def values(self) -> Limbs:
        """[limb, sheet]: what the sheets are worth before the first throw, carried."""
        values = self.stages[-1].values if self.stages else self.written()
        limbs, sheets = values.shape[1:]
        level = self.step.after.written - 1
        total = np.zeros((self._limbs(self.step.levels.denominator(level)), sheets), dtype=np.int64)
        total[:limbs] = np.einsum("r,rls->ls", self.lattice.ways, values)
        carry(total)
        return total

    def _limbs(self, denominator: int) -> int:
        """How many limbs hold every value over the denominator."""
        return limbs_for(self.step.levels.bound * denominator)

    def _after_keeping(self, values: Limbs) -> Limbs:
        """[choice, limb, sheet]: what keeping a choice is worth, from what whole throws are worth,
        over a denominator that is faces ** dice times as large; not carried.
        """
        lattice = self.lattice
        found = np.empty((len(lattice.kept), *values.shape[1:]), dtype=values.dtype)
        found[lattice.first[lattice.dice] :] = values
        for size in reversed(range(lattice.dice)):
            more = found[lattice.first[size + 1] : lattice.first[size + 2]]
            places = lattice.one_more[size]
            total = more[places[:, 0]]
            for face in range(1, lattice.faces):
                total += more[places[:, face]]
            found[lattice.first[size] : lattice.first[size + 1]] = total
        found *= lattice.factors[:, None, None]
        return found

    def _best_kept(self, kept: Limbs, denominator: int) -> Table:
        """[throw, sheet]: the place of the choice that is worth most."""
        bound = self.step.levels.bound
        floats = as_floats(kept, denominator)
        keys = as_keys(floats, bound)
        keys |= np.arange(len(keys))[:, None]
        best, second = best_two(self.lattice, keys)
        rows = slice(self.lattice.first[self.lattice.dice], None)
        best, second = best[rows], second[rows]
        chosen = best & (1 << INDEX_BITS) - 1
        throws, sheets = np.nonzero((best >> INDEX_BITS) - (second >> INDEX_BITS) <= MARGIN)
        if len(throws):
            found = chosen[throws, sheets]
            least = floats[found, sheets] - MARGIN * 2.0**-KEY_BITS * bound
            chosen[throws, sheets] = self._settled(kept, floats, throws, sheets, found, least)
        return chosen

    def _settled(
        self, kept: Limbs, floats: Floats, throws: Table, sheets: Table, found: Table, least: Floats
    ) -> Table:
        """The best choices of these throws of these sheets, by exact comparisons."""
        ranks = self.lattice.rank
        for column in self.lattice.within[throws].T:
            near = np.flatnonzero((floats[column, sheets] >= least) & (column != found))
            if len(near):
                at, these, those = sheets[near], column[near], found[near]
                one, other = kept[these, :, at], kept[those, :, at]
                better = near[self.step.better(one, other, ranks[these], ranks[those])]
                found[better] = column[better]
        return found


def best_two(lattice: Lattice, keys: Table) -> tuple[Table, Table]:
    """[choice, sheet]: the largest and the second largest key among what may be kept of the choice;
    the keys are changed.
    """
    second = np.zeros_like(keys)
    for places, less in lattice.one_less:
        own, others = keys[places], keys[less]
        keys[places] = np.maximum(own, others)
        np.minimum(own, others, out=own)
        np.maximum(own, second[places], out=own)
        second[places] = np.maximum(own, second[less])
    return keys, second


def taken(kept: Limbs, chosen: Table, count: int) -> Limbs:
    """[throw, limb, sheet]: the values of the choices, in so many limbs."""
    limbs, sheets = kept.shape[1:]
    # one flat index for all limbs of a sheet is faster than three
    flat = kept.reshape(-1)
    first = chosen * (limbs * sheets) + np.arange(sheets)
    found = np.zeros((len(chosen), count, sheets), dtype=np.int64)
    for limb in range(limbs):
        found[:, limb] = flat[first + limb * sheets]
    return found
