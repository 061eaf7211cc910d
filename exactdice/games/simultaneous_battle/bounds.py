"""Certified bounds on every state of the simultaneous battle, with the mixtures that prove them, in
one pass over rows.

All ends are integers over 2^bits. At (i, j) the successors' lower ends give a matrix `low`, their
upper ends a matrix `high`. Floats propose the numbers of dice that matter. A linear system in
integers turns them into mixtures p and q of the matrix in the middle, rounded to dyadic weights,
and then the ends are measured, not believed:

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

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from flint import fmpq, fmpq_mat, fmpz, fmpz_mat

from ...by_entry import entrywise, matrix_of, submatrix
from ...exact import Progress, as_fmpq
from ...matrices.solve import Mixture, solve_matrix_game
from .guide import Guess, Guide, Kind, as_float
from .sums import Beside, Entries, Pair, sign_of_lead

# Units of the last place by which one state may be wider than its successors. Two floors lose less
# than one unit each, the weights, MORE bits finer, and the end of Newton's iteration little more:
# the rest is margin.
SLACK = 6
NEWTON = 12  # steps on given supports, each doubling the right digits
NEWTON_EXACT = 60  # steps where the supports may change on the way, which delays the doubling
MORE = 8  # bits of a mixture's weights beyond those of the ends

Weights = tuple[tuple[int, int], ...]  # ((number of dice, weight), ...)
Optimal = tuple[fmpq_mat, fmpq_mat]  # the mixture of MAX as a row, that of MIN as a column
Lines = list[list[fmpz]]


class NoMixtures(ArithmeticError):
    """The numbers of dice that the floats proposed give no mixtures."""


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
        self.guide = Guide(pair)
        self.cells: list[list[Cell]] = [[] for _ in range(pair.game.target)]
        self.widest = 0

    def run(self, progress: Progress | None) -> None:
        """Settle every state."""
        target = self.pair.game.target
        settle_row = self._returning_row if self.pair.comes_back else self._row
        for i in reversed(range(target)):
            length = (i + 1) * self.pair.throws.dice
            self.low.sums.advance(length)
            self.high.sums.advance(length)
            self.cells[i] = settle_row(i)
            self._push(i)
            if progress:
                progress(target - i, target)

    def _row(self, i: int) -> list[Cell]:
        """The cells of a row whose states always move on, so that none waits for another."""
        return [self._settle(i, j, guess) for j, guess in enumerate(self.guide.row(i))]

    def _returning_row(self, i: int) -> list[Cell]:
        """The cells of a row whose states come back, from the last column down, each after those
        beside it.
        """
        low = self._beside(self._mirrored_lower(i))
        high = self._beside(self._mirrored_upper(i))
        means = self.guide.means(i)
        row: list[Cell] = []
        for j in range(i, -1, -1):
            low.advance()
            high.advance()
            self.low.beside = low.lifted()
            self.high.beside = high.lifted()
            guess = self.guide.returning(i, j, means[j])
            cell = self._settle(i, j, guess)
            low.enter(fmpz(cell.lower))
            high.enter(fmpz(cell.upper))
            row.append(cell)
        return row[::-1]

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
        lower = [cell.lower for cell in row]
        upper = [cell.upper for cell in row]
        lower += self._mirrored_lower(i) + edge
        upper += self._mirrored_upper(i) + edge
        self.low.sums.push(self.pair.packed(lower, i))
        self.high.sums.push(self.pair.packed(upper, i))

    def _mirrored_lower(self, i: int) -> list[int]:
        """The lower ends of (i, j) for j > i, which are minus the upper ones of (j, i)."""
        return [-cells[i].upper for cells in self.cells[i + 1 :]]

    def _mirrored_upper(self, i: int) -> list[int]:
        """The upper ends of (i, j) for j > i."""
        return [-cells[i].lower for cells in self.cells[i + 1 :]]

    def _settle(self, i: int, j: int, guess: Guess) -> Cell:
        """The cell of a state, from the guess or, when that gives wide ends, from the exact
        solution of the middle matrix.
        """
        try:
            row, column = self._proposed(j, guess)
        except NoMixtures:
            row, column = self._exactly(j)
        lower, upper = self._ends(i, j, row, column)
        if upper - lower > self.widest + SLACK:
            row, column = self._exactly(j)
            lower, upper = self._ends(i, j, row, column)
        self.widest = max(self.widest, upper - lower)
        middle = as_float(lower + upper, self.bits + 1)
        self.guide.enter(i, j, middle)
        kind = self._kind(i, j, guess, lower, upper)
        return Cell(lower, upper, row, row if i == j else column, kind)

    # --- the ends ---------------------------------------------------------------------------------

    def _ends(self, i: int, j: int, row: Weights, column: Weights) -> tuple[int, int]:
        lines = [self.low.row(a, j) for a, _ in row]
        lower = self._guarantee(_weighted(lines, row), row)
        # with equal points the matrix is antisymmetric: what MAX guarantees MIN guarantees too
        if i == j:
            return lower, -lower
        columns = [self.high.column(b, j) for b, _ in column]
        conceded = [-x for x in _weighted(columns, column)]
        return lower, -self._guarantee(conceded, column)

    def _guarantee(self, sums: list[fmpz], mixture: Weights) -> int:
        """The least floor of sum / (total weight - weight of coming back)."""
        total = sum(weight for _, weight in mixture) * self.pair.all_ways
        if not self.pair.comes_back:
            return int(min(sums) // total)
        # the chance that both bust is symmetric in a and b, so this serves both players
        both_bust = [list(self.pair.both_bust[a][1:]) for a, _ in mixture]
        stays = _weighted(both_bust, mixture)
        floors = [x // (total - stay) for x, stay in zip(sums, stays, strict=True)]
        return int(min(floors))

    # --- mixtures ---------------------------------------------------------------------------------

    def _proposed(self, j: int, guess: Guess) -> tuple[Weights, Weights]:
        """Mixtures on the numbers of dice of the guess that make the other indifferent; raises
        `NoMixtures`.
        """
        rows, columns = guess.supports
        if len(rows) == 1:
            return ((rows[0], 1),), ((columns[0], 1),)
        # the float value times 2^(bits + 1); 64 bits hold all of its digits
        v = fmpz(int(guess.value * 2.0**64)) << (self.bits - 63)
        A, B = self._middle(j, rows, columns)
        p, q = self._newton(A, B, v, _indifferent, NEWTON)
        return self._rounded(rows, p.entries()), self._rounded(columns, q.entries())

    def _exactly(self, j: int) -> tuple[Weights, Weights]:
        """Mixtures that solve the middle matrix exactly, at the fixed point v when the state comes
        back.
        """
        dice = self.pair.dice
        A, B = self._middle(j, dice, dice)
        p, q = self._newton(A, B, fmpz(0), _solution, NEWTON_EXACT)
        return self._rounded(dice, p.entries()), self._rounded(dice, q.entries())

    def _middle(
        self, j: int, rows: Sequence[int], columns: Sequence[int]
    ) -> tuple[fmpz_mat, fmpz_mat]:
        """A times 2^(bits + 1) W^2D and B times W^2D, on these numbers of dice."""
        both_bust, lift = self.pair.both_bust, self.pair.lift

        def middle(a: int, b: int) -> fmpz:
            ends = self.low.entry(a, b, j) + self.high.entry(a, b, j)
            return ends * lift[a]

        A = matrix_of(middle, rows, columns)
        B = submatrix(both_bust, rows, columns)
        return fmpz_mat(A), fmpz_mat(B)

    def _newton(
        self,
        A: fmpz_mat,
        B: fmpz_mat,
        v: fmpz,
        optimal: Callable[[fmpz_mat], Optimal],
        steps: int,
    ) -> Optimal:
        """Mixtures that are optimal in A + v B at its fixed point, by Newton's iteration from v.

        It may stop early: the ends are measured afterwards, so that only their width is at stake.
        """
        for _ in range(steps):
            mixtures = optimal(A + B * v)
            if not self.pair.comes_back:
                break
            before, v = v, self._next(A, B, *mixtures)
            if abs(v - before) <= 1:
                break
        return mixtures

    def _next(self, A: fmpz_mat, B: fmpz_mat, p: fmpq_mat, q: fmpq_mat) -> fmpz:
        """p'Aq / (1 - p'Bq), rounded down, times 2^(bits + 1)."""
        moving = self.pair.all_ways - (p * fmpq_mat(B) * q)[0, 0]
        paid = (p * fmpq_mat(A) * q)[0, 0]
        value: fmpz = (paid / moving).floor()
        return value

    def _rounded(self, dice: Iterable[int], mixture: list[fmpq]) -> Weights:
        """The mixture with dyadic weights: rounded down, the largest one taking up the rest."""
        total = fmpz(1) << (self.bits + MORE)
        weights = [int(p.p * total // p.q) for p in mixture]
        largest = weights.index(max(weights))
        weights[largest] += int(total) - sum(weights)
        kept = [(d, weight) for d, weight in zip(dice, weights, strict=True) if weight]
        if len(kept) > 1:
            return tuple(kept)
        [(only, _)] = kept
        return ((only, 1),)

    # --- kinds ------------------------------------------------------------------------------------

    def _kind(self, i: int, j: int, guess: Guess, lower: int, upper: int) -> Kind:
        """The kind by floats when these are certain, else by the ends of every entry."""
        kind = self.guide.settled_kind(i, j, guess)
        if kind != Kind.UNDECIDED:
            return kind
        low = self._entries_with(self.low, j, lower)
        return kind_between(low, self._entries_with(self.high, j, upper))

    def _entries_with(self, entries: Entries, j: int, end: int) -> Lines:
        """Every entry at column j, the state itself counting as its end."""
        matrix = [entries.row(a, j) for a in self.pair.dice]
        if not self.pair.comes_back:
            return matrix
        lines = []
        for a, line in zip(self.pair.dice, matrix, strict=True):
            both_bust = self.pair.both_bust[a][1:]
            lines.append([x + end * stay for x, stay in zip(line, both_bust, strict=True)])
        return lines


def _weighted(lines: Lines, mixture: Weights) -> list[fmpz]:
    """The sum of the lines, each times the weight of its number of dice."""
    if len(lines) == 1:  # nearly everywhere: a single number of dice, which has weight 1
        return lines[0]
    sums = [fmpz(0)] * len(lines[0])
    for line, (_, weight) in zip(lines, mixture, strict=True):
        sums = [x + y * weight for x, y in zip(sums, line, strict=True)]
    return sums


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
    for a, b in product(range(len(low)), range(len(low[0]))):
        if _is_saddle(low, high, a, b):
            return Kind.PURE
    return Kind.UNDECIDED


def _is_saddle(low: Lines, high: Lines, a: int, b: int) -> bool:
    """Whether (a, b) is a saddle point of every matrix between the two."""
    least, most = low[a][b], high[a][b]
    if any(x < most for k, x in enumerate(low[a]) if k != b):
        return False
    return all(line[b] <= least for k, line in enumerate(high) if k != a)


def _indifferent(matrix: fmpz_mat) -> Optimal:
    """(p, q) with p'A and Aq constant, sums 1 and no negative part; raises `NoMixtures` when no
    such pair is determined.
    """
    try:
        p, q = _equalising(matrix.transpose()), _equalising(matrix)
    except ZeroDivisionError:
        raise NoMixtures from None
    if min(p) < 0 or min(q) < 0:
        raise NoMixtures
    return _as_matrices(p, q)


def _equalising(matrix: fmpz_mat) -> list[fmpq]:
    """x with sum 1 and all parts of A x equal: A x - t = 0 and 1 x = 1, t being the last unknown.

    Raises ZeroDivisionError when these do not determine x.
    """
    size = matrix.nrows()
    lines = matrix.tolist()
    equations: list[Sequence[fmpz | int]] = [[*line, -1] for line in lines]
    equations.append([1] * size + [0])
    unit = fmpz_mat([[0]] * size + [[1]])
    x = fmpz_mat(equations).solve(unit)
    return [x[k, 0] for k in range(size)]


def _solution(matrix: fmpz_mat) -> Optimal:
    """(p, q), optimal in the matrix by the exact solver."""
    solution = solve_matrix_game(entrywise(int, matrix.tolist()))
    return _as_matrices(_fractions(solution.row), _fractions(solution.column))


def _as_matrices(p: list[fmpq], q: list[fmpq]) -> Optimal:
    return fmpq_mat(1, len(p), p), fmpq_mat(len(q), 1, q)


def _fractions(mixture: Mixture) -> list[fmpq]:
    return [as_fmpq(x) for x in mixture]
