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
(`best_of`), so every choice is a best one, of several the first in the order of the actions, and
no value is rounded. The proof of the margin: with values up to B, the bound that their limbs were
made for, a float is off by at most 8 * 2^-53 B (`as_floats`), and by 2^-53 B more where points are
added to it; so two of them stand in the right order unless they are within 18 * 2^-53 B, and MARGIN
is more than three times that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import numpy.typing as npt

from ...exact.numbers import Progress
from .sheets import NOT_ALLOWED, Group, Sheets, Table

Limbs = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

BITS = 48
TOP = 3  # limbs that a float is made of
MARGIN = 64  # in units of 2^-53 of the bound, where floats leave a comparison to exact numbers


# --- limbs ----------------------------------------------------------------------------------------


def limbs_for(sheets: Sheets, denominator: int) -> int:
    """How many limbs hold every value of the game over the denominator."""
    return -(-(sheets.bound * denominator).bit_length() // BITS)


def from_ints(numbers: Iterable[int], count: int) -> Limbs:
    """[limb, number]: the numbers, none negative, in so many limbs."""
    rows = [[number >> BITS * k & (1 << BITS) - 1 for k in range(count)] for number in numbers]
    return np.ascontiguousarray(np.array(rows, dtype=np.int64).T)


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
        after = Level(level, from_ints(bonuses, limbs_for(sheets, 1)), 1)
        yield after
    while after.written:
        level = after.written - 1
        step = Step(sheets, after)
        done = sum(map(sheets.size, range(after.written, sheets.categories)))
        found = []
        with ThreadPoolExecutor(cores) as pool:
            for values in pool.map(partial(_values, step), sheets.levels[level]):
                found.append(values)
                done += values.shape[1]
                if progress:
                    progress(done, sheets.unfinished)
        after = Level(level, np.concatenate(found, axis=1), sheets.denominator(level))
        yield after


def _values(step: Step, group: Group) -> Limbs:
    return Turn(step, group, group.totals).values()


class Step:
    """From the values of a level to those with a category less written.

    - `ties_last`: of several best actions the last one is taken, not the first.
    - `floats`: the values afterwards.
    - `of_points`: [limb, points]: points over the denominator.
    """

    def __init__(self, sheets: Sheets, after: Level, ties_last: bool = False) -> None:
        self.sheets = sheets
        self.after = after
        self.ties_last = ties_last
        self.floats = as_floats(after.limbs, after.denominator)
        numbers = [points * after.denominator for points in range(sheets.bound)]
        self.of_points = from_ints(numbers, len(after.limbs))

    def best_of(
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


class Turn:
    """The turn of the sheets of a group that have these upper totals.

    - `points`: [category, throw]: the points; NOT_ALLOWED.
    - `places`: [way, sheet]: the place of the sheet afterwards; of ways in free categories alone.
    """

    def __init__(self, step: Step, group: Group, totals: Table) -> None:
        self.step = step
        self.group = group
        self.totals = totals
        self.sheets = step.sheets
        self.lattice = step.sheets.lattice
        self.points = self.sheets.points(group.written, group.extra)
        category, added, begins = self.sheets.ways.T[:, :, None]
        after = group.written | 1 << category
        reached = np.minimum(totals + added, self.sheets.game.cap)
        places = self.sheets.place[after, group.extra | begins, reached]
        self.places = np.where(after == group.written, 0, places)

    @cached_property
    def categories(self) -> Table:
        """[throw, sheet]: where the throw is written."""
        after = self.step.floats[self.places]
        scored = np.where(self.points == NOT_ALLOWED, -np.inf, self.points)
        rows = np.arange(scored.shape[1])
        free = np.array(self.sheets.free(self.group.written))

        def floats(category: int) -> Floats:
            worth: Floats = after[self.sheets.way_of[category]] + scored[category][:, None]
            return worth

        most = np.full((len(rows), len(self.totals)), -np.inf)
        for category in free.tolist():
            np.maximum(most, floats(category), out=most)
        found = self.step.best_of(
            most,
            [(rows, partial(floats, category)) for category in free.tolist()],
            lambda numbers, throws, at: self.worth(free[numbers], throws, at),
        )
        return free[found]

    def worth(self, categories: Table, throws: Table, at: Table) -> Limbs:
        """[limb, ...]: what these throws are worth in these categories on these sheets."""
        points = self.points[categories, throws]
        places = self.places[self.sheets.way_of[categories, throws], at]
        return self.step.of_points[:, points] + self.step.after.limbs[:, places]

    def written(self) -> Limbs:
        """[throw, limb, sheet]: what throws are worth with none left; carried."""
        throws = np.arange(len(self.lattice.throws))[:, None]
        at = np.arange(len(self.totals))
        values = np.moveaxis(self.worth(self.categories, throws, at), 0, 1).copy()
        carry(values)
        return values

    @cached_property
    def stages(self) -> list[Stage]:
        """With one throw left, with two, and so on."""
        found: list[Stage] = []
        values = self.written()
        denominator = self.step.after.denominator
        for _ in range(self.sheets.game.rerolls):
            kept = self._after_keeping(values)
            denominator *= int(self.lattice.factors[-1])
            best = self._best_kept(kept, denominator)
            values = np.zeros(
                (len(best), limbs_for(self.sheets, denominator), best.shape[1]), dtype=np.int64
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
        denominator = self.sheets.denominator(self.step.after.written - 1)
        total = np.zeros((limbs_for(self.sheets, denominator), sheets), dtype=np.int64)
        total[:limbs] = np.einsum("r,rls->ls", self.lattice.ways, values)
        carry(total)
        return total

    def _after_keeping(self, values: Limbs) -> Limbs:
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

    def _best_kept(self, kept: Limbs, denominator: int) -> Table:
        """[throw, sheet]: the place of the choice that is worth most."""
        lattice = self.lattice
        floats = as_floats(kept, denominator)
        # [choice, sheet]: the most among what can be kept of the choice, a die less at a time
        most = floats.copy()
        for size, one_more in enumerate(lattice.one_more):
            less = most[lattice.sizes[size]]
            more = most[lattice.sizes[size + 1]]
            for places in one_more.T:
                more[places] = np.maximum(more[places], less)
        found = self.step.best_of(
            most[lattice.sizes[-1]],
            [(throws, partial(floats.__getitem__, places)) for throws, places in lattice.within],
            lambda numbers, throws, at: kept[lattice.parts[throws, numbers], :, at].T,
        )
        return np.take_along_axis(lattice.parts, found, axis=1)
