"""Floats that say where the matrices of a row have their saddle points, for states that play does
not come back to. They only guide: what they propose is compared exactly.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ...distributions.throwing import throw
from .sums import Pair

Floats = npt.NDArray[np.float64]
APART = 1e-9  # a saddle point stands out by more, so that no other is as good


class Guide:
    """A float copy of the values, row by row from the last."""

    def __init__(self, pair: Pair) -> None:
        game, self.reach, target = pair.game, pair.throws.reach, pair.game.target
        points = np.arange(target + self.reach, dtype=np.float64)
        # finished states keep this sign; the others are entered as they become known
        self.values: Floats = np.sign(np.subtract.outer(points, points))
        # [d - 1, k]: the chance that d dice score k
        self.own: Floats = np.zeros((pair.throws.dice, self.reach + 1))
        for place, d in enumerate(pair.dice):
            law = throw(game.one_die, d, game.bust, pair.throws.bust_score)
            for score, weight in law.items():
                self.own[place, min(score, self.reach)] += weight / law.total
        # band[k, j, b - 1]: the chance that b dice lead MIN from j to k points
        self.band: Floats = np.zeros((len(points), target, pair.throws.dice))
        for j in range(target):
            self.band[j : j + self.reach + 1, j] = self.own.T

    def saddles(self, i: int) -> list[tuple[int, int] | None]:
        """For the columns j <= i the dice of a saddle point that stands out, else None."""
        columns, dice = i + 1, len(self.own)
        end = columns + self.reach  # one more than the most points that a player can come to
        second = self.band[:end, :columns].reshape(end, -1)
        product = self.own[:, 1:] @ self.values[i + 1 : end, :end] @ second
        means = product.reshape(dice, columns, dice).transpose(1, 0, 2)
        lines, places = means.min(axis=2).argmax(axis=1), means.max(axis=1).argmin(axis=1)
        each = np.arange(columns)
        saddle = means[each, lines, places]
        in_row, in_column = means[each, lines, :].copy(), means[each, :, places].copy()
        # the entry is not compared with itself
        in_row[each, places], in_column[each, lines] = np.inf, -np.inf
        stands_out = in_row.min(axis=1) > saddle + APART
        stands_out &= in_column.max(axis=1) < saddle - APART
        found = zip(lines.tolist(), places.tolist(), stands_out.tolist(), strict=True)
        return [(a + 1, b + 1) if clear else None for a, b, clear in found]

    def enter(self, i: int, values: Sequence[float]) -> None:
        """The values of (i, 0..i), and of their mirror images."""
        self.values[i, : i + 1] = values
        self.values[: i + 1, i] = -self.values[i, : i + 1]
