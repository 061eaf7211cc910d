"""Sprague-Grundy values of arenas and of their sums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import xor

from ..argument_checks import listed
from ..exact import as_whole
from .arena import Arena, Vertex, an_arena


def mex(values: Iterable[int]) -> int:
    """The smallest whole number of 0 or more that is not among the values.

    >>> mex([0, 1, 3]), mex([])
    (2, 0)
    """
    given = listed(values, "the values", "listed")
    return least_missing({as_whole(value, "a value", 0) for value in given})


def least_missing(present: set[int]) -> int:
    """The mex of the set, whose members are not checked."""
    # At most one step more than there are members, so the sum over an arena is O(V + E).
    least = 0
    while least in present:
        least += 1
    return least


def grundy_values(where: Arena) -> dict[Vertex, int]:
    """{vertex: its Sprague-Grundy value}.

    >>> from exactdice.arenas.arena import arena
    >>> grundy_values(arena({3: [1, 2], 2: [0, 1], 1: [0], 0: []}))
    {3: 0, 2: 2, 1: 1, 0: 0}
    """
    # 0 is right already where nothing follows: the mex of the empty set.
    values = [0] * len(an_arena(where).vertices)
    for k in where.order:
        below = where.successors[k]
        if below:
            values[k] = least_missing({values[successor] for successor in below})
    return dict(zip(where.vertices, values, strict=True))


def nim_sum(values: Iterable[int]) -> int:
    """The value of a sum of games with these values: their xor.

    >>> nim_sum([3, 4, 5])
    2
    """
    given = listed(values, "the values", "listed")
    return reduce(xor, [as_whole(value, "a value", 0) for value in given], 0)


def winning_moves_of_sum(parts: Sequence[Arena]) -> tuple[tuple[int, Vertex], ...]:
    """(part, successor of its start) for each winning move of the sum of the parts, which is never
    built.

    A move wins when it changes the value of its part to the xor of the values of the others.

    >>> from exactdice.arenas.arena import explored_arena
    >>> heap = explored_arena(lambda n: range(n), 5)
    >>> winning_moves_of_sum([heap.at(3), heap.at(4), heap.at(5)])
    ((0, 1),)
    """
    parts = listed(parts, "the parts of a sum", "a list of arenas")
    values = [grundy_values(part) for part in parts]
    # Sprague and Grundy: each part may be replaced by a heap of nim of its value.
    total = nim_sum(of[part.start] for of, part in zip(values, parts, strict=True))
    # The xor of all the others is the total xor the value of this part.
    winning = []
    for k, part in enumerate(parts):
        wanted = values[k][part.start] ^ total
        winning += [(k, s) for s in part.options(part.start) if values[k][s] == wanted]
    return tuple(winning)
