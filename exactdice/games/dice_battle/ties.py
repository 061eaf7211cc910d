"""The fast path of Dice Battle in turns for what strategies are worth over all ways to break their
ties: two sweeps, one for the least mean and one for the largest; one, where no tie makes a
difference.

In the sweep h = 1 + z * (mean of the other side's h). At z = -1, where h is the chance to win of
who throws, the largest chance of MAX comes of the least mean where MAX throws and of the largest
where MIN does; at z = +1 the largest number of throws comes of the largest mean everywhere. The
laws that tie are compared as integers over one denominator.

Where every throw scores, lines follow from the lines above them alone, so the extreme at each state
is that of the whole play. Where a bust scores 0, a state and its partner lead to each other. The
pair is solved as it stands and a law with a more extreme mean replaces the one there, until there
is none. Each replacement is better at both states, or as good at the other, for the one who breaks
all ties, so no pair of laws comes twice; what is reached in the end solves the equation of the
extreme.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import lcm

from flint import fmpz

from ...cost import refuse_costly
from ...evaluation.ties import OpenProfile, Pays, length_range, paid, payoff_range
from ...exact import Bounds, Exact, Progress, simplest
from ...game import MAX, PLAYERS
from ...solvers.fast_path import exactly, fast_path_of
from ...throws.laws import Law
from ...throws.sums_of_dice import Throws
from .line import Line, open_table, sweep_steps
from .returning import ReturnSide, returning_lines_of, returning_throws
from .rules import DiceBattle
from .sweep import Decision, Side, lines_of, opposed, throws_of

OpenTable = list[list[tuple[Law, ...]]]  # [own points][other's points]
Extreme = Callable[[Sequence[fmpz]], fmpz]  # min or max


def ties_in(table: OpenTable) -> dict[tuple[int, int], tuple[Law, ...]]:
    """{(own points, other's points): the laws} where there are several."""
    return {
        (i, j): laws for i, row in enumerate(table) for j, laws in enumerate(row) if len(laws) > 1
    }


def firsts_of(table: OpenTable) -> list[list[Law]]:
    """The first law at each state."""
    return [[laws[0] for laws in row] for row in table]


def total_of_laws(table: OpenTable) -> int:
    """The least multiple of the totals of all laws."""
    return lcm(*{law.total for row in table for laws in row for law in laws})


class TiedSide(Side):
    """A player who takes, of the laws that tie, the one after which the other side's h is least, or
    the one after which it is largest.
    """

    def __init__(
        self, game: DiceBattle, throws: Throws, table: OpenTable, extreme: Extreme
    ) -> None:
        super().__init__(game, throws, firsts_of(table), guided=False)
        self.extreme, self.ties, self.total = extreme, ties_in(table), total_of_laws(table)
        self.has_differed = False  # whether the laws of a tie have had different means so far

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
        self.has_differed |= min(worth) != max(worth)
        return laws[worth.index(self.extreme(worth))]

    def _summed(self, j: int, law: Law) -> fmpz:
        """The mean of the other side's h after this law, over one denominator for all laws."""
        sums, powers = self.other.sums, self.throws.powers
        share = self.total // law.total
        summed = fmpz(0)
        for d, weight in law.parts:
            summed += sums.scored(d, j) * (powers[self.throws.dice - d] * weight * share)
        return summed


class TiedReturnSide(ReturnSide):
    """The same where a bust scores 0."""

    def __init__(
        self, game: DiceBattle, throws: Throws, table: OpenTable, extreme: Extreme
    ) -> None:
        super().__init__(game, throws, firsts_of(table))
        self.extreme, self.ties, self.total = extreme, ties_in(table), total_of_laws(table)
        self.has_differed = False  # whether the laws of a tie have had different means so far

    def bettered(self, i: int, j: int, determinant: fmpz, partner: fmpz) -> bool:
        """Whether another law is more extreme at (i, j), which then replaces the one there."""
        if (i, j) not in self.ties:
            return False
        laws = self.ties[i, j]
        worth = [self._summed(j, law, determinant, partner) for law in laws]
        self.has_differed |= min(worth) != max(worth)
        found = self.extreme(worth)
        if worth[laws.index(self.laws[j])] == found:
            return False
        self.laws[j] = laws[worth.index(found)]
        return True

    def _summed(self, j: int, law: Law, determinant: fmpz, partner: fmpz) -> fmpz:
        """The mean of the other side's h after this law, over one denominator for all laws."""
        level, throws = self.other.sums.sums, self.throws
        share = self.total // law.total
        summed = fmpz(0)
        for d, weight in law.parts:
            mean = level[d][j] * determinant + partner * throws.busts[d]
            summed += mean * (throws.powers[throws.dice - d] * weight * share)
        return summed


@fast_path_of(payoff_range, DiceBattle)
def payoff_range_battle(
    game: DiceBattle, plans: OpenProfile, pays: Pays = paid, progress: Progress | None = None
) -> Bounds:
    """The least and the largest mean of what is paid at the end."""
    tables = _tables(game, plans)
    # Somebody always wins, so that every mean is that of the chance to win, in another measure.
    chances = _at_start(game, tables, ((max, min), (min, max)), -1, progress)
    means = [pays(-1) + (pays(1) - pays(-1)) * chance for chance in chances]
    return _ordered(means)


@fast_path_of(length_range, DiceBattle)
def length_range_battle(
    game: DiceBattle, plans: OpenProfile, progress: Progress | None = None
) -> Bounds:
    """The least and the largest mean number of throws."""
    tables = _tables(game, plans)
    means = _at_start(game, tables, ((min, min), (max, max)), 1, progress)
    return _ordered(means)


def _ordered(means: Sequence[Exact]) -> Bounds:
    return Bounds(simplest(min(means)), simplest(max(means)))


def _tables(game: DiceBattle, plans: OpenProfile) -> tuple[OpenTable, OpenTable]:
    """The laws that MAX and MIN may take."""
    exactly(game, DiceBattle, "the fast path")
    refuse_costly(game, 2 * sweep_steps(game, sides=2))
    first, second = (open_table(game, plans[player], player) for player in PLAYERS)
    return first, second


def _at_start(
    game: DiceBattle,
    tables: tuple[OpenTable, OpenTable],
    both_ends: Sequence[tuple[Extreme, Extreme]],
    z: int,
    progress: Progress | None,
) -> list[Fraction]:
    """h at the start for MAX, when the sides take these extremes, for each end of the range."""
    found: list[Fraction] = []
    for extremes in both_ends:
        sides, lines = _race(game, tables, extremes, z)
        found.append(_last_of(lines, game, progress).h(0))
        # where the laws of each tie have equal means at one end, they have them at the other, too
        if not any(side.has_differed for side in sides):
            break
    return found


def _race(
    game: DiceBattle,
    tables: tuple[OpenTable, OpenTable],
    extremes: tuple[Extreme, Extreme],
    z: int,
) -> tuple[Sequence[TiedSide | TiedReturnSide], Iterator[list[Line]]]:
    """Both sides, each taking its extreme, and their lines down to that of the start."""
    asked = list(zip(tables, extremes, strict=True))
    if game.bust_score:
        throws = throws_of(game)
        first, second = (TiedSide(game, throws, *one) for one in asked)
        return (first, second), lines_of(opposed(first, second), z)
    throws = returning_throws(game)
    one, two = (TiedReturnSide(game, throws, *one) for one in asked)
    one.other, two.other = two, one
    return (one, two), returning_lines_of([one, two], z)


def _last_of(lines: Iterator[list[Line]], game: DiceBattle, progress: Progress | None) -> Line:
    """The line of the start for MAX."""
    start: list[Line] = []
    for done, both in enumerate(lines, 1):
        if progress:
            progress(done, 2 * game.target - 1)
        start = both
    return start[MAX]
