"""Two pools compared die by die, as in Risk: the highest with the highest, the second with the
second, and so on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from math import comb
from typing import Any

from ..argument_checks import a_truth
from ..cost import refuse_costly
from ..distribution import Distribution
from ..exact import shown
from .by_faces import STEPS_A_WAY, faces_in_order, pool_size, powers

# How many dice of each pool lie above the next face, and how many pairs are won so far.
State = tuple[int, int, int]


def pairs_won(
    one: Distribution[Any], n: int, other: Distribution[Any], m: int, ties: bool = False
) -> Distribution[int]:
    """The law of how many pairs the first pool wins: n dice and m dice are sorted and compared,
    the highest with the highest, as long as both have one; equal dice are won by the second, or by
    the first with `ties`.

    In Risk three attacking dice against two win both pairs, one or none with 2890, 2611 and 2275
    ways of 7776:

    >>> from exactdice import die
    >>> pairs_won(die(6), 3, die(6), 2)
    Distribution({0: 2275, 1: 2611, 2: 2890})
    """
    dice = pool_size(one, n), pool_size(other, m)
    ties = a_truth(ties, "ties")
    pairs = min(dice)
    faces = faces_in_order((one, other))
    ways = STEPS_A_WAY * (dice[0] + 1) ** 2 * (dice[1] + 1) ** 2 * (pairs + 1) // 8
    refuse_costly(
        f"pools of {shown(dice[0])} and {shown(dice[1])} dice", len(faces) * ways, "fewer dice"
    )
    states: Mapping[State, int] = {(0, 0, 0): 1}
    for face in faces:
        weights = one.weights.get(face, 0), other.weights.get(face, 0)
        states = _after_face(states, dice, weights, ties)
    won = {w: states.get((*dice, w), 0) for w in range(pairs + 1)}
    return Distribution(won)


def _after_face(
    states: Mapping[State, int], dice: tuple[int, int], weights: tuple[int, int], ties: bool
) -> Mapping[State, int]:
    """{state: ways} once it is known how many dice of each pool show the face."""
    after: dict[State, int] = defaultdict(int)
    n, m = dice
    own, others = (powers(weight, most) for weight, most in zip(weights, dice, strict=True))
    for (first, second, won), ways in states.items():
        for a in range(n - first + 1 if weights[0] else 1):
            ways_of_first = ways * comb(n - first, a) * own[a]
            for b in range(m - second + 1 if weights[1] else 1):
                more = _won_here((first, second), (a, b), min(dice), ties)
                state = first + a, second + b, won + more
                after[state] += ways_of_first * comb(m - second, b) * others[b]
    return after


def _won_here(above: tuple[int, int], here: tuple[int, int], pairs: int, ties: bool) -> int:
    """How many pairs are won by the dice of the first pool that show this face.

    Its i-th die shows the face for above[0] < i <= above[0] + here[0], and wins when the i-th one
    of the other pool is lower, with `ties` also when it is equal.
    """
    beaten_from = above[1] if ties else above[1] + here[1]
    last = min(above[0] + here[0], pairs)
    return max(0, last - max(above[0], beaten_from))
