"""Directed graphs whose vertices are 0, 1, 2, ...: cycles, strongly connected components, and the
order in which every vertex comes after all its successors.
"""

from __future__ import annotations

from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter

Successors = Sequence[Sequence[int]]  # successors[k]: where the edges from vertex k lead


def predecessors_of(successors: Successors) -> list[list[int]]:
    """For each vertex the vertices with an edge to it.

    >>> predecessors_of([[1, 2], [2], []])
    [[], [0], [0, 1]]
    """
    entering: list[list[int]] = [[] for _ in successors]
    for k, below in enumerate(successors):
        for successor in below:
            entering[successor].append(k)
    return entering


def sinks_first(successors: Successors) -> list[int]:
    """The vertices, each after all its successors, in time O(V + E); the vertices on a cycle and
    those that lead to one are left out.

    >>> sinks_first([[1, 2], [2], []]), sinks_first([[1], [0, 2], []])
    ([2, 1, 0], [2])
    """
    entering = predecessors_of(successors)
    unsettled = [len(below) for below in successors]  # successors that are not in the order so far
    order = [k for k, count in enumerate(unsettled) if not count]
    for k in order:  # grows while it is read
        for predecessor in entering[k]:
            unsettled[predecessor] -= 1
            if not unsettled[predecessor]:
                order.append(predecessor)
    return order


def a_cycle(successors: Successors) -> list[int]:
    """The vertices of one cycle in the order of its edges, the first again at the end; [] when
    there is none.

    >>> a_cycle([[1], [2], [0, 3], []]), a_cycle([[1], []])
    ([0, 1, 2, 0], [])
    """
    try:
        TopologicalSorter(dict(enumerate(successors))).prepare()
    except CycleError as error:
        cycle: list[int] = list(reversed(error.args[1]))
        # Begun at its least vertex, so that a message does not depend on the search.
        least = cycle.index(min(cycle))
        return [*cycle[least:-1], *cycle[:least], cycle[least]]
    return []


def components(successors: Successors) -> list[list[int]]:
    """The strongly connected components, each after all that it leads to, in time O(V + E).

    The algorithm is Tarjan's ("Depth-first search and linear graph algorithms", SIAM Journal on
    Computing 1 (1972), 146-160), without recursion, as graphs are deeper than Python's stack.

    >>> components([[1], [2], [1, 3], []])
    [[3], [2, 1], [0]]
    """
    count = len(successors)
    number = [-1] * count  # of entry; -1 before the vertex is entered
    low = [-1] * count  # the least number of entry that is known to be reached
    left = list(map(iter, successors))  # to be looked at
    pending: list[int] = []  # the vertices in no component yet, as they were entered
    found: list[list[int]] = []
    entries = iter(range(count))
    for start in range(count):
        path = [start] if number[start] < 0 else []
        while path:
            k = path[-1]
            if number[k] < 0:
                number[k] = low[k] = next(entries)
                pending.append(k)
            for successor in left[k]:
                if number[successor] < 0:
                    path.append(successor)
                    break
                if low[successor] < low[k]:
                    low[k] = low[successor]
            else:
                path.pop()
                if low[k] == number[k]:
                    # What was entered from the vertex on is a component.
                    component: list[int] = []
                    while not component or component[-1] != k:
                        vertex = pending.pop()
                        # what is in a component says nothing on those that lead to it
                        low[vertex] = count
                        component.append(vertex)
                    found.append(component)
                if path:
                    low[path[-1]] = min(low[path[-1]], low[k])
    return found
