"""Certified bounds on every state of the simultaneous battle, with the mixtures that prove them, in
one pass over rows.

All ends are integers over 2^bits. At (i, j) the successors' lower ends give a matrix `low`, their
upper ends a matrix `high`. Floats propose the numbers of dice that matter, a linear system in
integers turns them into mixtures p and q of their middle matrix, rounded to dyadic weights, and
then the ends are measured, not believed:

    L = floor of min over b of (p' low)_b,    U = ceiling of max over a of (high q)_a.

**Right.** p guarantees L against the lower ends and q concedes at most U against the upper ends,
whatever p and q are.

**Narrow.** Let w be the largest width of a successor and v the value of middle = (low + high) / 2.
When p and q are optimal there, p' low >= v - w/2 and high q <= v + w/2, as a mean of entries moves
no more than the entries: the width of a state is that of its successors plus what is rounded. A
wider one means that the floats proposed the wrong dice; then the middle matrix is solved exactly.

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

from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat, fmpz, fmpz_mat

from ...exact import Exact, Progress
from ...matrices.solve import solve_matrix_game
from .guide import Guess, Guide, Kind, Supports, as_float, kinds_of
from .sums import Beside, Entries, Pair, sign_of_lead

SLACK = 6  # units of the last place that a width may grow by in one state
NEWTON = 12
MORE = 8  # bits of a mixture's weights beyond those of the ends

Weights = tuple[tuple[int, int], ...]  # ((number of dice, weight), ...)


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
        self.pair, self.bits, self.scale = pair, bits, fmpz(1) << bits
        finished = pair.finished(sign_of_lead)
        self.low, self.high = (Entries(pair, finished.times(self.scale)) for _ in range(2))
        self.guide = Guide(pair)
        self.cells: list[list[Cell]] = [[] for _ in range(pair.game.target)]
        self.widest = 0

    def run(self, progress: Progress | None) -> None:
        """Settle every state."""
        target = self.pair.game.target
        for i in reversed(range(target)):
            for entries in (self.low, self.high):
                entries.sums.advance((i + 1) * self.pair.throws.dice)
            self.cells[i] = (
                self._beside(i)
                if self.pair.comes_back
                else [self._settle(i, j, g) for j, g in enumerate(self.guide.row(i))]
            )
            self._push(i)
            if progress:
                progress(target - i, target)

    def _push(self, i: int) -> None:
        edge = [-self.scale] * self.pair.throws.reach
        for entries, end in ((self.low, "lower"), (self.high, "upper")):
            known = [getattr(cell, end) for cell in self.cells[i]] + self._mirrored(i, end)
            entries.sums.push(self.pair.packed([*known, *edge], i))

    def _mirrored(self, i: int, end: str) -> list[int]:
        """The ends of (i, j) for j > i, from those of (j, i)."""
        other = "upper" if end == "lower" else "lower"
        return [-getattr(self.cells[j][i], other) for j in range(i + 1, self.pair.game.target)]

    def _beside(self, i: int) -> list[Cell]:
        """The cells of a row whose states come back, from the last column down, each after those
        beside it.
        """
        low, high = (Beside(self.pair, -self.scale) for _ in range(2))
        for beside, end in ((low, "lower"), (high, "upper")):
            for value in reversed(self._mirrored(i, end)):
                beside.advance()
                beside.enter(fmpz(value))
        below, row = self.guide.means(i), []
        for j in range(i, -1, -1):
            for beside, entries in ((low, self.low), (high, self.high)):
                beside.advance()
                entries.beside = beside.lifted()
            cell = self._settle(i, j, self.guide.returning(i, j, below[j]))
            low.enter(fmpz(cell.lower))
            high.enter(fmpz(cell.upper))
            row.append(cell)
        return row[::-1]

    def _settle(self, i: int, j: int, guess: Guess) -> Cell:
        """The cell of a state, from the guess or, when that gives wide ends, from the exact
        solution of the middle matrix.
        """
        proposed = self._system(
            j, guess.supports, fmpz(int(guess.value * 2.0**64)) << (self.bits - 63)
        )
        row, column = proposed or self._exactly(i, j)
        lower, upper = self._ends(i, j, row, column)
        if upper - lower > self.widest + SLACK:
            row, column = self._exactly(i, j)
            lower, upper = self._ends(i, j, row, column)
        self.widest = max(self.widest, upper - lower)
        self.guide.enter(i, j, as_float(fmpz(lower + upper), self.bits + 1))
        return Cell(
            lower, upper, row, row if i == j else column, self._kind(i, j, guess, lower, upper)
        )

    # --- the ends ---------------------------------------------------------------------------------

    def _ends(self, i: int, j: int, row: Weights, column: Weights) -> tuple[int, int]:
        lower = self._guarantee(self._against_columns(j, row), row)
        if i == j:
            return lower, -lower
        return lower, -self._guarantee([-x for x in self._against_rows(j, column)], column)

    def _guarantee(self, sums: list[fmpz], mixture: Weights) -> int:
        """The least floor of sum / (total weight - weight of coming back); B is symmetric, so both
        players share it.
        """
        D, both = self.pair.throws.dice, self.pair.both_bust
        total = sum(w for _, w in mixture) * self.pair.throws.powers[D] ** 2
        if not self.pair.comes_back:
            return int(min(sums) // total)
        stays = (sum((w * both[a][b] for a, w in mixture), fmpz(0)) for b in range(1, D + 1))
        return int(min(x // (total - stay) for x, stay in zip(sums, stays, strict=True)))

    def _against_columns(self, j: int, row: Weights) -> list[fmpz]:
        lines = [
            [x * w for x in self.low.row(a, j)] if w != 1 else self.low.row(a, j) for a, w in row
        ]
        return (
            lines[0]
            if len(lines) == 1
            else [sum(column, fmpz(0)) for column in zip(*lines, strict=True)]
        )

    def _against_rows(self, j: int, column: Weights) -> list[fmpz]:
        lines = [
            [x * w for x in self.high.column(b, j)] if w != 1 else self.high.column(b, j)
            for b, w in column
        ]
        return (
            lines[0] if len(lines) == 1 else [sum(row, fmpz(0)) for row in zip(*lines, strict=True)]
        )

    # --- mixtures ---------------------------------------------------------------------------------

    def _middle(self, a: int, b: int, j: int) -> fmpz:
        """The entry of the middle matrix times 2^(bits + 1) W^2D."""
        return (self.low.entry(a, b, j) + self.high.entry(a, b, j)) * self.pair.lift[a]

    def _system(self, j: int, supports: Supports, v: fmpz) -> tuple[Weights, Weights] | None:
        """Mixtures on the supports that make the other indifferent; None when these are no
        mixtures.
        """
        rows, columns = supports
        if len(rows) == 1:
            return ((rows[0], 1),), ((columns[0], 1),)
        A = fmpz_mat([[self._middle(a, b, j) for b in columns] for a in rows])
        B = fmpz_mat([[self.pair.both_bust[a][b] for b in columns] for a in rows])
        for _ in range(NEWTON):
            solved = _indifferent(A + B * v)
            if solved is None or min(solved[0].entries()) < 0 or min(solved[1].entries()) < 0:
                return None
            p, q = solved
            before, v = v, self._next(A, B, p, q)
            if not self.pair.comes_back or abs(v - before) <= 1:
                break
        return self._rounded(rows, p.entries()), self._rounded(columns, q.entries())

    def _next(self, A: fmpz_mat, B: fmpz_mat, p: fmpq_mat, q: fmpq_mat) -> fmpz:
        """p'Aq / (1 - p'Bq), rounded down, times 2^(bits + 1)."""
        moving = self.pair.throws.powers[-1] ** 2 - (p * fmpq_mat(B) * q)[0, 0]
        value: fmpz = ((p * fmpq_mat(A) * q)[0, 0] / moving).floor()
        return value

    def _rounded(self, dice: list[int], mixture: list[Any]) -> Weights:
        """The mixture with dyadic weights: rounded down, the largest one taking up the rest."""
        total = 1 << (self.bits + MORE)
        weights = [
            int(p.p) * total // int(p.q)
            if hasattr(p, "p")
            else p.numerator * total // p.denominator
            for p in mixture
        ]
        weights[weights.index(max(weights))] += total - sum(weights)
        kept = tuple((d, w) for d, w in zip(dice, weights, strict=True) if w)
        return kept if len(kept) > 1 else ((kept[0][0], 1),)

    def _exactly(self, i: int, j: int) -> tuple[Weights, Weights]:
        """Mixtures that solve the middle matrix exactly, at the fixed point v when the state comes
        back.
        """
        dice = list(range(1, self.pair.throws.dice + 1))
        middle = [[self._middle(a, b, j) for b in dice] for a in dice]
        A, B = fmpz_mat(middle), fmpz_mat([[self.pair.both_bust[a][b] for b in dice] for a in dice])
        v = fmpz(0)
        for _ in range(NEWTON * 5):
            solution = solve_matrix_game([[int(x) for x in line] for line in (A + B * v).tolist()])
            p, q = ([_fmpq(x) for x in mixture] for mixture in (solution.row, solution.column))
            before, v = v, self._next(A, B, fmpq_mat(1, len(p), p), fmpq_mat(len(q), 1, q))
            if not self.pair.comes_back or abs(v - before) <= 1:
                break
        return self._rounded(dice, list(solution.row)), self._rounded(dice, list(solution.column))

    # --- kinds ------------------------------------------------------------------------------------

    def _kind(self, i: int, j: int, guess: Guess, lower: int, upper: int) -> Kind:
        """The kind by floats when these are certain, else by the ends of every entry."""
        if guess.kind != Kind.UNDECIDED:
            return guess.kind
        if guess.returning is not None:
            A, B = guess.returning
            kind = kinds_of(np.expand_dims(A + self.guide.values[i, j] * B, 0), self.guide.error)[
                0
            ][0]
            if kind != Kind.UNDECIDED:
                return kind
        dice, both = range(1, self.pair.throws.dice + 1), self.pair.both_bust
        low = [[x + lower * both[a][b] for b, x in enumerate(self.low.row(a, j), 1)] for a in dice]
        high = [
            [x + upper * both[a][b] for b, x in enumerate(self.high.row(a, j), 1)] for a in dice
        ]
        return kind_between(low, high)


def kind_between(low: list[list[Any]], high: list[list[Any]]) -> Kind:
    """The kind of every matrix between the two, when they all have the same one by these
    comparisons.

    (a, b) is a saddle point when no entry of its row can be below it and none of its column above
    it. There is none when what MAX's pure choices may guarantee at most is below what MIN's concede
    at least.

    >>> kind_between([[0, 1], [-1, 0]], [[0, 1], [-1, 0]]), kind_between([[0, 1], [1, 0]], [[0, 1], [1, 0]])
    (<Kind.PURE: 'pure'>, <Kind.MIXED: 'mixed'>)
    """
    lines, columns = range(len(low)), range(len(low[0]))
    if max(map(min, high)) < min(max(row[b] for row in low) for b in columns):
        return Kind.MIXED
    for a in lines:
        for b in columns:
            holds_row = all(low[a][c] >= high[a][b] for c in columns if c != b)
            if holds_row and all(high[c][b] <= low[a][b] for c in lines if c != a):
                return Kind.PURE
    return Kind.UNDECIDED


def _indifferent(matrix: fmpz_mat) -> tuple[fmpq_mat, fmpq_mat] | None:
    """(p as a row, q as a column) with p'A and Aq constant and sums 1; None when no such pair is
    determined.
    """
    size = matrix.nrows()
    unit = fmpz_mat([[0]] * size + [[1]])
    solved = []
    for side in (matrix.transpose(), matrix):
        lines: list[list[Any]] = side.tolist()
        try:
            x = fmpz_mat([[*line, -1] for line in lines] + [[1] * size + [0]]).solve(unit)
        except ZeroDivisionError:
            return None
        solved.append([x[k, 0] for k in range(size)])
    return fmpq_mat(1, size, solved[0]), fmpq_mat(size, 1, solved[1])


def _fmpq(x: Exact) -> fmpq:
    return fmpq(x.numerator, x.denominator)
