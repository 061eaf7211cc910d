"""The exact law of the points of a whole game, when every turn is played as a strategy decides.

Level by level, from the empty sheet on, each sheet that play comes to has the law of its points so
far, as a whole number: its digits, of so many bits, are the ways to come to the sheet with 0, 1, 2,
... points beyond its upper total. A turn multiplies it by its number of ways. So after n turns the
digits of all sheets add up to (faces ** dice) ** (throws a turn * n).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from flint import fmpz

from ...distribution import Distribution
from ...exact import Progress
from .decisions import Decisions
from .lattice import Lattice
from .sheets import NOT_ALLOWED, Group, Sheets, Table

Decide = Callable[[Group, Table], Decisions]  # how sheets of a group with these totals are played
LIMB = 64
FEW = 6  # terms of a factor that are multiplied one by one: the numbers are long, the gaps wide
EXACT_FLOATS = 2**53


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

    - `kinds`: (category, points, what the upper total grows by, bonus from then on).
    - `ways`: [kind, sheet]: of all the ways that a turn can go.
    """

    kinds: list[tuple[int, int, int, int]]
    ways: Table


def outcomes(sheets: Sheets, group: Group, decisions: Decisions) -> Outcomes:
    """How the turns end, when they are played so."""
    thrown = throw_ways(sheets.lattice, decisions.keeping)
    kinds, kind_of = _kinds(sheets, group)
    columns = np.arange(thrown.shape[1])
    kind = kind_of[decisions.writing, np.arange(len(thrown))[:, None]]
    ways = summed(kind * len(columns) + columns, thrown, len(kinds) * len(columns))
    return Outcomes(kinds, ways.reshape(len(kinds), len(columns)))


def throw_ways(lattice: Lattice, keeping: Iterable[Table]) -> Table:
    """[throw, sheet]: the ways to the dice that are written, when this is kept."""
    tables = list(keeping)
    columns = tables[0].shape[1] if tables else 1
    turn = int(lattice.factors[-1]) ** (len(tables) + 1)
    kind = np.int64 if turn < EXACT_FLOATS else object
    ways = np.repeat(lattice.ways.astype(kind)[:, None], columns, axis=1)
    for kept in tables:
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
