"""The value and the optimal actions of every sheet and situation, the solutions made of them, and
the exact distribution of the points of optimal play.

The generic solver tells states apart by the points scored so far; here levels of sheets are solved
without them, and they are added to the answers. The tests compare both.

Optimal play decides by the sheet alone, whatever was scored before. So, level by level, from the
empty sheet on, each sheet that play comes to has the distribution of its points so far, as a
polynomial: the coefficient of x^n counts the ways to come to the sheet with n points beyond its
upper total. A turn multiplies the sum of all of them by its number of ways, (faces ** dice) **
throws.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain, product
from pathlib import Path
from typing import TypeVar

import numpy as np
from flint import fmpz_poly

from ...distributions.distribution import Distribution
from ...exact.argument_checks import a_path, got
from ...exact.cost import refuse_costly
from ...exact.errors import RulesError
from ...exact.numbers import Exact, Progress, shown, simplest, whole_or_none
from ...game.protocol import Action, State
from ...game.solution import OnRequest, Solution
from ...solvers import enclose, enclose_exactly, solve
from ...solvers.fast_path import fast_path_of
from ...solvers.stored import solution_in, solve_into
from ...solvers.stores.base import Base
from ...solvers.stores.store import (
    DONE,
    FINISHED,
    LEVEL,
    Store,
    begun,
    finish,
    found_in,
    rules_said,
    writing_into,
)
from .rules import THROW, SheetGame, SheetState, Yahtzee, Yatzy, keep_choices, sort_categories
from .solver import (
    NOT_ALLOWED,
    Group,
    Level,
    Limbs,
    Sheets,
    Table,
    Turn,
    join_limbs,
    sheets_of,
    solved_levels,
)

METHOD = "levels of sheets"
STEPS_A_SHEET = 450  # of the sheets that there could be, of which some two in three there are
Found = TypeVar("Found")


@dataclass(frozen=True, eq=False)
class SolvedSheets:
    """The answers about a game whose levels are solved; `level(written)` gives one of them."""

    game: SheetGame
    level: Callable[[int], Level]

    def value(self, state: SheetState) -> Exact:
        """The points of the state and those still to come on average."""
        paid = self.game.payoff(state)
        if paid is not None:
            return paid
        if state.dice:
            return max(self.worth(state).values())
        level = self.level(len(state.filled))
        sheets = sheets_of(self.game)
        place = sheets.place[sheets.bits(state.filled), state.extra, state.upper]
        worth = Fraction(join_limbs(level.limbs[:, place]), level.denominator)
        return simplest(state.points + worth)

    def best(self, state: SheetState) -> tuple[Action, ...]:
        """All optimal actions, in the order of the rules."""
        worth = self.worth(state)
        most = max(worth.values())
        return tuple(action for action, each in worth.items() if each == most)

    def worth(self, state: SheetState) -> dict[Action, Exact]:
        """{action: the points on average when it is chosen and play is optimal afterwards}, in the
        order of the rules.
        """
        if not state.dice:
            return {THROW: self.value(state)}
        turn = sheet_turn(self, state.filled, state.extra, state.upper)
        found: dict[Action, Limbs] = {}
        if state.left:
            stage = turn.stages[state.left - 1]
            over = stage.denominator
            for kept in keep_choices(state.dice):
                found[kept] = stage.kept[turn.lattice.place[kept], :, 0]
        else:
            throw = np.array(turn.lattice.throws.index(state.dice))
            over = turn.after.denominator
            for free in turn.sheets.free(turn.group.written):
                if turn.points[free, throw] != NOT_ALLOWED:
                    found[self.game.names[free]] = turn.worth(np.array(free), throw, np.array(0))
        return {
            action: simplest(state.points + Fraction(join_limbs(limbs), over))
            for action, limbs in found.items()
        }

    def states(self) -> Iterator[SheetState]:
        """All unfinished states, as if nothing was scored before them."""
        throws = sheets_of(self.game).lattice.throws
        for sheet in self.unfinished_sheets():
            yield sheet
            for left, dice in product(range(self.game.rerolls + 1), throws):
                yield sheet._replace(dice=dice, left=left)

    def unfinished_sheets(self) -> Iterator[SheetState]:
        """All sheets before the first throw of a turn."""
        sheets = sheets_of(self.game)
        for group in chain.from_iterable(sheets.levels[:-1]):
            names = sheets.names(group.written)
            for total in group.totals.tolist():
                yield SheetState(names, total, group.extra)


@lru_cache(maxsize=64)  # tables of some 100 kB each
def sheet_turn(solved: SolvedSheets, filled: tuple[str, ...], extra: int, upper: int) -> Turn:
    """The turn of a sheet, kept for the questions that follow."""
    group = Group(sheets_of(solved.game).bits(filled), extra, np.array([upper]))
    return Turn(solved.level(len(filled) + 1), group)


# --- what is a state ------------------------------------------------------------------------------


def checked_state(game: SheetGame, state: object) -> SheetState:
    """The state, its categories and dice in order; `RulesError` saying what is off where play never
    comes to it. Any points from 0 on are taken: they are added to what is still to come.
    """
    if not isinstance(state, tuple) or len(state) != len(SheetState._fields):
        raise RulesError(f"a state must have {', '.join(SheetState._fields)}, {got(state)}")
    given = SheetState(*state)
    for name in ("upper", "extra", "left", "points"):
        number = getattr(given, name)
        if whole_or_none(number) is None or number < 0:
            raise RulesError(f"{name} must be a whole number of 0 or more, {got(number)}")
    dice = (given.dice,) if isinstance(given.dice, int) else given.dice
    faces = range(1, game.faces + 1)
    fits = isinstance(dice, tuple) and len(dice) in (0, game.dice)
    if not fits or not all(type(face) is int and face in faces for face in dice):
        raise RulesError(
            f"the dice must be {game.dice} numbers from 1 to {game.faces}, or none before "
            f"the first throw, {got(given.dice)}"
        )
    if given.left > (game.rerolls if dice else 0):
        raise RulesError(
            f"at most {game.rerolls} throws are left once dice are thrown, and 0 is written before,"
            f" got {shown(given.left)}"
        )
    found = given._replace(
        filled=sort_categories(game.names, given.filled), dice=tuple(sorted(dice))
    )
    if dice and len(found.filled) == len(game.sheet):
        raise RulesError("the sheet is full, so no dice are thrown")
    sheets = sheets_of(game)
    is_known = found.extra <= 1 and found.upper <= game.cap
    if not is_known or sheets.place[sheets.bits(found.filled), found.extra, found.upper] < 0:
        written = ", ".join(found.filled) or "nothing"
        reason = f"at most {game.cap} counts, which stands for more" if game.cap else "0 stands"
        raise RulesError(
            f"no throws give an upper total of {shown(found.upper)} with {written} written and "
            f"extra {shown(found.extra)} ({reason})"
        )
    return found


# --- solutions ------------------------------------------------------------------------------------


def solving_cost(game: SheetGame) -> int:
    """The steps that solving all sheets takes, from the number of sheets there could be at most."""
    most = (game.cap + 1) << len(game.sheet)
    return STEPS_A_SHEET * most * (game.rerolls + 1) // 3


def solved_sheets(
    game: SheetGame,
    progress: Progress | None = None,
    store: Path | None = None,
    cores: int | None = None,
) -> SolvedSheets:
    """The game solved: in memory, or in the folder of a store, which is gone on with.

    >>> from exactdice.games.yahtzee import Yahtzee
    >>> game = Yahtzee(dice=2, categories=("ones", "yahtzee"))
    >>> solved_sheets(game).value(game.start)
    Fraction(21717343, 419904)
    """
    refuse_costly(game, solving_cost(game))
    sheets = sheets_of(game)
    if store is None:
        levels = [*solved_levels(sheets, progress, cores)]
        return SolvedSheets(game, levels[::-1].__getitem__)
    found = found_in(store)
    if found is None or not found[1].startswith(FINISHED):
        # Write the levels that are not written yet, from full sheets to the empty one: of each
        # sheet the numerator of its value.
        count = sheets.categories + 1
        states = sum(map(sheets.size, range(count)))
        about = {**rules_said(game), "method": METHOD, "levels": count, "states": states}
        with writing_into(store) as base:
            done = begun(base, about)
            last = _level(base, sheets, count - done) if done else None
            for place, level in enumerate(solved_levels(sheets, progress, cores, last), done + 1):
                data = level.limbs.astype("<i8").tobytes()
                base.keep([(LEVEL, level.written, data), (DONE, "", f"{place}")])
            finish(base, count)
    return sheets_of_store(store, game)


# --- on the disk ----------------------------------------------------------------------------------


def _level(base: Base, sheets: Sheets, written: int) -> Level:
    numbers = np.frombuffer(base.content(LEVEL, written), dtype="<i8").astype(np.int64)
    limbs = numbers.reshape(-1, sheets.size(written))
    return Level(sheets, written, limbs)


def sheets_of_store(folder: Path, game: SheetGame) -> SolvedSheets:
    """The game solved in the folder of a store, which must be of this game."""
    read = partial(_level, Store(folder, game).base, sheets_of(game))
    return SolvedSheets(game, lru_cache(maxsize=32)(read))  # of fewer levels


def wrong_level(solved: SolvedSheets, progress: Progress | None) -> int | None:
    """The first level whose values are not those that the turns of their sheets make of the level
    after them, by the solver; of the full sheets their bonus.
    """
    sheets = sheets_of(solved.game)
    due = next(solved_levels(sheets))
    for written in reversed(range(sheets.categories + 1)):
        found = solved.level(written)
        if not np.array_equal(found.limbs, due.limbs):
            return written
        due = next(solved_levels(sheets, progress, after=found), due)
    return None


# --- as a solution --------------------------------------------------------------------------------


class SheetAnswers(OnRequest[State, Found]):
    """A mapping that answers for every unfinished state, with any points scored before, and lists
    the states without; `KeyError` where the game is over or never comes to the state.
    """

    def __init__(
        self, solved: SolvedSheets, answer: Callable[[SolvedSheets, SheetState], Found]
    ) -> None:
        super().__init__(solved.states, partial(answer, solved))
        self.solved = solved
        self._answer = answer

    def __getitem__(self, state: State) -> Found:
        try:
            known = checked_state(self.solved.game, state)
        except RulesError:
            raise KeyError(state) from None
        if len(known.filled) == len(self.solved.game.sheet):
            raise KeyError(state)
        return self._answer(self.solved, known)

    def __len__(self) -> int:
        # Half a million sheets with hundreds of situations each: counted without listing them.
        game = self.solved.game
        sheets = sheets_of(self.solved.game)
        return sheets.unfinished * (1 + (game.rerolls + 1) * len(sheets.lattice.throws))

    def __reduce__(self) -> tuple[object, ...]:
        return SheetAnswers, (self.solved, self._answer)


def make_solution(solved: SolvedSheets) -> Solution:
    """The solution at every sheet and situation."""
    values = SheetAnswers(solved, SolvedSheets.value)
    return Solution(solved.game, values, SheetAnswers(solved, SolvedSheets.best), METHOD)


def sheets_behind(solution: Solution) -> SolvedSheets:
    """The solved sheets that a solution reads."""
    values = solution.values
    assert isinstance(values, SheetAnswers)
    return values.solved


@fast_path_of(solve, Yahtzee)
@fast_path_of(solve, Yatzy)
def solve_sheets(game: SheetGame, progress: Progress | None = None) -> Solution:
    """The solution at every sheet and situation."""
    return make_solution(solved_sheets(game, progress))


@fast_path_of(solve_into, Yahtzee)
@fast_path_of(solve_into, Yatzy)
def solve_sheets_into(
    game: SheetGame, store: Path | str, progress: Progress | None = None, jobs: int | None = None
) -> Solution:
    """The solution, from the store in this folder, which is written or gone on with."""
    return make_solution(solved_sheets(game, progress, Path(a_path(store)), jobs))


@fast_path_of(solution_in, Yahtzee)
@fast_path_of(solution_in, Yatzy)
def sheets_in(game: SheetGame, folder: Path) -> Solution:
    """The solution in the store, which must be of this game."""
    return make_solution(sheets_of_store(folder, game))


fast_path_of(enclose, Yahtzee)(enclose_exactly)
fast_path_of(enclose, Yatzy)(enclose_exactly)


STEPS_OF_POINTS = 5000  # for each sheet that there could be


def distribution_cost(game: SheetGame) -> int:
    """The steps that the distribution of a whole game takes."""
    return STEPS_OF_POINTS * ((game.cap + 1) << len(game.sheet)) * (game.rerolls + 1) // 3


# --- how a turn ends ------------------------------------------------------------------------------


def count_roll_ways(turn: Turn) -> Table:
    """[throw, sheet]: the ways to the dice that are written in the end."""
    lattice = turn.lattice
    every = int(lattice.factors[-1]) ** (len(turn.stages) + 1)
    kind = np.int64 if every < 2**63 else object
    columns = np.arange(turn.categories.shape[1])
    factors = lattice.factors.astype(kind)[:, None]
    ways: Table = np.repeat(lattice.ways.astype(kind)[:, None], len(columns), axis=1)
    for stage in reversed(turn.stages):
        found = np.zeros((len(lattice.kept), len(columns)), dtype=kind)
        np.add.at(found, (stage.best, columns), ways)
        found *= factors
        for size, one_more in enumerate(lattice.one_more):
            own = found[lattice.sizes[size]]
            more = found[lattice.sizes[size + 1]]
            for places in one_more.T:
                more[places] += own  # each place once
        ways = found[lattice.sizes[-1]]
    return ways


def list_endings(turn: Turn) -> Iterator[tuple[int, int, Table]]:
    """(the place of a way to write dice, the points, [sheet]: the ways of the turn that end so), of
    the sheets of one group.
    """
    bound = turn.sheets.bound
    ways = count_roll_ways(turn)
    # one number for each way with its points
    codes = turn.sheets.way_of * bound + turn.points
    kinds, places = np.unique(codes, return_inverse=True)
    rows = np.arange(len(turn.categories))[:, None]
    found = np.zeros((len(kinds), ways.shape[1]), dtype=ways.dtype)
    ends = places.reshape(codes.shape)[turn.categories, rows]
    np.add.at(found, (ends, np.arange(ways.shape[1])), ways)
    for code, counts in zip(kinds.tolist(), found, strict=True):
        if counts.any():
            yield code // bound, code % bound, counts


# --- from sheet to sheet --------------------------------------------------------------------------


def points_distribution(
    known: SolvedSheets, ties_last: bool = False, progress: Progress | None = None
) -> Distribution[int]:
    """The distribution of the points of optimal play, which takes the first of several best
    actions, or the last; `progress` is told of the sheets done, and of how many are not full.
    """
    sheets = sheets_of(known.game)
    # {place of a sheet: the distribution of the points beyond its upper total}
    laws = {0: fmpz_poly([1])}
    done = 0
    for level in range(sheets.categories):
        following = known.level(level + 1)
        after: dict[int, fmpz_poly] = defaultdict(fmpz_poly)
        for group in sheets.levels[level]:
            places = sheets.place[group.written, group.extra, group.totals].tolist()
            reached = [place in laws for place in places]
            if any(reached):
                before = [laws.pop(place) for place in places if place in laws]
                group = replace(group, totals=group.totals[reached])
                add_turn(after, before, Turn(following, group, ties_last))
        laws = after
        done += sheets.size(level)
        if progress:
            progress(done, sheets.unfinished)
    found: dict[int, int] = defaultdict(int)
    totals = np.concatenate([group.totals for group in sheets.levels[-1]]).tolist()
    for place, law in laws.items():
        earned = totals[place] + known.game.bonus_at(totals[place])
        for beyond, ways in enumerate(law.coeffs()):
            if ways:
                found[earned + beyond] += int(ways)
    return Distribution(found)


def add_turn(after: dict[int, fmpz_poly], before: list[fmpz_poly], turn: Turn) -> None:
    """Add what the turn of the sheets of a group makes of their distributions."""
    totals = turn.group.totals
    cap = turn.sheets.game.cap
    for way, points, counts in list_endings(turn):
        grown = np.minimum(totals + turn.sheets.ways[way][1], cap) - totals
        # a law moves by the points that come beyond the upper total
        shifts = (points - grown).tolist()
        places = turn.places[way].tolist()
        for law, place, shift, ways in zip(before, places, shifts, counts.tolist(), strict=True):
            if ways:
                after[place] += (law * ways).left_shift(shift)
