"""Whole numbers in limbs: arrays of int64 whose first axis, or another, counts digits of base 2^48.

A number is the sum of limb[i] * 2^(48 i). It is *carried* when every limb is at least 0 and below
2^48. Sums of up to 7776 numbers with limbs below 2^49 stay below 2^62, so that nothing overflows
before it is carried.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

Limbs = npt.NDArray[np.int64]

BITS = 48
BYTES = BITS // 8
MASK = (1 << BITS) - 1
TOP = 3  # limbs that a float is made of


def limbs_for(largest: int) -> int:
    """How many limbs hold every number up to the largest."""
    return max(1, -(-largest.bit_length() // BITS))


def from_ints(numbers: Iterable[int], count: int) -> Limbs:
    """[limb, number]: the numbers, none negative, in so many limbs."""
    data = b"".join(number.to_bytes(count * BYTES, "little") for number in numbers)
    return from_bytes(np.frombuffer(data, dtype=np.uint8), count)


def from_bytes(data: npt.NDArray[np.uint8], count: int) -> Limbs:
    """[limb, number]: numbers of so many limbs each, 6 bytes a limb, the lowest first."""
    digits = data.reshape(-1, count, BYTES)
    wide = np.zeros((len(digits), count, 8), dtype=np.uint8)
    wide[:, :, :BYTES] = digits
    return np.ascontiguousarray(wide.view("<i8")[:, :, 0].T)


def to_bytes(limbs: Limbs) -> bytes:
    """Carried numbers [limb, number], 6 bytes a limb, the lowest first."""
    rows = np.ascontiguousarray(limbs.T).astype("<i8")
    return rows.view(np.uint8).reshape(*rows.shape, 8)[:, :, :BYTES].tobytes()


def to_int(limbs: Limbs) -> int:
    """One number, carried or not."""
    return sum(int(limb) << BITS * place for place, limb in enumerate(limbs))


def carry(limbs: Limbs) -> None:
    """Carry numbers [..., limb, number] in place; the last limb takes what is over."""
    for place in range(limbs.shape[-2] - 1):
        limbs[..., place + 1, :] += limbs[..., place, :] >> BITS
        limbs[..., place, :] &= MASK


def scales(denominator: int, count: int) -> list[float]:
    """2^(48 i) / denominator for every limb i, correctly rounded."""
    return [(1 << BITS * place) / denominator for place in range(count)]


def as_floats(limbs: Limbs, scale: list[float]) -> npt.NDArray[np.float64]:
    """Numbers [..., limb, number] over a denominator as floats, from their highest limbs.

    Let the limbs be in [0, 2^62), as many as values up to a bound B take, over this denominator or
    one that is smaller by a factor up to 7776. Then the error is at most 8 * 2^-53 B: each of three
    terms is rounded three times (the limb, its scale, their product) and their sum twice, and the
    limbs left out add less than 2^-80 B.
    """
    top = limbs.shape[-2] - 1
    found: npt.NDArray[np.float64] = limbs[..., top, :] * scale[top]
    for place in range(top - 1, max(-1, top - TOP), -1):
        found += limbs[..., place, :] * scale[place]
    return found


def signs(differences: Limbs) -> npt.NDArray[np.int64]:
    """The signs of numbers [limb, number] whose limbs may be negative; changes its argument."""
    carry(differences)
    lower = (differences[:-1] != 0).any(axis=0)
    top = differences[-1]
    # a carried number is negative only by its last limb, which outweighs all others
    found: npt.NDArray[np.int64] = np.where(top == 0, lower.astype(np.int64), np.sign(top))
    return found
