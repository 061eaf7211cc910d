"""The turn of many sheets at once, exactly: from what every throw is worth once it is written back
to what the sheet is worth before the first throw.

Numbers are limbs over a power of the faces. Floats made of the exact numbers rule out what is
clearly worse; what they leave is compared exactly (`_settled`), so every choice is a best one and
no value is rounded. The proof of the margin: with values up to B, the bound that their limbs were
made for, a float is off by at most 8 * 2^-53 B (`as_floats`), and the whole number that is made of
it to be compared by one unit, at most 2^-53 B more; so two of them stand in the right order unless
they are within 18 * 2^-53 B, and MARGIN_UNITS is more than three times that.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock

import numpy as np
import numpy.typing as npt

from .lattice import Lattice, Places
from .limbs import Limbs, as_floats, carry, limbs_for, scales, signs

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]
INDEX_BITS = 9  # of a choice among 462
KEY_BITS = 53  # of a value within its bound
MARGIN_UNITS = 64  # of 2^-53 of the bound


@dataclass
class Counts:
    """How often floats left a comparison to exact numbers, and what these said."""

    compared: int = 0
    differed: int = 0  # within the margin, and no tie
    overruled: int = 0  # the float's choice was a worse one
    lock: Lock = field(default_factory=Lock, repr=False)  # parts of a level may be solved at once

    def enter(self, order: Whole) -> None:
        """Count comparisons by their signs."""
        with self.lock:
            self.compared += len(order)
            self.differed += int(np.count_nonzero(order))
            self.overruled += int(np.count_nonzero(order > 0))


@dataclass(frozen=True)
class Turn:
    """The numbers of a turn's values.

    - `bound`: a power of 2 that no value exceeds.
    - `denominator`: of the values once the dice are written.
    - `margin`: in units of 2^-KEY_BITS of the bound, where floats leave a comparison to exact
      numbers; MARGIN_UNITS or more.
    """

    lattice: Lattice
    rerolls: int
    bound: int
    denominator: int
    counts: Counts = field(default_factory=Counts)
    margin: int = MARGIN_UNITS

    def before_first_throw(self, values: Limbs) -> Limbs:
        """[limb, sheet]: the values of sheets, from those of throws [throw, limb, sheet] without
        throws left; both carried.
        """
        scale = int(self.lattice.factors[-1])
        denominator = self.denominator
        for _ in range(self.rerolls):
            kept = self.after_keeping(values)
            denominator *= scale
            chosen = self.best_kept(kept, denominator)
            values = taken(kept, chosen, self._limbs(denominator))
            carry(values)
        return self.mean(values, self._limbs(denominator * scale))

    def _limbs(self, denominator: int) -> int:
        """How many limbs hold every value over the denominator."""
        return limbs_for(self.bound * denominator)

    def mean(self, values: Limbs, count: int) -> Limbs:
        """[limb, sheet]: the sums over the ways to throw all dice, carried, in so many limbs."""
        limbs, sheets = values.shape[1:]
        total = np.zeros((count, sheets), dtype=np.int64)
        total[:limbs] = np.einsum("r,rls->ls", self.lattice.ways, values)
        carry(total)
        return total

    def after_keeping(self, values: Limbs) -> Limbs:
        """[choice, limb, sheet]: what keeping a choice is worth, from what whole throws are worth,
        over a denominator that is faces ** dice times as large; not carried.
        """
        lattice = self.lattice
        found = np.empty((len(lattice.kept), *values.shape[1:]), dtype=values.dtype)
        found[lattice.first[lattice.dice] : lattice.first[lattice.dice + 1]] = values
        for size in reversed(range(lattice.dice)):
            more = found[lattice.first[size + 1] : lattice.first[size + 2]]
            found[lattice.first[size] : lattice.first[size + 1]] = _sums(
                more, lattice.one_more[size]
            )
        found *= lattice.factors[:, None, None]
        return found

    def best_kept(self, kept: Limbs, denominator: int) -> Places:
        """[throw, sheet]: the place of a choice that is worth most."""
        floats = as_floats(kept, scales(denominator, kept.shape[1]))
        best, second = best_two(self.lattice, self._keys(floats))
        rows = slice(self.lattice.first[self.lattice.dice], None)
        best, second = best[rows], second[rows]
        chosen = best & (1 << INDEX_BITS) - 1
        close = (best >> INDEX_BITS) - (second >> INDEX_BITS) <= self.margin
        throws, sheets = np.nonzero(close)
        if len(throws):
            chosen[throws, sheets] = self._settled(kept, floats, throws, sheets, chosen)
        return chosen

    def _keys(self, floats: Floats) -> Whole:
        """Whole numbers in the order of the values, the place of the choice in their last bits."""
        keys = as_keys(floats, self.bound)
        keys |= np.arange(len(keys))[:, None]
        return keys

    def _settled(
        self, kept: Limbs, floats: Floats, throws: Places, sheets: Places, chosen: Places
    ) -> Places:
        """The best choices of these throws of these sheets, by exact comparisons."""
        found = chosen[throws, sheets]
        least = floats[found, sheets] - self.margin * 2.0**-KEY_BITS * self.bound
        for column in self.lattice.within[throws].T:
            near = np.flatnonzero((floats[column, sheets] >= least) & (column != found))
            if len(near):
                at = sheets[near]
                better = self.compared(kept[column[near], :, at], kept[found[near], :, at])
                found[near[better]] = column[near[better]]
        return found

    def compared(self, one: Limbs, other: Limbs) -> Places:
        """Where the first of two numbers [number, limb] is larger; entered in the counts."""
        order = signs(np.ascontiguousarray((one - other).T))
        self.counts.enter(order)
        return np.flatnonzero(order > 0)


def as_keys(floats: Floats, bound: int) -> Whole:
    """Whole numbers in the order of the values, whose last bits are free for an index."""
    keys: Whole = (floats * (2.0**KEY_BITS / bound)).astype(np.int64)
    keys <<= INDEX_BITS
    return keys


def _sums(more: Limbs, places: Places) -> Limbs:
    """The sums of the rows at the places [row, face]."""
    total = more[places[:, 0]]
    for face in range(1, places.shape[1]):
        total += more[places[:, face]]
    return total


def best_two(lattice: Lattice, keys: Whole) -> tuple[Whole, Whole]:
    """[choice, sheet]: the largest and the second largest key among what may be kept of the choice;
    the keys are changed.
    """
    second = np.zeros_like(keys)
    for places, less in lattice.one_less:
        own, others = keys[places], keys[less]
        keys[places] = np.maximum(own, others)
        np.minimum(own, others, out=own)
        np.maximum(own, second[places], out=own)
        second[places] = np.maximum(own, second[less])
    return keys, second


def taken(kept: Limbs, chosen: Places, count: int) -> Limbs:
    """[throw, limb, sheet]: the values of the choices, in so many limbs."""
    limbs, sheets = kept.shape[1:]
    # one flat index for all limbs of a sheet is faster than three
    flat = kept.reshape(-1)
    first = chosen * (limbs * sheets) + np.arange(sheets)
    found = np.zeros((len(chosen), count, sheets), dtype=np.int64)
    for limb in range(limbs):
        found[:, limb] = flat[first + limb * sheets]
    return found
