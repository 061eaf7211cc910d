"""How often play is at each state, when nothing is left to choose.

n(t) = [t is the start] + sum over s of n(s) P(s -> t): the same sums as those of values, on the
graph with every way turned round.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf, lcm

import numpy as np
from flint import fmpq

from ..exact import as_exact
from ..game import MAX, WAIT
from ..graph.arrays import FINISHED, Ints, StateGraph, WeightLists, menu_of, ranges
from ..graph.order import units_of
from ..solvers.cyclic import refuse_endless
from ..solvers.linear_layer import solve_layer
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
            for k, often in _inside(turned, times, unit.states.tolist()).items():
                times.enter(k, often)
        else:
            times.settle(unit.states)
    return [Fraction(as_exact(times.worth(k))) for k in range(len(graph))]


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


def _inside(turned: StateGraph, times: Values, layer: list[int]) -> dict[int, fmpq]:
    """The visits to the nodes of a cyclic layer, given how often play is at those before it."""
    inside = set(layer)
    rows: dict[int, dict[int, fmpq]] = {}
    constants: dict[int, fmpq] = {}
    for t in layer:
        (m,) = turned.moves_of(t)
        rows[t], constants[t] = {}, fmpq(int(t == 0))
        for s, weight in turned.move(m):
            chance = fmpq(weight, turned.total(m))
            if s in inside:
                rows[t][s] = rows[t].get(s, fmpq(0)) + chance
            else:
                constants[t] += chance * times.worth(s)
    return solve_layer(rows, constants)
