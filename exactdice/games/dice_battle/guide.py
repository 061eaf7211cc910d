"""Floats that rule out numbers of dice which are certainly not the best; what they leave is
compared exactly.

Let w = P(the player to throw wins) and l = 1 - w, and let ' mark the other side. Then

    w(i, j) = sum P(d, k) l'(j, i + k),      l(i, j) = sum P(d, k) w'(j, i + k).

Only non-negative numbers are multiplied and added, so each line adds at most (terms + 3) u to the
relative error, u = 2^-53, in whatever order the sums are made; `Guide.error` adds that up. Hence a
number of dice that looks worse by more than twice the error, in w or in l, is worse.

Both w and l are kept, as 1 - w would lose the relative error of a small l: near the end of a race
choices differ in numbers far below u.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...throwing import throw
from ...throws.scores import safe_die
from ...throws.sums_of_dice import Throws
from .rules import DiceBattle

Floats = npt.NDArray[np.float64]
Truths = npt.NDArray[np.bool_]
UNIT = 2.0**-53
# a number below this may owe its digits to an underflow, so nothing is concluded from it
SMALLEST = 1e-280


class Guide:
    """Float tables of w and l for one side, at (i, j) for j < target, then the finished states (w =
    0, l = 1).
    """

    def __init__(self, game: DiceBattle, throws: Throws) -> None:
        self.target, reach = game.target, throws.reach
        self.throws = _float_throws(game, throws)
        shape = game.target, game.target + reach + 1
        self.win: Floats = np.zeros(shape)
        self.lose: Floats = np.zeros(shape)
        self.lose[:, game.target :] = 1.0
        # (terms + 3) u, with room for the mean over a plan's law and for terms of second order
        self.step = 1.01 * (reach + game.dice + 8) * UNIT

    def error(self, s: int) -> float:
        """A bound on the relative error of every entry of line s."""
        lines = 2 * self.target - 1 - s
        return lines * self.step

    def means(self, s: int, js: range) -> tuple[Floats, Floats]:
        """The means of (w, l) at (j, s - j + score) over throws of 1..dice dice: one row for each
        j.
        """
        win = self._windows(self.win, s, js) @ self.throws
        lose = self._windows(self.lose, s, js) @ self.throws
        return win, lose

    def _windows(self, table: Floats, s: int, js: range) -> Floats:
        """Row t is table[j, s - j : s - j + reach + 1] for j = js[t]: a view, nothing is copied."""
        down, right = table.strides
        start = js[0] * down + (s - js[0]) * right
        shape = len(js), len(self.throws)
        # from one row to the next j grows by 1 and so the first column falls by 1
        return np.ndarray(shape, np.float64, table, start, (down - right, right))

    def possible(self, s: int, win: Floats, lose: Floats) -> Truths:
        """Which numbers of dice may be the best, given each one's chance to win and to lose."""
        margin = 2.2 * self.error(s)  # twice the error, and room for this very comparison
        most = win.max(axis=1, keepdims=True)
        least = lose.min(axis=1, keepdims=True)
        # where even the best chance to win is tiny, w concludes nothing and l alone decides
        enough = np.where(most >= SMALLEST, most * (1 - margin), 0.0)
        at_most = np.maximum(least, SMALLEST) * (1 + margin)
        wins: Truths = win >= enough
        loses: Truths = lose <= at_most
        return wins & loses

    def enter(self, s: int, js: range, win: Floats, lose: Floats) -> None:
        """Enter w and l of this side on line s, given for each j."""
        j = np.arange(js.start, js.stop)
        self.win[s - j, j] = win
        self.lose[s - j, j] = lose


def _float_throws(game: DiceBattle, throws: Throws) -> Floats:
    """[k, d-1] = P(d dice score k), each correctly rounded; a bust counts at its score, and given
    that there is none when it scores 0.
    """
    table = np.zeros((throws.reach + 1, game.dice))
    one = game.one_die if game.bust_score else safe_die(game.one_die, game.bust)
    for d in range(1, game.dice + 1):
        law = throw(one, d, game.bust, throws.bust_score)
        # scores beyond the reach all end the race; to map the law costs more than to look
        if max(law) > throws.reach:
            law = law.map(lambda score: min(score, throws.reach))
        for score, weight in law.items():
            table[score, d - 1] = weight / law.total
    return table
