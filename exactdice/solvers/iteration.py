"""Backward induction and strategy iteration: the graph falls into levels and into layers in which
play can come back, solved one after the other, each after those it leads to (see `cyclic`).

Whoever keeps levels elsewhere reads them from `values` as they are finished, and enters there those
that it has: `Solving(graph).levels(is_entered)` solves those that are left; then `solution()` has
all of them. Which of the optimal actions end play is known when all levels are (`chosen`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf

import numpy as np
from flint import fmpq

from ..exact.numbers import Progress
from ..game.graph import backward_order, explore
from ..game.graph.arrays import Ints, StateGraph
from ..game.graph.order import Unit, units_of
from ..game.optional import bound_bits
from ..game.protocol import PLAYERS, Game
from ..game.solution import Solution
from .cyclic import (
    FREE,
    Tolls,
    choice_in,
    ending_choices,
    first_choices,
    iterate_strategies,
    refuse_simultaneous,
)
from .fast_path import checked_keep
from .hidden.information import SEES_ALL, refuse_hidden
from .symmetry import folded, unfolded
from .values import ZERO, Values, solution_of


def strategy_iteration(
    game: Game,
    progress: Progress | None = None,
    *,
    keep: str = "all",
    jobs: int | None = None,
) -> Solution:
    """The solution of a game in turns in which play may come back to a state.

    Without cycles it is that of backward induction. With `keep="start"` it holds the start alone,
    and takes the less memory; `jobs` processes look for its states (see `explore`). Raises
    `UnsolvableError` naming states when a player can make play go on for ever there and the other
    cannot end it without loss: the rules do not say what such a play pays. Also when both players
    choose at once on a cycle.

    >>> from exactdice import DiceBattle
    >>> strategy_iteration(DiceBattle(dice=1, target=2, bust_score=0)).value
    Fraction(5, 7)
    """
    checked_keep(keep)
    refuse_hidden(game, SEES_ALL)
    graph = explore(folded(game), progress=progress, jobs=jobs)
    found = solve_by_layers(graph, progress, keep=keep, bound=bound_bits(game))
    return unfolded(game, found)


def backward_induction(game: Game, progress: Progress | None = None) -> Solution:
    """The solution of a game without cycles.

    value(state) = value of the matrix of the means of its successors. Exact, one pass over the
    reachable states, each after its successors. Where one player moves, its best action; the first
    of `actions` wins ties, and all optimal actions are kept. Where both choose, an optimal mixture
    for each. Raises `UnsolvableError` when play can come back to a state, naming it.

    >>> from exactdice import DiceBattle
    >>> backward_induction(DiceBattle(dice=1, target=2)).value
    Fraction(13, 18)
    """
    refuse_hidden(game, SEES_ALL)
    graph = explore(game, progress=progress)
    backward_order(graph)  # refuses cycles
    return solve_by_layers(graph, progress, bound=bound_bits(game))


# --- level by level -------------------------------------------------------------------------------


class Solving:
    """The solution of a game from its graph, level by level, when a move at node k costs MAX
    `tolls[k]` beside the payoffs, where there is a toll. With tolls, play must always end.

    With `keep="start"` a value is dropped after the last level that reads it. `bound` is the most
    bits of a denominator, where that is known beforehand.
    """

    def __init__(
        self,
        graph: StateGraph,
        tolls: Tolls = FREE,
        keep: str = "all",
        bound: int | None = None,
    ) -> None:
        self.graph = graph
        self.tolls = tolls
        self.keeps_all = keep == "all"
        self.units = units_of(graph)
        # Before any work, as a matrix game on a cycle has no exact value in general.
        refuse_simultaneous(graph, self.units)
        self.is_cyclic = any(unit.is_cyclic for unit in self.units)
        self._first = first_choices(graph) if self.is_cyclic else {}
        self.values = Values(graph, bound=bound)
        self._read_last = [] if self.keeps_all else _read_last(graph, self.units)

    def levels(self, is_entered: Callable[[Unit], bool] | None = None) -> Iterator[Unit]:
        """The levels as they are solved, but for those that are entered: `is_entered` enters what
        is known of a level, and says whether that is all.
        """
        tolls = self.tolls
        adjust = (lambda k, value: value - tolls.get(k, ZERO)) if tolls else None
        for place, unit in enumerate(self.units):
            if is_entered is None or not is_entered(unit):
                if unit.is_cyclic:
                    layer: list[int] = unit.states.tolist()
                    choice = choice_in(self.values, layer, self._first)
                    iterate_strategies(self.values, layer, choice, tolls=tolls)
                else:
                    self.values.settle(unit.states, adjust)
                yield unit
            if not self.keeps_all:
                self.values.drop(self._read_last[place].tolist())

    def solution(self) -> Solution:
        """All that was found, once every level is finished."""
        method = "strategy iteration" if self.is_cyclic else "backward induction"
        return solution_of(self.values, method, self.chosen())

    def chosen(self) -> dict[int, int]:
        """The optimal actions by which both players end play, where the first ones would not; once
        every level is finished.
        """
        # Where play always ends there is nothing to refuse and the first optimal action serves.
        if not self._first:
            return {}
        optimal = {k: best for k, best in enumerate(self.values.optimal) if best}
        chosen: dict[int, int] = {}
        for player in PLAYERS:
            chosen |= ending_choices(self.graph, player, optimal)
        return chosen


def solve_by_layers(
    graph: StateGraph,
    progress: Progress | None = None,
    tolls: Tolls = FREE,
    keep: str = "all",
    bound: int | None = None,
) -> Solution:
    """The solution of the game from its graph, as `Solving` finds it."""
    solving = Solving(graph, tolls, keep, bound)
    done = 0
    for unit in solving.levels():
        done += len(unit.states)
        if progress:
            progress(done, len(graph))
    return solving.solution()


def exact_values(graph: StateGraph, tolls: Tolls = FREE) -> list[fmpq]:
    """The value of each node, however long its fraction is."""
    solving = Solving(graph, tolls)
    solving.values.budget = inf
    for _ in solving.levels():
        pass
    return solving.values.exact


def _read_last(graph: StateGraph, units: Sequence[Unit]) -> list[Ints]:
    """For each unit the states that no later one reads; the start is read by whoever asked."""
    last = np.zeros(len(graph), dtype=np.int64)
    for place, unit in enumerate(units):
        last[unit.states] = place
        for some in graph.batches(unit.states):
            last[graph.led_to_from(some)] = place
    last[:1] = len(units)
    order = np.argsort(last, kind="stable")
    ends = np.searchsorted(last[order], np.arange(1, len(units) + 1))
    return np.split(order, ends)
