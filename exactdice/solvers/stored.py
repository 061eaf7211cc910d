"""Solving into a store: level by level, going on where an earlier run was ended."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import chain
from pathlib import Path

import numpy as np

from ..exact.argument_checks import a_path
from ..exact.errors import RulesError, UnsolvableError
from ..exact.numbers import Progress, as_exact, as_fmpq, name_shown, shown
from ..game.graph import StateGraph, explore
from ..game.graph.order import Unit, is_acyclic, units_of
from ..game.optional import bound_bits, hides
from ..game.protocol import Game
from ..game.solution import Solution
from .fast_path import by_exact_class
from .iteration import Solving
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


@by_exact_class
def solve_into(
    game: Game, store: Path | str, progress: Progress | None = None, jobs: int | None = None
) -> Solution:
    """The solution of the game from the store in this folder, which is written or gone on with
    where it is not finished.
    """
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
            _write(base, graph, game, rules, progress)
    elif not is_told(game):
        refuse_other(folder, stored, _described(explore(folded(game)), game, rules))
    return solution_in(game, folder)


@by_exact_class
def solution_in(game: Game, folder: Path) -> Solution:
    """The solution of the game in this store; a state is read when it is asked for."""
    return unfolded(game, Store(folder, game).solution(game))


def _described(graph: StateGraph, game: Game, rules: Said) -> Said:
    """What the store of the game with this graph is about."""
    return {
        **rules,
        "method": "backward induction" if is_acyclic(graph) else "strategy iteration",
        "states": len(graph) - len(graph.payoffs),
        "graph": graph_digest(graph, Encoding(classes_beside(game))),
        "levels": len(units_of(graph)),
    }


def _write(base: Base, graph: StateGraph, game: Game, rules: Said, report: Progress | None) -> None:
    """Write the levels that are not written yet, and then what is chosen."""
    encoding = Encoding(classes_beside(game))
    # What is written need not be kept; but where play can come back, which of the optimal actions
    # end it is found at the end.
    keep = "start" if is_acyclic(graph) else "all"
    solving = Solving(graph, keep=keep, bound=bound_bits(game))
    values = solving.values
    begun(base, _described(graph, game, rules))
    known = {k: Row(None, 0, payoff) for k, payoff in graph.payoffs.items()}
    for _, text in base.entries(STATE):
        row = Row(*encoding.value(text))
        known[graph.index[row.state]] = row

    def is_entered(unit: Unit) -> bool:
        numbers = unit.states.tolist()
        # Another process may have had another order of levels that do not lead to each other.
        if not known.keys() >= set(numbers):
            return False
        for k in numbers:
            values.enter(k, as_fmpq(known[k].value))
            if known[k].optimal:
                values.optimal[k] = tuple(map(graph.mover_actions(k).index, known[k].optimal))
            laws = known[k].mixtures
            if laws:
                values.mixtures[k] = laws
        return True

    # The level of each state: the least above all that it leads to, whatever the order of units.
    level = np.full(len(graph), -1)
    given = 0
    for unit in solving.units:
        level[unit.states] = 1 + level[graph.led_to_from(unit.states)].max(initial=-1)
        given += known.keys() >= set(unit.states.tolist())
    total = len(solving.units)
    for done, unit in enumerate(solving.levels(is_entered), given + 1):
        entries: list[Entry] = []
        for k in unit.states.tolist():
            if k not in graph.payoffs:
                actions, state = graph.mover_actions(k), graph.states[k]
                optimal = tuple(actions[place] for place in values.optimal[k])
                found = as_exact(values.exact[k]), optimal, values.mixtures.get(k, ())
                row = Row(state, int(level[k]), *found)
                entries.append((STATE, encoding.key(state), encoding.text(tuple(row))))
        base.keep([*entries, (DONE, "", f"{done}")])
        if report:
            report(done, total)
    chosen = {graph.states[k]: graph.mover_actions(k)[c] for k, c in solving.chosen().items()}
    entries = [(CHOSEN, encoding.key(pair[0]), encoding.text(pair)) for pair in chosen.items()]
    finish(base, total, entries)


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
            moves = (graph.move(m)[0] for m in graph.moves_of(k))
            laws = [sorted((short[t], weight) for t, weight in law) for law in moves]
            said = [name, menus[graph.menu[k]], repr(laws)]
        total += int.from_bytes(sha256(repr(said).encode()).digest())
    return f"{total % 2**256:064x}"
