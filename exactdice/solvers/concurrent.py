"""Cycles on which both players choose at once: bounds by bracketing a fixed point.

In such a layer the values v solve v = T(v), where T(v)(s) is the value of the matrix of means at s.
They are algebraic numbers and as a rule irrational, so there is no exact solution in fractions, but
bounds as close as asked. Say for the lower ends:

1. *Near the fixed point.* Solve the matrix game of each state at the present v; with both mixtures fixed, the values of the
   layer are a linear system, whose solution is the next v if T moves it half as far or less (Pollatschek and Avi-Itzhak, Management
   Science 15, 1969: Newton's iteration for v = T(v)). That can go round in circles, so beside it goes the iteration of Hoffman and Karp,
   which cannot: MAX keeps its mixtures, MIN makes its best reply to them. Nothing is proved here.
2. *Below it.* Play ends whatever the players do, so the largest mean number w(s) of moves that stay in the layer solves
   w = 1 + max P w, exactly. With L = v - d w, rounded down, T(L) >= T(v) - d (w - 1) - grid >= L when d = |T(v) - v| + 2 grid.
3. *Proved.* T(L) >= L is checked in fractions at every state. MAX's optimal mixtures in the matrices of L then
   guarantee L: what MAX is paid on average after any number of moves, counting L where play still goes on, is never below L, and play ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flint import fmpq

from ..distribution import Distribution
from ..errors import UnsolvableError
from ..exact import shown
from ..game import MAX, MIN, Player
from ..graph import StateGraph
from .linear_layer import ONE, solve_layer
from .worth import Worth

STEPS = 400  # towards the fixed point, at most; ten are usual
FINER = 10  # bits of the search beyond those of the ends
ZERO = fmpq(0)
Laws = tuple[Distribution[Any], Distribution[Any]]
Equation = tuple[
    dict[int, fmpq], fmpq
]  # the chances to be next in states of the layer, and the mean worth of leaving it


def bracket(worth: Worth, layer: list[int], player: Player, bits: int) -> None:
    """Enter what the player guarantees in each state of the layer, as multiples of 2^-bits, and the
    mixtures that guarantee it.

    The lower ends for MAX, the upper ends for MIN. Play must end whatever the players do.
    """
    grid = 1 << bits
    toll = _approach(worth, layer, grid << FINER) + fmpq(2, grid)
    moves, sign = _most_moves(worth.graph, layer), 1 if player == MAX else -1
    for k in layer:
        scaled = (worth.exact[k] - sign * toll * moves[k]) * grid
        worth.enter(k, fmpq(scaled.floor() if player == MAX else scaled.ceil(), grid))
    stages = {k: worth.stage(k) for k in layer}
    if any(sign * (value - worth.exact[k]) < 0 for k, (value, _) in stages.items()):
        raise UnsolvableError(
            f"the bounds around {shown(worth.graph.nodes[layer[0]].state)} failed their proof: "
            "please report this game"
        )
    worth.mixtures.update({k: laws for k, (_, laws) in stages.items()})


def _approach(worth: Worth, layer: list[int], grid: int) -> fmpq:
    """Enter numbers near the fixed point, and return how far T moves them."""
    safe = near = _stages(worth, layer, dict.fromkeys(layer, ZERO))
    for _ in range(STEPS):
        if near.residual * grid <= 2:
            break
        newton = _stages(worth, layer, _rounded(_followed(worth, layer, near.laws), grid))
        if 2 * newton.residual <= near.residual:
            near = newton
            continue
        _enter(worth, safe.values)
        safe = _stages(
            worth,
            layer,
            _rounded(_replied(worth, layer, {k: laws[MAX] for k, laws in safe.laws.items()}), grid),
        )
        near = min(near, safe, key=lambda found: found.residual)
    _enter(worth, near.values)
    return near.residual


class _Stages(NamedTuple):
    """Values of the layer, how far T moves them, and the mixtures of the matrix games at them."""

    values: dict[int, fmpq]
    residual: fmpq
    laws: dict[int, Laws]


def _stages(worth: Worth, layer: list[int], values: dict[int, fmpq]) -> _Stages:
    _enter(worth, values)
    stages = {k: worth.stage(k) for k in layer}
    return _Stages(
        values,
        max(abs(value - values[k]) for k, (value, _) in stages.items()),
        {k: laws for k, (_, laws) in stages.items()},
    )


def _enter(worth: Worth, values: Mapping[int, fmpq]) -> None:
    for k, value in values.items():
        worth.enter(k, value)


def _rounded(values: Mapping[int, fmpq], grid: int) -> dict[int, fmpq]:
    return {k: fmpq((value * grid).floor(), grid) for k, value in values.items()}


def _followed(worth: Worth, layer: list[int], laws: Mapping[int, Laws]) -> dict[int, fmpq]:
    """The values of the layer when both follow their mixtures."""
    rows, constants = {}, {}
    for k in layer:
        first, second = laws[k]
        parts = [
            (fmpq(second.weights[action], second.total), _equation(worth, layer, k, first, b))
            for b, action in enumerate(worth.graph.nodes[k].actions[MIN])
            if action in second
        ]
        rows[k] = {
            t: sum((share * row.get(t, ZERO) for share, (row, _) in parts), ZERO)
            for _, (row, _) in parts
            for t in row
        }
        constants[k] = sum((share * constant for share, (_, constant) in parts), ZERO)
    return solve_layer(rows, constants)


def _replied(
    worth: Worth, layer: list[int], mixtures: Mapping[int, Distribution[Any]]
) -> dict[int, fmpq]:
    """The values of the layer when MAX follows its mixtures and MIN replies as well as it can."""
    equations = {
        k: [
            _equation(worth, layer, k, mixtures[k], b)
            for b in range(len(worth.graph.nodes[k].actions[MIN]))
        ]
        for k in layer
    }
    return _best_choices(equations, -1)


def _equation(
    worth: Worth, layer: list[int], k: int, mixture: Distribution[Any], b: int
) -> Equation:
    """What follows when MAX mixes and MIN plays its action b."""
    node = worth.graph.nodes[k]
    row, constant = dict.fromkeys(layer, ZERO), ZERO
    for a, action in enumerate(node.actions[MAX]):
        if action in mixture:
            share = fmpq(mixture.weights[action], mixture.total * node.totals[a][b])
            for t, w in node.laws[a][b]:
                if t in row:
                    row[t] += share * w
                else:
                    constant += share * w * worth.exact[t]
    return {t: p for t, p in row.items() if p}, constant


def _best_choices(equations: Mapping[int, list[Equation]], sign: int) -> dict[int, fmpq]:
    """x = the best over the choices of constant + row x at each state, the largest (sign 1) or the
    least (-1): strategy iteration.
    """
    choice = dict.fromkeys(equations, 0)
    while True:
        x = solve_layer(
            {k: e[choice[k]][0] for k, e in equations.items()},
            {k: e[choice[k]][1] for k, e in equations.items()},
        )
        better = False
        for k, offered in equations.items():
            means = [
                sign * sum((p * x[t] for t, p in row.items()), constant)
                for row, constant in offered
            ]
            best = max(means)
            if best > sign * x[k]:
                choice[k], better = means.index(best), True
        if not better:
            return x


def _most_moves(graph: StateGraph, layer: list[int]) -> dict[int, fmpq]:
    """The largest mean number of moves that stay in the layer from each of its states, over all
    that the players may do.
    """
    inside = set(layer)
    equations: dict[int, list[Equation]] = {}
    for k in layer:
        equations[k] = [
            ({t: fmpq(w, total) for t, w in law if t in inside}, ONE)
            for law, total in graph.nodes[k].moves()
        ]
    return _best_choices(equations, 1)
