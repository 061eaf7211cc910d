"""The play that comes to so many points or more with the largest chance.

What is still needed matters here beside the sheet, so every sheet has a number for each need. The
chances are whole numbers over a power of the faces, as the means of `levels` are, and turns are
valued by the same `turn`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np

from ...cost import refuse_costly
from ...distribution import Distribution, point
from ...exact import Exact, Progress, simplest
from ...game import MAX, Action
from ...unaltered import kept
from ...words.register import watcher
from .answers import place_of
from .levels import COLUMNS
from .limbs import Limbs, from_ints, limbs_for, signs, to_int
from .one_turn import OneTurn
from .rules import THROW, SheetGame, SheetState
from .sheets import NOT_ALLOWED, Group, Sheets, Table, sheets_of
from .turn import Turn

STEPS_A_NEED = 1500  # of a sheet
MOST_TURNS = 256  # that are kept
Column = tuple[Group, int, int]  # a group, an upper total and a need


def reaching_cost(game: SheetGame, goal: int) -> int:
    """The steps that the chances for all sheets and needs take."""
    return STEPS_A_NEED * goal * ((game.cap + 1) << len(game.sheet))


@dataclass(frozen=True, eq=False)
class Reaching:
    """The largest chances to come to `goal` points or more.

    - `levels`: [written][limb, number]: of the sheets in their order, for the needs 1..goal each,
      and last that of no need, over `denominator`.
    """

    game: SheetGame
    goal: int
    levels: tuple[Limbs, ...]

    def chance(self, state: SheetState) -> Exact:
        """The largest chance from the state."""
        paid = self.game.payoff(state)
        if paid is not None:
            return int(paid >= self.goal)
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
        sheet = state._replace(dice=(), left=0)
        return _turn_of(self, sheet).choices(state.dice, state.left)

    def _numerator(self, sheet: SheetState) -> int:
        """Of the chance of a sheet before the first throw, with these points scored before."""
        limbs = self.levels[len(sheet.filled)]
        need = self.goal - sheet.points
        column = (place_of(self.game, sheet) * self.goal + need - 1) if need > 0 else -1
        return to_int(limbs[:, column])


@dataclass(frozen=True)
class ReachingTurn(OneTurn):
    """A turn whose worth is the chance to reach the goal."""

    def _worth_after(self, state: SheetState, name: str) -> int:
        after = self.game.written(state, name)
        return self.after(after._replace(points=self.sheet.points + after.points))


@lru_cache(maxsize=MOST_TURNS)  # tables of some 10 kB each
def _turn_of(known: Reaching, sheet: SheetState) -> ReachingTurn:
    over = denominator_of(known.game, len(sheet.filled) + 1)
    return ReachingTurn(known.game, sheet, over, known._numerator)


def denominator_of(game: SheetGame, written: int) -> int:
    """Of the chances of sheets with so many categories written."""
    return int(game.faces ** (game.dice * (game.rerolls + 1) * (len(game.sheet) - written)))


# --- level by level -------------------------------------------------------------------------------


def reaching(game: SheetGame, goal: int, progress: Progress | None = None) -> Reaching:
    """The largest chances to come to `goal` points or more, for every sheet and need.

    >>> from exactdice.games.yahtzee import Yahtzee
    >>> game = Yahtzee(dice=2, categories=("ones", "yahtzee"))
    >>> reaching(game, 50).chance(game.start)
    Fraction(31031, 46656)
    """
    refuse_costly(f"the chance of {goal} points in {game}", reaching_cost(game, goal))
    sheets = sheets_of(game)
    levels = [_last(sheets, goal)]
    for written in reversed(range(sheets.categories)):
        step = NeedStep(sheets, goal, written, levels[0])
        levels.insert(0, step.level())
        if progress:
            progress(sheets.categories - written, sheets.categories)
    return Reaching(game, goal, tuple(levels))


@kept(4)
def chances_of(game: SheetGame, goal: int) -> Reaching:
    """The same, kept for what follows."""
    return reaching(game, goal, watcher.get())


def _last(sheets: Sheets, goal: int) -> Limbs:
    """The full sheets: whether the bonus of the upper section is what is needed."""
    groups = sheets.levels[sheets.categories]
    totals = [total for group in groups for total in group.totals.tolist()]
    bonuses = [sheets.game.bonus_at(total) for total in totals]
    needs = range(1, goal + 1)
    return from_ints([*(int(bonus >= need) for bonus in bonuses for need in needs), 1], 1)


@dataclass(frozen=True)
class NeedStep:
    """From the chances of a level to those with a category less written."""

    sheets: Sheets
    goal: int
    written: int
    after: Limbs

    @cached_property
    def turn(self) -> Turn:
        """The numbers of the turn between them."""
        game = self.sheets.game
        over = denominator_of(game, self.written + 1)
        return Turn(self.sheets.lattice, game.rerolls, 1, over)

    def level(self) -> Limbs:
        """The chances before the turn."""
        over = denominator_of(self.sheets.game, self.written)
        found = from_ints([over], limbs_for(over))
        parts = [self.turn.before_first_throw(self._of_throws(*part)) for part in self._parts()]
        return np.concatenate([*parts, found], axis=1)

    def _parts(self) -> Iterator[tuple[Group, Table, Table]]:
        """Groups with the upper totals and needs of their columns."""
        room = max(1, COLUMNS // len(self.after))
        for group in self.sheets.levels[self.written]:
            totals = np.repeat(group.totals, self.goal)
            needs = np.tile(np.arange(1, self.goal + 1), len(group.totals))
            for start in range(0, len(totals), room):
                yield group, totals[start : start + room], needs[start : start + room]

    def _of_throws(self, group: Group, totals: Table, needs: Table) -> Limbs:
        """[throw, limb, column]: the largest chances once the throws are written; carried."""
        points = self.sheets.points(group.written, group.extra)
        best: Limbs | None = None
        for category in self.sheets.free(group.written):
            found = self.after[:, self._columns(group, category, points[category], totals, needs)]
            found[:, points[category] == NOT_ALLOWED] = 0
            best = found if best is None else _larger(best, found)
        assert best is not None  # there is a free category
        return np.ascontiguousarray(best.transpose(1, 0, 2))

    def _columns(
        self, group: Group, category: int, points: Table, totals: Table, needs: Table
    ) -> Table:
        """[throw, column]: the place of what follows among the numbers of the next level."""
        added = self.sheets.added[category][:, None]
        begins = self.sheets.begins[category][:, None]
        next_totals = np.minimum(totals + added, self.sheets.game.cap)
        written = group.written | 1 << category
        places = self.sheets.place[written, group.extra | begins, next_totals].astype(np.int64)
        left = needs - points[:, None]
        return np.where(left > 0, places * self.goal + left - 1, -1)


def _larger(one: Limbs, other: Limbs) -> Limbs:
    """[limb, throw, column]: the larger of two carried numbers each."""
    flat = (other - one).reshape(len(one), -1)
    is_larger = (signs(flat) > 0).reshape(one.shape[1:])
    return np.where(is_larger, other, one)
