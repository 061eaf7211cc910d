"""The peers: what one would write without exactdice, in plain numpy floats or in plain fractions.

All of them play the default game with D dice to N points: EG(i, j) = max over d of -sum over k of
P(d, k) EG(j, i + k), 1 when i >= N, -1 when j >= N. Nothing here imports exactdice.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import cache

import numpy as np
from flint import fmpq

FACES = 6
SAFE_FACES = range(2, FACES + 1)


# --- floats ---------------------------------------------------------------------------------------


def float_throw(d: int) -> np.ndarray:
    """[k] = P(d, k) for k = 0..6d, by convolving one die d - 1 times."""
    one = np.array([0.0, 0.0] + [1 / FACES] * len(SAFE_FACES))
    law = one
    for _ in range(d - 1):
        law = np.convolve(law, one)
    law[1] += 1 - (5 / 6) ** d
    return law


def float_throws(dice: int) -> np.ndarray:
    """[d-1, k] = P(d, k) for k = 0..6D."""
    table = np.zeros((dice, FACES * dice + 1))
    for d in range(1, dice + 1):
        table[d - 1, : FACES * d + 1] = float_throw(d)
    return table


def float_solve(P: np.ndarray, target: int) -> tuple[np.ndarray, np.ndarray]:
    """EG and OPT: one product of P and a slice of EG for each state."""
    width = P.shape[1]
    EG = _unfinished(target, width)
    OPT = np.zeros((target, target), dtype=int)
    for s in range(2 * target - 2, -1, -1):
        for i in range(max(0, s - target + 1), min(s, target - 1) + 1):
            j = s - i
            worth = P @ EG[j, i : i + width]
            best = worth.argmin()
            EG[i, j] = -worth[best]
            OPT[i, j] = best + 1
    return EG[:, :target], OPT


def float_gain(P: np.ndarray, target: int, first: np.ndarray, second: np.ndarray) -> float:
    """The gain of the first player from (0, 0); first[i, j] and second[i, j] are laws of the number
    of dice.
    """
    width = P.shape[1]
    mine, theirs = _unfinished(target, width), _unfinished(target, width)
    for s in range(2 * target - 2, -1, -1):
        for i in range(max(0, s - target + 1), min(s, target - 1) + 1):
            j = s - i
            mine[i, j] = -(first[i, j] @ (P @ theirs[j, i : i + width]))
            theirs[i, j] = -(second[i, j] @ (P @ mine[j, i : i + width]))
    return float(mine[0, 0])


def float_nine_gains(dice: int, target: int) -> dict[tuple[str, str], float]:
    """The gains of {blind, optimal, random} against each other, solving for the optimal strategy
    first.
    """
    P = float_throws(dice)
    _, OPT = float_solve(P, target)
    everywhere, each = np.ones((target, target, 1)), np.eye(dice)
    laws = {
        "blind": everywhere * each[min(dice, 6) - 1],
        "optimal": each[OPT - 1],
        "random": everywhere * np.full(dice, 1 / dice),
    }
    return {(a, b): float_gain(P, target, laws[a], laws[b]) for a in laws for b in laws}


def _unfinished(target: int, width: int) -> np.ndarray:
    """A table of EG whose columns from the target on are -1: the other player has won."""
    table = np.zeros((target, target + width))
    table[:, target:] = -1.0
    return table


# --- fractions ------------------------------------------------------------------------------------


def fraction_throw(d: int) -> dict[int, Fraction]:
    """{k: P(d, k)}, by convolving one die d - 1 times."""
    law = {0: Fraction(1)}
    for _ in range(d):
        added: dict[int, Fraction] = {}
        for k, p in law.items():
            for face in SAFE_FACES:
                added[k + face] = added.get(k + face, 0) + p / FACES
        law = added
    law[1] = 1 - Fraction(5, 6) ** d
    return law


def fraction_recursion(dice: int, target: int) -> dict[tuple[int, int], tuple[Fraction, int]]:
    """{(i, j): (EG, OPT)} for every state: the formula as it stands, remembered by
    functools.cache.
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 20 * target + 1000))
    P = {d: fraction_throw(d) for d in range(1, dice + 1)}

    @cache
    def EG(i: int, j: int) -> tuple[Fraction, int]:
        if i >= target:
            return Fraction(1), 0
        if j >= target:
            return Fraction(-1), 0
        worth = {d: -sum(p * EG(j, i + k)[0] for k, p in law.items()) for d, law in P.items()}
        best = max(worth, key=worth.__getitem__)
        return worth[best], best

    return {(i, j): EG(i, j) for i in range(target) for j in range(target)}


# --- a bust that scores 0 -------------------------------------------------------------------------


def fmpq_return_solve(dice: int, target: int) -> dict[tuple[int, int], tuple[fmpq, int]]:
    """{(i, j): (EG, OPT)} when a bust scores 0: a plain loop of reduced fractions, with sliding
    sums over the throws.

    sums[d][i, j] is the sum over k of P(d, k) EG(j, i + k) without the busts; strategy iteration on
    (i, j) and (j, i).
    """
    busts = [1 - fmpq(5, 6) ** d for d in range(dice + 1)]
    beyond = [busts[d] - 1 for d in range(dice + 1)]
    sums: list[dict[tuple[int, int], fmpq]] = [{} for _ in range(dice + 1)]
    best: dict[tuple[int, int], tuple[fmpq, int]] = {}
    for s in range(2 * target - 2, -1, -1):
        line = [(i, s - i) for i in range(max(0, s - target + 1), min(s, target - 1) + 1)]
        for i, j in line:
            _slide(sums, beyond, i, j, target)
        for i, j in line:
            if i >= j:
                best[i, j], best[j, i] = _pair(sums, busts, i, j)
                sums[0][j, i], sums[0][i, j] = best[i, j][0], best[j, i][0]
    return best


def _slide(
    sums: list[dict[tuple[int, int], fmpq]], beyond: list[fmpq], i: int, j: int, target: int
) -> None:
    """Enter sums[1..][i, j] from those with more points."""
    for d in range(1, len(sums)):
        more, enters, leaves = (
            level[i + k, j] if i + k < target else end
            for level, end, k in (
                (sums[d], beyond[d], 1),
                (sums[d - 1], beyond[d - 1], 2),
                (sums[d - 1], beyond[d - 1], 7),
            )
        )
        sums[d][i, j] = more + (enters - leaves) / 6


def _pair(
    sums: list[dict[tuple[int, int], fmpq]], busts: list[fmpq], i: int, j: int
) -> tuple[tuple[fmpq, int], tuple[fmpq, int]]:
    """((EG, OPT) at (i, j), the same at (j, i))."""
    numbers = range(1, len(sums))
    d = e = 1
    while True:
        b, c, f, g = busts[d], sums[d][i, j], busts[e], sums[e][j, i]
        x = (b * g - c) / (1 - b * f)
        y = -(f * x + g)
        better = max(numbers, key=lambda n: -(busts[n] * y + sums[n][i, j]))
        if -(busts[better] * y + sums[better][i, j]) > x:
            d = better
            continue
        answer = max(numbers, key=lambda n: -(busts[n] * x + sums[n][j, i]))
        if -(busts[answer] * x + sums[answer][j, i]) == y:
            return (x, better), (y, answer)
        e = answer
