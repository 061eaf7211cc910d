"""One turn of Pig: the best turn in fixed-point integers, and what following a plan leads to,
exactly.

A turn is described from the mover's side, who has i points and needs n = target - i. Write P(i, j,
k) for its chance to win with turn total k against j, p = P(i, j, 0) and q = P(j, i, 0). Holding at
k is worth 1 - P(j, i + k, 0), a bust 1 - q, and a total of n or more has won.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from .rules import Pig


@dataclass(frozen=True)
class RolledDie:
    """The die as a turn needs it: weights as ints, faces of the target or more taken as
    one face.
    """

    total: int
    bust: int  # the weight of the bust face
    safe: tuple[tuple[int, int], ...]  # (face, weight) of the others
    steps: tuple[tuple[int, int], ...]  # (f, w_f - w_{f-1}) where it is not 0
    reach: int  # the largest step

    @staticmethod
    def of(game: Pig) -> RolledDie:
        """The die of the game."""
        one = game.one_die
        merged: dict[int, int] = defaultdict(int)
        for face, weight in sorted(one.items()):
            if face != game.bust:
                merged[min(face, game.target)] += weight
        changes = ((f, merged.get(f, 0) - merged.get(f - 1, 0)) for f in range(1, max(merged) + 2))
        steps = tuple((f, change) for f, change in changes if change)
        return RolledDie(
            one.total, one.weights.get(game.bust, 0), tuple(merged.items()), steps, max(merged) + 1
        )

    def straight(self, n: int) -> Fraction:
        """The chance to gain n points by rolling on without a bust: no plan of a turn busts more
        often than this one.
        """
        chance = [Fraction(1)] * (n + self.reach)
        for k in range(n - 1, -1, -1):
            chance[k] = sum((w * chance[k + f] for f, w in self.safe), Fraction(0)) / self.total
        return chance[0]


def best_turn(die: RolledDie, one: int, waiting: Sequence[int], q: int) -> tuple[int, list[int]]:
    """The worth of the best turn, and for each turn total k > 0 the worth of rolling minus that of
    holding.

    All numbers are ints that stand for themselves divided by `one`: waiting[k] for P(j, i + k, 0),
    q for P(j, i, 0). With

        V(k) = max(floor((w_bust (1 - q) + sum over f of w_f V(k + f)) / W), 1 - waiting[k]),  V(k) = 1 for k >= n,

    each rounding down loses less than one unit and the mean of numbers that are too low by at most
    e is too low by at most e; so V(k), and the worth of rolling at k, are too low by less than n -
    k units and never too high.
    """
    n, total, steps = len(waiting), die.total, die.steps
    worth = [one] * (n + die.reach)
    margins = [0] * n
    bust = die.bust * (one - q)
    window = (total - die.bust) * one + bust  # the sum over f for k = n, plus the bust
    for k in range(n - 1, 0, -1):
        for f, change in steps:
            window += change * worth[k + f]
        roll, hold = window // total, one - waiting[k]
        margins[k] = roll - hold
        worth[k] = roll if roll >= hold else hold
    for f, change in steps:
        window += change * worth[f]
    return window // total, margins


@dataclass(frozen=True)
class Ending:
    """How a turn ends under a plan: it holds at k with probability holds[k] / total, busts with
    busts / total, else wins.

    rolls / total is the mean number of rolls in it.
    """

    holds: dict[int, int]
    busts: int
    rolls: int
    total: int

    @property
    def wins(self) -> int:
        """The weight of a turn that wins."""
        return self.total - self.busts - sum(self.holds.values())

    @property
    def moves(self) -> int:
        """The mean number of moves in the turn, rolls and the hold, times the total."""
        return self.rolls + sum(self.holds.values())


def ending(die: RolledDie, rolls: Sequence[int], start: int = 0, mix: int = 1) -> Ending:
    """How a turn ends that rolls at the total `start` and then rolls at k with probability rolls[k]
    / mix, else holds.

    The chance to come to k is an int over (mix W)^(k - start), as no face is below 1.
    """
    n, base = len(rolls), die.total * mix
    reached = [0] * (n + die.reach)
    reached[start] = 1
    forward = [(f, w * base ** (f - 1)) for f, w in die.safe]
    holds, rolled, last = {}, {}, start
    for k in range(start, n):
        weight = reached[k]
        if not weight:
            continue
        chosen = mix if k == start else rolls[k]
        if chosen:
            rolled[k] = weight * chosen
            for f, w in forward:
                reached[k + f] += rolled[k] * w
        if chosen < mix:
            holds[k] = weight * (mix - chosen)
        last = k
    return _lowest(die, base, holds, rolled, start, last)


def _lowest(
    die: RolledDie, base: int, holds: dict[int, int], rolled: dict[int, int], start: int, last: int
) -> Ending:
    """The ending over the least common denominator: holds[k] and rolled[k] are over base^(k -
    start) mix.
    """
    total = base ** (last + 1 - start)
    scaled = {k: weight * die.total * base ** (last - k) for k, weight in holds.items()}
    rolls = sum(weight * base ** (last - k) for k, weight in rolled.items())
    common = gcd(total, die.total * rolls, die.bust * rolls, *scaled.values())
    parts = {k: weight // common for k, weight in scaled.items()}
    return Ending(parts, die.bust * rolls // common, die.total * rolls // common, total // common)
