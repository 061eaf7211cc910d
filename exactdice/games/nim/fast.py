"""Subtraction games without an explicit graph: their values repeat, so a heap of any size is
answered.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ...arenas.arena import least_missing
from ...cost import refuse_costly
from ...errors import UnsolvableError
from ...exact import shown

MOST_HEAP = 1_000_000  # computed before giving up to see a period


@dataclass(frozen=True)
class Periodic:
    """A sequence that repeats: value(n) = values[n] at first, and from `before` on `period` values
    come again and again.
    """

    values: tuple[int, ...]
    before: int
    period: int

    def value(self, n: int) -> int:
        """The value of place n, however large."""
        return self.values[n if n < self.before else self.before + (n - self.before) % self.period]


@lru_cache(maxsize=16)
def subtraction_values(takes: tuple[int, ...]) -> Periodic:
    """The Sprague-Grundy values of the heaps 0, 1, 2, ... of a subtraction game.

    A value is the mex of some of the m values before it, m the largest take; so the sequence
    repeats from where m values in a row have come before. The windows of m values are compared with
    one that is renewed at distances that double (Brent's method). Raises `UnsolvableError` when no
    repetition is seen up to a heap of a million.

    >>> found = subtraction_values((1, 3, 4))
    >>> found.before, found.period, [found.value(n) for n in range(9)], found.value(10**100)
    (0, 7, [0, 1, 0, 1, 2, 3, 2, 0, 1], 2)
    """
    refuse_costly(
        f"the period of the subtraction game with the takes {shown(takes)}", period_steps(takes)
    )
    most, values = max(takes), [0]
    kept, kept_at, distance = [-1], 0, 1
    while len(values) < MOST_HEAP:
        heap = len(values)
        if heap >= most and values[-1] == kept[-1] and values[-most:] == kept:
            return _periodic(values, kept_at, heap - kept_at)
        if heap >= most and heap - kept_at >= distance:
            kept, kept_at, distance = values[-most:], heap, 2 * distance
        values.append(least_missing({values[heap - take] for take in takes if take <= heap}))
    raise UnsolvableError(
        f"no period was found up to a heap of {MOST_HEAP} with the takes {shown(takes)}: "
        "choose smaller takes"
    )


def period_steps(takes: tuple[int, ...]) -> int:
    """What the values cost up to where the least period would be seen, and the comparisons of
    windows of the largest take.
    """
    window = min(max(takes), MOST_HEAP)
    return 2 * window * len(takes) + window * window // 1000


def _periodic(values: list[int], before: int, period: int) -> Periodic:
    """The sequence with the first place from which it repeats; `before` is some place from which it
    does.
    """
    while before and values[before - 1] == values[before - 1 + period]:
        before -= 1
    return Periodic(tuple(values[: before + period]), before, period)
