"""Pools counted over their faces: what matters is how many dice show each face, never in which
order they fell, so that the work is polynomial in the number of dice.

The faces are gone through one after the other. Of m dice that are left, c show the next face, of
weight w, in C(m, c) w^c ways.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import accumulate
from math import comb
from typing import Any, TypeVar

from ..argument_checks import a_function_of
from ..cost import at_most, refuse_costly
from ..distribution import Distribution, a_law
from ..exact import as_whole, shown
from ..weights import in_order

State = TypeVar("State", bound=Hashable)

MOST_DICE = 100_000  # of a pool: above, even to count them takes long
STEPS_A_WAY = 30  # from one state to the next


def by_faces(
    law: Distribution[Any],
    n: int,
    start: State,
    step: Callable[[State, Any, int], State],
    descending: bool = False,
) -> Distribution[State]:
    """The law of the state after all faces of a pool of n dice: `step(state, face, count)` is the
    next state when `count` dice show the face; faces come in order, the least first.

    Each face is told once, a count of 0 included. The work grows with n^2 times the number of
    states. Raises `RulesError` for faces without an order, `TooCostly` as the states multiply.

    >>> from exactdice import die
    >>> by_faces(die(6), 3, 0, lambda different, face, count: different + (count > 0))
    Distribution({1: 1, 2: 15, 3: 20})
    """
    dice = pool_size(law, n)
    a_function_of(3, step, "the step of a pool", "a function of a state, a face and a count")
    faces = in_order(law.weights)
    ways = ways_to_show(law, dice)
    states: Mapping[tuple[int, State], int] = {(dice, start): 1}
    done = 0
    *before, last = reversed(faces) if descending else faces
    for face in before:
        done += STEPS_A_WAY * sum(left + 1 for left, _ in states)
        refuse_costly(f"a pool of {shown(dice)} dice", done, "fewer dice or faces")
        states = _after_face(states, face, ways[face], step)
    # All dice that are left then show the last face.
    final: dict[State, int] = defaultdict(int)
    for (left, state), weight in states.items():
        final[step(state, last, left)] += weight * ways[last][left]
    return Distribution(final)


def _after_face(
    states: Mapping[tuple[int, State], int],
    face: object,
    powers: list[int],
    step: Callable[[State, Any, int], State],
) -> Mapping[tuple[int, State], int]:
    """{(dice left, state): ways} once it is known how many dice show the face."""
    after: dict[tuple[int, State], int] = defaultdict(int)
    for (left, state), ways in states.items():
        for count in range(left + 1):
            more = ways * comb(left, count) * powers[count]
            after[left - count, step(state, face, count)] += more
    return after


def ways_to_show(law: Distribution[Any], n: int) -> dict[Any, list[int]]:
    """{face: [w^0, w^1, ..., w^n]} for the weight w of each face."""
    return {face: powers(weight, n) for face, weight in law.items()}


def powers(weight: int, n: int) -> list[int]:
    """[1, w, w^2, ..., w^n]."""
    return list(accumulate([weight] * n, lambda power, w: power * w, initial=1))


def pool_size(law: object, n: object) -> int:
    """The number of dice of a pool as an int; `RulesError` unless it is 1 or more and the die a
    law, `TooCostly` for more than can be counted.
    """
    a_law(law, "the die of a pool")
    dice = as_whole(n, "the number of dice of a pool", 1)
    if dice > at_most(MOST_DICE):
        refuse_costly(f"a pool of {shown(dice)} dice", dice**2, "fewer dice")
    return dice


def some_of(k: object, n: int, what: str) -> int:
    """How many of the n dice are meant, in 0..n."""
    chosen = as_whole(k, what, 0)
    if chosen > n:
        from ..errors import RulesError

        raise RulesError(f"{what} must be at most the {shown(n)} of the pool, got {shown(chosen)}")
    return chosen


def faces_in_order(laws: Iterable[Distribution[Any]]) -> list[Any]:
    """The faces of all the laws, from the greatest to the least."""
    return in_order({face for law in laws for face in law})[::-1]
