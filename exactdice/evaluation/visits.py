"""How often play is at each state, when nothing is left to choose.

n(t) = [t is the start] + sum over s of n(s) P(s -> t): the same sums as those of values, on the
graph with every way turned round.

Let N be how often play is in a set C of nodes, and h(s) = [s in C] + sum over t of P(s -> t) h(t)
its mean when play begins in s. Each visit to C is followed by the later ones, so that
E[N^2] = sum over s in C of n(s) (2 h(s) - 1).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from fractions import Fraction
from math import inf, lcm

import numpy as np
import numpy.typing as npt
from flint import fmpq

from ..exact import Exact, as_exact, simplest
from ..game import MAX, WAIT
from ..graph.arrays import FINISHED, Ints, StateGraph, WeightLists, menu_of, ranges
from ..graph.order import units_of
from ..solvers.cyclic import refuse_endless, solve_layer
from ..solvers.values import Values

LONGEST = 2**62  # total of the weights of a state that are kept in int64


def visits(graph: StateGraph) -> list[Fraction]:
    """How many times play from node 0 is at each node on average, in a graph without choices.

    Raises `UnsolvableError` when play need not end.
    """
    refuse_endless(graph, MAX)
    turned = turned_round(graph)
    times = Values(turned, budget=inf)
    for unit in reversed(units_of(graph)):  # each after all that lead to it
        if unit.is_cyclic:
            begun = {k: fmpq(int(k == 0)) for k in unit.states.tolist()}
            for k, often in _inside(turned, times, begun).items():
                times.enter(k, often)
        else:
            times.settle(unit.states)
    return [Fraction(as_exact(times.worth(k))) for k in range(len(graph))]


def count_moments(
    graph: StateGraph, times: Sequence[Fraction], counted: Sequence[bool]
) -> tuple[Exact, Exact]:
    """The mean and the variance of how often play is at counted nodes, none of them finished;
    `times` is what `visits` finds of the graph.
    """
    later = _counts_from(graph, np.array(counted, dtype=bool))
    here = [k for k, is_counted in enumerate(counted) if is_counted and times[k]]
    mean = sum((times[k] for k in here), Fraction(0))
    square = sum((times[k] * (2 * as_exact(later.worth(k)) - 1) for k in here), Fraction(0))
    return simplest(mean), simplest(square - mean * mean)


def least_count(graph: StateGraph, counted: Sequence[bool]) -> int:
    """The least number of counted nodes on a way of play from node 0 to an end."""
    every = np.arange(len(graph))
    led_to = np.split(graph.led_to_from(every), np.cumsum(graph.width)[:-1])
    least, near = {0: 0}, deque([0])  # nodes, those with the fewest counted before them first
    while near:
        k = near.popleft()
        if k in graph.payoffs:
            return least[k]
        here = least[k] + counted[k]
        for after in led_to[k].tolist():
            if here < least.get(after, inf):
                least[after] = here
                near.append(after) if counted[k] else near.appendleft(after)
    raise AssertionError("play comes to an end, as `visits` found")


def _counts_from(graph: StateGraph, counted: npt.NDArray[np.bool_]) -> Values:
    """How often play is at counted nodes on average, from each node on."""
    graph = graph.paying(dict.fromkeys(graph.payoffs, 0))
    later = Values(graph, budget=inf)
    for unit in units_of(graph):
        here = counted[unit.states]
        if unit.is_cyclic:
            layer = unit.states.tolist()
            constants = dict(zip(layer, map(fmpq, here.astype(int).tolist()), strict=True))
            for k, often in _inside(graph, later, constants).items():
                later.enter(k, often)
        else:
            later.settle(unit.states[~here])
            later.settle(unit.states[here], lambda after: after + 1)
    return later


def turned_round(graph: StateGraph) -> StateGraph:
    """The graph with every way turned round: the one move at a state leads to those before it, and
    what it says of numbers n(s) is the sum of n(s) P(s -> t). Play is at node 0 once to begin with.
    """
    every = np.arange(len(graph))
    led_to = graph.led_to_from(every)
    order = np.argsort(led_to, kind="stable")
    first = np.searchsorted(led_to[order], np.arange(len(graph) + 1))
    # Where nothing leads to, play is once or never.
    is_led_to = np.diff(first) > 0
    payoffs = {int(k): int(k == 0) for k in np.flatnonzero(~is_led_to)}
    menu = np.where(is_led_to, 0, FINISHED)
    parts = (graph.game, graph.states, graph.index, payoffs, [menu_of(((WAIT,), (WAIT,)))], menu)
    moves = np.flatnonzero(is_led_to)
    begun = np.concatenate([[0], np.cumsum(is_led_to)])
    sources = np.repeat(every, graph.width)[order]
    lists = _lists(graph, np.append(first[moves], first[-1]), order)
    return StateGraph(*parts, begun, first[moves], np.arange(len(moves)), sources, lists)


def _lists(graph: StateGraph, first: Ints, order: Ints) -> WeightLists:
    """The weights of the ways that lead to each state, over a common total."""
    laws = np.repeat(graph.law, graph.sizes)[order]
    places = ranges(graph.lists.first[graph.law], graph.sizes)[order]
    totals = graph.lists.totals
    common = lcm(*totals)
    if common <= LONGEST:
        factors = np.array([common // total for total in totals])
        weights = graph.lists.weights[places] * factors[laws]
        return WeightLists(first, weights, [common] * (len(first) - 1))
    return _long_lists(graph.lists, first, laws, places)


def _long_lists(lists: WeightLists, first: Ints, laws: Ints, places: Ints) -> WeightLists:
    """The same where no common total is short: each state has its own."""
    long, commons = {}, []
    for k, (start, end) in enumerate(zip(first[:-1].tolist(), first[1:].tolist(), strict=True)):
        here = laws[start:end].tolist()
        at = (places[start:end] - lists.first[laws[start:end]]).tolist()
        commons.append(lcm(*{lists.totals[law] for law in here}))
        long[k] = tuple(
            [
                lists[law][place] * (commons[-1] // lists.totals[law])
                for law, place in zip(here, at, strict=True)
            ]
        )
    return WeightLists(first, np.zeros(int(first[-1]), dtype=np.int64), commons, long)


def _inside(graph: StateGraph, known: Values, constants: dict[int, fmpq]) -> dict[int, fmpq]:
    """The numbers x(s) = constants[s] + sum over t of P(s -> t) x(t) of the nodes of a cyclic
    layer, given those of all nodes outside that it leads to.
    """
    rows: dict[int, dict[int, fmpq]] = {}
    sums = dict(constants)
    for s in constants:
        (m,) = graph.moves_of(s)
        rows[s] = {}
        for t, weight in graph.move(m):
            chance = fmpq(weight, graph.total(m))
            if t in constants:
                rows[s][t] = rows[s].get(t, fmpq(0)) + chance
            else:
                sums[s] += chance * known.worth(t)
    return solve_layer(rows, sums)
