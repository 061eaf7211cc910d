"""Exact linear equations on a layer: x[s] = constants[s] + sum over t of rows[s][t] x[t].

A depth-first walk of the layer meets every cycle again at some node: those nodes are cut. Every other node, after its
successors, is then a linear function of the cut ones, so only the cut ones make a dense system, solved by python-flint.
In dice games where a turn can be lost a layer of hundreds of nodes often has a single one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from flint import fmpq, fmpq_mat

Row = Mapping[int, fmpq]
Affine = tuple[fmpq, dict[int, fmpq]]  # a constant and the coefficients of cut nodes


def solve_layer(rows: Mapping[int, Row], constants: Mapping[int, fmpq]) -> dict[int, fmpq]:
    """The solution x, which must be unique: from every node the sums of rows lead out of the layer sooner or later.

    >>> half = fmpq(1, 2)
    >>> solve_layer({0: {1: half}, 1: {0: half}}, {0: fmpq(1), 1: fmpq(0)})
    {1: 2/3, 0: 4/3}
    """
    order, cut = _walk(rows)
    affine: dict[int, Affine] = {}
    for s in order:
        affine[s] = _combined(constants[s], rows[s], affine, cut)
    at_cut = _solved([affine[s] for s in cut], cut)
    return {s: sum((a * at_cut[t] for t, a in coefficients.items()), constant) for s, (constant, coefficients) in affine.items()}


def _walk(rows: Mapping[int, Row]) -> tuple[list[int], list[int]]:
    """All nodes, each after its successors but for cut ones, and the cut nodes: those a walk meets again on its path."""
    order: list[int] = []
    cut: dict[int, None] = {}
    state: dict[int, bool] = {}  # True on the path, False when done
    for root in rows:
        path: list[tuple[int, Iterator[int]]] = [] if root in state else [(root, iter(rows[root]))]
        state.setdefault(root, True)
        while path:
            node, successors = path[-1]
            for t in successors:
                if t not in state:
                    state[t] = True
                    path.append((t, iter(rows[t])))
                    break
                if state[t]:
                    cut[t] = None
            else:
                path.pop()
                state[node] = False
                order.append(node)
    return order, list(cut)


def _combined(constant: fmpq, row: Row, affine: Mapping[int, Affine], cut: list[int]) -> Affine:
    """constant + sum of row[t] x[t], with every node that is not cut replaced by its linear function."""
    coefficients: defaultdict[int, fmpq] = defaultdict(fmpq)
    for t, p in row.items():
        if t in cut:
            coefficients[t] += p
        else:
            more, inside = affine[t]
            constant += p * more
            for u, a in inside.items():
                coefficients[u] += p * a
    return constant, dict(coefficients)


def _solved(equations: list[Affine], cut: list[int]) -> dict[int, fmpq]:
    """The cut nodes from their own equations."""
    if not cut:
        return {}
    matrix = [[(s == t) - coefficients.get(t, fmpq(0)) for t in cut] for s, (_, coefficients) in zip(cut, equations, strict=True)]
    solved = fmpq_mat(matrix).solve(fmpq_mat([[constant] for constant, _ in equations]))
    return {s: solved[row, 0] for row, s in enumerate(cut)}
