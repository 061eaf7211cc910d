"""Pools counted over their faces: what matters is how many dice show each face, never in which
order they fell, so that the work is polynomial in the number of dice.

The faces are gone through one after the other. Of m dice that are left, c show the next face, of
weight w, in C(m, c) w^c ways. Sets and straights are counted so, as poker dice and Yahtzee have
them, and two pools are compared die by die, as in Risk.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import partial
from itertools import accumulate
from math import comb, factorial
from typing import Any, TypeVar

from flint import fmpq, fmpq_poly

from ...exact.argument_checks import FAILURES, a_function_of, a_truth, said_by
from ...exact.cost import refuse_costly
from ...exact.errors import ExactDiceError, RulesError
from ...exact.numbers import Exact, as_exact, as_whole, shown
from ..distribution import Distribution, a_law, an_outcome
from ..weights import in_order

State = TypeVar("State", bound=Hashable)
Triple = tuple[int, int, int]

STEPS_A_WAY = 30  # from one state to the next
STEPS_A_PRODUCT = 30  # of polynomials, besides their terms
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
    *before, last = in_order(law.weights)[:: -1 if a_truth(descending, "descending") else 1]
    what = f"a pool of {shown(dice)} dice"
    steps_a_way = STEPS_A_WAY + dice * law.total.bit_length() // BITS_A_STEP
    # After the first face there is a state at least for each number of dice that are left.
    least = (dice + 1) * (1 + (dice + 2) * max(0, len(before) - 1) // 2)
    refuse_costly(what, steps_a_way * least, "fewer dice or faces")
    # {dice left: {state: ways}}
    states: Mapping[int, Mapping[State, int]] = {dice: {an_outcome(start): 1}}
    done = 0
    final: dict[State, int] = defaultdict(int)
    try:
        for face in before:
            done += steps_a_way * sum((left + 1) * len(some) for left, some in states.items())
            refuse_costly(what, done, "fewer dice or faces")
            after: dict[int, dict[State, int]] = defaultdict(partial(defaultdict, int))
            for left, some in states.items():
                for count, chosen in enumerate(ways_to_show(law.weights[face], left)):
                    then = after[left - count]
                    for state, ways in some.items():
                        then[step(state, face, count)] += ways * chosen
            states = after
        # All dice that are left then show the last face.
        for left, some in states.items():
            for state, ways in some.items():
                final[step(state, last, left)] += ways * law.weights[last] ** left
    except ExactDiceError:
        raise  # it says already what is wrong
    except FAILURES as error:
        raise RulesError(f"the step of a pool fails: {said_by(error)}") from error
    return Distribution(final)


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


# --- sets and straights ---------------------------------------------------------------------------


def different(law: Distribution[Any], n: int) -> Distribution[int]:
    """The law of the number of different faces that n dice show.

    >>> from exactdice import die
    >>> different(die(6), 2)
    Distribution({1: 1, 2: 5})
    """
    return sets(law, n, 1)


def sets(law: Distribution[Any], n: int, size: int) -> Distribution[int]:
    """The law of the number of faces that at least `size` of n dice show: of pairs for a size of
    2, where three equal dice are one pair too.

    A face of weight w is shown by c of the dice in w^c / c! of n! ways, the coefficient of z^c in
    e^(w z): of a product over all faces that of z^n counts. The terms from z^size on are those of
    a set.

    >>> from exactdice import die
    >>> sets(die(6), 5, 2)[2]  # two pairs, or a pair and three of a kind
    Fraction(175, 648)
    """
    dice = pool_size(law, n)
    least = as_whole(size, "the size of a set", 1)
    most = min(dice // least, len(law))
    _refuse_large(law, dice, 2 * len(law) * (most + 1))
    terms = dice + 1
    nothing = fmpq_poly([])
    # {weight: (the terms of too few dice for a set, those of a set)}
    parts = {}
    for weight in set(law.weights.values()):
        face = _one_face(weight, dice)
        few = face.truncate(min(least, terms))
        parts[weight] = few, face - few
    # [k]: the ways to show the faces so far with k sets
    found = [fmpq_poly([1]), *[nothing] * most]
    for weight in law.weights.values():
        few, many = parts[weight]
        before = [nothing, *found]
        found = [
            before[k + 1].mul_low(few, terms) + before[k].mul_low(many, terms)
            for k in range(most + 1)
        ]
    return Distribution({count: _throws(ways, dice) for count, ways in enumerate(found)})


def _one_face(weight: int, dice: int) -> fmpq_poly:
    """e^(w z) up to z^dice: how many dice show one face of this weight."""
    terms = [fmpq(1)]
    for count in range(1, dice + 1):
        terms.append(terms[-1] * weight / count)
    return fmpq_poly(terms)


def _throws(ways: fmpq_poly, dice: int) -> int:
    """n! times the coefficient of z^n, a whole number: the weight of the throws of all dice."""
    return int((ways[dice] * factorial(dice)).p)


def _refuse_large(law: Distribution[Any], dice: int, products: int) -> None:
    """Raise `TooCostly` when so many products of such polynomials take too long."""
    bits = dice * (law.total.bit_length() + dice.bit_length())
    refuse_costly(
        f"the sets in a pool of {shown(dice)} dice",
        products * (STEPS_A_PRODUCT + dice * (1 + bits // 256)),
        "fewer dice",
    )


def largest_set(law: Distribution[Any], n: int) -> Distribution[int]:
    """The law of how many of n dice show the same face, where that is most.

    It is at most m in those throws in which no face is shown more often: in `sets`, the terms up
    to z^m of every face.

    >>> from exactdice import die
    >>> largest_set(die(6), 5)[5]
    Fraction(1, 1296)
    """
    dice = pool_size(law, n)
    weights = Counter(law.weights.values())
    products = sum(2 * faces.bit_length() + 1 for faces in weights.values())
    _refuse_large(law, dice, dice * products)
    one_face = {weight: _one_face(weight, dice) for weight in weights}
    at_most = [0]
    for most in range(1, dice + 1):
        ways = fmpq_poly([1])
        for weight, faces in weights.items():
            few = one_face[weight].truncate(most + 1)
            ways = ways.mul_low(few.pow_trunc(faces, dice + 1), dice + 1)
        at_most.append(_throws(ways, dice))
    return Distribution({m: at_most[m] - at_most[m - 1] for m in range(1, dice + 1)})


def longest_straight(law: Distribution[int], n: int) -> Distribution[int]:
    """The law of how many faces in a row n dice show, where that is most: 4 for 1, 3, 4, 5, 6.

    The faces must be whole numbers; a row is broken by a number that no die shows.

    >>> from exactdice import die
    >>> longest_straight(die(6), 5)[5]
    Fraction(5, 162)
    """
    pool_size(law, n)
    for face in law:
        as_whole(face, "a face of a straight")

    # The last face shown, how long the row is that ends there, and the longest.
    def in_a_row(state: Triple, face: int, count: int) -> Triple:
        last, length, longest = state
        if not count:
            return state
        now = length + 1 if face == last + 1 else 1
        return face, now, max(longest, now)

    return by_faces(law, n, (min(law) - 2, 0, 0), in_a_row).map(lambda state: state[2])


def successes(law: Distribution[Exact], n: int, least: Exact) -> Distribution[Exact]:
    """The law of how many of n dice show `least` or more.

    >>> from exactdice import die
    >>> successes(die(6), 2, 5)
    Distribution({0: 4, 1: 4, 2: 1})
    """
    return pool_size(law, n) @ (law >= as_exact(least, "the least success"))


# --- two pools ------------------------------------------------------------------------------------


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
    n = pool_size(one, n)
    m = pool_size(other, m)
    ties = a_truth(ties, "ties")
    pairs = min(n, m)
    faces = in_order({**one.weights, **other.weights})[::-1]
    ways = STEPS_A_WAY * (n + 1) ** 2 * (m + 1) ** 2 * (pairs + 1) // 8
    refuse_costly(f"pools of {shown(n)} and {shown(m)} dice", len(faces) * ways, "fewer dice")
    # {(dice of each pool above the next face, pairs won so far): ways}
    states: Mapping[Triple, int] = {(0, 0, 0): 1}
    for face in faces:
        after: dict[Triple, int] = defaultdict(int)
        weight = one.weights.get(face, 0)
        against = other.weights.get(face, 0)
        own = powers(weight, n)
        others = powers(against, m)
        for (first, second, won), known in states.items():
            for a in range(n - first + 1 if weight else 1):
                ways_of_first = known * comb(n - first, a) * own[a]
                for b in range(m - second + 1 if against else 1):
                    # The i-th die of the first pool shows the face for first < i <= first + a, and
                    # wins when the i-th one of the other is lower, with `ties` also when equal.
                    beaten_from = second if ties else second + b
                    more = max(0, min(first + a, pairs) - max(first, beaten_from))
                    state = first + a, second + b, won + more
                    after[state] += ways_of_first * comb(m - second, b) * others[b]
        states = after
    return Distribution({won: states.get((n, m, won), 0) for won in range(pairs + 1)})
