"""Optimal play as a strategy, and the exact law of the points that it brings in a whole game.

Optimal play decides by the sheet alone, whatever was scored before. So, level by level, from the
empty sheet on, each sheet that play comes to has the law of its points so far, as a polynomial: the
coefficient of x^n counts the ways to come to the sheet with n points beyond its upper total. A turn
multiplies the sum of all of them by its number of ways, (faces ** dice) ** throws.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from flint import fmpz_poly

from ...distributions.distribution import Distribution
from ...exact.numbers import Progress
from .answers import SolvedSheets, step_to
from .rules import SheetGame
from .sheets import Table, sheets_of
from .solver import Turn

STEPS_A_SHEET = 5000  # of the sheets that there could be


def law_cost(game: SheetGame) -> int:
    """The steps that the law of a whole game takes."""
    return STEPS_A_SHEET * ((game.cap + 1) << len(game.sheet)) * (game.rerolls + 1) // 3


# --- how a turn ends ------------------------------------------------------------------------------


def throw_ways(turn: Turn) -> Table:
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


def ends_of(turn: Turn) -> Iterator[tuple[int, int, Table]]:
    """(the place of a way to write dice, the points, [sheet]: the ways of the turn that end so), of
    the sheets of one group.
    """
    bound = turn.sheets.bound
    ways = throw_ways(turn)
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

Laws = dict[int, fmpz_poly]  # {place of a sheet: the law of the points beyond its upper total}


def points_law(
    known: SolvedSheets, ties_last: bool = False, progress: Progress | None = None
) -> Distribution[int]:
    """The law of the points of optimal play, which takes the first of several best actions, or the
    last; `progress` is told of the sheets done, and of how many there are that are not full.
    """
    sheets = sheets_of(known.game)
    laws: Laws = {0: fmpz_poly([1])}
    done = 0
    for level in range(sheets.categories):
        step = step_to(known, level, ties_last)
        after = defaultdict[int, fmpz_poly](fmpz_poly)
        for group in sheets.levels[level]:
            places = sheets.place[group.written, group.extra, group.totals].tolist()
            come_to = [place in laws for place in places]
            if any(come_to):
                before = [laws.pop(place) for place in places if place in laws]
                _add(after, before, Turn(step, group, group.totals[come_to]))
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


def _add(after: Laws, before: list[fmpz_poly], turn: Turn) -> None:
    """Add what the turn of the sheets of a group makes of their laws."""
    totals = turn.totals
    cap = turn.sheets.game.cap
    for way, points, counts in ends_of(turn):
        grown = np.minimum(totals + turn.sheets.ways[way][1], cap) - totals
        # a law moves by the points that come beyond the upper total
        shifts = (points - grown).tolist()
        places = turn.places[way].tolist()
        for law, place, shift, ways in zip(before, places, shifts, counts.tolist(), strict=True):
            if ways:
                after[place] += (law * ways).left_shift(shift)
