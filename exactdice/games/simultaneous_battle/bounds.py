"""Certified bounds on every state of the simultaneous battle, with the mixtures that prove them, in
one pass over rows.

All ends are integers over 2^bits. At (i, j) the successors' lower ends give a matrix `low`, their
upper ends a matrix `high`. Most matrices have a saddle point, to which best replies lead. Otherwise
the matrix in the middle is solved exactly and its mixtures p and q are rounded to dyadic weights.
Either way the ends are measured, not believed:

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
with p, q optimal at the last v (Pollatschek and Avi-Itzhak, Management Science 15, 1969). They mix
the same numbers of dice from step to step, unless the ends come out wide.

Antisymmetry, EG(j, i) = -EG(i, j): only j <= i is solved; at (j, i) the players exchange mixtures
and the ends change sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from flint import fmpq, fmpq_mat, fmpz, fmpz_mat

from ...exact.numbers import Progress, as_fmpq
from .sums import Entries, Pair, sign_of_lead, solve_integers

NEWTON = 60  # steps, each doubling the right digits once the mixtures mix the right numbers
REPLIES = 4  # of each player, in search of a saddle point
# Units of the last place by which one state may be wider than its successors: two floors lose less
# than one each, the weights and the end of Newton's iteration little more.
SLACK = 6
MORE = 8  # bits of a mixture's weights beyond those of the ends

Weights = tuple[tuple[int, int], ...]  # ((number of dice, weight), ...)
Lines = list[list[fmpz]]
Mixed = dict[int, fmpq]  # {number of dice: its probability, above 0}


class Kind(StrEnum):
    """Whether the matrix of a state has a saddle point (a pure solution), has none, or whether the
    bounds cannot tell.
    """

    PURE = "pure"
    MIXED = "mixed"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Cell:
    """The result at a state (i, j), j <= i: the ends times 2^bits, the mixtures of MAX and MIN,
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
        finished = pair.finished_sums(sign_of_lead)
        self.low = Entries(pair, finished.times(self.scale), -self.scale)
        self.high = Entries(pair, finished.times(self.scale), -self.scale)
        self.cells: list[list[Cell]] = [[] for _ in range(pair.game.target)]
        self.widest = 0
        self.likely = 1  # the dice of MAX in the last saddle point, often those of the next

    def run(self, progress: Progress | None) -> None:
        """Settle every state, row by row, each from its last column down: a state that comes back
        waits for those beside it.
        """
        target = self.pair.game.target
        for i in reversed(range(target)):
            # the ends of (i, j) for j > i: minus the other ones of (j, i)
            mirrored = [cells[i] for cells in self.cells[i + 1 :]]
            above = [-cell.upper for cell in mirrored], [-cell.lower for cell in mirrored]
            self.low.begin_row(i + 1, above[0])
            self.high.begin_row(i + 1, above[1])
            row: list[Cell] = []
            for j in range(i, -1, -1):
                self.low.enter(j)
                self.high.enter(j)
                near = fmpz(row[-1].lower if row else 0)
                cell = self._find_saddle(i == j) or self._solve_state(i == j, near)
                self.widest = max(self.widest, cell.upper - cell.lower)
                self.low.settle(fmpz(cell.lower))
                self.high.settle(fmpz(cell.upper))
                row.append(cell)
            row.reverse()
            self.cells[i] = row
            # rows further down lead to columns below i, and to the others by symmetry
            self.low.end_row([cell.lower for cell in row] + above[0], i)
            self.high.end_row([cell.upper for cell in row] + above[1], i)
            if progress:
                progress(target - i, target)

    def _find_saddle(self, is_even: bool) -> Cell | None:
        """The cell of a state with a saddle point, by the row and the column of that point alone;
        None where best replies to each other do not lead to one, or the bounds cannot tell.
        """
        a = self.likely
        for _ in range(REPLIES):
            low = self.low.row(a)
            b = 1
            before = 0
            while b != before:
                # while both throw so again and again, the state is worth this to itself
                near = low[b - 1] // (self.pair.all_ways - self.pair.both_bust[a][b])
                replies = self._add_returns(low, a, near)
                before = b
                b = replies.index(min(replies)) + 1
            high = self.high.column(b)
            replies = self._add_returns(high, b, near)
            before = a
            a = replies.index(max(replies)) + 1
            if a == before:
                break
        else:
            return None
        self.likely = a
        row = ((a, 1),)
        column = ((b, 1),)
        lower = self._guarantee([low], row)
        upper = -lower if is_even else -self._guarantee([[-x for x in high]], column)
        low = self._add_returns(low, a, lower)
        high = self._add_returns(high, b, upper)
        if not is_saddle(low, high, a - 1, b - 1):
            return None
        return Cell(lower, upper, row, row if is_even else column, Kind.PURE)

    def _solve_state(self, is_even: bool, near: fmpz) -> Cell:
        """The cell of a state, whose value is not far from `near`: the middle matrix is solved
        exactly, at the fixed point v when the state comes back.
        """
        low, high = ([of.row(a) for a in self.pair.dice] for of in (self.low, self.high))
        conceded = [[-x for x in line] for line in zip(*high, strict=True)]
        middle = [
            [x + y for x, y in zip(*lines, strict=True)] for lines in zip(low, high, strict=True)
        ]
        v = 2 * near
        for _ in range(NEWTON):
            integers = [
                list(map(int, self._add_returns(line, a, v))) for a, line in enumerate(middle, 1)
            ]
            _, *mixtures = solve_integers(integers, 2 * self.scale * self.pair.all_ways)
            p, q = ({d: as_fmpq(x) for d, x in enumerate(one, 1) if x} for one in mixtures)
            if self.pair.recurs:
                v, p, q = self._fixed_point(middle, v, p, q)
            row = self._round_mixture(p)
            column = self._round_mixture(q)
            lower = self._guarantee([low[a - 1] for a, _ in row], row)
            # with equal points the matrix is antisymmetric: what MAX guarantees MIN guarantees too
            if is_even:
                column = row
                upper = -lower
            else:
                upper = -self._guarantee([conceded[b - 1] for b, _ in column], column)
            # wider ends: other numbers of dice matter at v than where the iteration began
            if not self.pair.recurs or upper - lower <= self.widest + SLACK:
                break
        kind = kind_between(
            [self._add_returns(line, a, lower) for a, line in enumerate(low, 1)],
            [self._add_returns(line, a, upper) for a, line in enumerate(high, 1)],
        )
        return Cell(lower, upper, row, column, kind)

    def _add_returns(self, line: list[fmpz], a: int, end: int | fmpz) -> list[fmpz]:
        """The entries of one player's dice, the state itself counting as this end."""
        if not self.pair.recurs:
            return line
        # the chance that both bust is symmetric in a and b, so this serves both players
        return [x + end * stay for x, stay in zip(line, self.pair.both_bust[a][1:], strict=True)]

    def _guarantee(self, lines: Lines, mixture: Weights) -> int:
        """The least floor of what the mixture of the lines is paid."""
        total = sum(weight for _, weight in mixture) * self.pair.all_ways
        if not self.pair.recurs:
            return int(min(_combine_lines(lines, mixture)) // total)
        stays = _combine_lines([list(self.pair.both_bust[a][1:]) for a, _ in mixture], mixture)
        paid = _combine_lines(lines, mixture)
        return int(min(x // (total - stay) for x, stay in zip(paid, stays, strict=True)))

    def _fixed_point(
        self, middle: Lines, v: fmpz, row: Mixed, column: Mixed
    ) -> tuple[fmpz, Mixed, Mixed]:
        """v and mixtures of the same numbers of dice that leave the other player indifferent at v,
        by Newton's iteration, which may stop early, as the ends are measured afterwards.
        """
        A = fmpz_mat([[middle[a - 1][b - 1] for b in column] for a in row])
        B = fmpz_mat([[self.pair.both_bust[a][b] for b in column] for a in row])
        for _ in range(NEWTON):
            matrix = A + B * v
            try:
                p = equalising_mixture(matrix.transpose())
                q = equalising_mixture(matrix)
            except (ValueError, ZeroDivisionError):  # they are not determined
                break
            if min(*p, *q) < 0:
                break
            row = dict(zip(row, p, strict=True))
            column = dict(zip(column, q, strict=True))
            left = fmpq_mat(1, len(p), p)
            right = fmpq_mat(len(q), 1, q)
            moving = self.pair.all_ways - (left * fmpq_mat(B) * right)[0, 0]
            before = v
            v = ((left * fmpq_mat(A) * right)[0, 0] / moving).floor()
            if abs(v - before) <= 1:
                break
        return v, row, column

    def _round_mixture(self, mixture: Mixed) -> Weights:
        """The mixture with dyadic weights: rounded down, the largest one taking up the rest."""
        total = 1 << (self.bits + MORE)
        weights = {d: int(p.p * total // p.q) for d, p in mixture.items()}
        weights[max(weights, key=weights.__getitem__)] += total - sum(weights.values())
        kept = tuple((d, weight) for d, weight in weights.items() if weight)
        return kept if len(kept) > 1 else ((kept[0][0], 1),)


def _combine_lines(lines: Lines, mixture: Weights) -> list[fmpz]:
    """The sum of the lines, each times its weight."""
    if len(lines) == 1:
        return lines[0]
    return [
        sum((x * weight for x, (_, weight) in zip(entries, mixture, strict=True)), fmpz(0))
        for entries in zip(*lines, strict=True)
    ]


def equalising_mixture(matrix: fmpz_mat) -> list[fmpq]:
    """x with sum 1 and all parts of A x equal: A x - t = 0 and 1 x = 1, t being the last unknown.

    Raises ZeroDivisionError when these do not determine x.
    """
    equations: list[Sequence[fmpz | int]] = [[*line, -1] for line in matrix.tolist()]
    equations.append([1] * matrix.ncols() + [0])
    unit = fmpz_mat([[0]] * matrix.nrows() + [[1]])
    return fmpz_mat(equations).solve(unit).entries()[:-1]


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
    if max(map(min, high)) < min(map(max, zip(*low, strict=True))):
        return Kind.MIXED
    columns = map(list, zip(*high, strict=True))
    pairs = product(enumerate(low), enumerate(columns))
    is_pure = any(is_saddle(row, column, a, b) for (a, row), (b, column) in pairs)
    return Kind.PURE if is_pure else Kind.UNDECIDED


def is_saddle(row: list[fmpz], column: list[fmpz], a: int, b: int) -> bool:
    """Whether (a, b) is a saddle point of every matrix with these lower ends in row a and upper
    ends in column b.
    """
    others = row[:b] + row[b + 1 :]
    rivals = column[:a] + column[a + 1 :]
    return all(x >= column[a] for x in others) and all(x <= row[b] for x in rivals)
