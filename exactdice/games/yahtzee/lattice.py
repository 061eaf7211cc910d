"""What can be kept of dice and what can come of it, as tables: 462 choices of up to five dice, of
which 252 are whole throws.

Choices are listed by their size and then in order, so those of one size follow each other. The mean
over throwing the missing dice is the mean over throwing one of them, and then the others; the best
of all that may be kept of dice is the best of keeping them all and of what may be kept without one
of them. So both take some 1300 steps for all throws, where each pair of a throw and what is kept of
it would take 4368.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from .categories import Dice
from .rules import throws_of

Places = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Lattice:
    """The choices of up to `dice` dice with `faces` faces.

    - `kept`: every choice; `place` is its index; `first[size]` that of the first one of its size.
    - `one_more[size]`: [choice, face]: the place, among those of the next size, with a die more.
    - `one_less`: (places, those with one die less of a face), face by face, fewer dice of it first.
    - `factors`: faces ** size of every choice.
    - `ways`: how many orders every whole throw has.
    - `within`: [throw, number]: the places of all that may be kept of it, filled up with itself.
    """

    dice: int
    faces: int
    kept: tuple[Dice, ...]
    place: dict[Dice, int]
    first: tuple[int, ...]
    one_more: tuple[Places, ...]
    one_less: tuple[tuple[Places, Places], ...]
    factors: npt.NDArray[np.int64]
    ways: npt.NDArray[np.int64]
    within: Places

    @property
    def throws(self) -> tuple[Dice, ...]:
        """The whole throws."""
        return self.kept[self.first[self.dice] :]


@lru_cache(maxsize=64)  # of up to five dice with up to six faces
def lattice(dice: int, faces: int) -> Lattice:
    """The tables for so many dice with so many faces.

    >>> five = lattice(5, 6)
    >>> len(five.kept), len(five.throws), int(five.ways.sum())
    (462, 252, 7776)
    """
    sizes = range(dice + 1)
    by_size = [tuple(combinations_with_replacement(range(1, faces + 1), size)) for size in sizes]
    kept = tuple(choice for choices in by_size for choice in choices)
    place = {choice: index for index, choice in enumerate(kept)}
    first = tuple(place[choices[0]] for choices in by_size)
    return Lattice(
        dice,
        faces,
        kept,
        place,
        (*first, len(kept)),
        tuple(_one_more(by_size[size], faces, place, first[size + 1]) for size in range(dice)),
        tuple(_one_less(kept, face, count, place) for face, count in _steps(dice, faces)),
        np.array([faces ** len(choice) for choice in kept]),
        np.array([throws_of(dice, faces).weights[thrown] for thrown in by_size[dice]]),
        _within(kept, by_size[dice], faces),
    )


def _one_more(choices: tuple[Dice, ...], faces: int, place: dict[Dice, int], first: int) -> Places:
    rows = [_with_each(choice, faces, place) for choice in choices]
    return np.array(rows) - first


def _with_each(choice: Dice, faces: int, place: dict[Dice, int]) -> list[int]:
    return [place[tuple(sorted((*choice, face)))] for face in range(1, faces + 1)]


def _steps(dice: int, faces: int) -> list[tuple[int, int]]:
    """(face, how many dice show it): in this order nothing is met twice from a larger choice."""
    return [(face, count) for face in range(1, faces + 1) for count in range(1, dice + 1)]


def _one_less(
    kept: tuple[Dice, ...], face: int, count: int, place: dict[Dice, int]
) -> tuple[Places, Places]:
    found = [choice for choice in kept if choice.count(face) == count]
    less = [place[_without(choice, face)] for choice in found]
    return np.array([place[choice] for choice in found]), np.array(less)


def _without(choice: Dice, face: int) -> Dice:
    at = choice.index(face)
    return choice[:at] + choice[at + 1 :]


def _within(kept: tuple[Dice, ...], throws: tuple[Dice, ...], faces: int) -> Places:
    showing = np.array([[choice.count(face) for face in range(1, faces + 1)] for choice in kept])
    whole = showing[len(kept) - len(throws) :]
    is_part = (showing <= whole[:, None]).all(axis=2)
    widest = int(is_part.sum(axis=1).max())
    # a stable order: the parts first, then what is none, in the place of which stands the throw
    order = np.argsort(~is_part, axis=1, kind="stable")[:, :widest]
    itself = np.arange(len(kept) - len(throws), len(kept))
    return np.where(np.take_along_axis(is_part, order, axis=1), order, itself[:, None])
