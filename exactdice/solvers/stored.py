"""Solving into a store: level by level, going on where an earlier run was ended."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import chain, groupby, islice
from pathlib import Path

import numpy as np
from flint import fmpq

from ..argument_checks import a_path, no_progress
from ..distribution import Distribution
from ..errors import RulesError, UnsolvableError
from ..exact import Progress, as_exact, as_fmpq, name_shown, shown
from ..game import MAX, MIN, Action, ActionLaw, Game
from ..graph import StateGraph, explore
from ..graph.order import Unit, is_acyclic, units_of
from ..optional import SupportsCanonical, bound_bits, hides
from ..solution import Solution
from ..stores.base import Base, Entry
from ..stores.plain import Encoding, classes_beside
from ..stores.rules import Said, is_told, refuse_other_rules, rules_said
from ..stores.store import (
    CHOSEN,
    DONE,
    FINISHED,
    STATE,
    Row,
    Weights,
    begun,
    finish,
    found_in,
    refuse_other,
    stored_solution,
    writing_into,
)
from .fast_path import by_exact_class
from .iteration import Level, Solving
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
            graph = explore(listed_game(game), progress=progress, jobs=jobs)
            _Stored(graph, game, rules).write(base, progress)
    elif not is_told(game):
        refuse_other(folder, stored, _Stored(explore(listed_game(game)), game, rules).about)
    return solution_in(game, folder)


@by_exact_class
def solution_in(game: Game, folder: Path) -> Solution:
    """The solution of the game in this store; a level is read when a state of it is asked for."""
    found = stored_solution(folder, game)
    return unfolded(game, found) if isinstance(game, SupportsCanonical) else found


def listed_game(game: Game) -> Game:
    """The game of the states that are in a store of this game: of symmetric ones those that stand
    for others.
    """
    return folded(game) if isinstance(game, SupportsCanonical) else game


class _Stored:
    """The levels of a graph on their way to a store, and back from it."""

    def __init__(self, graph: StateGraph, game: Game, rules: Said) -> None:
        self.graph, self.game = graph, game
        self.encoding = Encoding(classes_beside(game))
        pairs = zip(_numbers(graph, units_of(graph)), units_of(graph), strict=True)
        grouped = groupby(pairs, key=lambda pair: pair[0])
        self.levels = [(number, [unit for _, unit in group]) for number, group in grouped]
        self.about: Said = {
            **rules,
            "method": "backward induction" if is_acyclic(graph) else "strategy iteration",
            "states": len(graph) - len(graph.payoffs),
            "graph": graph_digest(graph, self.encoding),
            "levels": len(self.levels),
        }

    def write(self, base: Base, progress: Progress | None) -> None:
        """Write the levels that are not written yet, and then what is chosen."""
        # What is written need not be kept; but where play can come back, which of the optimal
        # actions end it is found at the end.
        keep = "start" if is_acyclic(self.graph) else "all"
        solving = Solving(self.graph, keep=keep, bound=bound_bits(self.game))
        done, total = begun(base, self.about), len(self.levels)
        if progress and done:
            progress(done, total)
        units = [unit for _, units in self.levels[:done] for unit in units]
        solved = solving.levels(map(partial(self._level, self._known(base)), units))
        for place, (number, units) in enumerate(self.levels[done:], done + 1):
            entries = [*self._entries(number, islice(solved, len(units)))]
            base.keep([*entries, (DONE, "", f"{place}")])
            if progress:
                progress(place, total)
        # Where all levels are known, nothing has asked for them yet.
        deque(solved, maxlen=0)
        chosen = ((self.graph.states[k], place) for k, place in solving.chosen().items())
        text, key = self.encoding.text, self.encoding.key
        finish(base, total, [(CHOSEN, key(pair[0]), text(pair)) for pair in chosen])

    def _entries(self, number: int, levels: Iterable[Level]) -> Iterator[Entry]:
        for level in levels:
            rows = zip(level.states.tolist(), level.values, level.optimal, strict=True)
            for k, value, optimal in rows:
                if k not in self.graph.payoffs:
                    state = self.graph.states[k]
                    mixtures = self._weights(k, level.mixtures[k]) if k in level.mixtures else ()
                    row = Row(state, number, as_exact(value), optimal, mixtures)
                    yield STATE, self.encoding.key(state), self.encoding.text(tuple(row))

    def _weights(self, k: int, laws: Laws) -> tuple[Weights, Weights]:
        rows, columns = self.graph.actions(k)
        return (
            tuple(laws[MAX].weights.get(action, 0) for action in rows),
            tuple(laws[MIN].weights.get(action, 0) for action in columns),
        )

    def _known(self, base: Base) -> dict[int, Row]:
        """{number of a state: what is written of it}."""
        rows = (Row(*self.encoding.value(text)) for _, text in base.entries(STATE))
        return {self.graph.index[row.state]: row for row in rows}

    def _level(self, known: dict[int, Row], unit: Unit) -> Level:
        values: list[fmpq] = []
        optimal: list[tuple[int, ...]] = []
        mixtures: dict[int, Laws] = {}
        for k in unit.states.tolist():
            row = known.get(k) or Row(None, 0, self.graph.payoffs[k])
            values.append(as_fmpq(row.value))
            optimal.append(row.optimal)
            if row.mixtures:
                rows, columns = self.graph.actions(k)
                mixtures[k] = (_law(rows, row.mixtures[MAX]), _law(columns, row.mixtures[MIN]))
        return Level(unit.states, values, optimal, mixtures)


def _law(actions: Iterable[Action], weights: Weights) -> ActionLaw:
    return Distribution(dict(zip(actions, weights, strict=True)))


def _numbers(graph: StateGraph, units: Sequence[Unit]) -> list[int]:
    """The number of the level of each unit.

    Units without cycles come first and are levels. Those after them have the least number above
    all that they lead to; several may have one, which the order of the units keeps together.
    """
    level = np.zeros(len(graph), dtype=np.int64)
    numbers: list[int] = []
    first_cyclic = next((k for k, unit in enumerate(units) if unit.is_cyclic), len(units))
    for place, unit in enumerate(units):
        number = place
        if place >= first_cyclic:
            level[unit.states] = -1  # which does not count for itself
            number = max(first_cyclic, 1 + int(level[graph.led_to_from(unit.states)].max()))
        level[unit.states] = number
        numbers.append(number)
    return numbers


def graph_digest(graph: StateGraph, encoding: Encoding) -> str:
    """A digest of the states of the graph, their actions and the laws of what comes next, whatever
    the order in which they were found.

    `RulesError` naming a state that cannot be written, or two that are written alike.
    """
    names = [encoding.key(state) for state in graph.states]
    if len({*names}) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise RulesError(
            f"two states are both written as {shown(twice)}: a store needs one text each"
        )
    short = [sha256(name.encode()).digest()[:8] for name in names]
    menus = [" ".join(map(name_shown, chain(*menu.actions))) for menu in graph.menus]
    total = 0
    for k, name in enumerate(names):
        if k in graph.payoffs:
            said = [name, str(graph.payoffs[k])]
        else:
            laws = [sorted((short[t], w) for t, w in graph.move(m)) for m in graph.moves_of(k)]
            said = [name, menus[graph.menu[k]], repr(laws)]
        total += int.from_bytes(sha256(repr(said).encode()).digest())
    return f"{total % 2**256:064x}"
