"""Sets and straights in a pool of equal dice, as poker dice and Yahtzee count them."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb, factorial
from typing import Any

from flint import fmpq, fmpq_poly

from ..cost import refuse_costly
from ..distribution import Distribution
from ..exact import Exact, as_exact, as_whole, shown
from .by_faces import by_faces, pool_size

STEPS_A_PRODUCT = 30  # of polynomials, besides their terms


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
    weights = Counter(law.weights.values())
    most = dice // least
    several = sum(min(faces, most) + 1 for faces in weights.values())
    others = min(most, len(law)) if len(weights) > 1 else 0
    _refuse_large(law, dice, several * (4 * len(law).bit_length() + others))
    found = [fmpq_poly([1])]
    for weight, faces in weights.items():
        here = _sets_of_equal(_one_face(weight, dice), least, faces, dice + 1)
        found = _found_in_both(found, here, dice + 1)
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


def _sets_of_equal(face: fmpq_poly, least: int, faces: int, terms: int) -> list[fmpq_poly]:
    """[how many dice show these faces, of equal weights, when k of them are shown by sets]."""
    few = face.truncate(min(least, terms))
    many = face - few
    return [
        comb(faces, k) * few.pow_trunc(faces - k, terms).mul_low(many.pow_trunc(k, terms), terms)
        for k in range(min(faces, (terms - 1) // least) + 1)
    ]


def _found_in_both(one: list[fmpq_poly], other: list[fmpq_poly], terms: int) -> list[fmpq_poly]:
    """The same for the faces of both together."""
    both = [fmpq_poly([])] * (len(one) + len(other) - 1)
    for (i, p), (j, q) in product(enumerate(one), enumerate(other)):
        if p and q:
            both[i + j] += p.mul_low(q, terms)
    # More sets than there are dice for are shown in no way.
    return [p for p in both if p]


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
    # The state: the last face shown, how long the row is that ends there, and the longest.
    start = (min(law) - 2, 0, 0)
    return by_faces(law, n, start, _in_a_row).map(_longest)


Straight = tuple[int, int, int]


def _in_a_row(state: Straight, face: int, count: int) -> Straight:
    last, length, longest = state
    if not count:
        return state
    now = length + 1 if face == last + 1 else 1
    return face, now, max(longest, now)


def _longest(state: Straight) -> int:
    _, _, longest = state
    return longest


def successes(law: Distribution[Exact], n: int, least: Exact) -> Distribution[Exact]:
    """The law of how many of n dice show `least` or more.

    >>> from exactdice import die
    >>> successes(die(6), 2, 5)
    Distribution({0: 4, 1: 4, 2: 1})
    """
    dice = pool_size(law, n)
    return dice @ (law >= as_exact(least, "the least success"))
