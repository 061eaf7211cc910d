"""Cycles on which both players choose at once: bounds by bracketing a fixed point.

In such a layer the values v solve v = T(v), where T(v)(s) is the value of the matrix of means at s. They are algebraic numbers and as
a rule irrational, so there is no exact solution in fractions, but bounds as close as asked. Say for the lower ends:

1. *Near the fixed point.* Solve the matrix game of each state at the present v; with both mixtures fixed, the values of the
   layer are a linear system; its solution is the next v (the iteration of Pollatschek and Avi-Itzhak, Management Science 15, 1969:
   Newton's for v = T(v)). Where that comes no nearer, the next v is T(v), which always converges. Nothing is proved here.
2. *Below it.* Play ends whatever the players do, so the mean number w(s) of moves that stay in the layer is bounded, and
   w >= 1 + P w for all choices. With L = v - d w, rounded down, T(L) >= T(v) - d (w - 1) >= L once d is a little more than |T(v) - v|.
3. *Proved.* T(L) >= L is checked in fractions at every state; if it fails, d is doubled. MAX's optimal mixtures in the matrices of L then
   guarantee L: what MAX is paid on average after any number of moves, counting L where play still goes on, is never below L, and play ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from flint import fmpq

from ..distribution import Distribution
from ..game import MAX, Player
from ..graph import StateGraph
from .linear_layer import solve_layer
from .worth import Worth

STEPS = 200  # towards the fixed point, at most
Laws = tuple[Distribution[Any], Distribution[Any]]


def bracket(worth: Worth, layer: list[int], player: Player, bits: int) -> None:
    """Enter what the player guarantees in each state of the layer, as multiples of 2^-bits, and the mixtures that guarantee it.

    The lower ends for MAX, the upper ends for MIN. Play must end whatever the players do.
    """
    grid = 1 << bits
    residual = _approach(worth, layer, grid)
    moves, sign = _moves(worth.graph, layer), 1 if player == MAX else -1
    near = {k: worth.exact[k] for k in layer}
    toll = residual + fmpq(2, grid)
    while True:
        for k in layer:
            scaled = (near[k] - sign * toll * moves[k]) * grid
            worth.enter(k, fmpq(scaled.floor() if player == MAX else scaled.ceil(), grid))
        stages = {k: worth.stage(k) for k in layer}
        if all(sign * (value - worth.exact[k]) >= 0 for k, (value, _) in stages.items()):
            worth.mixtures.update({k: laws for k, (_, laws) in stages.items()})
            return
        toll *= 2


def _approach(worth: Worth, layer: list[int], grid: int) -> fmpq:
    """Enter numbers near the fixed point, and return how far T moves them."""
    for k in layer:
        worth.enter(k, fmpq(0))
    best = None
    for _ in range(STEPS):
        before = {k: worth.exact[k] for k in layer}
        stages = {k: worth.stage(k) for k in layer}
        residual = max(abs(value - before[k]) for k, (value, _) in stages.items())
        if residual * grid <= 1:
            break
        nearer = best is None or residual < best
        best = residual if nearer else best
        following = _followed(worth, layer, stages) if nearer else {k: value for k, (value, _) in stages.items()}
        for k, value in following.items():
            worth.enter(k, fmpq((value * grid).floor(), grid))
    return residual


def _followed(worth: Worth, layer: list[int], stages: dict[int, tuple[fmpq, Laws]]) -> dict[int, fmpq]:
    """The values of the layer when both follow their mixtures."""
    rows: dict[int, dict[int, fmpq]] = {k: {} for k in layer}
    constants = {k: fmpq(0) for k in layer}
    for k in layer:
        for t, chance in _followed_law(worth, k, stages[k][1]):
            if t in rows:
                rows[k][t] = rows[k].get(t, fmpq(0)) + chance
            else:
                constants[k] += worth.exact[t] * chance
    return solve_layer(rows, constants)


def _followed_law(worth: Worth, k: int, laws: Laws) -> Iterable[tuple[int, fmpq]]:
    """(successor, chance) when both follow their mixtures; a successor may come several times."""
    node = worth.graph.nodes[k]
    first, second = (
        [(n, law.weights[a]) for n, a in enumerate(actions) if a in law] for actions, law in zip(node.actions, laws, strict=True)
    )
    both = laws[0].total * laws[1].total
    for a, p in first:
        for b, q in second:
            share = fmpq(p * q, both * node.totals[a][b])
            yield from ((t, share * w) for t, w in node.laws[a][b])


def _moves(graph: StateGraph, layer: list[int]) -> dict[int, fmpq]:
    """More than the mean number of moves that stay in the layer from each of its states, whatever the players do.

    By floats, which is enough: what is built on it is checked.
    """
    inside = dict.fromkeys(layer, 1.0)
    for _ in range(100_000):
        before = dict(inside)
        for k in layer:
            node = graph.nodes[k]
            stays = (sum(w * inside.get(t, 0.0) for t, w in law) / total for law, total in node.moves())
            inside[k] = 1.0 + max(stays)
        if all(inside[k] <= before[k] * (1 + 1e-9) for k in layer):
            break
    return {k: fmpq(*Fraction(1.01 * steps).as_integer_ratio()) for k, steps in inside.items()}
