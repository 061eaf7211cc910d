"""How often play is at each state, when nothing is left to choose.

n(t) = [t is the start] + sum over s of n(s) P(s -> t): each state hands on what has come to it.

Let N be how often play is in a set C of nodes, and h(s) = [s in C] + sum over t of P(s -> t) h(t)
its mean when play begins in s. Each visit to C is followed by the later ones, so that
E[N^2] = sum over s in C of n(s) (2 h(s) - 1).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import inf

from flint import fmpq

from ...exact.numbers import Exact, as_exact, simplest
from ...game.graph.arrays import StateGraph
from ...game.graph.order import units_of
from ...game.protocol import MAX
from ..cyclic import refuse_endless, solve_layer
from ..iteration import exact_values
from ..values import ZERO


def visits(graph: StateGraph) -> list[Fraction]:
    """How many times play from node 0 is at each node on average, in a graph without choices.

    Raises `UnsolvableError` when play need not end.
    """
    refuse_endless(graph, MAX)
    times = [ZERO] * len(graph)
    times[0] = fmpq(1)
    for unit in reversed(units_of(graph)):  # each after all that lead to it
        states = unit.states.tolist()
        inside = set(states if unit.is_cyclic else ())
        if inside:
            rows: dict[int, dict[int, fmpq]] = {t: {} for t in states}
            for s in states:
                for t, chance in _ways(graph, s):
                    if t in inside:
                        rows[t][s] = chance
            for t, often in solve_layer(rows, {t: times[t] for t in states}).items():
                times[t] = often
        for s in states:
            often = times[s]
            if often and s not in graph.payoffs:
                for t, chance in _ways(graph, s):
                    if t not in inside:
                        times[t] += often * chance
    return [Fraction(as_exact(often)) for often in times]


def _ways(graph: StateGraph, node: int) -> Iterator[tuple[int, fmpq]]:
    """Where the one move at the node leads, with the chances."""
    ((law, total),) = map(graph.move, graph.moves_of(node))
    return ((t, fmpq(weight, total)) for t, weight in law)


def count_moments(
    graph: StateGraph, times: Sequence[Fraction], counted: Sequence[bool]
) -> tuple[Exact, Exact]:
    """The mean and the variance of how often play is at counted nodes, none of them finished;
    `times` is what `visits` finds of the graph.
    """
    # How often play is at counted nodes on average, from each node on: each of them pays 1.
    pays = {k: fmpq(-1) for k, is_counted in enumerate(counted) if is_counted}
    later = exact_values(graph.paying(dict.fromkeys(graph.payoffs, 0)), pays)
    here = [k for k, is_counted in enumerate(counted) if is_counted and times[k]]
    mean = sum((times[k] for k in here), Fraction(0))
    square = sum((times[k] * (2 * as_exact(later[k]) - 1) for k in here), Fraction(0))
    return simplest(mean), simplest(square - mean * mean)


def least_count(graph: StateGraph, counted: Sequence[bool]) -> int:
    """The least number of counted nodes on a way of play from node 0 to an end."""
    led_to = graph.all_successors()
    least, near = {0: 0}, deque([0])  # nodes, those with the fewest counted before them first
    while near:
        k = near.popleft()
        if k in graph.payoffs:
            return least[k]
        here = least[k] + counted[k]
        for after in led_to[k]:
            if here < least.get(after, inf):
                least[after] = here
                near.append(after) if counted[k] else near.appendleft(after)
    raise AssertionError("play comes to an end, as `visits` found")
