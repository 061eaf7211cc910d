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
from operator import mul
from typing import NamedTuple

import numpy as np
from flint import fmpq, fmpq_mat

from ..errors import UnsolvableError
from ..exact import shown
from ..game import MAX, NAMES, OTHER, PLAYERS, Player
from ..graph.arrays import BOTH, Ints, StateGraph
from ..graph.order import Choices, Unit, endless, is_acyclic
from .values import ZERO, Values

FREE = fmpq(0)
SWEEPS = 60  # of floats over a layer at most, to propose the first choice: a bad one costs steps
SHOWN = 3  # states that a message names


def ending_choices(graph: StateGraph, player: Player, optimal: Choices) -> dict[int, int]:
    """The optimal actions by which the player ends play; nothing when the first ones do."""
    mine = _of_player(graph, player, optimal)
    # A strategy plays the first optimal action as a rule; another is chosen only where it must be.
    always_first = {k: best[:1] for k, best in mine.items()}
    stuck, _ = endless(graph, player, always_first)
    if not stuck:
        return {}
    _, way = endless(graph, player, mine)
    return {k: way[k] for k in mine if k in way}


def _of_player(graph: StateGraph, player: Player, choices: Choices) -> Choices:
    return {k: best for k, best in choices.items() if graph.to_move[k] == player}


def first_choices(graph: StateGraph, ender: Player = MAX) -> dict[int, int]:
    """A choice for each state of the ender that ends play whatever the other does.

    Nothing when play always ends. Raises `UnsolvableError` naming states where a player cannot end
    play.
    """
    stuck, _ = endless(graph)
    if not stuck:
        return {}
    for player in PLAYERS:
        refuse_endless(graph, player)
    _, way = endless(graph, ender)
    return way


def refuse_endless(graph: StateGraph, player: Player, optimal: Choices | None = None) -> None:
    """Raise `UnsolvableError` unless the player can end play whatever the other does.

    Only by optimal actions, when they are given.
    """
    if is_acyclic(graph):
        return
    allowed = None if optimal is None else _of_player(graph, player, optimal)
    stuck, _ = endless(graph, player, allowed)
    if not stuck:
        return
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


class _Rough(NamedTuple):
    """A move in floats: what it earns outside of the layer, and the chances to stay in it."""

    leaving: float
    chances: list[float]
    inside: list[int]


def choice_in(values: Values, layer: Sequence[int], ending: Mapping[int, int]) -> dict[int, int]:
    """A first choice of action in each state of the layer.

    It is the one that ends play if that is needed, else what floats propose.
    """
    if ending:
        return {k: ending[k] for k in layer}
    moves = _rough_moves(values, layer)
    movers = values.graph.to_move[np.array(layer)].tolist()
    rough = dict.fromkeys(layer, 0.0)
    choice: dict[int, int] = {}
    for _ in range(SWEEPS):
        # A sweep that changes no choice is a good place to stop, as this is a proposal only.
        before = dict(choice)
        for k, player in zip(layer, movers, strict=True):
            means = [_rough_mean(move, rough) for move in moves[k]]
            best = max(means) if player == MAX else min(means)
            # entered at once, so that a sweep carries news further than one move
            choice[k], rough[k] = means.index(best), best
        if choice == before:
            break
    return choice


def _rough_mean(move: _Rough, rough: Mapping[int, float]) -> float:
    staying: float = sum(map(mul, move.chances, map(rough.__getitem__, move.inside)))
    return move.leaving + staying


def _rough_moves(values: Values, layer: Sequence[int]) -> dict[int, list[_Rough]]:
    """The moves of each state of the layer in floats."""
    graph, inside = values.graph, set(layer)
    found: dict[int, list[_Rough]] = {}
    for k in layer:
        found[k] = []
        for m in graph.moves_of(k):
            first, size = graph.lists.first[graph.law[m]], graph.sizes[m]
            chances = graph.lists.chances[first : first + size].tolist()
            leaving, stays, staying = 0.0, [], []
            for t, p in zip(graph.led_to(m, size), chances, strict=True):
                if t in inside:
                    stays.append(p)
                    staying.append(t)
                else:
                    leaving += p * float(values.approx[t])
            found[k].append(_Rough(leaving, stays, staying))
    return found


def iterate(
    values: Values,
    layer: Sequence[int],
    choice: dict[int, int],
    outer: Player = MAX,
    toll: fmpq = FREE,
) -> None:
    """Enter the values of the layer, and all optimal actions, from a first choice.

    In that choice the outer player must end play. Every move inside the layer costs MAX the toll.
    """
    movers = values.graph.to_move[np.array(layer)]
    of_player = {player: np.array(layer)[movers == player] for player in PLAYERS}
    while True:
        for k, value in _values(values, layer, choice, toll).items():
            values.enter(k, value)
        # the outer player switches only when the inner one has made its best reply
        if _switch(values, of_player[OTHER[outer]], choice, toll):
            continue
        if not _switch(values, of_player[outer], choice, toll):
            return


def _values(
    values: Values, layer: Sequence[int], choice: Mapping[int, int], toll: fmpq
) -> dict[int, fmpq]:
    """The values of the layer under the choice."""
    graph, inside = values.graph, set(layer)
    rows: dict[int, dict[int, fmpq]] = {}
    constants: dict[int, fmpq] = {}
    for k in layer:
        m = int(graph.first_move[k]) + choice[k]
        total, rows[k], leaving = graph.total(m), {}, FREE
        for t, w in graph.move(m):
            if t in inside:
                rows[k][t] = fmpq(w, total)
            else:
                leaving += values.worth(t) * w
        constants[k] = leaving / total - toll
    return solve_layer(rows, constants)


def _switch(values: Values, states: Ints, choice: dict[int, int], toll: fmpq) -> bool:
    """Let the player who moves at these states switch to strictly better actions; whether there was
    one.
    """
    switched = False
    if not len(states):
        return switched
    for k, best in values.best(states).items():
        # only when strictly better: switching between equals could go round for ever
        if best - toll != values.exact[k]:
            choice[k], *_ = values.optimal[k] or (0,)
            switched = True
    return switched


# --- linear equations -----------------------------------------------------------------------------


Row = dict[int, fmpq]
CHEAP = 60  # products for one elimination; beyond, the dense solver is faster
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
