"""The fast path of Dice Battle in turns for what strategies are worth over all ways to break their
ties: two sweeps, one for the least mean and one for the largest.

In the sweep h = 1 + z * (mean of the other side's h). At z = -1, where h is the chance to win of
who throws, the largest chance of MAX comes of the least mean where MAX throws and of the largest
where MIN does; at z = +1 the largest number of throws comes of the largest mean everywhere. Lines
follow from the lines above them alone, so the extreme at each state is that of the whole play. The
laws that tie are compared as integers over one denominator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm

from flint import fmpz

from ...cost import refuse_costly
from ...errors import UnsolvableError
from ...evaluation.ties import OpenProfile, Pays, length_range, paid, payoff_range
from ...exact import Bounds, Exact, Progress, shown, simplest
from ...game import MAX, PLAYERS
from ...solvers.fast_path import exactly, fast_path_of
from ...throws.laws import Law
from ...throws.sums_of_dice import Throws
from .line import Line, open_table, sweep_steps
from .rules import DiceBattle
from .sweep import Decision, Side, lines_of, opposed, throws_of

OpenTable = list[list[tuple[Law, ...]]]  # [own points][other's points]
Extreme = Callable[[Sequence[fmpz]], fmpz]  # min or max


class ComesBack(UnsolvableError):
    """A bust leads back to the same points, so that a line does not follow from those above it."""


class TiedSide(Side):
    """A player who takes, of the laws that tie, the one after which the other side's h is least, or
    the one after which it is largest.
    """

    def __init__(
        self, game: DiceBattle, throws: Throws, table: OpenTable, extreme: Extreme
    ) -> None:
        firsts = [[laws[0] for laws in row] for row in table]
        super().__init__(game, throws, firsts, guided=False)
        self.extreme = extreme
        self.ties = {
            (i, j): laws
            for i, row in enumerate(table)
            for j, laws in enumerate(row)
            if len(laws) > 1
        }
        self.total = lcm(*{law.total for row in table for laws in row for law in laws})

    @property
    def mix(self) -> int:
        """A multiple of the total of every law that it may take."""
        return self.total

    def decide(self, s: int) -> Decision:
        """The law that it takes for each j of the line."""
        laws, best = super().decide(s)
        js = self.js(s)
        for row, j in enumerate(js):
            if (s - j, j) in self.ties:
                laws[row] = self._taken(j, self.ties[s - j, j])
        return laws, best

    def _taken(self, j: int, laws: Sequence[Law]) -> Law:
        worth = [self._summed(j, law) for law in laws]
        return laws[worth.index(self.extreme(worth))]

    def _summed(self, j: int, law: Law) -> fmpz:
        """The mean of the other side's h after this law, over one denominator for all laws."""
        sums, powers = self.other.sums, self.throws.powers
        share = self.total // law.total
        summed = fmpz(0)
        for d, weight in law.parts:
            summed += sums.scored(d, j) * (powers[self.throws.dice - d] * weight * share)
        return summed


@fast_path_of(payoff_range, DiceBattle, ComesBack)
def payoff_range_battle(
    game: DiceBattle, plans: OpenProfile, pays: Pays = paid, progress: Progress | None = None
) -> Bounds:
    """The least and the largest mean of what is paid at the end."""
    tables = _tables(game, plans)
    # Somebody always wins, so that every mean is that of the chance to win, in another measure.
    least = _start(game, tables, (max, min), -1, progress).h(0)
    most = _start(game, tables, (min, max), -1, progress).h(0)
    means = [pays(-1) + (pays(1) - pays(-1)) * chance for chance in (least, most)]
    return _ordered(means)


@fast_path_of(length_range, DiceBattle, ComesBack)
def length_range_battle(
    game: DiceBattle, plans: OpenProfile, progress: Progress | None = None
) -> Bounds:
    """The least and the largest mean number of throws."""
    tables = _tables(game, plans)
    means = [_start(game, tables, (one, one), 1, progress).h(0) for one in (min, max)]
    return _ordered(means)


def _ordered(means: Sequence[Exact]) -> Bounds:
    return Bounds(simplest(min(means)), simplest(max(means)))


def _tables(game: DiceBattle, plans: OpenProfile) -> tuple[OpenTable, OpenTable]:
    """The laws that MAX and MIN may take."""
    exactly(game, DiceBattle, "the fast path")
    if game.bust_score == 0:
        raise ComesBack(f"{shown(game)} can come back to a state")
    refuse_costly(game, 2 * sweep_steps(game, sides=2))
    first, second = (open_table(game, plans[player], player) for player in PLAYERS)
    return first, second


def _start(
    game: DiceBattle,
    tables: tuple[OpenTable, OpenTable],
    extremes: tuple[Extreme, Extreme],
    z: int,
    progress: Progress | None,
) -> Line:
    """The line of the start for MAX, when each side takes its extreme."""
    throws = throws_of(game)
    first, second = (TiedSide(game, throws, tables[player], extremes[player]) for player in PLAYERS)
    for done, lines in enumerate(lines_of(opposed(first, second), z), 1):
        if progress:
            progress(done, 2 * game.target - 1)
        start = lines[MAX]
    return start
