"""Kernels of arenas with their steps, winning positions, moves and strategies; Sprague-Grundy
values of arenas and of their sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...exact.argument_checks import a_truth
from ...game.digraphs import predecessors_of
from .arena import Arena, Vertex, an_arena


def winning_positions(where: Arena, misere: bool = False) -> frozenset[Vertex]:
    """The vertices from which the player to move wins.

    Some move leads to a vertex from which the other does not.

    >>> from exactdice.solvers.arenas.arena import arena
    >>> sorted(winning_positions(arena({3: [1, 2], 2: [0, 1], 1: [0], 0: []})))
    [1, 2]
    """
    return frozenset(where.vertices[k] for k, wins in enumerate(_wins(where, misere)) if wins)


def _wins(where: Arena, misere: bool) -> list[bool]:
    """For each index whether the player to move wins there."""
    # who cannot move wins in misere play, and loses otherwise
    wins = [a_truth(misere, "misere")] * len(an_arena(where).vertices)
    for k in where.order:  # every index after those of its successors
        below = where.successors[k]
        if below:
            wins[k] = not all(wins[successor] for successor in below)
    return wins


def kernel(where: Arena) -> frozenset[Vertex]:
    """The kernel of the arena: the set of the vertices from which the player to move loses.

    >>> from exactdice.solvers.arenas.arena import arena
    >>> sorted(kernel(arena({3: [1, 2], 2: [0, 1], 1: [0], 0: []})))
    [0, 3]
    """
    return frozenset(an_arena(where).vertices) - winning_positions(where)


def winning_moves(
    where: Arena, vertex: Vertex | None = None, misere: bool = False
) -> tuple[Vertex, ...]:
    """The successors of the vertex (default: the start) from which the other player loses.

    () where the player to move loses.
    """
    wins = _wins(where, misere)
    k = where.number(where.start if vertex is None else vertex)
    return tuple(where.vertices[s] for s in where.successors[k] if not wins[s])


def winning_strategy(where: Arena, misere: bool = False) -> dict[Vertex, Vertex]:
    """{vertex: the first successor from which the other player loses}.

    It holds the winning positions that have a move.

    >>> from exactdice.solvers.arenas.arena import arena
    >>> winning_strategy(arena({3: [1, 2], 2: [0, 1], 1: [0], 0: []}))
    {2: 0, 1: 0}
    """
    wins = _wins(where, misere)
    strategy: dict[Vertex, Vertex] = {}
    for vertex, below in zip(where.vertices, where.successors, strict=True):
        winning = [s for s in below if not wins[s]]
        if winning:
            strategy[vertex] = where.vertices[winning[0]]
    return strategy


@dataclass(frozen=True)
class KernelStep:
    """One step of building a kernel: this vertex without successors joins it.

    It and its predecessors leave the graph.
    """

    sink: Vertex
    predecessors: tuple[Vertex, ...]


def kernel_steps(where: Arena) -> Iterator[KernelStep]:
    """The steps that build the kernel.

    As long as vertices are left, take one without successors and remove it and its predecessors. In
    the arena's order a vertex that is still there has lost all its successors, so all steps
    together take time O(V + E).

    >>> from exactdice.solvers.arenas.arena import arena
    >>> [step.sink for step in kernel_steps(arena({3: [1, 2], 2: [0, 1], 1: [0], 0: []}))]
    [0, 3]
    """
    entering = predecessors_of(an_arena(where).successors)
    # Marked rather than removed: each vertex and edge is then looked at a fixed number of times.
    left = [True] * len(where.vertices)
    for k in where.order:
        if left[k]:
            removed = [p for p in entering[k] if left[p]]
            for p in (k, *removed):
                left[p] = False
            yield KernelStep(where.vertices[k], tuple(where.vertices[p] for p in removed))


# --- Sprague-Grundy values ------------------------------------------------------------------------


def mex(values: Iterable[int]) -> int:
    """The smallest whole number of 0 or more that is not among the values.

    >>> mex([0, 1, 3]), mex([])
    (2, 0)
    """
    present = set(values)
    # At most one step more than there are members, so the sum over an arena is O(V + E).
    least = 0
    while least in present:
        least += 1
    return least


def grundy_values(where: Arena) -> dict[Vertex, int]:
    """{vertex: its Sprague-Grundy value}.

    >>> from exactdice.solvers.arenas.arena import arena
    >>> grundy_values(arena({3: [1, 2], 2: [0, 1], 1: [0], 0: []}))
    {3: 0, 2: 2, 1: 1, 0: 0}
    """
    values = [0] * len(an_arena(where).vertices)
    for k in where.order:
        values[k] = mex([values[successor] for successor in where.successors[k]])
    return dict(zip(where.vertices, values, strict=True))
