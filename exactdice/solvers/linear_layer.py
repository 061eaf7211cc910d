"""Exact linear equations on a layer: x[s] = constants[s] + sum over t of rows[s][t] x[t].

Nodes are eliminated one by one, each time the one whose elimination costs least (rows that use it
times entries of its own): x[s] = (constant + others) / (1 - rows[s][s]) goes into the rows that use
s. Layers of games are sparse, so hundreds of nodes often go at the cost of a few products each.
When the cheapest is no longer cheap, what is left is a dense system for python-flint.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify, heappop, heappush

from flint import fmpq, fmpq_mat

Row = dict[int, fmpq]
CHEAP = 60  # products for one elimination; beyond, the dense solver is faster
ZERO = fmpq(0)
ONE = fmpq(1)


def solve_layer(rows: Mapping[int, Row], constants: Mapping[int, fmpq]) -> dict[int, fmpq]:
    """The solution x, which must be unique.

    It is when from every node the sums of rows lead out of the layer sooner or later.

    >>> half = fmpq(1, 2)
    >>> solved = solve_layer({0: {1: half}, 1: {0: half}}, {0: fmpq(1), 1: fmpq(0)})
    >>> solved[0], solved[1]
    (4/3, 2/3)
    """
    system = _System(rows, constants)
    eliminated = system.eliminate()
    x = _dense(system)
    # the row of a node holds only nodes eliminated after it
    for s in reversed(eliminated):
        others = (p * x[t] for t, p in system.rows[s].items())
        x[s] = sum(others, system.constants[s])
    return x


class _System:
    """The equations as far as they are eliminated.

    `users[t]` are the rows still at work that hold t.
    """

    def __init__(self, rows: Mapping[int, Row], constants: Mapping[int, fmpq]) -> None:
        # copied, since elimination changes them
        self.rows = {s: dict(row) for s, row in rows.items()}
        self.constants = dict(constants)
        self.users: dict[int, set[int]] = {s: set() for s in rows}
        for s, row in rows.items():
            for t in row:
                self.users[t].add(s)
        self.left = set(rows)

    def cost(self, s: int) -> int:
        """How many products the elimination of s takes."""
        return len(self.rows[s]) * len(self.users[s])

    def eliminate(self) -> list[int]:
        """The nodes eliminated, in order; the others are left."""
        order: list[int] = []
        heap = [(self.cost(s), s) for s in self.left]
        heapify(heap)
        while heap:
            cost, s = heappop(heap)
            if s not in self.left or cost != self.cost(s):
                continue  # an old entry: a newer one is in the heap
            if cost > CHEAP:
                break
            order.append(s)
            # Costs change for the rows that used s and for what its own row holds, so these alone
            # are entered anew.
            for changed in self._without(s):
                heappush(heap, (self.cost(changed), changed))
        return order

    def _without(self, s: int) -> set[int]:
        """Put x[s] into the rows that use it; the nodes whose cost may have changed."""
        row = self._solved_for(s)
        constant = self.constants[s]
        users = self.users.pop(s) - {s}
        for u in users:
            other = self.rows[u]
            share = other.pop(s)
            self.constants[u] += share * constant
            for t, p in row.items():
                added = share * p
                other[t] = other[t] + added if t in other else added
                self.users[t].add(u)
        for t in row:
            self.users[t].discard(s)
        return users | set(row)

    def _solved_for(self, s: int) -> Row:
        """The row of s without s itself; 1 - rows[s][s] is not 0, as the solution is unique."""
        scale = ONE / (ONE - self.rows[s].pop(s, ZERO))
        row = {t: p * scale for t, p in self.rows[s].items()}
        self.rows[s] = row
        self.constants[s] *= scale
        self.left.discard(s)
        return row


def _dense(system: _System) -> dict[int, fmpq]:
    """The values of the nodes that are left: (1 - rows) x = constants."""
    left = sorted(system.left)
    if not left:
        return {}
    matrix = [_line(system.rows[s], s, left) for s in left]
    right = [[system.constants[s]] for s in left]
    solved = fmpq_mat(matrix).solve(fmpq_mat(right))
    return dict(zip(left, solved.entries(), strict=True))


def _line(row: Row, s: int, left: list[int]) -> list[fmpq]:
    line = [-row.get(t, ZERO) for t in left]
    line[left.index(s)] += ONE
    return line
