"""Many exact draws at once, from laws that are numbered.

A draw is a whole number below the total of its law, each as likely, as `Distribution.sample` makes
it: no float is involved. The draws of many laws are made together in numpy, where their weights are
short enough for its integers, and one by one where they are not.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from itertools import accumulate
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from ..distribution import Distribution

Numbers = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]
WORD = 64  # the bits of one of numpy's integers
# Totals from here on are long. Sums of the totals of 2^22 shorter laws fit an integer of numpy.
LONG = 1 << 40


class Laws:
    """Laws numbered in the order they are entered. All their outcomes stand in one list, and a draw
    gives the place of an outcome in it.
    """

    def __init__(self) -> None:
        self.outcomes: list[Any] = []
        # By place: the weights up to there of all short laws.
        self._ends = array("q")
        # By law: its first place, the weights before it, and its total (0 where that is long).
        self._firsts, self._starts, self._totals = array("q"), array("q"), array("q")
        self._long: dict[int, list[int]] = {}

    def __len__(self) -> int:
        return len(self._firsts)

    def enter(self, law: Distribution[Any]) -> int:
        """The number of the law, which is entered anew."""
        number = len(self._firsts)
        before = self._ends[-1] if self._ends else 0
        self._firsts.append(len(self.outcomes))
        self._starts.append(before)
        if law.total < LONG:
            self._totals.append(law.total)
            ends = accumulate(law.weights.values(), initial=before)
            next(ends)
            self._ends.extend(ends)
        else:
            self._totals.append(0)
            self._long[number] = list(accumulate(law.weights.values()))
            # Nothing is found at these places, as no weights lie between their ends.
            self._ends.extend([before] * len(law))
        self.outcomes.extend(law.weights)
        return number

    def drawn(self, laws: Numbers, rng: Random) -> Numbers:
        """The place of the outcome drawn from each of the laws with these numbers."""
        totals = seen(self._totals)[laws]
        places = seen(self._firsts)[laws]
        # A law of one outcome takes no chance.
        short = np.flatnonzero(totals > 1)
        found = seen(self._starts)[laws[short]] + all_below(totals[short], rng)
        # The first place whose end is beyond the number that was drawn.
        places[short] = np.searchsorted(seen(self._ends), found, side="right")
        for index in np.flatnonzero(totals == 0).tolist():
            ends = self._long[int(laws[index])]
            places[index] += bisect_right(ends, rng.randrange(ends[-1]))
        return places


def seen(numbers: array[int]) -> Numbers:
    """The array as one of numpy, nothing being copied: not to be kept, as the array cannot grow as
    long as it is looked at.
    """
    return np.frombuffer(numbers, dtype=np.int64)


def all_below(totals: Numbers, rng: Random) -> Numbers:
    """For each total a whole number below it, each as likely."""
    largest = totals - 1
    masks = all_ones(largest)
    drawn = _words(len(totals), rng) & masks
    again = np.flatnonzero(drawn > largest)
    # What is too large is drawn again, so that all that remain are as likely.
    while len(again):
        drawn[again] = _words(len(again), rng) & masks[again]
        again = again[drawn[again] > largest[again]]
    return drawn


def all_ones(numbers: Numbers) -> Numbers:
    """For each number the least one that is not below it and has nothing but ones in base 2."""
    ones = numbers.copy()
    for shift in (1, 2, 4, 8, 16, 32):
        ones |= ones >> shift
    return ones


def _words(count: int, rng: Random) -> Numbers:
    """So many integers of numpy whose bits are all drawn."""
    bits = rng.randrange(1 << WORD * count)
    return np.frombuffer(bits.to_bytes(WORD // 8 * count, "little"), dtype="<i8")
