"""Dice that score as in Farkle: a 1 or a 5 alone, three or more alike, a straight of six.

What is asked of the same few throws again and again is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from ..distribution import Distribution

Dice = tuple[int, ...]  # faces in ascending order

FACES = range(1, 7)
SINGLE = {1: 100, 5: 50}  # the faces of which one die alone scores
# Four or more alike score as three of them and the others apart, or double with each die more.
ALIKE = ("three", "doubled")


def points_alike(face: int, count: int, alike: str = "three") -> int | None:
    """The points of so many dice that all show the face; None unless each of them scores.

    >>> points_alike(1, 2), points_alike(1, 3), points_alike(4, 3), points_alike(4, 2)
    (200, 1000, 400, None)
    >>> points_alike(4, 5, "doubled"), points_alike(5, 4)
    (1600, 550)
    """
    triple = 1000 if face == 1 else 100 * face
    if alike == "doubled" and count >= 3:
        return int(triple * 2 ** (count - 3))
    triples, singles = divmod(count, 3)
    if singles and face not in SINGLE:
        return None
    return triples * triple + singles * SINGLE.get(face, 0)


# of six dice 923 choices, for some values of the options
@lru_cache(maxsize=4096)
def score(aside: Dice, alike: str = "three", straight: int = 0) -> int | None:
    """The points of dice that are set aside together; None unless each of them scores.

    >>> score((1, 4, 4, 4)), score((1, 4)), score((1, 2, 3, 4, 5, 6), straight=1500)
    (500, None, 1500)
    """
    if straight and aside == tuple(FACES):
        return straight
    parts = [points_alike(face, count, alike) for face, count in Counter(aside).items()]
    scored = [part for part in parts if part is not None]
    return sum(scored) if len(scored) == len(parts) else None


def _subsets(dice: Dice) -> Iterator[Dice]:
    """Every choice of one or more of the dice, those alike not told apart; fewer dice first."""
    counts = Counter(dice)
    ways = product(*(range(count + 1) for count in counts.values()))
    chosen = [
        tuple(Counter(dict(zip(counts, way, strict=True))).elements()) for way in ways if any(way)
    ]
    yield from sorted(chosen, key=lambda aside: (len(aside), aside))


# of six dice 462 throws, and fewer of fewer, for some values of the options
@lru_cache(maxsize=4096)
def choices(thrown: Dice, alike: str = "three", straight: int = 0) -> tuple[Dice, ...]:
    """What may be set aside of a throw: one or more dice that all score, fewer dice first.

    >>> choices((1, 2, 5)), choices((2, 3, 4))
    (((1,), (5,), (1, 5)), ())
    """
    return tuple(aside for aside in _subsets(thrown) if score(aside, alike, straight) is not None)


@lru_cache(maxsize=64)
def scoring_law(dice: int, alike: str, straight: int) -> Distribution[Dice]:
    """The law of the dice that score, of a throw of so many fair dice."""
    throws = Distribution(Counter(tuple(sorted(throw)) for throw in product(FACES, repeat=dice)))
    # dice that score stay so beside others: the longest choice has all of them
    return throws.map(lambda thrown: max(choices(thrown, alike, straight), key=len, default=()))
