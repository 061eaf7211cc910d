"""A Dice Battle solver in numpy, corrected. See README.md.

Two players in turn throw 1 to `dice` dice; a throw scores its sum, or 1 if any die shows 1; the
first to reach `target` wins.
"""

import numpy as np


def throws(dice):
    """chances[d][k]: the probability that d dice score k."""
    chances = np.zeros((dice + 1, 6 * dice + 1))
    safe = np.zeros((dice + 1, 6 * dice + 1))
    safe[0, 0] = 1
    for d in range(1, dice + 1):
        for face in range(2, 7):
            safe[d, face:] += safe[d - 1, : 6 * dice + 1 - face] / 6
        chances[d] = safe[d]
        chances[d, 1] = 1 - (5 / 6) ** d
    return chances


def solve(dice, target):
    """(gain, best) of the player to throw with i points against j: gain, number of dice."""
    chances = throws(dice)
    gain = [np.zeros(target) for _ in range(target)]
    best = np.zeros((target, target), dtype=int)
    for total in range(2 * target - 2, -1, -1):
        for i in range(max(0, total - target + 1), min(total, target - 1) + 1):
            j = total - i
            worth = [expected(chances[d], gain[j], i, target) for d in range(1, dice + 1)]
            best[i, j] = 1 + next(d for d, w in enumerate(worth) if w >= max(worth) - 1e-12)
            gain[i][j] = max(worth)
    return gain, best


def expected(chance, after, points, target):
    """The gain of a throw: a win when it reaches the target, else minus the other player's gain."""
    total = 0.0
    for score in range(1, len(chance)):
        total += chance[score] * (1.0 if points + score >= target else -after[points + score])
    return total


def throw(rng, dice):
    """The score of one random throw."""
    faces = rng.integers(1, 7, size=dice)
    return 1 if 1 in faces else int(faces.sum())
