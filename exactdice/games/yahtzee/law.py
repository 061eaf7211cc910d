"""Optimal play as a strategy, and the exact law of the points that it brings in a whole game.

Optimal play decides by the sheet alone, whatever was scored before. So, level by level, from the
empty sheet on, each sheet that play comes to has the law of its points so far, as a whole number:
its digits, of so many bits, are the ways to come to the sheet with 0, 1, 2, ... points beyond its
upper total. A turn multiplies it by its number of ways. So after n turns the digits of all sheets
add up to (faces ** dice) ** (throws a turn * n).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from flint import fmpz

from ...cost import refuse_costly
from ...distribution import Distribution, point
from ...evaluation.profiles import payoff_law
from ...exact import Exact, Progress
from ...game import MAX, Action, MissingEntry, Player, Profile, Strategy, function_of
from ...solvers.fast_path import fast_path_of, the_generic
from ..strategies import TIES, optimal, solved, tied
from .answers import SolvedSheets, sheets_behind, step_to
from .rules import SheetGame, SheetState, Yahtzee, Yatzy
from .sheets import Group, Sheets, Table, sheets_of
from .solver import Turn

STEPS_A_SHEET = 5000  # of the sheets that there could be
DIGIT = 128  # bits of which a digit takes a whole number, so that it is widened seldom
EXACT_FLOATS = 2**53


@dataclass(frozen=True)
class OptimalPlay:
    """The first of the optimal actions everywhere; the game is solved when one is asked for."""

    game: SheetGame

    def __call__(self, state: SheetState) -> Distribution[Action]:
        """The law of the action; `KeyError` where play of the game never comes to the state."""
        # a sheet of other rules may count what this game does not
        upper = min(state.upper, self.game.cap)
        extra = state.extra if self.game.extra_bonus else 0
        known = state._replace(upper=upper, extra=extra)
        return point(solved(self.game).optimal_actions[known][0])


@fast_path_of(optimal, Yahtzee)
@fast_path_of(optimal, Yatzy)
def optimal_on_sheets(game: SheetGame, player: Player) -> Strategy:
    """Optimal play."""
    return OptimalPlay(game) if player == MAX else the_generic(optimal)(game, player)


@fast_path_of(payoff_law, Yahtzee)
@fast_path_of(payoff_law, Yatzy)
def payoff_law_on_sheets(
    game: SheetGame, profile: Profile, progress: Progress | None = None
) -> Distribution[Exact]:
    """The law of the points of optimal play; `MissingEntry` for any other."""
    plan = function_of(profile[MAX])
    ties_last = False
    if isinstance(plan, partial) and plan.func is tied and plan.args[2] in (FIRST, LAST):
        ties_last = plan.args[2] is LAST
        plan = OptimalPlay(plan.args[0])
    if plan != OptimalPlay(game):
        raise MissingEntry("this is not the optimal play of this game")
    refuse_costly(game, law_cost(game))
    return points_law(sheets_behind(solved(game)), ties_last, progress)


FIRST, LAST = TIES["first"], TIES["last"]


def law_cost(game: SheetGame) -> int:
    """The steps that the law of a whole game takes."""
    return STEPS_A_SHEET * ((game.cap + 1) << len(game.sheet)) * (game.rerolls + 1) // 3


# --- how a turn ends ------------------------------------------------------------------------------


def throw_ways(turn: Turn) -> Table:
    """[throw, sheet]: the ways to the dice that are written in the end."""
    lattice = turn.lattice
    every = int(lattice.factors[-1]) ** (len(turn.stages) + 1)
    kind = np.int64 if every < EXACT_FLOATS else object
    columns = turn.categories.shape[1]
    ways: Table = np.repeat(lattice.ways.astype(kind)[:, None], columns, axis=1)
    for stage in reversed(turn.stages):
        where = stage.best * columns + np.arange(columns)
        found = summed(where, ways, len(lattice.kept) * columns).reshape(-1, columns)
        found *= lattice.factors.astype(kind)[:, None]
        for size in range(lattice.dice):
            own = found[lattice.first[size] : lattice.first[size + 1]]
            more = found[lattice.first[size + 1] : lattice.first[size + 2]]
            for face in range(lattice.faces):
                more[lattice.one_more[size][:, face]] += own  # each place once
        ways = found[lattice.first[lattice.dice] :]
    return ways


def summed(places: Table, numbers: Table, size: int) -> Table:
    """[place]: the sum of its numbers, none of which is as large as EXACT_FLOATS unless they are
    Python's integers.
    """
    if numbers.dtype == object:
        found = np.zeros(size, dtype=object)
        np.add.at(found, places.ravel(), numbers.ravel())
        return found
    return np.bincount(places.ravel(), numbers.ravel(), size).astype(np.int64)


def ends_of(turn: Turn) -> Iterator[tuple[int, int, Table]]:
    """(the place of a way to write dice, the points, [sheet]: the ways of the turn that end so), of
    the sheets of one group.
    """
    [writing] = turn.writings
    bound, columns = turn.step.levels.bound, turn.categories.shape[1]
    # one number for each way with its points
    codes = writing.sheets.way_of * bound + writing.points
    kinds, places = np.unique(codes, return_inverse=True)
    rows = np.arange(len(turn.categories))[:, None]
    kind = places.reshape(codes.shape)[turn.categories, rows]
    where = kind * columns + np.arange(columns)
    ways = summed(where, throw_ways(turn), len(kinds) * columns).reshape(-1, columns)
    for code, counts in zip(kinds.tolist(), ways, strict=True):
        if counts.any():
            yield code // bound, code % bound, counts


# --- from sheet to sheet --------------------------------------------------------------------------


@dataclass
class Following:
    """The laws of the points so far of the sheets of a level that play comes to.

    - `laws`: {place: the number whose digits of `bits` bits are the ways to the sheet with so many
      points beyond the upper total}.
    """

    sheets: Sheets
    level: int
    bits: int
    laws: dict[int, fmpz]

    def widened(self, bits: int) -> Following:
        """The same with wider digits."""
        if bits == self.bits:
            return self
        laws = {place: _repacked(law, self.bits, bits) for place, law in self.laws.items()}
        return Following(self.sheets, self.level, bits, laws)

    def groups(self) -> Iterator[tuple[Group, Table]]:
        """The groups with the upper totals of the sheets that play comes to."""
        for group in self.sheets.levels[self.level]:
            places = range(group.first, group.first + len(group.totals))
            come_to = [place in self.laws for place in places]
            if any(come_to):
                yield group, group.totals[come_to]

    def add(self, after: dict[int, fmpz], turn: Turn) -> None:
        """Add what the turn of the sheets of a group makes of their laws, and forget those."""
        [(group, totals)] = turn.part
        [writing] = turn.writings
        laws = [self.laws.pop(place) for place in self._places(group, totals)]
        for way, points, counts in ends_of(turn):
            grown = np.minimum(totals + self.sheets.ways[way][1], self.sheets.game.cap) - totals
            # a law moves by the points that come beyond the upper total
            shifts = ((points - grown) * self.bits).tolist()
            places = writing.places[way].tolist()
            for law, place, shift, ways in zip(laws, places, shifts, counts.tolist(), strict=True):
                if ways:
                    after[place] += (law * ways) << shift

    def _places(self, group: Group, totals: Table) -> list[int]:
        return [group.first + int(at) for at in np.searchsorted(group.totals, totals)]

    def points(self) -> dict[int, int]:
        """{points: ways}, of full sheets."""
        found: dict[int, int] = defaultdict(int)
        for group, totals in self.groups():
            for total, place in zip(totals.tolist(), self._places(group, totals), strict=True):
                earned = total + self.sheets.game.bonus_at(total)
                for beyond, ways in enumerate(_digits(self.laws[place], self.bits)):
                    if ways:
                        found[earned + beyond] += ways
        return found


def points_law(
    known: SolvedSheets, ties_last: bool = False, progress: Progress | None = None
) -> Distribution[int]:
    """The law of the points of optimal play, which takes the first of several best actions, or the
    last; `progress` is told of the sheets done, and of how many there are that are not full.
    """
    sheets = sheets_of(known.game)
    turn = int(sheets.lattice.factors[-1]) ** (known.game.rerolls + 1)
    now = Following(sheets, 0, _digit_bits(turn), {0: fmpz(1)})
    done = 0
    for level in range(sheets.categories):
        step = step_to(known, level, ties_last)
        now = now.widened(_digit_bits(turn ** (level + 1)))
        after: dict[int, fmpz] = defaultdict(fmpz)
        for part in now.groups():
            now.add(after, Turn(step, [part]))
        done += sheets.size(level)
        if progress:
            progress(done, sheets.unfinished)
        now = Following(sheets, level + 1, now.bits, after)
    return Distribution(now.points())


def _digit_bits(largest: int) -> int:
    """Bits for every number up to this one."""
    return -(-largest.bit_length() // DIGIT) * DIGIT


def _digits(number: fmpz, bits: int) -> list[int]:
    """The digits of so many bits, whole bytes, the lowest first."""
    size = bits // 8
    whole = int(number)
    data = whole.to_bytes(-(-whole.bit_length() // bits) * size, "little")
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]


def _repacked(number: fmpz, bits: int, wider: int) -> fmpz:
    """The number with the same digits, each of more bits."""
    size, whole = bits // 8, int(number)
    count = -(-whole.bit_length() // bits)
    digits = np.frombuffer(whole.to_bytes(count * size, "little"), dtype=np.uint8)
    spread = np.zeros((count, wider // 8), dtype=np.uint8)
    spread[:, :size] = digits.reshape(count, size)
    return fmpz(int.from_bytes(spread.tobytes(), "little"))
