"""The categories of the sheets of Yahtzee and Scandinavian yatzy, as data: a name and a score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

Dice = tuple[int, ...]  # in order

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, FIVE_ALIKE = 25, 30, 40, 50


@dataclass(frozen=True)
class Category:
    """A line of a sheet: its name, and the points of dice in it.

    - `face`: the face that an upper category counts; 0 for a lower one.
    - `joker`: the points of a joker in it; None where a joker scores as any dice do.
    """

    name: str
    points: Callable[[Dice], int]
    face: int = 0
    joker: int | None = None


# --- the points of dice ---------------------------------------------------------------------------


def of_face(face: int, dice: Dice) -> int:
    """The sum of the dice that show this face."""
    return face * dice.count(face)


def all_if_alike(count: int, dice: Dice) -> int:
    """The sum of all dice where so many are alike, else 0."""
    return sum(dice) if most_alike(dice) >= count else 0


def the_alike(count: int, dice: Dice) -> int:
    """The sum of so many alike, of the highest face that has them, else 0."""
    faces = [face for face, times in Counter(dice).items() if times >= count]
    return count * max(faces, default=0)


def two_pairs(dice: Dice) -> int:
    """The sum of two pairs of different faces, the highest, else 0."""
    pairs = sorted(face for face, times in Counter(dice).items() if times >= 2)
    return 2 * sum(pairs[-2:]) if len(pairs) >= 2 else 0


def house(points: int, dice: Dice) -> int:
    """These points for three of one face and two of another, else 0."""
    return points if sorted(Counter(dice).values()) == [2, 3] else 0


def house_sum(dice: Dice) -> int:
    """The sum of the dice for three of one face and two of another, else 0."""
    return house(sum(dice), dice)


def in_a_row(length: int, points: int, dice: Dice) -> int:
    """These points where so many faces follow each other, else 0."""
    faces = set(dice)
    has_row = any(faces.issuperset(range(face, face + length)) for face in faces)
    return points if has_row else 0


def exactly_these(wanted: Dice, points: int, dice: Dice) -> int:
    """These points for the wanted dice, else 0."""
    return points if dice == wanted else 0


def alike(points: int, dice: Dice) -> int:
    """These points where all dice are alike, else 0."""
    return points if most_alike(dice) == len(dice) else 0


def most_alike(dice: Dice) -> int:
    """How many dice show the same face at most."""
    return max(Counter(dice).values(), default=0)


# --- the sheets -----------------------------------------------------------------------------------

UPPER_SECTION = tuple(
    Category(name, partial(of_face, face), face=face) for face, name in enumerate(UPPER, 1)
)
YAHTZEE = "yahtzee"
YAHTZEE_SHEET = (
    *UPPER_SECTION,
    Category("three_of_a_kind", partial(all_if_alike, 3)),
    Category("four_of_a_kind", partial(all_if_alike, 4)),
    Category("full_house", partial(house, FULL_HOUSE), joker=FULL_HOUSE),
    Category("small_straight", partial(in_a_row, 4, SMALL_STRAIGHT), joker=SMALL_STRAIGHT),
    Category("large_straight", partial(in_a_row, 5, LARGE_STRAIGHT), joker=LARGE_STRAIGHT),
    Category(YAHTZEE, partial(alike, FIVE_ALIKE)),
    Category("chance", sum),
)
YATZY_SHEET = (
    *UPPER_SECTION,
    Category("one_pair", partial(the_alike, 2)),
    Category("two_pairs", two_pairs),
    Category("three_of_a_kind", partial(the_alike, 3)),
    Category("four_of_a_kind", partial(the_alike, 4)),
    Category("small_straight", partial(exactly_these, (1, 2, 3, 4, 5), 15)),
    Category("large_straight", partial(exactly_these, (2, 3, 4, 5, 6), 20)),
    Category("house", house_sum),
    Category("chance", sum),
    Category("yatzy", partial(alike, FIVE_ALIKE)),
)
