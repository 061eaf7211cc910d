"""Strategy iteration: games in turns in which play can come back to a state.

The graph falls into layers (strongly connected components), solved one after the other, each after
those it leads to. In a layer that play can come back to, Hoffman and Karp's iteration (Management
Science 12, 1966):

1. Fix a choice for every state; the values of the layer solve one system of linear equations,
   exactly.
2. Where MIN has a strictly better action at these values, let it switch, and go to 1.
3. Where MAX has a strictly better action, let it switch, and go to 1. Otherwise the layer is
   solved.

**It stops.** MAX's strategy always ends play with probability 1 against every strategy of MIN. When
step 3 is reached, MIN's strategy is a best response to MAX's, and the values x hold x <= P x for
every choice of MIN, with equality unless MAX switched. Suppose play could go on for ever after a
switch, in a set of states that it never leaves: the mean of P x - x over the long run is 0 there,
so no state in it was switched, but then MAX's strategy before the switch did not end play. Hence
MAX's strategy keeps ending it, its values never fall and rise somewhere at each switch, and no
strategy comes twice. The same argument, with MAX fixed, bounds step 2. Floats only propose the
first choice.

**It is right.** At the end x = max or min of P x over the actions in every state, and MAX's
strategy ends play: by optional stopping it is paid at least x from each state, whatever MIN does.
If MIN too has optimal actions that end play whatever MAX does, it pays at most x. Then x is the
value, whatever a play without end would be worth. Otherwise the rules do not give the game a value:
they would have to say what such a play pays, and the solver says from which states it can be
forced.

In the linear equations nodes are eliminated one by one, each time the one whose elimination costs
least (rows that use it times entries of its own): x[s] = (constant + others) / (1 - rows[s][s])
goes into the rows that use s. Layers of games are sparse, so hundreds of nodes often go at the cost
of a few products each. When the cheapest is no longer cheap, what is left is a dense system for
python-flint.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import islice
from typing import Any, TypeVar

import numpy as np
from flint import fmpq, fmpq_mat

from ..exact.errors import UnsolvableError
from ..exact.numbers import shown
from ..game.graph.arrays import BOTH, StateGraph
from ..game.graph.order import Choices, Unit, always_ends, endless, is_acyclic
from ..game.protocol import MAX, NAMES, PLAYERS, Player
from ..symbolic.polynomial import Quotient
from .values import ZERO, Values

Tolls = Mapping[int, fmpq]  # what a move at a node costs MAX, beside the payoffs
FREE: Tolls = {}
SWEEPS = 60  # of floats over a layer at most, to propose the first choice: a bad one costs steps
SHOWN = 3  # states that a message names


def first_choices(graph: StateGraph, ender: Player = MAX) -> dict[int, int]:
    """A choice for each state of the ender that ends play whatever the other does.

    Nothing when play always ends. Raises `UnsolvableError` naming states where a player cannot end
    play.
    """
    if always_ends(graph):
        return {}
    ways = [refuse_endless(graph, player) for player in PLAYERS]
    return ways[ender]


def ending_choices(graph: StateGraph, player: Player, optimal: Choices) -> dict[int, int]:
    """The optimal actions by which the player ends play; nothing when the first ones do.

    Raises `UnsolvableError` where optimal actions do not end it.
    """
    mine = {k: best for k, best in optimal.items() if graph.to_move[k] == player}
    way = refuse_endless(graph, player, mine)
    # A strategy plays the first optimal action as a rule; another is chosen only where it must be.
    always_first = {k: best[:1] for k, best in mine.items()}
    stuck, _ = endless(graph, player, always_first)
    return {k: way[k] for k in mine if k in way} if stuck else {}


def refuse_endless(
    graph: StateGraph, player: Player, optimal: Choices | None = None
) -> dict[int, int]:
    """The choices by which the player ends play; `UnsolvableError` unless it can whatever the other
    does.

    Only by optimal actions, when they are given.
    """
    if is_acyclic(graph):
        return {}
    stuck, way = endless(graph, player, optimal)
    if not stuck:
        return way
    names = ", ".join(shown(graph.states[k]) for k in stuck[:SHOWN])
    more = f" and {len(stuck) - SHOWN} more states" if len(stuck) > SHOWN else ""
    chosen = any(len(graph.moves_of(k)) > 1 for k in stuck)
    who = f"{NAMES[player]} cannot end it there" if chosen else "nobody can end it there"
    loss = "" if optimal is None else " without loss"
    raise UnsolvableError(
        f"play need not end from {names}{more}: {who}{loss}, and the rules do not say what "
        "a play without end pays"
    )


def refuse_simultaneous(graph: StateGraph, units: Iterable[Unit]) -> None:
    """Raise `UnsolvableError` naming a state of a cyclic layer where both players choose."""
    for unit in units:
        at_once = unit.states[graph.to_move[unit.states] == BOTH]
        if unit.is_cyclic and len(at_once):
            raise UnsolvableError(
                f"{shown(graph.game)} can come back to {shown(graph.states[at_once[0]])}, "
                "where both players choose at once: its value "
                "need not be a fraction; enclose(game, digits=50) gives bounds if play "
                "always ends"
            )


def choice_in(
    values: Values,
    layer: Sequence[int],
    ending: Mapping[int, int],
) -> dict[int, int]:
    """A first choice of action in each state of the layer.

    It is the one that ends play if that is needed, else what floats propose.
    """
    if ending:
        return {k: ending[k] for k in layer}
    graph, states = values.graph, np.array(layer)
    rough = dict.fromkeys(layer, 0.0)
    moves, counts = graph.moves_from(states)
    laws = graph.laws(moves)
    # Of each state its player and its moves: what they earn outside of the layer, and where they
    # stay in it with which chances.
    offers = []
    for k, player, count in zip(
        layer, graph.to_move[states].tolist(), counts.tolist(), strict=True
    ):
        offered = []
        for after, weights, total in islice(laws, count):
            leaving = 0.0
            staying = []
            for t, w in zip(after, weights, strict=True):
                if t in rough:
                    staying.append((t, w / total))
                else:
                    leaving += w / total * float(values.approx[t])
            offered.append((leaving, staying))
        offers.append((k, player, offered))
    choice: dict[int, int] = {}
    for _ in range(SWEEPS):
        # A sweep that changes no choice is a good place to stop, as this is a proposal only.
        before = dict(choice)
        for k, player, offered in offers:
            means = [sum([p * rough[t] for t, p in staying], earns) for earns, staying in offered]
            # entered at once, so that a sweep carries news further than one move
            rough[k] = max(means) if player == MAX else min(means)
            choice[k] = means.index(rough[k])
        if choice == before:
            break
    return choice


def iterate_strategies(
    values: Values,
    layer: Sequence[int],
    choice: dict[int, int],
    outer: Player = MAX,
    tolls: Tolls = FREE,
) -> None:
    """Enter the values of the layer, and all optimal actions, from a first choice.

    In that choice the outer player must end play.
    """
    graph, states = values.graph, np.array(layer)
    movers = dict(zip(layer, graph.to_move[states].tolist(), strict=True))
    while True:
        # The values under the choice.
        rows: dict[int, dict[int, fmpq]] = {k: {} for k in layer}
        constants: dict[int, fmpq] = {}
        laws = graph.laws(graph.first_move[states] + [choice[k] for k in layer])
        for k, (after, weights, total) in zip(layer, laws, strict=True):
            leaving = ZERO
            for t, w in zip(after, weights, strict=True):
                if t in rows:
                    rows[k][t] = fmpq(w, total)
                else:
                    leaving += values.exact[t] * w
            constants[k] = leaving / total - tolls.get(k, ZERO)
        for k, value in solve_layer(rows, constants).items():
            values.enter(k, value)
        # only where strictly better: switching between equals could go round for ever
        best = values.best(states)
        better = [k for k in layer if best[k] - tolls.get(k, ZERO) != values.exact[k]]
        if not better:
            return
        # the outer player switches only when the inner one has made its best reply
        for k in [k for k in better if movers[k] != outer] or better:
            choice[k] = values.optimal[k][0]


# --- linear equations -----------------------------------------------------------------------------


CHEAP = 60  # products for one elimination; beyond, the dense solver is faster
ONE = fmpq(1)
Number = TypeVar("Number", fmpq, Quotient)


def solve_layer(
    rows: Mapping[int, dict[int, Number]],
    constants: Mapping[int, Number],
    one: Any = ONE,
    cheap: float = CHEAP,
) -> dict[int, Number]:
    """The solution x, which must be unique, of x[s] = constants[s] + sum over t of rows[s][t] x[t];
    `one` is 1 among the coefficients. Eliminations that are not cheap are left to a dense solver of
    fractions.

    It is unique when from every node the sums of rows lead out of the layer sooner or later.

    >>> half = fmpq(1, 2)
    >>> solved = solve_layer({0: {1: half}, 1: {0: half}}, {0: fmpq(1), 1: fmpq(0)})
    >>> solved[0], solved[1]
    (4/3, 2/3)
    """
    # copied, since elimination changes them
    left = {s: dict(row) for s, row in rows.items()}
    constant = dict(constants)
    users: dict[int, set[int]] = {s: set() for s in rows}  # the rows that are left and hold it
    for s, row in rows.items():
        for t in row:
            users[t].add(s)
    eliminated: list[tuple[int, dict[int, Number]]] = []
    heap = [(len(row) * len(users[s]), s) for s, row in left.items()]
    heapify(heap)
    while heap:
        before, s = heappop(heap)
        products = len(left[s]) * len(users[s])
        if products > before:
            heappush(heap, (products, s))  # others may take less by now
        elif products <= cheap:
            row = left.pop(s)
            itself = row.pop(s, None)
            if itself is not None:
                # 1 - row[s] is not 0, as the solution is unique.
                scale = one / (one - itself)
                row = {t: p * scale for t, p in row.items()}
                constant[s] = constant[s] * scale
            eliminated.append((s, row))
            entered = users.pop(s) - {s}  # the rows into which x[s] goes
            for t in row:
                users[t].discard(s)
                users[t] |= entered
            for u in entered:
                other = left[u]
                share = other.pop(s)
                constant[u] = constant[u] + share * constant[s]
                for t, p in row.items():
                    added = share * p
                    other[t] = other[t] + added if t in other else added
    x: dict[int, Any] = _dense(left, constant)
    # the row of a node holds only nodes eliminated after it
    for s, row in reversed(eliminated):
        x[s] = constant[s]
        for t, p in row.items():
            x[s] += p * x[t]
    return x


def _dense(rows: Mapping[int, dict[int, Any]], constants: Mapping[int, Any]) -> dict[int, Any]:
    """The solution of (1 - rows) x = constants as a dense system."""
    if not rows:
        return {}
    matrix: list[list[fmpq]] = []
    for row in rows.values():
        line = [-row.get(t, ZERO) for t in rows]
        line[len(matrix)] += ONE
        matrix.append(line)
    solved = fmpq_mat(matrix).solve(fmpq_mat([[constants[s]] for s in rows]))
    return dict(zip(rows, solved.entries(), strict=True))
