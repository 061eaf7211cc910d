"""Sums over throws by sliding windows: the arithmetic under the fast path of the dice race.

Write h(i, j) for a number known at every state with own points i and other points j, and T_d(j, i)
= sum over x of W_d(x) h(j, i + x), where W_d(x) counts the ways (weights of the faces multiplied)
in which d dice sum to x without a bust. One die more is one more sum over faces, T_d(j, i) = sum
over f of w_f T_{d-1}(j, i + f), and subtracting the same line at i + 1 leaves only the faces where
the weight changes:

    T_d(j, i) = T_d(j, i + 1) + sum over f of (w_f - w_{f-1}) T_{d-1}(j, i + f).

For the default die that is two additions instead of 5d products. All states with i + j = s are done
by one polynomial addition, with the coefficient of z^j for the state whose other points are j. All
numbers are integers over one common denominator.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from flint import fmpz, fmpz_poly

from .distribution import Distribution

ZERO = fmpz_poly([])


@dataclass(frozen=True)
class Throws:
    """What a sweep needs to know of throws of 1..dice dice."""

    dice: int
    total: int  # W, the total weight of one die
    steps: tuple[tuple[int, int], ...]  # (f, w_f - w_{f-1}) where it is not 0
    busts: tuple[int, ...]  # busts[d] = W^d - (W - w_bust)^d
    powers: tuple[fmpz, ...]  # powers[d] = W^d
    bust_score: int
    window: int  # how many points ahead the recurrence looks
    reach: int  # the most points a throw scores, or the target

    @staticmethod
    def of(one: Distribution[int], dice: int, bust: int, bust_score: int, target: int) -> Throws:
        """The throws of 1..dice such dice in a race to the target; what scores the target or more
        ends it, so no more is told apart.
        """
        # h is 0 where a face beyond the target leads, so no sum looks so far
        safe = {face: w for face, w in one.items() if face != bust and face <= target}
        window = min(max(one), target) + 1
        W = one.total
        counts = range(dice + 1)
        W_safe = W - one.weights.get(bust, 0)
        # what the weights of the faces change by from one to the next
        changes = ((f, safe.get(f, 0) - safe.get(f - 1, 0)) for f in range(1, window + 1))
        most = max(max(one) * dice, bust_score)
        return Throws(
            dice=dice,
            total=W,
            steps=tuple((f, change) for f, change in changes if change),
            busts=tuple(W**d - W_safe**d for d in counts),
            powers=tuple(fmpz(W) ** d for d in counts),
            bust_score=min(bust_score, target),
            window=window,
            reach=min(most, target),
        )


class SlidingSums:
    """The last antidiagonals of h and of its sums T_1..T_dice, newest first; advance() makes the
    next sums.

    When the scale grows, the line at work is multiplied at once, and a line in store only when it
    is used: `owed` holds its factor.
    """

    def __init__(self, throws: Throws) -> None:
        self.throws = throws
        length = max(throws.window, throws.bust_score)
        self.h: deque[fmpz_poly] = deque([ZERO] * length, maxlen=length)
        window = throws.window
        self.past = [deque([ZERO] * window, maxlen=window) for _ in range(throws.dice)]
        # how many lines above the newest the lines are that `advance` reads
        read = {f - 1 for f, _ in throws.steps}
        if throws.bust_score:
            read.add(throws.bust_score - 1)
        self.used = sorted(read)
        self.owed: deque[fmpz] = deque([fmpz(1)] * length, maxlen=length)
        self.sums: list[fmpz_poly] = [ZERO] * (throws.dice + 1)
        self.busted = ZERO  # h where a bust that scores leads to

    def advance(self, length: int) -> None:
        """Compute T_1..T_dice on the next antidiagonal down, kept to the first `length`
        coefficients.
        """
        bust_score = self.throws.bust_score
        for k in self.used:
            if self.owed[k] != 1:
                # Bring the line k lines above the newest to the present scale.
                for lines in (self.h, *self.past):
                    if k < len(lines):
                        lines[k] *= self.owed[k]
                self.owed[k] = fmpz(1)
        self.busted = self.h[bust_score - 1] if bust_score else ZERO
        below = self.h
        for d, past in enumerate(self.past, 1):
            current = past[0]  # of the line before, which owes nothing
            for f, change in self.throws.steps:
                # with equal weights every change is 1 or -1: the products are spared, as this is
                # the innermost loop of every sweep
                if change == 1:
                    current += below[f - 1]
                elif change == -1:
                    current -= below[f - 1]
                else:
                    current += below[f - 1] * change
            # to truncate copies all numbers, as much work as an addition
            self.sums[d] = current.truncate(length) if current.degree() >= length else current
            below = past

    def scored(self, d: int, j: int) -> fmpz:
        """W^d times the mean of h(j, i + score of d dice), busts that score included, on the
        current antidiagonal.
        """
        return self.sums[d][j] + self.busted[j] * self.throws.busts[d]

    def push(self, h: fmpz_poly) -> None:
        """Enter h of the current antidiagonal, which becomes the newest."""
        self.h.appendleft(h)
        self.owed.appendleft(fmpz(1))
        for past, current in zip(self.past, self.sums[1:], strict=True):
            past.appendleft(current)

    def rescale(self, factor: fmpz) -> None:
        """Multiply every number held by the factor."""
        self.owed = deque((owed * factor for owed in self.owed), maxlen=self.owed.maxlen)
        self.sums = [p * factor for p in self.sums]
        self.busted *= factor

    def times(self, factor: fmpz) -> SlidingSums:
        """A copy with every number multiplied by the factor."""
        again = SlidingSums(self.throws)
        for mine, theirs in zip((self.h, *self.past), (again.h, *again.past), strict=True):
            for k, line in enumerate(mine):
                theirs[k] = line * self.owed[k] * factor
        again.sums = [p * factor for p in self.sums]
        again.busted = self.busted * factor
        return again
