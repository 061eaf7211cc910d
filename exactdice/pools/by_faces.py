"""Pools counted over their faces: what matters is how many dice show each face, never in which
order they fell, so that the work is polynomial in the number of dice.

The faces are gone through one after the other. Of m dice that are left, c show the next face, of
weight w, in C(m, c) w^c ways.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import Any, TypeVar

from ..argument_checks import FAILURES, a_function_of, a_truth, said_by
from ..cost import refuse_costly
from ..distribution import Distribution, a_law, an_outcome
from ..errors import ExactDiceError, RulesError
from ..exact import as_whole, shown
from ..weights import in_order

State = TypeVar("State", bound=Hashable)

STEPS_A_WAY = 30  # from one state to the next
BITS_A_STEP = 64  # of the numbers of ways


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
    states. Raises `RulesError` for faces without an order, `TooCostly` before any work that can be
    foreseen and as the states multiply.

    >>> from exactdice import die
    >>> by_faces(die(6), 3, 0, lambda different, face, count: different + (count > 0))
    Distribution({1: 1, 2: 15, 3: 20})
    """
    dice = pool_size(law, n)
    a_function_of(3, step, "the step of a pool", "a function of a state, a face and a count")
    faces = in_order(law.weights)[:: -1 if a_truth(descending, "descending") else 1]
    try:
        return _counted(law, dice, faces, an_outcome(start), step)
    except ExactDiceError:
        raise  # it says already what is wrong
    except FAILURES as error:
        raise RulesError(f"the step of a pool fails: {said_by(error)}") from error


def _counted(
    law: Distribution[Any],
    dice: int,
    faces: Sequence[Any],
    start: State,
    step: Callable[[State, Any, int], State],
) -> Distribution[State]:
    """The law of the state after these faces, in their order."""
    *before, last = faces
    steps_a_way = STEPS_A_WAY + dice * law.total.bit_length() // BITS_A_STEP
    # After the first face there is a state at least for each number of dice that are left.
    least = (dice + 1) * (1 + (dice + 2) * max(0, len(before) - 1) // 2)
    _refuse_many(dice, steps_a_way * least)
    # {dice left: {state: ways}}
    states: Mapping[int, Mapping[State, int]] = {dice: {start: 1}}
    done = 0
    for face in before:
        done += steps_a_way * sum((left + 1) * len(some) for left, some in states.items())
        _refuse_many(dice, done)
        states = _after_face(states, face, law.weights[face], step)
    # All dice that are left then show the last face.
    final: dict[State, int] = defaultdict(int)
    for left, some in states.items():
        for state, ways in some.items():
            final[step(state, last, left)] += ways * law.weights[last] ** left
    return Distribution(final)


def _refuse_many(dice: int, steps: int) -> None:
    """Raise `TooCostly` when counting over the faces takes too many steps."""
    refuse_costly(f"a pool of {shown(dice)} dice", steps, "fewer dice or faces")


def _after_face(
    states: Mapping[int, Mapping[State, int]],
    face: object,
    weight: int,
    step: Callable[[State, Any, int], State],
) -> Mapping[int, Mapping[State, int]]:
    """{dice left: {state: ways}} once it is known how many dice show the face."""
    after: dict[int, dict[State, int]] = defaultdict(partial(defaultdict, int))
    for left, some in states.items():
        for count, chosen in enumerate(ways_to_show(weight, left)):
            then = after[left - count]
            for state, ways in some.items():
                then[step(state, face, count)] += ways * chosen
    return after


def ways_to_show(weight: int, n: int) -> Iterator[int]:
    """C(n, c) w^c for c = 0, 1, ..., n: in how many ways c of n dice show a face of weight w.

    >>> list(ways_to_show(2, 3))
    [1, 6, 12, 8]
    """
    ways = 1
    for count in range(n + 1):
        yield ways
        ways = ways * (n - count) * weight // (count + 1)


def powers(weight: int, n: int) -> list[int]:
    """[1, w, w^2, ..., w^n]."""
    return list(accumulate([weight] * n, lambda power, w: power * w, initial=1))


def pool_size(law: object, n: object) -> int:
    """The number of dice of a pool as an int; `RulesError` unless it is 1 or more and the die a
    law, `TooCostly` for more than can be counted.
    """
    a_law(law, "the die of a pool")
    dice = as_whole(n, "the number of dice of a pool", 1)
    # A way for each number of dice, in numbers of as many bits.
    refuse_costly(f"a pool of {shown(dice)} dice", dice**2 // 10, "fewer dice")
    return dice


def some_of(k: object, n: int, what: str) -> int:
    """How many of the n dice are meant, in 0..n."""
    chosen = as_whole(k, what, 0)
    if chosen > n:
        raise RulesError(f"{what} must be at most the {shown(n)} of the pool, got {shown(chosen)}")
    return chosen


def faces_in_order(laws: Iterable[Distribution[Any]]) -> list[Any]:
    """The faces of all the laws, from the greatest to the least."""
    return in_order({face for law in laws for face in law})[::-1]
