"""Solving into a store: level by level, going on where an earlier run was ended."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from flint import fmpq

from ..argument_checks import a_path, no_progress
from ..distribution import Distribution
from ..errors import UnsolvableError
from ..exact import Progress, as_exact, as_fmpq, shown
from ..game import MAX, MIN, Action, ActionLaw, Game
from ..graph import StateGraph, explore
from ..graph.order import Unit, is_acyclic
from ..optional import SupportsCanonical, bound_bits, hides
from ..solution import Solution
from ..stores.format import is_store
from ..stores.level_file import Weights
from ..stores.manifest import is_finished, read_manifest
from ..stores.plan import Found, FoundOf, Plan, plan_of
from ..stores.reading import stored_solution
from ..stores.rules import is_told, refuse_other_rules, rules_said
from ..stores.writing import refuse_other_graph, without_lock, write_store, writing_into
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
    if _is_done(folder, game):
        without_lock(folder)
    else:
        rules_said(game)  # which refuses what cannot be written, before the work
        with writing_into(folder):
            _write(folder, game, progress, jobs)
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


def _is_done(folder: Path, game: Game) -> bool:
    """Whether there is a finished store; `ExactDiceError` when there is one of other rules."""
    if not is_store(folder):
        return False
    manifest = read_manifest(folder)
    refuse_other_rules(folder, manifest, game)
    if not is_finished(manifest):
        return False
    if not is_told(game):
        refuse_other_graph(folder, manifest, plan_of(explore(listed_game(game))))
    return True


def _write(folder: Path, game: Game, progress: Progress | None, jobs: int | None) -> None:
    """Write what is missing."""
    graph = explore(listed_game(game), progress=progress, jobs=jobs)
    plan = plan_of(graph)
    write_store(folder, game, plan, Stored(graph, plan, bound_bits(game)), progress)


class Stored:
    """A `LevelSolver` by `Solving`: files of the plan made from levels, and levels from files."""

    def __init__(self, graph: StateGraph, plan: Plan, bound: int | None) -> None:
        self.graph, self.plan = graph, plan
        # What is written need not be kept; but where play can come back, which of the optimal
        # actions end it is found at the end.
        keep = "start" if is_acyclic(graph) else "all"
        self.solving = Solving(graph, keep=keep, bound=bound)
        self.method = "strategy iteration" if self.solving.is_cyclic else "backward induction"

    def files(self, known: Iterable[FoundOf], count: int) -> Iterator[FoundOf]:
        """What is found of the states of each file, after the first ones, which are known."""
        levels = self.solving.levels(self._levels_of(known))
        for file in self.plan.files[count:]:
            yield dict(self._found(islice(levels, len(file.units))))
        # Where all files are known, nothing has asked for them yet.
        deque(levels, maxlen=0)

    def chosen(self) -> Mapping[int, int]:
        """Where strategies play another than the first optimal action."""
        return self.solving.chosen()

    # --- to a file --------------------------------------------------------------------------------

    def _found(self, levels: Iterable[Level]) -> Iterator[tuple[int, Found]]:
        for level in levels:
            rows = zip(level.states.tolist(), level.values, level.optimal, strict=True)
            for k, value, optimal in rows:
                if k not in self.graph.payoffs:
                    mixtures = self._weights(k, level.mixtures[k]) if k in level.mixtures else ()
                    yield k, Found(as_exact(value), optimal, mixtures)

    def _weights(self, k: int, laws: Laws) -> tuple[Weights, Weights]:
        rows, columns = self.graph.actions(k)
        return _weights(rows, laws[MAX]), _weights(columns, laws[MIN])

    # --- from a file ------------------------------------------------------------------------------

    def _levels_of(self, known: Iterable[FoundOf]) -> Iterator[Level]:
        for file, found in zip(self.plan.files, known, strict=False):
            for unit in file.units:
                yield self._level(unit, found)

    def _level(self, unit: Unit, found: FoundOf) -> Level:
        values: list[fmpq] = []
        optimal: list[tuple[int, ...]] = []
        mixtures: dict[int, Laws] = {}
        for k in unit.states.tolist():
            said = found.get(k) or Found(self.graph.payoffs[k], (), ())
            values.append(as_fmpq(said.value))
            optimal.append(said.optimal)
            if said.mixtures:
                rows, columns = self.graph.actions(k)
                mixtures[k] = (_law(rows, said.mixtures[MAX]), _law(columns, said.mixtures[MIN]))
        return Level(unit.states, values, optimal, mixtures)


def _weights(actions: Iterable[Action], law: ActionLaw) -> Weights:
    return tuple(law.weights.get(action, 0) for action in actions)


def _law(actions: Iterable[Action], weights: Weights) -> ActionLaw:
    return Distribution(dict(zip(actions, weights, strict=True)))
