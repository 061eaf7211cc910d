"""Solving into a store: level by level, going on where an earlier run was ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from ..argument_checks import a_path, no_progress
from ..distribution import Distribution
from ..errors import UnsolvableError
from ..exact import Progress, as_exact, as_fmpq, shown
from ..game import MAX, PLAYERS, ActionLaw, Game, State
from ..graph import Node, StateGraph, explore, is_cyclic, layers
from ..optional import hides
from ..solution import Solution
from ..stores.format import is_store
from ..stores.level_file import Weights
from ..stores.manifest import is_finished, read_manifest
from ..stores.plan import Found
from ..stores.reading import stored_solution
from ..stores.rules import refuse_other_rules, rules_said
from ..stores.states import state_text
from ..stores.writing import write_store, writing_into
from .iteration import choice_in, ending_of, first_choices, iterate, refuse_simultaneous
from .worth import Worth


def solve_into(game: Game, store: Path | str, progress: Progress | None = None) -> Solution:
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
    if not _is_done(folder, game):
        rules_said(game)  # which refuses what cannot be written, before the work
        with writing_into(folder):
            solver = LevelsInTurn(explore(game, progress=progress))
            write_store(folder, game, solver, progress)
    return stored_solution(folder, game)


def _is_done(folder: Path, game: Game) -> bool:
    """Whether there is a finished store; `ExactDiceError` when there is one of other rules."""
    if not is_store(folder):
        return False
    manifest = read_manifest(folder)
    refuse_other_rules(folder, manifest, game)
    return is_finished(manifest)


class LevelsInTurn:
    """A `LevelSolver` of a game whose play may come back to a state."""

    def __init__(self, graph: StateGraph) -> None:
        self.graph = graph
        self._layers = layers(graph)
        self._layer_of = {k: layer for layer in self._layers for k in layer}
        self._cyclic = any(is_cyclic(graph, layer) for layer in self._layers)
        # Before any work, as a matrix game on a cycle has no exact value in general.
        refuse_simultaneous(graph, self._layers)
        self._first = first_choices(graph, MAX) if self._cyclic else {}
        self._worth = Worth(graph)
        for k, node in enumerate(graph.nodes):
            if node.payoff is not None:
                self._worth.settle(k)

    @property
    def method(self) -> str:
        """As the solvers without a store say it."""
        return "strategy iteration" if self._cyclic else "backward induction"

    @cached_property
    def heights(self) -> Mapping[int, int]:
        """{number of an unfinished state: its height}."""
        known: dict[int, int] = {}
        for layer in self._layers:
            nodes = self.graph.nodes
            outside = {t for k in layer for t in nodes[k].successors()}.difference(layer)
            height = 1 + max((known.get(t, 0) for t in outside), default=0)
            if nodes[layer[0]].payoff is None:
                known.update(dict.fromkeys(layer, height))
        return known

    def state(self, node: int) -> State:
        """The state of this number."""
        return self.graph.nodes[node].state

    def lines(self, names: Mapping[int, str]) -> Iterator[str]:
        """The rules at each state."""
        places = {node: f"{place}" for place, node in enumerate(names)}
        for k, finished in enumerate(self.graph.nodes):
            if finished.payoff is not None:
                places[k] = f"{state_text(finished.payoff)}:{state_text(finished.state)}"
        for node in names:
            yield _line(self.graph.nodes[node], places)

    def solve(self, nodes: Sequence[int]) -> None:
        """Find all of these states."""
        for layer in self._layers_of(nodes):
            if is_cyclic(self.graph, layer):
                iterate(self._worth, layer, choice_in(self._worth, layer, self._first))
            else:
                self._worth.settle(layer[0])

    def _layers_of(self, nodes: Sequence[int]) -> Iterator[list[int]]:
        """The layers of these states, each once, in their order."""
        done: set[int] = set()
        for k in nodes:
            if k not in done:
                layer = self._layer_of[k]
                done.update(layer)
                yield layer

    def know(self, node: int, found: Found) -> None:
        """Take this for what would be found of the state."""
        self._worth.enter(node, as_fmpq(found.value))
        if found.mixtures:
            actions = self.graph.nodes[node].actions
            first, second = (
                Distribution(dict(zip(actions[player], found.mixtures[player], strict=True)))
                for player in PLAYERS
            )
            self._worth.mixtures[node] = (first, second)
        else:
            self._worth.optimal[node] = found.optimal

    def found(self, node: int) -> Found:
        """What was found of the state."""
        value = as_exact(self._worth.exact[node])
        if node not in self._worth.mixtures:
            return Found(value, tuple(self._worth.optimal[node]), ())
        actions = self.graph.nodes[node].actions
        first, second = self._worth.mixtures[node]
        return Found(value, (), (_weights(actions[0], first), _weights(actions[1], second)))

    def chosen(self) -> Mapping[int, int]:
        """Where strategies play another than the first optimal action."""
        return ending_of(self.graph, self._worth.optimal) if self._first else {}


def _weights(actions: Sequence[object], law: ActionLaw) -> Weights:
    return tuple(law.weights.get(action, 0) for action in actions)


def _line(node: Node, places: Mapping[int, str]) -> str:
    """The laws of the successors for all joint actions, each in the order of its successors."""
    laws = []
    for law, _ in node.moves():
        laws.append(" ".join(sorted(f"{places[k]}*{weight:x}" for k, weight in law)))
    return f"{len(node.actions[0])}x{len(node.actions[1])} {'|'.join(laws)}"
