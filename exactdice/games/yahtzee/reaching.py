"""The play that comes to so many points or more with the largest chance.

What was scored so far matters here beside the sheet, so every sheet has a number for each number of
points that it is open with (`open_sheets`). The chances are whole numbers over a power of the
faces, as the means of `levels` are, and turns are valued by the same `turn`; or they are floats
that are nearer to them than is asked (`in_floats`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ...cost import affordable, refuse_costly
from ...distribution import Distribution, point
from ...exact import Exact, Progress, simplest
from ...game import MAX, Action
from ...kept import kept
from ...words.register import watcher
from .laws import Kind, kinds_of
from .levels import COLUMNS
from .limbs import Limbs, from_ints, limbs_for, signs, to_int
from .one_turn import OneTurn
from .open_sheets import LOST, WON, Cells, Goal, Key, OpenLevel, Places, after_kind, group_of
from .rules import THROW, SheetGame, SheetState
from .sheets import NOT_ALLOWED, Sheets, Table, sheets_of
from .turn import Turn

STEPS_A_CELL = 150  # of what is open, in one limb
MOST_TURNS = 256  # that are kept
PARTS = 16
Numbers = npt.NDArray[Any]  # [limb, ...]: whole numbers in limbs, or floats in one


def open_cells(game: SheetGame, goal: int, start: SheetState) -> int:
    """About how many sheets and points are open from there."""
    free = [each for each in game.sheet if each.name not in start.filled]
    upper = sum(game.dice * each.face for each in free)
    totals = min(upper, game.cap - start.upper) + 1
    points = min(max(0, goal - start.points), game.most_points)
    return totals * points * (1 << len(free)) // 3


def reaching_cost(game: SheetGame, goal: int, start: SheetState) -> int:
    """The steps that the chances take for all that is open from there."""
    over = denominator_of(game, len(start.filled))
    return STEPS_A_CELL * open_cells(game, goal, start) * (limbs_for(over) + 1) // 2


@dataclass(frozen=True, eq=False)
class Reaching:
    """The largest chances to come to the goal, for all that play from its start can come to.

    - `levels`: what is open, from the start on; `numbers`: [limb, place]: its chances over the
      denominator of the level, and last those of what is lost and won.
    """

    goal: Goal
    levels: tuple[OpenLevel, ...]
    numbers: tuple[Limbs, ...]

    @property
    def game(self) -> SheetGame:
        """The game."""
        return self.goal.sheets.game

    def knows(self, sheet: SheetState) -> bool:
        """Whether it answers about the sheet with these points."""
        return self._place(sheet) is not None

    def _place(self, sheet: SheetState) -> int | None:
        """The place of its number in its level; None where play never comes to it."""
        decided = self.goal.decided(sheet)
        level = len(sheet.filled) - len(self.goal.start.filled)
        if decided is not None or level < 0:
            return decided
        key = self.goal.sheets.bits(sheet.filled), sheet.extra
        found = int(self.levels[level].places(key)[sheet.upper, sheet.points])
        return None if found == LOST else found

    def chance(self, state: SheetState) -> Exact:
        """The largest chance from the state."""
        if not state.dice:
            over = denominator_of(self.game, len(state.filled))
            return simplest(Fraction(self._numerator(state), over))
        return simplest(max(self._choices(state).values()))

    def best(self, state: SheetState) -> tuple[Action, ...]:
        """All actions with the largest chance, in the order of the rules."""
        if not state.dice:
            return self.game.actions(state, MAX)
        chances = self._choices(state)
        most = max(chances.values())
        return tuple(action for action, chance in chances.items() if chance == most)

    def __call__(self, state: SheetState) -> Distribution[Action]:
        """The strategy: the first of these actions."""
        return point(self.best(state)[0]) if state.dice else point(THROW)

    def _choices(self, state: SheetState) -> Mapping[Action, Fraction]:
        return _turn_of(self, state._replace(dice=(), left=0)).choices(state.dice, state.left)

    def _numerator(self, sheet: SheetState) -> int:
        """Of the chance of a sheet before the first throw, with these points scored before."""
        place = self._place(sheet)
        if place is None:
            raise KeyError(sheet)
        if place < 0:
            return denominator_of(self.game, len(sheet.filled)) if place == WON else 0
        return to_int(self.numbers[len(sheet.filled) - len(self.goal.start.filled)][:, place])


@dataclass(frozen=True)
class ReachingTurn(OneTurn):
    """A turn whose worth is the chance to reach the goal."""

    def worth(self, after: SheetState, points: int) -> int:
        """What a sheet is worth, whose turn has brought so many points."""
        return self.after(after._replace(points=self.sheet.points + points))


@lru_cache(maxsize=MOST_TURNS)  # tables of some 10 kB each
def _turn_of(known: Reaching, sheet: SheetState) -> ReachingTurn:
    over = denominator_of(known.game, len(sheet.filled) + 1)
    return ReachingTurn(known.game, sheet, over, known._numerator)


def denominator_of(game: SheetGame, written: int) -> int:
    """Of the chances of sheets with so many categories written."""
    return int(game.faces ** (game.dice * (game.rerolls + 1) * (len(game.sheet) - written)))


def reaching(
    game: SheetGame, goal: int, start: SheetState | None = None, progress: Progress | None = None
) -> Reaching:
    """The largest chances to come to `goal` points or more, for all that play from this sheet can
    come to; from the start of the game when it is left out.

    >>> from exactdice.games.yahtzee import Yahtzee
    >>> game = Yahtzee(dice=2, categories=("ones", "yahtzee"))
    >>> reaching(game, 50).chance(game.start)
    Fraction(31031, 46656)
    """
    start = game.start if start is None else start
    refuse_costly(f"the chance of {goal} points in {game}", reaching_cost(game, goal, start))
    wanted = Goal(sheets_of(game), goal, start)
    levels = wanted.levels()
    found = list(numbers_back(wanted, levels, InLimbs, progress))
    return Reaching(wanted, tuple(levels), tuple(reversed(found)))


@kept(16)
def chances_of(game: SheetGame, goal: int, start: SheetState) -> Reaching:
    """The same, kept for what follows."""
    return reaching(game, goal, start, watcher.get())


def chances_at(game: SheetGame, goal: int, state: SheetState) -> Reaching:
    """The chances that answer about the state: those from the start of the game where they are
    found at little cost, else those from its own sheet.
    """
    sheet = state._replace(dice=(), left=0)
    if affordable(reaching_cost(game, goal, game.start)):
        found = chances_of(game, goal, game.start)
        if found.knows(sheet):
            return found
    return chances_of(game, goal, sheet)


# --- level by level -------------------------------------------------------------------------------


class Arithmetic(Protocol):
    """The numbers of a level, and what a turn makes of them."""

    def __init__(self, sheets: Sheets, written: int) -> None: ...

    @property
    def room(self) -> int:
        """How many columns are worked on at once."""

    def ends(self) -> Numbers:
        """[limb, place]: the chances of what is lost and won."""

    def larger(self, one: Numbers, other: Numbers) -> Numbers:
        """The larger of two numbers each, [limb, throw, column]."""

    def before(self, values: Numbers) -> Numbers:
        """[limb, column]: the chances before the turn after which they are these."""


@dataclass(frozen=True)
class InLimbs:
    """Whole numbers over the denominator of the sheets with so many categories written."""

    sheets: Sheets
    written: int

    @cached_property
    def over(self) -> int:
        """The denominator."""
        return denominator_of(self.sheets.game, self.written)

    @property
    def room(self) -> int:
        """How many columns are worked on at once."""
        return max(1, COLUMNS // limbs_for(self.over))

    def ends(self) -> Limbs:
        """[limb, place]: the chances of what is lost and won."""
        return from_ints([0, self.over], limbs_for(self.over))

    def larger(self, one: Limbs, other: Limbs) -> Limbs:
        """The larger of two carried numbers each."""
        flat = (other - one).reshape(len(one), -1)
        is_larger = (signs(flat) > 0).reshape(one.shape[1:])
        return np.where(is_larger, other, one)

    def before(self, values: Limbs) -> Limbs:
        """[limb, column]: the chances before the turn after which they are these."""
        turn = Turn(self.sheets.lattice, self.sheets.game.rerolls, 1, self.over)
        return turn.before_first_throw(np.ascontiguousarray(values.transpose(1, 0, 2)))


def numbers_back(
    goal: Goal,
    levels: list[OpenLevel],
    kind: Callable[[Sheets, int], Arithmetic],
    progress: Progress | None = None,
) -> Iterator[Numbers]:
    """[limb, place]: the chances of every level, from the full sheets back to the start."""
    sheets = goal.sheets
    numbers = kind(sheets, sheets.categories).ends()
    yield numbers
    every, done = sum(level.size for level in levels), 0
    for written in reversed(range(len(goal.start.filled), sheets.categories)):
        level = levels[written - len(goal.start.filled)]
        after = levels[written - len(goal.start.filled) + 1]
        step = Step(goal, kind(sheets, written + 1), after, numbers)
        parts: list[Numbers] = []
        for key in level.packed:
            cells = level.cells(key)
            parts += step.chances(key, cells)
            done += int(np.count_nonzero(cells))
            if progress:
                progress(done, every)
        numbers = np.concatenate([*parts, kind(sheets, written).ends()], axis=1)
        yield numbers


@dataclass(frozen=True)
class Step:
    """From the chances of a level to those with a category less written."""

    goal: Goal
    arithmetic: Arithmetic
    level: OpenLevel
    numbers: Numbers

    @cached_property
    def places(self) -> Mapping[Key, Places]:
        """The places of what is open afterwards."""
        return {key: self.level.places(key) for key in self.level.packed}

    def chances(self, key: Key, cells: Cells) -> Iterator[Numbers]:
        """[limb, column]: the chances of what is open with this key, in parts."""
        totals, points = np.nonzero(cells)
        kinds, kind_of = kinds_of(self.goal.sheets, group_of(key))
        free = kind_of[self.goal.sheets.free(key[0])]
        room = self.arithmetic.room
        # the ends of turns are looked up for many parts at once, which takes fewer calls
        for start in range(0, len(totals), PARTS * room):
            some = slice(start, start + PARTS * room)
            places = [self._after(key, kind, totals[some], points[some]) for kind in kinds]
            ends = self.numbers[:, np.array(places)]
            for first in range(0, ends.shape[2], room):
                values = self._of_throws(ends[:, :, first : first + room], free)
                yield self.arithmetic.before(values)

    def _of_throws(self, ends: Numbers, free: Table) -> Numbers:
        """[limb, throw, column]: the largest chances once the throws are written."""
        best = ends[:, free[0]]
        for kind_of in free[1:]:
            best = self.arithmetic.larger(best, ends[:, kind_of])
        return best

    def _after(self, key: Key, kind: Kind, totals: Table, points: Table) -> Table:
        """[column]: the places of what such an end of the turn leads to."""
        _, scored, growth, _ = kind
        if scored == NOT_ALLOWED:
            return np.full_like(totals, LOST)
        next_totals = np.minimum(totals + growth, self.goal.sheets.game.cap)
        next_points = points + scored
        is_won = next_points + self.goal.bonuses[next_totals] >= self.goal.points
        within = np.minimum(next_points, self.goal.points - 1)
        places = self.places.get(after_kind(key, kind))
        open_to = LOST if places is None else places[next_totals, within]
        return np.where(is_won, WON, open_to)
