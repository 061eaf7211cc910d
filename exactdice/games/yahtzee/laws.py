"""The exact law of the points of a whole game, when every turn is played as a strategy decides.

Level by level, from the empty sheet on, each sheet that play comes to has the law of its points so
far, as a whole number: its digits, of so many bits, are the ways to come to the sheet with 0, 1, 2,
... points beyond its upper total. A turn multiplies it by its number of ways. So after n turns the
digits of all sheets add up to (faces ** dice) ** (throws a turn * n).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from flint import fmpz

from ...distribution import Distribution
from ...exact import Progress
from .decisions import Decisions
from .lattice import Lattice
from .sheets import Group, Sheets, Table

Decide = Callable[[Group, Table], Decisions]  # how sheets of a group with these totals are played
STEP = 128  # of the bits of a digit: two limbs
EXACT_FLOATS = 2**53

# What weighs the entries of a kind, so that each has a number of its own.
PACKED = np.array([2**40, 2**20, 2, 1])
Kind = tuple[int, int, int, int]  # category, points, growth of the upper total, bonus from then on


@dataclass
class Played:
    """What a strategy comes to.

    - `ways`: {points: ways}, of all `total` ways that the game can go.
    - `scores`: {category: {points written there: ways}}, with the bonus of a further Yahtzee.
    - `bonus`: the ways that earn the bonus of the upper section.
    - `sheets`: how many sheets play can come to, by level.
    """

    total: int
    ways: dict[int, int] = field(default_factory=dict)
    scores: dict[str, dict[int, int]] = field(default_factory=dict)
    bonus: int = 0
    sheets: list[int] = field(default_factory=list)

    @property
    def law(self) -> Distribution[int]:
        """The law of the points."""
        return Distribution(self.ways)


@dataclass(frozen=True)
class Outcomes:
    """How the turns of a group of sheets may end.

    - `kinds`: what is told apart.
    - `ways`: [kind, sheet]: of all the ways that a turn can go.
    """

    kinds: list[Kind]
    ways: Table


def outcomes(sheets: Sheets, group: Group, decisions: Decisions) -> Outcomes:
    """How the turns end, when they are played so."""
    thrown = throw_ways(sheets.lattice, decisions)
    kinds, kind_of = kinds_of(sheets, group)
    columns = np.arange(thrown.shape[1])
    kind = kind_of[decisions.writing, np.arange(len(thrown))[:, None]]
    ways = summed(kind * len(columns) + columns, thrown, len(kinds) * len(columns))
    return Outcomes(kinds, ways.reshape(len(kinds), len(columns)))


def throw_ways(lattice: Lattice, decisions: Decisions) -> Table:
    """[throw, sheet]: the ways to the dice that are written in the end."""
    turn = int(lattice.factors[-1]) ** (len(decisions.keeping) + 1)
    kind = np.int64 if turn < EXACT_FLOATS else object
    columns = decisions.writing.shape[1]
    ways: Table = np.repeat(lattice.ways.astype(kind)[:, None], columns, axis=1)
    for kept in decisions.keeping:
        where = kept * columns + np.arange(columns)
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


def kinds_of(sheets: Sheets, group: Group) -> tuple[list[Kind], Table]:
    """The kinds of ends of a turn, by category, and [category, throw]: the place of its kind."""
    points = sheets.points(group.written, group.extra)
    free = sheets.free(group.written)
    rows = np.zeros((len(free), points.shape[1], 4), dtype=np.int64)
    rows[..., 0] = np.array(free)[:, None]
    for at, table in enumerate((points, sheets.added, sheets.begins), start=1):
        rows[..., at] = table[free]
    codes = rows @ PACKED
    _, first, places = np.unique(codes, return_index=True, return_inverse=True)
    kind_of = np.zeros_like(points)
    kind_of[free] = places.reshape(codes.shape)
    return [tuple(kind) for kind in rows.reshape(-1, 4)[first].tolist()], kind_of


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


def played(sheets: Sheets, decide: Decide, progress: Progress | None = None) -> Played:
    """What comes of play that is decided so; `progress` is told of the sheets done, and of how many
    there are that are not full.
    """
    game = sheets.game
    turn = int(sheets.lattice.factors[-1]) ** (game.rerolls + 1)
    found = Played(turn**sheets.categories)
    found.scores = {name: defaultdict(int) for name in game.names}
    now = Following(sheets, 0, digit_bits(turn), {0: fmpz(1)})
    done = 0
    for level in range(sheets.categories):
        found.sheets.append(len(now.laws))
        now = now.widened(digit_bits(turn ** (level + 1)))
        after: dict[int, fmpz] = defaultdict(fmpz)
        for group, totals in now.groups():
            decisions = decide(group, totals)
            turns = Turns(now, group, totals, outcomes(sheets, group, decisions))
            turns.add(after)
            turns.count(found, turn ** (sheets.categories - level - 1))
        done += sheets.size(level)
        if progress:
            progress(done, sheets.unfinished)
        now = Following(sheets, level + 1, now.bits, after)
    _end(found, now)
    return found


def digit_bits(largest: int) -> int:
    """Bits for every number up to this one, a multiple of STEP so that they change seldom."""
    return -(-largest.bit_length() // STEP) * STEP


@dataclass(frozen=True)
class Turns:
    """The turns of a group of sheets, and how they end."""

    before: Following
    group: Group
    totals: Table
    ends: Outcomes

    @property
    def places(self) -> list[int]:
        """The places of the sheets."""
        first, all_totals = self.group.first, self.group.totals
        return [first + int(at) for at in np.searchsorted(all_totals, self.totals)]

    def add(self, after: dict[int, fmpz]) -> None:
        """Add the laws of the sheets afterwards, and forget those before."""
        steps = [self._steps(kind) for kind in self.ends.kinds]
        rows = self.ends.ways.tolist()
        for column, place in enumerate(self.places):
            law = self.before.laws[place]
            for (places, shifts), ways in zip(steps, rows, strict=True):
                if ways[column]:
                    after[places[column]] += (law * ways[column]) << shifts[column]

    def _steps(self, kind: Kind) -> tuple[list[int], list[int]]:
        """By sheet: the place afterwards, and by how many bits the law moves: by the points that
        come beyond the upper total.
        """
        category, points, added, begins = kind
        sheets = self.before.sheets
        totals = np.minimum(self.totals + added, sheets.game.cap)
        written = self.group.written | 1 << category
        places = sheets.place[written, self.group.extra | begins, totals]
        shifts = (points - (totals - self.totals)) * self.before.bits
        return places.tolist(), shifts.tolist()

    def count(self, found: Played, later: int) -> None:
        """Count the ways to every score in a category; `later` are those of the turns after it."""
        ones = (fmpz(1) << self.before.bits) - 1
        reached = [int(self.before.laws.pop(place) % ones) for place in self.places]
        names = self.before.sheets.game.names
        for kind, ways in zip(self.ends.kinds, self.ends.ways.tolist(), strict=True):
            total = sum(come * each for come, each in zip(reached, ways, strict=True))
            if total:
                found.scores[names[kind[0]]][kind[1]] += total * later


def _end(found: Played, last: Following) -> None:
    """Enter the laws of the full sheets."""
    game = last.sheets.game
    for group, totals in last.groups():
        for total in totals.tolist():
            place = int(last.sheets.place[group.written, group.extra, total])
            ways = _digits(last.laws[place], last.bits)
            bonus = game.bonus_at(total)
            found.bonus += sum(ways) if bonus else 0
            for beyond, count in enumerate(ways):
                if count:
                    points = total + beyond + bonus
                    found.ways[points] = found.ways.get(points, 0) + count


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
