"""Floats that guide the fast path of the simultaneous battle, with a proven bound on their error.

`means(i)` gives the matrices of all columns of a row by two matrix products. Every entry is a sum
of at most n = 2 (reach + 1) products of a probability and a payoff of at most 1 in size; each of
the three numbers is an exact one rounded (u = 2^-53), the additions are at most n whatever their
order, and the probabilities sum to 1, so an entry is off by at most (n + 8) u (1 + 1e-6). `ERROR`
allows twice that. A matrix whose saddle point stands out by more than two errors has it; a matrix
whose players' pure guarantees are more than two errors apart has none; any other is left to
integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt
from flint import fmpz

from ...distribution import throw
from ...lp.floats import float_game_basis
from .sums import Pair

Floats = npt.NDArray[np.float64]
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
    """A float copy of the values, row by row from the last down, and what it makes of
    the matrices.
    """

    def __init__(self, pair: Pair) -> None:
        D, reach, target = pair.throws.dice, pair.throws.reach, pair.game.target
        self.pair, self.side = pair, target + reach
        points = np.arange(self.side)
        self.values: Floats = np.sign(points[:, None] - points[None, :]).astype(np.float64)
        self.own = np.zeros((D, reach + 1))  # chance of each score
        one, bust_score = pair.game.one_die, pair.throws.bust_score
        for d in range(D):
            law = throw(one, d + 1, pair.game.bust, bust_score)
            for score, weight in law.items():
                self.own[d, score] = weight / law.total
        self.stay = self.own[:, 0].copy()  # chance that a throw scores nothing
        self.band = np.zeros((self.side, target, D))
        for j in range(target):
            self.band[j : j + reach + 1, j, :] = self.own.T
        self.error = 2 * (2 * (reach + 1) + 8) * ROUNDING

    def means(self, i: int) -> Floats:
        """The matrices [column j, MAX's dice, MIN's dice] for j <= i, without MAX's throws that
        score nothing.
        """
        D, reach = self.own.shape[0], self.own.shape[1] - 1
        below = self.own[:, 1:] @ self.values[i + 1 : i + 1 + reach]
        band = self.band[: i + 1 + reach, : i + 1].reshape(i + 1 + reach, -1)
        product: Floats = below[:, : i + 1 + reach] @ band
        return product.reshape(D, i + 1, D).transpose(1, 0, 2)

    def enter(self, i: int, j: int, value: float) -> None:
        """The value of a state and of its mirror image."""
        self.values[i, j], self.values[j, i] = value, -value

    def row(self, i: int) -> list[Guess]:
        """What to expect at (i, 0..i), all at once; for games that always move on."""
        means = self.means(i)
        kinds, lines, columns = kinds_of(means, self.error)
        found = []
        for j, (kind, a, b) in enumerate(zip(kinds, lines, columns, strict=True)):
            matrix = means[j]
            supports, value = ([int(a) + 1], [int(b) + 1]), matrix[a, b]
            if kind != Kind.PURE and _gap(matrix) > NEAR:
                supports, value = _mixed(matrix) or supports, _middle(matrix)
            found.append(Guess(supports, float(value), kind))
        return found

    def returning(self, i: int, j: int, below: Floats) -> Guess:
        """What to expect at (i, j), where both may bust and stay: Newton's iteration on v = value
        of (A + v B).
        """
        reach = self.own.shape[1] - 1
        beside = self.own[:, 1:] @ self.values[i, j + 1 : j + 1 + reach]
        A, B = below + np.outer(self.stay, beside), np.outer(self.stay, self.stay)
        v, supports = (0.0 if i == j else float(self.values[i, j + 1])), ([1], [1])
        for _ in range(STEPS):
            before, (supports, p, q) = supports, _solved(A + v * B)
            v = float((p @ A @ q) / (1 - p @ B @ q))
            if supports == before:  # integers take it from here
                break
        return Guess(supports, v, Kind.UNDECIDED, (A, B))


def kinds_of(
    means: Floats, error: float
) -> tuple[list[Kind], npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """For each matrix its kind as far as entries off by `error` tell, and the pure guarantees'
    lines of MAX and of MIN.
    """
    least, most = means.min(axis=2), means.max(axis=1)
    lines, columns = least.argmax(axis=1), most.argmin(axis=1)
    each = np.arange(len(means))
    apart = most[each, columns] - least[each, lines]
    saddle = means[each, lines, columns]
    in_row, in_column = means[each, lines, :].copy(), means[each, :, columns].copy()
    in_row[each, columns], in_column[each, lines] = np.inf, -np.inf
    clear = (in_row.min(axis=1) > saddle + 2 * error) & (in_column.max(axis=1) < saddle - 2 * error)
    mixed = apart > 2 * error
    return (
        [
            Kind.PURE if c else Kind.MIXED if m else Kind.UNDECIDED
            for c, m in zip(clear, mixed, strict=True)
        ],
        lines,
        columns,
    )


def _gap(matrix: Floats) -> float:
    return float(matrix.max(axis=0).min() - matrix.min(axis=1).max())


def _middle(matrix: Floats) -> float:
    return float(matrix.max(axis=0).min() + matrix.min(axis=1).max()) / 2


def _mixed(matrix: Floats) -> Supports | None:
    """The supports at which HiGHS stops."""
    found = float_game_basis(matrix)
    if found is None or len(found[0]) != len(found[1]):
        return None
    return [a + 1 for a in found[0]], [b + 1 for b in found[1]]


def _solved(matrix: Floats) -> tuple[Supports, Floats, Floats]:
    """Supports and mixtures of one matrix, in floats."""
    p, q = np.zeros(len(matrix)), np.zeros(len(matrix))
    a, b = int(matrix.min(axis=1).argmax()), int(matrix.max(axis=0).argmin())
    supports = _mixed(matrix) if _gap(matrix) > NEAR else None
    if supports is None:
        p[a] = q[b] = 1
        return ([a + 1], [b + 1]), p, q
    rows, columns = ([k - 1 for k in support] for support in supports)
    size = len(rows)
    bordered = np.zeros((size + 1, size + 1))
    bordered[:size, :size] = matrix[np.ix_(rows, columns)]
    bordered[:size, size], bordered[size, :size] = -1, 1
    unit = np.eye(size + 1)[size]
    try:
        p[rows], q[columns] = (
            np.linalg.solve(_turned(bordered), unit)[:size],
            np.linalg.solve(bordered, unit)[:size],
        )
    except np.linalg.LinAlgError:
        p[a] = q[b] = 1
    return supports, p, q


def _turned(bordered: Floats) -> Floats:
    """The same system for MAX: p' A_j = v for each column j."""
    turned = bordered.copy()
    turned[:-1, :-1] = bordered[:-1, :-1].T
    return turned


def as_float(value: fmpz, bits: int) -> float:
    """value / 2^bits to the nearest float or nearly so."""
    cut = max(int(value).bit_length() - 64, 0)
    return float(int(value) >> cut) * 2.0 ** (cut - bits)
