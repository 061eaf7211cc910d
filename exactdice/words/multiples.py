"""The words of what is counted: shares of n things, and means of n whole numbers."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor

from ..errors import QueryError
from ..exact import Bounds, Exact, ratio, shown, simplest
from .proving import follows
from .register import Argument, few_steps, no_options, quantity, whole


@dataclass(frozen=True)
class Multiples:
    """The numbers k / parts for whole numbers k: for 0..most, or where there is no most for all.

    >>> from fractions import Fraction
    >>> shares = Multiples("share of 13", 13, most=13)
    >>> Fraction(5, 13) in shares, Fraction(14, 13) in shares
    (True, False)
    >>> shares.counts(Bounds(Fraction(3, 10), Fraction(5, 10)))
    range(4, 7)
    >>> shares.around(Fraction(2, 5))
    (Fraction(5, 13), Fraction(6, 13))
    """

    what: str  # each of them is
    parts: int
    most: int | None = None

    def __str__(self) -> str:
        counts = "every whole number" if self.most is None else f"0..{shown(self.most)}"
        return f"k/{shown(self.parts)} for k in {counts}"

    def __contains__(self, number: object) -> bool:
        return isinstance(number, Exact) and bool(self.counts(Bounds(number, number)))

    def counts(self, bounds: Bounds) -> range:
        """The k for which k / parts is within the bounds."""
        first, last = ceil(bounds.lower * self.parts), floor(bounds.upper * self.parts)
        if self.most is not None:
            first, last = max(first, 0), min(last, self.most)
        return range(first, last + 1)

    def around(self, number: Exact) -> tuple[Exact, ...]:
        """Those next to the number, the one at most as great first; one where it is beyond all."""
        below = floor(number * self.parts)
        nearest = {self._allowed(below), self._allowed(below + 1)}
        return tuple(simplest(ratio(count, self.parts)) for count in sorted(nearest))

    def _allowed(self, count: int) -> int:
        return count if self.most is None else min(max(count, 0), self.most)


@follows
@quantity(no_options, cost=few_steps, n="things counted")
def share_of(_: None, n: Argument) -> Multiples:
    """The shares k / n that k of n things can be, for k in 0..n."""
    count = _known_exactly(n, "n")
    return Multiples(f"share of {shown(count)}", count, most=count)


@follows
@quantity(no_options, cost=few_steps, n="whole numbers", items="numbers for each of them")
def mean_of_whole(_: None, n: Argument, items: Argument = 1) -> Multiples:
    """The means that n whole numbers can have, or n means of `items` whole numbers each: all
    k / (n items), for whole k.
    """
    count, each = _known_exactly(n, "n"), _known_exactly(items, "items")
    of_each = f"means of {shown(each)} " if each > 1 else ""
    return Multiples(f"mean of {shown(count)} {of_each}whole numbers", count * each)


def _known_exactly(given: Argument, name: str) -> int:
    """The count; `QueryError` for one of which only bounds are known."""
    if isinstance(given, Bounds):
        raise QueryError(
            f"{name} must be known exactly, got a rounded number: the claim that prints it needs "
            'kind = "exact"'
        )
    return whole(given, name, 1)
