"""Sets and straights in a pool of equal dice, as poker dice and Yahtzee count them."""

from __future__ import annotations

from typing import Any

from ..distribution import Distribution
from ..exact import Exact, as_exact, as_whole
from .by_faces import by_faces, pool_size


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

    >>> from exactdice import die
    >>> sets(die(6), 5, 2)[2]  # two pairs, or a pair and three of a kind
    Fraction(175, 648)
    """
    least = as_whole(size, "the size of a set", 1)
    return by_faces(law, n, 0, lambda found, _, count: found + (count >= least))


def largest_set(law: Distribution[Any], n: int) -> Distribution[int]:
    """The law of how many of n dice show the same face, where that is most.

    >>> from exactdice import die
    >>> largest_set(die(6), 5)[5]
    Fraction(1, 1296)
    """
    return by_faces(law, n, 0, lambda most, _, count: max(most, count))


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
