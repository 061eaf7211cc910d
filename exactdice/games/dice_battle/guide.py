"""Floats that rule out numbers of dice which are certainly not the best; what they leave is
compared exactly.

Let w = P(the player to throw wins) and l = 1 - w, and let ' mark the other side. Then

    w(i, j) = sum P(d, k) l'(j, i + k),      l(i, j) = sum P(d, k) w'(j, i + k).

Only non-negative numbers are multiplied and added, so each line adds at most (terms + 3) u to the
relative error, u = 2^-53, in whatever order the sums are made. Hence a number of dice that looks
worse by more than twice the error, in w or in l, is worse.

Both w and l are kept, as 1 - w would lose the relative error of a small l: near the end of a race
choices differ in numbers far below u.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ...distributions.throwing import throw
from ...distributions.throws.laws import Law
from ...distributions.throws.sums_of_dice import Throws
from .rules import DiceBattle

Floats = npt.NDArray[np.float64]
UNIT = 2.0**-53
# a number below this may owe its digits to an underflow, so nothing is concluded from it
SMALLEST = 1e-280


class Guide:
    """Float tables of w and l for one side, at (i, j) for j < target, then the finished states (w =
    0, l = 1).
    """

    def __init__(self, game: DiceBattle, throws: Throws) -> None:
        self.target, self.other = game.target, self
        # [k, d - 1] = P(d dice score k), rounded correctly; scores beyond the reach end the race
        self.throws: Floats = np.zeros((throws.reach + 1, game.dice))
        for d in range(1, game.dice + 1):
            law = throw(game.one_die, d, game.bust, throws.bust_score)
            if max(law) > throws.reach:
                law = law.map(lambda score: min(score, throws.reach))
            for score, weight in law.items():
                self.throws[score, d - 1] = weight / law.total
        shape = game.target, game.target + throws.reach + 1
        self.win: Floats = np.zeros(shape)
        self.lose: Floats = np.zeros(shape)
        self.lose[:, game.target :] = 1.0
        # (terms + 3) u, with room for the mean over a law and for terms of second order
        self.step = 1.01 * (throws.reach + game.dice + 8) * UNIT
        self.means: tuple[Floats, Floats] = (self.win, self.lose)

    def possible(self, s: int, js: range) -> npt.NDArray[np.bool_]:
        """[j, d - 1]: which numbers of dice may be the best on the line i + j = s."""
        win, lose = self.means = (
            self._windows(self.other.lose, s, js) @ self.throws,
            self._windows(self.other.win, s, js) @ self.throws,
        )
        # twice the error of every entry of the line, and room for this very comparison
        margin = 2.2 * (2 * self.target - 1 - s) * self.step
        most = win.max(axis=1, keepdims=True)
        least = lose.min(axis=1, keepdims=True)
        # where even the best chance to win is tiny, w concludes nothing and l alone decides
        enough = np.where(most >= SMALLEST, most * (1 - margin), 0.0)
        at_most = np.maximum(least, SMALLEST) * (1 + margin)
        found: npt.NDArray[np.bool_] = (win >= enough) & (lose <= at_most)
        return found

    def _windows(self, table: Floats, s: int, js: range) -> Floats:
        """Row t is table[j, s - j : s - j + reach + 1] for j = js[t]: a view, nothing is copied."""
        down, right = table.strides
        start = js[0] * down + (s - js[0]) * right
        shape = len(js), len(self.throws)
        # from one row to the next j grows by 1 and so the first column falls by 1
        return np.ndarray(shape, np.float64, table, start, (down - right, right))

    def enter(self, s: int, js: range, chosen: Sequence[Law]) -> None:
        """Enter w and l of this side on the line, for the law that is chosen at each j."""
        j, rows = np.arange(js.start, js.stop), np.arange(len(js))
        is_pure = all(len(law.parts) == 1 for law in chosen)
        first = np.array([law.fewest - 1 for law in chosen])
        for table, means in zip((self.win, self.lose), self.means, strict=True):
            table[s - j, j] = (
                means[rows, first]
                if is_pure
                else [
                    sum(row[d - 1] * (weight / law.total) for d, weight in law.parts)
                    for row, law in zip(means.tolist(), chosen, strict=True)
                ]
            )
