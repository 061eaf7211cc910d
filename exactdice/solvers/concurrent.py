"""Cycles on which both players choose at once: bounds by bracketing a fixed point.

In such a layer the values v solve v = T(v), where T(v)(s) is the value of the matrix of means at s.
They are algebraic numbers and as a rule irrational, so there is no exact solution in fractions, but
bounds as close as asked. Say for the lower ends:

1. *Near the fixed point.* Solve the matrix game of each state at the present v. With both mixtures
   fixed, the values of the layer are a linear system, whose solution is the next v if T moves it
   half as far or less (Pollatschek and Avi-Itzhak, Management Science 15, 1969: Newton's iteration
   for v = T(v)). That can go round in circles, so beside it goes the iteration of Hoffman and Karp,
   which cannot: MAX keeps its mixtures, MIN makes its best reply to them. Nothing is proved here.
2. *Below it.* Play ends whatever the players do, so the largest mean number w(s) of moves that stay
   in the layer solves w = 1 + max P w, exactly. With L = v - d w, rounded down,
   T(L) >= T(v) - d (w - 1) - grid >= L when d = |T(v) - v| + 2 grid.
3. *Proved.* T(L) >= L is checked in fractions at every state. MAX's optimal mixtures in the
   matrices of L then guarantee L: what MAX is paid on average after any number of moves, counting L
   where play still goes on, is never below L, and play ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import NamedTuple

from flint import fmpq

from ..errors import UnsolvableError
from ..exact import shown
from ..game import MAX, MIN, ActionLaw, Player
from ..graph.arrays import StateGraph
from .linear_layer import ONE, ZERO, solve_layer
from .values import Laws, Values

STEPS = 400  # towards the fixed point, at most; ten are usual
FINER = 10  # bits of the search beyond those of the ends

# the chances to be next in states of the layer, and the mean worth of leaving it
Equation = tuple[dict[int, fmpq], fmpq]


def bracket(known: Values, layer: list[int], player: Player, bits: int) -> None:
    """Enter what the player guarantees in each state of the layer, and the mixtures for it.

    The lower ends for MAX, the upper ends for MIN, as multiples of 2^-bits. Play must end whatever
    the players do.
    """
    grid = 1 << bits
    # On a finer grid than the ends, so that the toll is mostly the grid of the ends themselves.
    residual = _approach(known, layer, grid << FINER)
    toll = residual + fmpq(2, grid)
    sign = 1 if player == MAX else -1
    for k, moves in _most_moves(known.graph, layer).items():
        end = known.worth(k) - sign * toll * moves
        known.enter(k, rounded_for(player, end, grid))
    stages = {k: known.stage(k) for k in layer}
    # Step 3 of the module: whatever the search did before, this alone is the proof.
    if any(sign * (value - known.worth(k)) < 0 for k, (value, _) in stages.items()):
        raise UnsolvableError(
            f"the bounds around {shown(known.graph.states[layer[0]])} failed their proof: "
            "please report this game"
        )
    known.mixtures.update({k: laws for k, (_, laws) in stages.items()})


def rounded_for(player: Player, value: fmpq, grid: int) -> fmpq:
    """The value as a multiple of 1 / grid, rounded to where the player's guarantee still holds.

    That is down for MAX and up for MIN.
    """
    scaled = value * grid
    return fmpq(scaled.floor() if player == MAX else scaled.ceil(), grid)


def _approach(known: Values, layer: list[int], grid: int) -> fmpq:
    """Enter numbers near the fixed point, and return how far T moves them."""
    safe = near = _stages(known, layer, dict.fromkeys(layer, ZERO))
    for _ in range(STEPS):
        if near.residual * grid <= 2:  # rounding alone moves them as far
            break
        newton = _stages(known, layer, _rounded(_followed(known, layer, near.laws), grid))
        if 2 * newton.residual <= near.residual:
            near = newton
            continue
        # equations read the worth of other layers alone, so `safe` goes on from where it was
        mixtures = {k: laws[MAX] for k, laws in safe.laws.items()}
        safe = _stages(known, layer, _rounded(_replied(known, layer, mixtures), grid))
        near = min(near, safe, key=attrgetter("residual"))
    _enter(known, near.values)
    return near.residual


class _Stages(NamedTuple):
    """Values of the layer, how far T moves them, and the mixtures of the matrix games at them."""

    values: dict[int, fmpq]
    residual: fmpq
    laws: dict[int, Laws]


def _stages(known: Values, layer: list[int], values: dict[int, fmpq]) -> _Stages:
    """The values with what T makes of them; they are entered."""
    _enter(known, values)
    residual = ZERO
    laws = {}
    for k in layer:
        value, laws[k] = known.stage(k)
        residual = max(residual, abs(value - values[k]))
    return _Stages(values, residual, laws)


def _enter(known: Values, values: Mapping[int, fmpq]) -> None:
    for k, value in values.items():
        known.enter(k, value)


def _rounded(values: Mapping[int, fmpq], grid: int) -> dict[int, fmpq]:
    return {k: fmpq((value * grid).floor(), grid) for k, value in values.items()}


def _followed(known: Values, layer: list[int], laws: Mapping[int, Laws]) -> dict[int, fmpq]:
    """The values of the layer when both follow their mixtures."""
    rows = {}
    constants = {}
    for k in layer:
        rows[k], constants[k] = _mean_equation(known, layer, k, laws[k])
    return solve_layer(rows, constants)


def _mean_equation(known: Values, layer: list[int], k: int, laws: Laws) -> Equation:
    """What follows when both mix: the mean over MIN's actions."""
    first, second = laws
    row: dict[int, fmpq] = {}
    constant = ZERO
    for b, action in enumerate(known.graph.actions(k)[MIN]):
        if action not in second:
            continue
        share = fmpq(second.weights[action], second.total)
        part, leaving = _equation(known, layer, k, first, b)
        for t, p in part.items():
            row[t] = row.get(t, ZERO) + share * p
        constant += share * leaving
    return row, constant


def _replied(known: Values, layer: list[int], mixtures: Mapping[int, ActionLaw]) -> dict[int, fmpq]:
    """The values of the layer when MAX follows its mixtures and MIN replies as well as it can."""
    equations = {}
    for k in layer:
        replies = range(len(known.graph.actions(k)[MIN]))
        equations[k] = [_equation(known, layer, k, mixtures[k], b) for b in replies]
    return _best_choices(equations, -1)


def _equation(known: Values, layer: list[int], k: int, mixture: ActionLaw, b: int) -> Equation:
    """What follows when MAX mixes and MIN plays its action b."""
    graph = known.graph
    rows, columns = graph.actions(k)
    row = dict.fromkeys(layer, ZERO)
    constant = ZERO
    for a, action in enumerate(rows):
        if action not in mixture:
            continue
        m = int(graph.first_move[k]) + a * len(columns) + b
        share = fmpq(mixture.weights[action], mixture.total * graph.total(m))
        for t, w in graph.move(m):
            if t in row:
                row[t] += share * w
            else:
                constant += share * w * known.worth(t)
    return {t: p for t, p in row.items() if p}, constant


def _best_choices(equations: Mapping[int, list[Equation]], sign: int) -> dict[int, fmpq]:
    """x = the best over the choices of constant + row x at each state, by strategy iteration.

    The best is the largest (sign 1) or the least (-1).
    """
    # Any first choice serves, since play ends under every one of them.
    choice = dict.fromkeys(equations, 0)
    while True:
        chosen = {k: offered[choice[k]] for k, offered in equations.items()}
        rows = {k: row for k, (row, _) in chosen.items()}
        x = solve_layer(rows, {k: constant for k, (_, constant) in chosen.items()})
        better = False
        for k, offered in equations.items():
            means = [sign * _mean(equation, x) for equation in offered]
            best = max(means)
            # strictly: the values rise at each switch, so no choice comes twice
            if best > sign * x[k]:
                choice[k] = means.index(best)
                better = True
        if not better:
            return x


def _mean(equation: Equation, x: Mapping[int, fmpq]) -> fmpq:
    row, constant = equation
    return sum((p * x[t] for t, p in row.items()), constant)


def _most_moves(graph: StateGraph, layer: list[int]) -> dict[int, fmpq]:
    """The largest mean number of moves that stay in the layer, from each of its states.

    The largest is over all that the players may do.
    """
    inside = set(layer)
    equations: dict[int, list[Equation]] = {}
    for k in layer:
        equations[k] = []
        for m in graph.moves_of(k):
            total = graph.total(m)
            staying = {t: fmpq(w, total) for t, w in graph.move(m) if t in inside}
            equations[k].append((staying, ONE))
    return _best_choices(equations, 1)
