"""Floats that rule out numbers of dice which are certainly not the best; what they leave is
compared exactly.

Let w = P(the player to throw wins), l = 1 - w, b and p = 1 - b the chances that its throw is a bust
that scores 0 and that it scores (b = 0 where every throw does), w_s and l_s its chances to win and
to lose by a throw that scores, and ' mark the other side: at the state after the throw in

    w_s(i, j) = sum P(d, k) l'(j, i + k),      l_s(i, j) = sum P(d, k) w'(j, i + k),

and at the partner (j, i), to which a bust leads back, in w = w_s + b l' and l = l_s + b w'. As
1 - b b' = p + b p', both states together give

    w = (w_s + b l_s') / (p + b p'),      l = (l_s + b w_s') / (p + b p').

Only non-negative numbers are added, multiplied and divided, and all b and p are exact ones rounded
(u = 2^-53). In whatever order the sums are made, w_s of a number of dice costs (reach + 2) u, the
law of a plan (dice + 2) u, its b and p (dice + 3) u each, and the pair 3 u, so that each line adds
at most (reach + 4 dice + 18) u to the relative error, and the worth w_s + b l' of a number of dice
3 u more; `step` has room for that and for terms of second order.
Hence a number of dice that looks worse by more than twice the error, in w or in l, is worse against
what the other side has chosen.

Both w and l are kept, as 1 - w would lose the relative error of a small l: near the end of a race
choices differ in numbers far below u. Underflow adds less than 1e-310 on each line, and less than
1e-300 after the division where no p is below `RARE`; averages do not enlarge it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ...distributions.sliding_sums import Throws
from ...distributions.throwing import throw
from .rules import DiceBattle

Floats = npt.NDArray[np.float64]
Truths = npt.NDArray[np.bool_]
UNIT = 2.0**-53
# a number below this may owe its digits to an underflow, so nothing is concluded from it
SMALLEST = 1e-280
RARE = 1e-10  # a chance to score below which the floats say nothing
ROUNDS = 50  # of improvement on a line, after which the integers go on alone


class Guide:
    """Float tables of (w, l) of each side, at (i, j) for j < target, then the finished states (w =
    0, l = 1), and the choices on the line at work.
    """

    def __init__(self, game: DiceBattle, throws: Throws, sides: int) -> None:
        self.target, self.returns = game.target, throws.bust_score == 0
        # [k, d - 1] = P(d dice score k), rounded correctly; scores beyond the reach end the race
        self.throws: Floats = np.zeros((throws.reach + 1, game.dice))
        self.score: Floats = np.ones(game.dice)
        for d in range(1, game.dice + 1):
            law = throw(game.one_die, d, game.bust, throws.bust_score)
            if max(law) > throws.reach:
                law = law.map(lambda score: min(score, throws.reach))
            for score, weight in law.items():
                self.throws[score, d - 1] = weight / law.total
            if self.returns:
                self.score[d - 1] = (law.total - law.weights.get(0, 0)) / law.total
        self.bust = self.throws[0].copy()
        self.throws[0] = 0.0
        shape = 2, game.target, game.target + throws.reach + 1
        self.tables = [np.zeros(shape) for _ in range(sides)]
        for table in self.tables:
            table[1, :, game.target :] = 1.0
        self.step = 1.01 * (throws.reach + 4 * game.dice + 24) * UNIT
        self.means: list[Floats] = []  # (w_s, l_s) of each side, [j, d - 1]
        self.shares: list[Floats] = []  # with which each side throws so many dice, [j, d - 1]
        self.pure: Floats = np.eye(game.dice)
        # the choice last made against j points, which is a good start on the next line
        self.last = [np.zeros(game.target, dtype=np.int64) for _ in range(sides)]

    def propose(
        self, s: int, js: range, plans: Sequence[Floats | None]
    ) -> dict[int, tuple[list[int], Truths]]:
        """For each side that has no plan the numbers of dice (less 1) chosen on the line i + j = s,
        and which may be the best answers to those of the other side, [j, d - 1].
        """
        # the other's chance to win is this side's to lose
        self.means = [
            self._windows(table, s, js)[::-1] @ self.throws for table in reversed(self.tables)
        ]
        here, rows = slice(js.start, js.stop), np.arange(len(js))
        # twice the error of every entry of the line, and room for this very comparison
        margin = 2.2 * (2 * self.target - 1 - s) * self.step
        chosen = {k: last[here] for k, last in enumerate(self.last) if plans[k] is None}
        self.shares = [
            self.pure[chosen[k]] if plan is None else plan for k, plan in enumerate(plans)
        ]
        possible: dict[int, Truths] = {}
        # All sides improve at once, which need not end where a bust leads back.
        for _ in range(ROUNDS):
            met = self._met() if self.returns else []
            is_settled = True
            for k, before in chosen.items():
                worth = self.means[k]
                if met:
                    worth = worth + met[-1 - k][::-1, ::-1, None] * self.bust
                most = worth[0].max(axis=1, keepdims=True)
                least = worth[1].min(axis=1, keepdims=True)
                # where even the best chance to win is tiny, w concludes nothing and l alone decides
                enough = np.where(most >= SMALLEST, most * (1 - margin), 0.0)
                at_most = np.maximum(least, SMALLEST) * (1 + margin)
                possible[k] = (worth[0] >= enough) & (worth[1] <= at_most)
                wrong = ~possible[k][rows, before]
                if wrong.any():
                    chosen[k] = np.where(wrong, possible[k].argmax(axis=1), before)
                    self.shares[k] = self.pure[chosen[k]]
                    is_settled = False
            if is_settled or not self.returns:
                break
        else:
            for each in possible.values():
                each[:] = True
        for k, now in chosen.items():
            self.last[k][here] = now
        return {k: (chosen[k].tolist(), possible[k]) for k in chosen}

    def _met(self) -> list[Floats]:
        """(w, l) of each side on the line, by the shares of both."""
        turns = [
            np.einsum("ajd,jd->aj", mean, share)
            for mean, share in zip(self.means, self.shares, strict=True)
        ]
        if not self.returns:
            return turns
        met = []
        for k, (turn, share) in enumerate(zip(turns, self.shares, strict=True)):
            bust, partner = share @ self.bust, self.shares[-1 - k][::-1] @ self.score
            both = turn + bust * turns[-1 - k][::-1, ::-1]
            met.append(both / (share @ self.score + bust * partner))
        return met

    def _windows(self, table: Floats, s: int, js: range) -> Floats:
        """Row t is table[:, j, s - j : s - j + reach + 1] for j = js[t]: a view, nothing is
        copied.
        """
        apart, down, right = table.strides
        start = js[0] * down + (s - js[0]) * right
        shape = 2, len(js), len(self.throws)
        # from one row to the next j grows by 1 and so the first column falls by 1
        return np.ndarray(shape, np.float64, table, start, (apart, down - right, right))

    def enter(self, s: int, js: range) -> None:
        """Enter w and l of the line as its shares now stand."""
        j = np.arange(js.start, js.stop)
        for table, met in zip(self.tables, self._met(), strict=True):
            table[:, s - j, j] = met
