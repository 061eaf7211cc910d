"""Nim and subtraction games: the rule sheets.

Nim: a move takes any number from one of several heaps; who cannot move loses. Its Sprague-Grundy
value is the xor of the heaps (C. L. Bouton, "Nim, a game with a complete mathematical theory",
Annals of Mathematics 3 (1901), 35-39). A subtraction game has one heap, from which a move takes one
of the given numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from ...exact.cost import STEPS_A_MOVE
from ...exact.errors import RulesError
from ...exact.numbers import as_whole, shown_when_long

Heaps = tuple[int, ...]
DRAWN_HEAP = 50  # of a heap in a picture


def _counts(values: object, what: str, least: int) -> tuple[int, ...]:
    """The values as a tuple of ints, one value alone as a tuple of one; `RulesError` unless each is
    at least `least`.
    """
    numbers = tuple(values) if isinstance(values, (tuple, list)) else (values,)
    return tuple(as_whole(number, what, least) for number in numbers)


@shown_when_long
@dataclass(frozen=True)
class Nim:
    """The rules for these heaps. `RulesError` for a heap that is not an int of 0 or more.

    >>> list(Nim((1, 2)).options((1, 2)))
    [(0, 2), (1, 0), (1, 1)]
    """

    heaps: Heaps

    def __post_init__(self) -> None:
        object.__setattr__(self, "heaps", _counts(self.heaps, "a heap", 0))

    @property
    def start(self) -> Heaps:
        """The heaps."""
        return self.heaps

    @property
    def exploring_cost(self) -> int:
        """What a list of all positions and their moves costs."""
        return STEPS_A_MOVE * prod(heap + 1 for heap in self.heaps) * (sum(self.heaps) // 2 + 1)

    def options(self, heaps: Heaps) -> Iterator[Heaps]:
        """The heaps after each move, by the heap that is taken from, the largest take first."""
        for k, heap in enumerate(heaps):
            # what is left runs upwards, so the largest take comes first
            yield from ((*heaps[:k], left, *heaps[k + 1 :]) for left in range(heap))

    def text(self, heaps: Heaps) -> str:
        """Each heap on a line, drawn while it is small.

        >>> print(Nim((3, 1)).text((3, 0)))
        heap 1: 3 ooo
        heap 2: 0
        """
        lines = []
        for k, heap in enumerate(heaps, 1):
            picture = "o" * heap if heap <= DRAWN_HEAP else "..."
            lines.append(f"heap {k}: {heap} {picture}".rstrip())
        return "\n".join(lines)


@shown_when_long
@dataclass(frozen=True)
class Subtraction:
    """The rules for a heap from which a move takes one of the numbers `takes`.

    `RulesError` unless the heap is an int of 0 or more and the takes are ints of 1 or more.

    >>> list(Subtraction(5, (1, 2, 7)).options(5))
    [4, 3]
    """

    heap: int
    takes: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "heap", as_whole(self.heap, "the heap", 0))
        # in ascending order: the first is the smallest, on which the cost relies
        takes = tuple(sorted(set(_counts(self.takes, "a number to take", 1))))
        if not takes:
            raise RulesError("a subtraction game needs at least one number to take, got none")
        object.__setattr__(self, "takes", takes)

    @property
    def start(self) -> int:
        """The heap."""
        return self.heap

    @property
    def exploring_cost(self) -> int:
        """What a list of all heaps and their moves costs."""
        return STEPS_A_MOVE * (self.heap // self.takes[0] + 1) * len(self.takes)

    def options(self, heap: int) -> Iterator[int]:
        """What is left after each move, the smallest take first."""
        return (heap - take for take in self.takes if take <= heap)
