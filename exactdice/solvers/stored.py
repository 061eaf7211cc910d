"""Solving into a store: level by level, going on where an earlier run was ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path

import numpy as np

from ..exact.argument_checks import a_path, no_progress
from ..exact.errors import RulesError, UnsolvableError
from ..exact.numbers import Progress, as_exact, as_fmpq, name_shown, shown
from ..game.graph import StateGraph, explore
from ..game.graph.order import Unit, is_acyclic, units_of
from ..game.optional import bound_bits, hides
from ..game.protocol import Game
from ..game.solution import Solution
from .fast_path import by_exact_class
from .iteration import Level, Solving
from .stores.base import Base, Entry
from .stores.plain import Encoding, classes_beside
from .stores.store import (
    CHOSEN,
    DONE,
    FINISHED,
    STATE,
    Row,
    Said,
    Store,
    begun,
    finish,
    found_in,
    is_told,
    refuse_other,
    refuse_other_rules,
    rules_said,
    writing_into,
)
from .symmetry import folded, unfolded
from .values import Laws


@by_exact_class
def solve_into(
    game: Game, store: Path | str, progress: Progress | None = None, jobs: int | None = None
) -> Solution:
    """The solution of the game from the store in this folder, which is written or gone on with
    where it is not finished.
    """
    no_progress(progress)
    folder = Path(a_path(store))
    if hides(game):
        raise UnsolvableError(
            f"{shown(game)} cannot be stored: a store holds the states of a game in which the "
            "players see everything, and this one hides something: solve it without a store"
        )
    rules = rules_said(game)  # which refuses what cannot be written, before the work
    stored, done = found_in(folder) or (None, "")
    if stored is not None:
        refuse_other_rules(folder, stored, rules)
    if stored is None or not done.startswith(FINISHED):
        with writing_into(folder) as base:
            graph = explore(folded(game), progress=progress, jobs=jobs)
            _Stored(graph, game, rules).write(base, progress)
    elif not is_told(game):
        refuse_other(folder, stored, _Stored(explore(folded(game)), game, rules).about)
    return solution_in(game, folder)


@by_exact_class
def solution_in(game: Game, folder: Path) -> Solution:
    """The solution of the game in this store; a state is read when it is asked for."""
    return unfolded(game, Store(folder, game).solution(game))


class _Stored:
    """The levels of a graph on their way to a store, and back from it."""

    def __init__(self, graph: StateGraph, game: Game, rules: Said) -> None:
        self.graph = graph
        self.game = game
        self.units = units_of(graph)
        self.encoding = Encoding(classes_beside(game))
        self.about: Said = {
            **rules,
            "method": "backward induction" if is_acyclic(graph) else "strategy iteration",
            "states": len(graph) - len(graph.payoffs),
            "graph": graph_digest(graph, self.encoding),
            "levels": len(self.units),
        }

    def write(self, base: Base, progress: Progress | None) -> None:
        """Write the levels that are not written yet, and then what is chosen."""
        # What is written need not be kept; but where play can come back, which of the optimal
        # actions end it is found at the end.
        keep = "start" if is_acyclic(self.graph) else "all"
        solving = Solving(self.graph, keep=keep, bound=bound_bits(self.game))
        begun(base, self.about)
        # Another process may have had another order of levels that do not lead to each other.
        known = self._known(base)
        given = []
        for unit in self.units:
            if not known.keys() >= set(unit.states.tolist()):
                break
            given.append(unit)
        total = len(self.units)
        numbers = self._numbers()
        solved = solving.levels(self._level(unit, known) for unit in given)
        for done, level in enumerate(solved, len(given) + 1):
            entries = [*self._entries(numbers[done - 1], level)]
            base.keep([*entries, (DONE, "", f"{done}")])
            if progress:
                progress(done, total)
        chosen = (
            (self.graph.states[k], self.graph.mover_actions(k)[place])
            for k, place in solving.chosen().items()
        )
        text = self.encoding.text
        key = self.encoding.key
        entries = [(CHOSEN, key(pair[0]), text(pair)) for pair in chosen]
        finish(base, total, entries)

    def _numbers(self) -> list[int]:
        """The number of the level of each unit: the least above all that it leads to, whatever the
        order of the units.
        """
        level = np.full(len(self.graph), -1)
        for unit in self.units:
            below = level[self.graph.led_to_from(unit.states)]
            level[unit.states] = 1 + below.max(initial=-1)
        return [int(level[unit.states[0]]) for unit in self.units]

    def _entries(self, number: int, level: Level) -> Iterator[Entry]:
        numbers = level.states.tolist()
        for k, value, best in zip(numbers, level.values, level.optimal, strict=True):
            if k not in self.graph.payoffs:
                state = self.graph.states[k]
                mixtures = level.mixtures.get(k, ())
                optimal = tuple(self.graph.mover_actions(k)[place] for place in best)
                row = Row(state, number, as_exact(value), optimal, mixtures)
                yield STATE, self.encoding.key(state), self.encoding.text(tuple(row))

    def _known(self, base: Base) -> dict[int, Row]:
        """{number of a state: what is written of it, or what it pays}."""
        known = {k: Row(None, 0, payoff) for k, payoff in self.graph.payoffs.items()}
        rows = (Row(*self.encoding.value(text)) for _, text in base.entries(STATE))
        return known | {self.graph.index[row.state]: row for row in rows}

    def _level(self, unit: Unit, known: dict[int, Row]) -> Level:
        numbers = unit.states.tolist()
        mixtures: dict[int, Laws] = {}
        for k in numbers:
            laws = known[k].mixtures
            if laws:
                mixtures[k] = laws
        optimal = [
            tuple(map(self.graph.mover_actions(k).index, known[k].optimal))
            if known[k].optimal
            else ()
            for k in numbers
        ]
        return Level(unit.states, [as_fmpq(known[k].value) for k in numbers], optimal, mixtures)


def graph_digest(graph: StateGraph, encoding: Encoding) -> str:
    """A digest of the states of the graph, their actions and the laws of what comes next, whatever
    the order in which they were found.

    `RulesError` naming a state that cannot be written, or two that are written alike.
    """
    names = [encoding.key(state) for state in graph.states]
    if len({*names}) < len(names):
        twice = next(name for name, count in Counter(names).items() if count > 1)
        raise RulesError(f"two states are written as {shown(twice)}: no store tells them apart")
    short = [sha256(name.encode()).digest()[:8] for name in names]
    menus = [" ".join(map(name_shown, chain(*menu.actions))) for menu in graph.menus]
    total = 0
    for k, name in enumerate(names):
        if k in graph.payoffs:
            said = [name, str(graph.payoffs[k])]
        else:
            laws = []
            for m in graph.moves_of(k):
                law = [(short[t], weight) for t, weight in graph.move(m)]
                laws.append(sorted(law))
            said = [name, menus[graph.menu[k]], repr(laws)]
        total += int.from_bytes(sha256(repr(said).encode()).digest())
    return f"{total % 2**256:064x}"
