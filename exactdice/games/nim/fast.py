"""Subtraction games without an explicit graph: their values repeat, so a heap of any size is
answered.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ...arenas.kernels import least_missing
from ...cost import LIFTED, at_most, refuse_costly
from ...errors import UnsolvableError
from ...exact import shown

MOST_HEAP = 1_000_000  # computed before giving up to see a period


@dataclass(frozen=True)
class Periodic:
    """A sequence that repeats: from the place `before` on, `period` values come again and again."""

    values: tuple[int, ...]
    before: int
    period: int

    def value(self, n: int) -> int:
        """The value of place n, however large."""
        beyond = n - self.before
        # before the period sets in the values are kept one by one
        place = n if beyond < 0 else self.before + beyond % self.period
        return self.values[place]


@lru_cache(maxsize=16)
def subtraction_values(takes: tuple[int, ...]) -> Periodic:
    """The Sprague-Grundy values of the heaps 0, 1, 2, ... of a subtraction game.

    A value is the mex of some of the m values before it, m the largest take; so the sequence
    repeats from where m values in a row have come before. The windows of m values are compared with
    one that is renewed at distances that double (R. P. Brent, BIT 20, 1980, 176-184), as bytes,
    since windows of many values may differ in few. Raises
    `UnsolvableError` when no repetition is seen up to a heap of a million.

    >>> found = subtraction_values((1, 3, 4))
    >>> found.before, found.period, [found.value(n) for n in range(9)], found.value(10**100)
    (0, 7, [0, 1, 0, 1, 2, 3, 2, 0, 1], 2)
    """
    what = f"the period of the subtraction game with the takes {shown(takes)}"
    refuse_costly(what, period_steps(takes))
    most = max(takes)
    values = [0]
    width = len(takes).bit_length() // 8 + 1  # bytes of a value, of which none is above len(takes)
    written = bytearray(width)
    kept, kept_at, distance = bytearray(b"\xff"), 0, 1  # no value ends so, as it is far smaller
    most_values = at_most(MOST_HEAP)
    while len(values) < most_values:
        heap = len(values)
        if heap >= most:
            if written.endswith(kept):
                return _periodic(values, kept_at, heap - kept_at)
            if heap - kept_at >= distance:
                kept, kept_at, distance = written[-most * width :], heap, 2 * distance
        options = {values[heap - take] for take in takes if take <= heap}
        values.append(least_missing(options))
        written += values[-1].to_bytes(width, "little")
    raise UnsolvableError(
        f"no period was found up to a heap of {MOST_HEAP} with the takes {shown(takes)}: "
        f"choose smaller takes; {LIFTED}"
    )


def period_steps(takes: tuple[int, ...]) -> int:
    """What the values cost up to where the least period would be seen, with the comparisons."""
    window = min(max(takes), MOST_HEAP)
    values = 2 * window * len(takes)
    compared = window * window // 1000  # a slice of values is compared far faster than one is made
    return values + compared


def _periodic(values: list[int], before: int, period: int) -> Periodic:
    """The sequence with the first place from which it repeats; from `before` it does."""
    while before and values[before - 1] == values[before - 1 + period]:
        before -= 1
    # one period is kept: the others repeat it
    listed = tuple(values[: before + period])
    return Periodic(listed, before, period)
