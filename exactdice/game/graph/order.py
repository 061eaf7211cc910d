"""The order in which a graph is solved, in levels, each after all that it leads to; and whether
play must end, and by which choices.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...exact.argument_checks import raise_rule_failed
from ...exact.errors import RulesError, UnsolvableError
from ...exact.numbers import shown, whole_or_none
from ..digraphs import a_cycle, components
from ..optional import SupportsLevel
from ..protocol import MAX, MIN, Player, State
from .arrays import Ints, StateGraph, ranges


@dataclass(frozen=True, eq=False)
class Unit:
    """States that are solved together: none of them leads to another, or it is a strongly connected
    component. Components of one depth, which is 0 where there is no cycle, do not lead to each
    other.
    """

    states: Ints
    depth: int = 0

    @property
    def is_cyclic(self) -> bool:
        """Whether play can come back to each of its states."""
        return self.depth > 0


def units(graph: StateGraph) -> list[Unit]:
    """All states of the graph in units, each after all that it leads to.

    A game that offers `level` is taken at its word once that has been checked at every move.
    """
    if not isinstance(graph.game, SupportsLevel):
        return _searched(graph)
    exact = [level_at(graph.game, state) for state in graph.states[: len(graph)]]
    # By their ranks, which are short.
    _, levels = np.unique(np.array(exact, dtype=object), return_inverse=True)
    for some in graph.batches(np.arange(len(graph))):
        successors = graph.led_to_from(some)
        sources = np.repeat(some, graph.width[some])
        wrong = np.flatnonzero(levels[successors] <= levels[sources])
        if len(wrong):
            k, t = int(sources[wrong[0]]), int(successors[wrong[0]])
            raise RulesError(
                f"level must grow with every move, but it is {exact[k]} at "
                f"{shown(graph.states[k])} and {exact[t]} at {shown(graph.states[t])}, which "
                "can follow: without level the order is found by a search"
            )
    order = np.argsort(-levels, kind="stable")
    ends = np.flatnonzero(np.diff(levels[order])) + 1
    return [Unit(states) for states in np.split(order, ends)]


def is_acyclic(graph: StateGraph) -> bool:
    """Whether play always moves on."""
    return not any(unit.is_cyclic for unit in units_of(graph))


def units_of(graph: StateGraph) -> list[Unit]:
    """The units, found once for a graph."""
    known: list[Unit] | None = graph.__dict__.get("units")
    if known is None:
        known = graph.__dict__["units"] = units(graph)
    return known


def _searched(graph: StateGraph) -> list[Unit]:
    """Levels from the ends of play backwards, and after them what they leave: cycles and what leads
    there.
    """
    count = len(graph)
    # One number, successor * count + state, for each way from state to state.
    parts = []
    for some in graph.batches(np.arange(count)):
        ways = graph.led_to_from(some).astype(np.int64) * count
        ways += np.repeat(some, graph.width[some])
        ways.sort()
        parts.append(ways[np.diff(ways, prepend=-1) != 0])
    ways = np.concatenate(parts)
    ways.sort()
    led_to, sources = np.divmod(ways, count)
    first = np.searchsorted(led_to, np.arange(count + 1))
    unsettled = np.bincount(sources, minlength=count)
    found: list[Unit] = []
    level: Ints = np.flatnonzero(unsettled == 0)
    while len(level):
        found.append(Unit(level))
        # The states all of whose successors are settled with this level.
        before = sources[ranges(first[level], first[level + 1] - first[level])]
        met, often = np.unique(before, return_counts=True)
        unsettled[met] -= often
        level = met[unsettled[met] == 0]
    left = np.flatnonzero(unsettled)
    if not len(left):
        return found
    # Where each leads to among them, all by their places in the list. A state that is left is led
    # to by such states alone.
    place = np.full(count, -1)
    place[left] = np.arange(len(left))
    inside = place[led_to] >= 0
    successors: list[list[int]] = [[] for _ in left]
    for k, t in zip(place[sources[inside]].tolist(), place[led_to[inside]].tolist(), strict=True):
        successors[k].append(t)
    return found + _cyclic(left, successors)


def _cyclic(left: Ints, successors: list[list[int]]) -> list[Unit]:
    """The units of the states that are left, each after all that it leads to."""
    # Layers of one depth do not lead to each other.
    depth = [0] * len(left)
    single: dict[int, list[int]] = defaultdict(list)
    cyclic: dict[int, list[Unit]] = defaultdict(list)
    for layer in components(successors):
        below = {t for k in layer for t in successors[k]}
        deeper = 1 + max((depth[t] for t in below.difference(layer)), default=0)
        for k in layer:
            depth[k] = deeper
        if below.isdisjoint(layer):
            single[deeper].extend(layer)
        else:
            cyclic[deeper].append(Unit(left[layer], deeper))
    units: list[Unit] = []
    for deep in range(1, max(depth) + 1):
        if single[deep]:
            units.append(Unit(left[sorted(single[deep])]))
        units += cyclic[deep]
    return units


# --- levels that a game knows ---------------------------------------------------------------------


def level_at(game: SupportsLevel, state: State) -> int:
    """The level of the state; `RulesError` unless it is a whole number."""
    try:
        answer = game.level(state)
    except Exception as error:
        raise_rule_failed(game, state, ["level"], error)
    level = whole_or_none(answer)
    if level is None:
        raise RulesError(f"level({shown(state)}) must be a whole number, got {shown(answer)}")
    return level


# --- one state after the other --------------------------------------------------------------------


def backward_order(
    graph: StateGraph, why: str = "backward induction needs play that always moves on"
) -> list[int]:
    """The indices of all nodes, each after all its successors.

    Raises `UnsolvableError` naming a cycle when play can come back to a state, and `why` that is
    refused.
    """
    if not is_acyclic(graph):
        some = a_cycle(graph.all_successors())[:5]
        cycle = " -> ".join(shown(graph.states[k]) for k in some)
        raise UnsolvableError(f"{shown(graph.game)} can come back to a state ({cycle}): {why}")
    return [k for unit in units_of(graph) for k in unit.states.tolist()]


# --- whether play must end ------------------------------------------------------------------------

Choices = Mapping[int, Sequence[int]]


def always_ends(graph: StateGraph) -> bool:
    """Whether play ends with probability 1 whatever the players do; then the optimality equation
    has one solution.
    """
    return is_acyclic(graph) or not endless(graph)[0]


def endless(
    graph: StateGraph, ender: Player | None = None, allowed: Choices | None = None
) -> tuple[list[int], dict[int, int]]:
    """The nodes from which play may go on for ever, and for the others a choice of the ender that
    brings the end nearer.

    Without an ender both players keep play going. The ender instead tries to end it, with the
    actions `allowed` at each of its nodes (default: all), against every choice of the other. Nodes
    from which the end is reached with positive probability whatever they do are found backwards
    from the finished states; when that is all of them, the end is never further than some number of
    moves away with some probability, so play ends with probability 1.
    """
    # A move answers a demand by the ender's action: one choice of those who keep play going at its
    # source, for which the ender needs one way to a state that leads to the end.
    sources = np.repeat(np.arange(len(graph)), np.diff(graph.first_move))
    begun = graph.first_move[sources]
    widths = np.array([*(len(menu.actions[MIN]) for menu in graph.menus), 1])
    of_max, of_min = np.divmod(np.arange(len(sources)) - begun, widths[graph.menu[sources]])
    answers, asked = (of_max, of_min) if ender == MAX else (of_min, of_max)
    demands = np.arange(len(sources)) if ender is None else begun + asked
    moves = np.arange(len(sources))
    if allowed:
        pairs = zip(sources.tolist(), answers.tolist(), strict=True)
        moves = np.flatnonzero([answer in allowed.get(k, (answer,)) for k, answer in pairs])
    reads = graph.led_to(moves)
    by_read = np.argsort(reads, kind="stable")
    entering = np.repeat(moves, graph.sizes[moves])[by_read]
    first = np.searchsorted(reads[by_read], np.arange(len(graph) + 1))
    is_unmet = np.zeros(len(sources), dtype=bool)
    is_unmet[demands[moves]] = True
    missing = np.bincount(sources[is_unmet], minlength=len(graph))
    ways = np.full(len(graph), -1)
    leads_out = np.zeros(len(graph), dtype=bool)
    reached: Ints = np.array(sorted(graph.payoffs), dtype=np.int64)
    while len(reached):
        leads_out[reached] = True
        into = entering[ranges(first[reached], first[reached + 1] - first[reached])]
        into = into[is_unmet[demands[into]]]
        _, earliest = np.unique(demands[into], return_index=True)
        met = into[np.sort(earliest)]
        is_unmet[demands[met]] = False
        # The first way found leads to a state reached before, and so nearer to the end.
        found, earliest = np.unique(sources[met], return_index=True)
        is_new = ways[found] < 0
        ways[found[is_new]] = answers[met[earliest[is_new]]]
        np.subtract.at(missing, sources[met], 1)
        # Those that are done now, in the order in which their last demands were met.
        _, from_end = np.unique(sources[met][::-1], return_index=True)
        by_last = np.argsort(-from_end)
        reached = found[by_last][missing[found[by_last]] == 0]
    known = np.flatnonzero(ways >= 0)
    return np.flatnonzero(~leads_out).tolist(), dict(
        zip(known.tolist(), ways[known].tolist(), strict=True)
    )
