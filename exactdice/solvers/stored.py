"""Solving into a store, unit by unit, going on where an earlier run was ended; and the store that
the command line names for its queries, which read it instead of solving.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import chain
from pathlib import Path

import numpy as np

from ..exact.argument_checks import a_path
from ..exact.errors import ExactDiceError, RulesError, UnsolvableError
from ..exact.files import named
from ..exact.numbers import Progress, as_exact, as_fmpq, name_shown, shown
from ..exact.session import in_session
from ..game.graph import StateGraph, explore
from ..game.graph.order import is_acyclic, units_of
from ..game.optional import bound_bits, hides
from ..game.protocol import Game
from ..game.solution import Solution
from .fast_path import by_exact_class
from .iteration import GraphSolver, folded, unfolded
from .stores.base import Base, Entry
from .stores.store import (
    CHOSEN,
    DONE,
    FINISHED,
    STATE,
    Description,
    Encoding,
    Row,
    Store,
    begun,
    classes_beside,
    finish,
    found_in,
    is_identifiable,
    refuse_other,
    refuse_other_rules,
    rules_said,
    writing_into,
)


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
    elif not is_identifiable(game):
        refuse_other(folder, stored, _describe(explore(folded(game)), game, rules))
    return solution_in(game, folder)


@by_exact_class
def solution_in(game: Game, folder: Path) -> Solution:
    """The solution of the game in this store, whose states are read when they are needed."""
    return unfolded(game, Store(folder, game).solution(game))


def _describe(graph: StateGraph, game: Game, rules: Description) -> Description:
    """The description of the game with this graph, which its store begins with."""
    return {
        **rules,
        "method": "backward induction" if is_acyclic(graph) else "strategy iteration",
        "states": len(graph) - len(graph.payoffs),
        "graph": graph_digest(graph, Encoding(classes_beside(game))),
        "levels": len(units_of(graph)),
    }


def _write(
    base: Base, graph: StateGraph, game: Game, rules: Description, report: Progress | None
) -> None:
    """Write the units that are not written yet, and then what is chosen."""
    encoding = Encoding(classes_beside(game))
    # What is written need not be kept; but where play can come back, which of the optimal actions
    # end it is found at the end.
    keep = "start" if is_acyclic(graph) else "all"
    solver = GraphSolver(graph, keep=keep, bound=bound_bits(game))
    values = solver.values
    begun(base, _describe(graph, game, rules))
    for k, payoff in graph.payoffs.items():
        values.enter(k, as_fmpq(payoff))
    for _, text in base.entries(STATE):
        row = Row(*encoding.value(text))
        k = graph.index[row.state]
        values.enter(k, as_fmpq(row.value))
        if row.optimal:
            values.optimal[k] = tuple(map(graph.mover_actions(k).index, row.optimal))
        if row.mixtures:
            values.mixtures[k] = row.mixtures
    # The level of each state: the least above all that it leads to, whatever the order of units,
    # which another process may have found in another order.
    level = np.full(len(graph), -1)
    given = 0
    for unit in solver.units:
        level[unit.states] = 1 + level[graph.led_to_from(unit.states)].max(initial=-1)
        given += all(values.exact[k] is not None for k in unit.states.tolist())
    total = len(solver.units)
    for done, unit in enumerate(solver.solve_units(), given + 1):
        entries: list[Entry] = []
        for k in unit.states.tolist():
            if k not in graph.payoffs:
                actions, state = graph.mover_actions(k), graph.states[k]
                optimal = tuple(actions[place] for place in values.optimal[k])
                found = as_exact(values.exact[k]), optimal, values.mixtures.get(k, ())
                text = encoding.text((state, int(level[k]), *found))
                entries.append((STATE, encoding.key(state), text))
        base.keep([*entries, (DONE, "", f"{done}")])
        if report:
            report(done, total)
    chosen = solver.chosen().items()
    finish(base, total, [(CHOSEN, encoding.key(pair[0]), encoding.text(pair)) for pair in chosen])


def graph_digest(graph: StateGraph, encoding: Encoding) -> str:
    """A digest of the states of the graph, their actions and the distributions of what comes next,
    whatever the order in which they were found.

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
            described = [name, str(graph.payoffs[k])]
        else:
            moves = (graph.move(m)[0] for m in graph.moves_of(k))
            every = [
                sorted((short[t], weight) for t, weight in transitions) for transitions in moves
            ]
            described = [name, menus[graph.menu[k]], repr(every)]
        total += int.from_bytes(sha256(repr(described).encode()).digest())
    return f"{total % 2**256:064x}"


# --- the store of the command line ----------------------------------------------------------------


class Asked:
    """The store in a folder, opened for the first game that a query is about."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.solution: Solution | None = None

    def of(self, game: Game) -> Solution:
        """The solution of this game; `ExactDiceError` when the store is of other rules."""
        if self.solution is None or self.solution.game != game:
            self.solution = solution_in(game, self.folder)
        return self.solution


@contextmanager
def answers_from(folder: Path | None) -> Iterator[None]:
    """While this lasts, queries read solutions from the store in this folder, where one is given.

    `ExactDiceError` at the end when they asked for none.
    """
    if folder is None:
        yield
        return
    asked = Asked(folder)
    with in_session(store=asked):
        yield
    # An option that is passed over in silence would seem to have been obeyed.
    if asked.solution is None:
        raise ExactDiceError(
            f"--store does nothing here, as the query reads no solution of {named(folder)}: leave "
            "it out, or ask for value, worth, best or mixture of a state"
        )
