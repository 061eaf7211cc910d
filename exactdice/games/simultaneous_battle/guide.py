"""Floats that guide the fast path of the simultaneous battle, with a proven bound on their error.

`means(i)` gives the matrices of all columns of a row by two matrix products. Every entry is a sum
of at most n = 2 (reach + 1) products of a probability and a payoff of at most 1 in size. Each of
the three numbers is an exact one rounded (u = 2^-53), the additions are at most n whatever their
order, and the probabilities sum to 1, so an entry is off by at most (n + 8) u (1 + 1e-6).
`Guide.error` allows twice that. A matrix whose saddle point stands out by more than two errors has
it; a matrix whose players' pure guarantees are more than two errors apart has none; any other is
left to integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from ...lp.floats import float_game_basis
from ...throwing import throw
from .sums import Pair

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]
Truths = npt.NDArray[np.bool_]
Supports = tuple[list[int], list[int]]  # numbers of dice, from 1, of MAX and of MIN
ROUNDING = 2.0**-53
NEAR = 1e-11  # guarantees closer than this are first tried as a saddle point
STEPS = 60  # of the iteration for a state that comes back to itself


class Kind(StrEnum):
    """Whether the matrix of a state has a saddle point (a pure solution), has none, or whether the
    bounds cannot tell.
    """

    PURE = "pure"
    MIXED = "mixed"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Guess:
    """The numbers of dice that each player mixes, the value as a float, and the kind when the
    floats are certain of it.
    """

    supports: Supports
    value: float
    kind: Kind
    returning: tuple[Floats, Floats] | None = None  # A and B of a state that comes back


class Guide:
    """A float copy of the values, row by row from the last, and what it makes of the matrices."""

    def __init__(self, pair: Pair) -> None:
        self.reach, target = pair.throws.reach, pair.game.target
        side = target + self.reach
        points = np.arange(side, dtype=np.float64)
        # finished states keep this sign; the others are entered as they become known
        self.values: Floats = np.sign(np.subtract.outer(points, points))
        self.own = _chances(pair)
        self.stay = self.own[:, 0].copy()  # chance that a throw scores nothing
        # band[k, j, b - 1] = chance that b dice lead MIN from j to k points
        self.band = np.zeros((side, target, pair.throws.dice))
        for j in range(target):
            within_reach = slice(j, j + self.reach + 1)
            self.band[within_reach, j] = self.own.T
        terms = 2 * (self.reach + 1)
        self.error = 2 * (terms + 8) * ROUNDING

    def means(self, i: int) -> Floats:
        """The matrices [column j, MAX's dice, MIN's dice] for j <= i, without MAX's throws that
        score nothing.
        """
        columns, dice = i + 1, len(self.own)
        end = columns + self.reach  # one more than the most points that a player can come to
        ahead = self.values[i + 1 : end, :end]
        scoring = self.own[:, 1:]
        second = self.band[:end, :columns].reshape(end, -1)
        product: Floats = scoring @ ahead @ second
        return product.reshape(dice, columns, dice).transpose(1, 0, 2)

    def enter(self, i: int, j: int, value: float) -> None:
        """The value of a state and of its mirror image."""
        self.values[i, j] = value
        self.values[j, i] = -value

    def row(self, i: int) -> list[Guess]:
        """What to expect at (i, 0..i), all at once; for games that always move on."""
        means = self.means(i)
        kinds, lines, columns = kinds_of(means, self.error)
        places = zip(means, kinds, lines.tolist(), columns.tolist(), strict=True)
        return [_guess(matrix, kind, a, b) for matrix, kind, a, b in places]

    def returning(self, i: int, j: int, below: Floats) -> Guess:
        """What to expect at (i, j), where both may bust and stay: Newton's iteration on v = value
        of (A + v B).
        """
        ahead = self.values[i, j + 1 : j + 1 + self.reach]
        beside = self.own[:, 1:] @ ahead
        A = below + np.outer(self.stay, beside)
        B = np.outer(self.stay, self.stay)
        # on the diagonal the value is 0 by symmetry; elsewhere a neighbour's is a good start
        v = 0.0 if i == j else float(self.values[i, j + 1])
        supports: Supports = ([1], [1])
        for _ in range(STEPS):
            before = supports
            supports, p, q = _solved(A + v * B)
            paid, stay = p @ A @ q, p @ B @ q
            v = float(paid / (1 - stay))
            if supports == before:  # integers take it from here
                break
        return Guess(supports, v, Kind.UNDECIDED, (A, B))

    def settled_kind(self, i: int, j: int, guess: Guess) -> Kind:
        """The kind as far as floats tell now that the value of the state is known."""
        if guess.kind != Kind.UNDECIDED or guess.returning is None:
            return guess.kind
        A, B = guess.returning
        matrix = A + self.values[i, j] * B
        kinds, _, _ = kinds_of(matrix[np.newaxis], self.error)
        return kinds[0]


def _chances(pair: Pair) -> Floats:
    """[d - 1, k]: the chance that d dice score k."""
    game, throws = pair.game, pair.throws
    table = np.zeros((throws.dice, throws.reach + 1))
    for row, d in enumerate(pair.dice):
        law = throw(game.one_die, d, game.bust, throws.bust_score)
        for score, weight in law.items():
            table[row, score] = weight / law.total
    return table


def _guess(matrix: Floats, kind: Kind, a: int, b: int) -> Guess:
    """What the matrix makes expect, (a, b) being the places of the pure guarantees."""
    pure = [a + 1], [b + 1]
    if kind == Kind.PURE or _gap(matrix) <= NEAR:
        return Guess(pure, float(matrix[a, b]), kind)
    supports = _mixed(matrix) or pure
    return Guess(supports, _middle(matrix), kind)


def kinds_of(means: Floats, error: float) -> tuple[list[Kind], Places, Places]:
    """For each matrix its kind as far as entries off by `error` tell, and the pure guarantees'
    lines of MAX and of MIN.
    """
    least = means.min(axis=2)
    most = means.max(axis=1)
    lines = least.argmax(axis=1)
    columns = most.argmin(axis=1)
    # two numbers, each off by the error at most, are certainly in order when two errors apart
    margin = 2 * error
    clear = _stands_out(means, lines, columns, margin)
    gap = most.min(axis=1) - least.max(axis=1)
    mixed = gap > margin
    certain = zip(clear.tolist(), mixed.tolist(), strict=True)
    return [_kind(*flags) for flags in certain], lines, columns


def _stands_out(means: Floats, lines: Places, columns: Places, margin: float) -> Truths:
    """Whether the entry at (line, column) of each matrix is less than all others of its row and
    more than all others of its column, by more than the margin.
    """
    each = np.arange(len(means))
    saddle = means[each, lines, columns]
    in_row = means[each, lines, :].copy()
    in_column = means[each, :, columns].copy()
    # the entry is not compared with itself
    in_row[each, columns] = np.inf
    in_column[each, lines] = -np.inf
    lowest: Truths = in_row.min(axis=1) > saddle + margin
    highest: Truths = in_column.max(axis=1) < saddle - margin
    return lowest & highest


def _kind(clear: bool, mixed: bool) -> Kind:
    if clear:
        return Kind.PURE
    return Kind.MIXED if mixed else Kind.UNDECIDED


def _conceded(matrix: Floats) -> float:
    """What MIN's best pure choice concedes."""
    return float(matrix.max(axis=0).min())


def _guaranteed(matrix: Floats) -> float:
    """What MAX's best pure choice guarantees."""
    return float(matrix.min(axis=1).max())


def _gap(matrix: Floats) -> float:
    return _conceded(matrix) - _guaranteed(matrix)


def _middle(matrix: Floats) -> float:
    return (_conceded(matrix) + _guaranteed(matrix)) / 2


def _mixed(matrix: Floats) -> Supports | None:
    """The supports at which HiGHS stops, when they are as many on both sides."""
    found = float_game_basis(matrix)
    if found is None:
        return None
    rows, columns = found
    if len(rows) != len(columns):
        return None
    return [k + 1 for k in rows], [k + 1 for k in columns]


def _solved(matrix: Floats) -> tuple[Supports, Floats, Floats]:
    """Supports and mixtures of one matrix, in floats."""
    supports = _mixed(matrix) if _gap(matrix) > NEAR else None
    if supports is None:
        a = matrix.min(axis=1).argmax()
        b = matrix.max(axis=0).argmin()
        supports = [int(a) + 1], [int(b) + 1]
    rows, columns = (np.array(support) - 1 for support in supports)
    square = matrix[np.ix_(rows, columns)]
    p, q = np.zeros((2, len(matrix)))
    p[rows], q[columns] = _indifferent(square)
    return supports, p, q


def _indifferent(square: Floats) -> tuple[Floats, Floats]:
    """The mixtures of MAX and MIN that leave the other indifferent, uniform where these are not
    determined.
    """
    if len(square) == 1:  # a pure choice, as at most states: not worth a linear system
        return np.ones(1), np.ones(1)
    try:
        return _equalising(square.T), _equalising(square)
    except np.linalg.LinAlgError:
        # any mixtures may go on: they only name the next matrix of the iteration
        uniform = np.full(len(square), 1 / len(square))
        return uniform, uniform


def _equalising(square: Floats) -> Floats:
    """x with sum 1 and all parts of A x equal: A x - t = 0 and 1 x = 1, t the last unknown."""
    size = len(square)
    bordered = np.zeros((size + 1, size + 1))
    bordered[:size, :size] = square
    bordered[:size, size] = -1
    bordered[size, :size] = 1
    unit = np.zeros(size + 1)
    unit[size] = 1
    x = np.linalg.solve(bordered, unit)
    return x[:size].astype(np.float64, copy=False)


def as_float(value: int, bits: int) -> float:
    """value / 2^bits to the nearest float or nearly so."""
    # of a long number the 64 leading bits are more than a float holds
    cut = max(value.bit_length() - 64, 0)
    return float(value >> cut) * 2.0 ** (cut - bits)
