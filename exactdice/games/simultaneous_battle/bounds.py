"""Certified bounds on every state of the simultaneous battle, with the mixtures that prove them, in
one pass over rows.

All ends are integers over 2^bits. At (i, j) the successors' lower ends give a matrix `low`, their
upper ends a matrix `high`. The matrix in the middle is solved exactly, its mixtures p and q are
rounded to dyadic weights, and then the ends are measured, not believed:

    L = floor of min over b of (p' low)_b,    U = ceiling of max over a of (high q)_a.

**Right.** p guarantees L against the lower ends and q concedes at most U against the upper ends,
whatever p and q are.

**Narrow.** Let w be the largest width of a successor and v the value of middle = (low + high) / 2.
As p and q are optimal there, p' low >= v - w/2 and high q <= v + w/2, since a mean of entries moves
no more than the entries: the width of a state is that of its successors plus what is rounded.

**States that come back.** With a bust score of 0 both may bust and stay, with chance B_ab. Then L
is the least of floor((p' low)_b / (1 - (p' B)_b)), which is L <= (p' low + L p' B)_b for every b: p
guarantees L against the lower ends and L itself. The map x -> min over b of (p' low + x p' B)_b
rises with x and shrinks distances (B < 1), so L lies below its fixed point, which p guarantees in
the end; likewise U. Here high <= low + w (1 - B), so again no width grows beyond rounding. The
middle v solves v = value of (A + v B) and is found by Newton's iteration v <- p'Aq / (1 - p'Bq)
with p, q optimal at the last v (Pollatschek and Avi-Itzhak, Management Science 15, 1969).

Antisymmetry, EG(j, i) = -EG(i, j): only j <= i is solved; at (j, i) the players exchange mixtures
and the ends change sign.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import cast

from flint import fmpq, fmpz

from ...exact.numbers import Progress, as_fmpq, ratio
from ...linear.matrices.solve import Mixture, saddle_point
from .exact_values import solved
from .guide import Guide
from .sums import Beside, Entries, Pair, sign_of_lead

NEWTON = 60  # steps, each doubling the right digits once the mixtures mix the right numbers
MORE = 8  # bits of a mixture's weights beyond those of the ends

Weights = tuple[tuple[int, int], ...]  # ((number of dice, weight), ...)
Lines = list[list[fmpz]]


class Kind(StrEnum):
    """Whether the matrix of a state has a saddle point (a pure solution), has none, or whether the
    bounds cannot tell.
    """

    PURE = "pure"
    MIXED = "mixed"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Cell:
    """What is known of a state (i, j), j <= i: the ends times 2^bits, the mixtures of MAX and MIN,
    and its kind.
    """

    lower: int
    upper: int
    row: Weights
    column: Weights
    kind: Kind


class Pass:
    """One pass over all states; `cells[i][j]` for j <= i when it has run."""

    def __init__(self, pair: Pair, bits: int) -> None:
        self.pair = pair
        self.bits = bits
        self.scale = fmpz(1) << bits
        finished = pair.finished(sign_of_lead)
        self.low = Entries(pair, finished.times(self.scale))
        self.high = Entries(pair, finished.times(self.scale))
        self.cells: list[list[Cell]] = [[] for _ in range(pair.game.target)]
        self.guide = None if pair.comes_back else Guide(pair)
        self.widest = 0

    def run(self, progress: Progress | None) -> None:
        """Settle every state."""
        target = self.pair.game.target
        for i in reversed(range(target)):
            length = (i + 1) * self.pair.throws.dice
            self.low.advance(length)
            self.high.advance(length)
            self.cells[i] = self._row(i)
            self._push(i)
            if progress:
                progress(target - i, target)

    def _row(self, i: int) -> list[Cell]:
        """The cells of a row, from the last column down: a state that comes back waits for those
        beside it.
        """
        both = (self.low, self.high)
        ends_beyond = self._mirrored(i) if self.pair.comes_back else ()
        sides = list(map(self._beside, ends_beyond))
        saddles = self.guide.saddles(i) if self.guide else [None] * (i + 1)
        row: list[Cell] = []
        for j in range(i, -1, -1):
            for entries, beside in zip(both, sides, strict=False):
                beside.advance()
                entries.beside = beside.lifted()
            place = saddles[j]
            cell = None if place is None else self._pure(i, j, *place)
            row.append(cell or self._settle(i, j, fmpz(row[-1].lower if row else 0)))
            for beside, end in zip(sides, (row[-1].lower, row[-1].upper), strict=False):
                beside.enter(fmpz(end))
        row.reverse()
        if self.guide:
            self.guide.enter(i, [float(ratio(cell.lower, int(self.scale))) for cell in row])
        return row

    def _beside(self, ends: list[int]) -> Beside:
        """The sums along a row, past the ends of its columns j > i."""
        beside = Beside(self.pair, -self.scale)
        for end in reversed(ends):
            beside.advance()
            beside.enter(fmpz(end))
        return beside

    def _push(self, i: int) -> None:
        """Enter the ends of row i, for the rows below it."""
        row = self.cells[i]
        # in these columns MIN has reached the target and MAX has not
        edge = [-int(self.scale)] * self.pair.throws.reach
        lower_beyond, upper_beyond = self._mirrored(i)
        lower = [cell.lower for cell in row] + lower_beyond + edge
        upper = [cell.upper for cell in row] + upper_beyond + edge
        self.low.sums.push(self.pair.packed(lower, i))
        self.high.sums.push(self.pair.packed(upper, i))

    def _mirrored(self, i: int) -> tuple[list[int], list[int]]:
        """The lower and the upper ends of (i, j) for j > i: minus the other ones of (j, i)."""
        mirrored = [cells[i] for cells in self.cells[i + 1 :]]
        return [-cell.upper for cell in mirrored], [-cell.lower for cell in mirrored]

    def _pure(self, i: int, j: int, a: int, b: int) -> Cell | None:
        """The cell of a state with its saddle point at (a, b), by that row and that column alone;
        None where the bounds cannot tell.
        """
        low, high = self.low.row(a, j), [self.high.row(c, j)[b - 1] for c in self.pair.dice]
        others = (*low[: b - 1], *low[b:])
        rivals = (*high[: a - 1], *high[a:])
        if min(others, default=high[a - 1]) < high[a - 1]:
            return None
        if max(rivals, default=low[b - 1]) > low[b - 1]:
            return None
        row: Weights = ((a, 1),)
        lower = self._guarantee({a - 1: low}, row)
        if i == j:
            return Cell(lower, -lower, row, row, Kind.PURE)
        column: Weights = ((b, 1),)
        upper = -self._guarantee({b - 1: [-x for x in high]}, column)
        self.widest = max(self.widest, upper - lower)
        return Cell(lower, upper, row, column, Kind.PURE)

    def _settle(self, i: int, j: int, near: fmpz) -> Cell:
        """The cell of a state, whose value is not far from `near`."""
        low, high = ([of.row(a, j) for a in self.pair.dice] for of in (self.low, self.high))
        row, column = self._mixtures(low, high, near)
        lower = self._guarantee(low, row)
        # with equal points the matrix is antisymmetric: what MAX guarantees MIN guarantees too
        if i == j:
            column, upper = row, -lower
        else:
            conceded = [[-x for x in line] for line in zip(*high, strict=True)]
            upper = -self._guarantee(conceded, column)
        self.widest = max(self.widest, upper - lower)
        kind = kind_between(self._coming_back_to(low, lower), self._coming_back_to(high, upper))
        return Cell(lower, upper, row, column, kind)

    def _guarantee(self, lines: Lines | Mapping[int, list[fmpz]], mixture: Weights) -> int:
        """The least floor of what the mixture of the lines is paid."""
        total = sum(weight for _, weight in mixture) * self.pair.all_ways
        # the chance that both bust is symmetric in a and b, so this serves both players
        both_bust = self.pair.both_bust
        floors = []
        for b in self.pair.dice:
            paid = sum((lines[a - 1][b - 1] * weight for a, weight in mixture), fmpz(0))
            stay = sum((both_bust[a][b] * weight for a, weight in mixture), fmpz(0))
            floors.append(paid // (total - stay))
        return int(min(floors))

    def _coming_back_to(self, lines: Lines, end: int) -> Lines:
        """The entries, the state itself counting as its end."""
        if not self.pair.comes_back:
            return lines
        return [
            [x + end * stay for x, stay in zip(line, self.pair.both_bust[a][1:], strict=True)]
            for a, line in enumerate(lines, 1)
        ]

    def _mixtures(self, low: Lines, high: Lines, near: fmpz) -> tuple[Weights, Weights]:
        """Mixtures that solve the middle matrix exactly, at the fixed point v when the state comes
        back: by Newton's iteration, which may stop early, as the ends are measured afterwards.
        """
        middle = [
            [x + y for x, y in zip(*lines, strict=True)] for lines in zip(low, high, strict=True)
        ]
        # Most matrices have a saddle point, which is seen without a look at each number's digits.
        pure = None if self.pair.comes_back else saddle_point(cast("list[list[int]]", middle))
        if pure is not None:
            return self._rounded(pure.row), self._rounded(pure.column)
        all_ways, both_bust, v = self.pair.all_ways, self.pair.both_bust, 2 * near
        for _ in range(NEWTON):
            integers = [
                [int(x + v * stay) for x, stay in zip(line, both_bust[a][1:], strict=True)]
                for a, line in enumerate(middle, 1)
            ]
            _, row, column = solved(integers, 2 * self.scale * all_ways)
            if not self.pair.comes_back:
                break
            paid = moving = fmpq(0)
            for (a, p), (b, q) in product(enumerate(row, 1), enumerate(column, 1)):
                if p and q:
                    weight = as_fmpq(p) * as_fmpq(q)
                    paid += weight * middle[a - 1][b - 1]
                    moving += weight * (all_ways - both_bust[a][b])
            before, v = v, (paid / moving).floor()
            if abs(v - before) <= 1:
                break
        return self._rounded(row), self._rounded(column)

    def _rounded(self, mixture: Mixture) -> Weights:
        """The mixture with dyadic weights: rounded down, the largest one taking up the rest."""
        total = 1 << (self.bits + MORE)
        weights = [p.numerator * total // p.denominator for p in mixture]
        largest = weights.index(max(weights))
        weights[largest] += total - sum(weights)
        kept = [(d, weight) for d, weight in enumerate(weights, 1) if weight]
        return tuple(kept) if len(kept) > 1 else ((kept[0][0], 1),)


def kind_between(low: Lines, high: Lines) -> Kind:
    """The kind of every matrix between the two, when they all have the same one by these
    comparisons.

    (a, b) is a saddle point when no entry of its row can be below it and none of its column above
    it. There is none when what MAX's pure choices may guarantee at most is below what MIN's concede
    at least.

    >>> matching, ordered = [[0, 1], [1, 0]], [[0, 1], [-1, 0]]
    >>> kind_between(ordered, ordered), kind_between(matching, matching)
    (<Kind.PURE: 'pure'>, <Kind.MIXED: 'mixed'>)
    """
    guaranteed_at_most = max(min(row) for row in high)
    conceded_at_least = min(max(column) for column in zip(*low, strict=True))
    if guaranteed_at_most < conceded_at_least:
        return Kind.MIXED
    for a, row in enumerate(low):
        least = min(row)
        for b, x in enumerate(row):
            # what none of its row can be below is the least of the lower ends too
            is_least = x == least and all(
                other >= high[a][b] for k, other in enumerate(row) if k != b
            )
            if is_least and all(line[b] <= x for k, line in enumerate(high) if k != a):
                return Kind.PURE
    return Kind.UNDECIDED
