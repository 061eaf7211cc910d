"""What a solver returns: values, strategies, all optimal actions, and the proof file that anyone can check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from . import checker
from .distribution import Distribution, point
from .errors import UnsolvableError
from .exact import Exact
from .files import json_text, write_atomically
from .game import MAX, PLAYERS, WAIT, Action, Game, State, mover
from .graph import StateGraph, explore

K = TypeVar("K")
V = TypeVar("V")


class Lazy(Mapping[K, V], Generic[K, V]):
    """A read-only mapping whose values are computed when asked for: keys() lists the keys, get(key) gives one value."""

    def __init__(self, keys: Callable[[], Iterable[K]], get: Callable[[K], V]) -> None:
        self._keys, self._get = keys, get

    def __getitem__(self, key: K) -> V:
        return self._get(key)

    def __iter__(self) -> Iterator[K]:
        return iter(self._keys())

    def __len__(self) -> int:
        return sum(1 for _ in self._keys())


@dataclass(frozen=True)
class Solution:
    """The exact solution of a game in turns.

    - `values[state]`: what MAX is paid on average under optimal play from this state (finished states are left out:
      their value is their payoff).
    - `optimal_actions[state]`: every optimal action of the player to move, in the order of `actions`.
    - `strategies[player][state]`: the law of the player's action; the first optimal action, or WAIT.
    - `method`: the name of the solver that found it.
    """

    game: Game
    values: Mapping[State, Exact]
    optimal_actions: Mapping[State, tuple[Action, ...]]
    method: str

    @property
    def value(self) -> Exact:
        """The value of the game: at its start."""
        payoff = self.game.payoff(self.game.start)
        return self.values[self.game.start] if payoff is None else payoff

    @property
    def strategies(self) -> tuple[Mapping[State, Distribution[Any]], Mapping[State, Distribution[Any]]]:
        """An optimal strategy for MAX and one for MIN, as tables {state: law of the action}."""
        return (self._strategy(MAX), self._strategy(PLAYERS[1]))

    def _strategy(self, player: int) -> Mapping[State, Distribution[Any]]:
        def choice(state: State) -> Distribution[Any]:
            first = self.optimal_actions[state][0]
            return point(first if mover(self.game, state) == player else WAIT)

        return Lazy(lambda: self.optimal_actions, choice)


# --- proof files --------------------------------------------------------------------------------------------------


@runtime_checkable
class Family(Protocol):
    """A game whose rules the checker restates from a few parameters, so that the proof need not list every state."""

    def family(self) -> dict[str, Any]:
        """{"family": name, parameter: value, ...} in the words of the checker."""

    def family_states(self) -> Iterable[State]:
        """The unfinished states in the checker's order."""


def proof(solution: Solution) -> dict[str, Any]:
    """The proof as a JSON document: the rules, each state's value, all its optimal actions, and a digest."""
    game = solution.game
    if isinstance(game, Family):
        states = list(game.family_states())
        rules = game.family()
    else:
        graph = explore(game)
        states = [node.state for node in graph.nodes if node.payoff is None]
        rules = _explicit(graph)
    document = {
        "format": checker.FORMAT,
        "game": rules,
        "values": [checker.ratio_text(solution.values[state]) for state in states],
        "optimal": [[checker.plain(action) for action in solution.optimal_actions[state]] for state in states],
    }
    return document | {"digest": checker.digest(document)}


def _explicit(graph: StateGraph) -> dict[str, Any]:
    states: list[dict[str, Any]] = []
    for node in graph.nodes:
        name = repr(node.state)
        if node.payoff is not None:
            states.append({"state": name, "payoff": checker.ratio_text(node.payoff)})
            continue
        player = mover(graph.game, node.state)
        laws = [row[0] for row in node.laws] if player == MAX else list(node.laws[0])
        moves = [[checker.plain(action), [[k, hex(w)] for k, w in law]] for action, law in zip(node.actions[player], laws, strict=True)]
        states.append({"state": name, "player": player, "moves": moves})
    return {"family": "graph", "states": states}


def write_proof(solution: Solution, path: Path) -> None:
    """Write the proof file of the solution, whole or not at all."""
    write_atomically(path, json_text(proof(solution)))


def check(solution: Solution) -> str:
    """One line saying what was proved; `UnsolvableError` when the solution is wrong (a defect of the solver)."""
    try:
        return checker.check(proof(solution))
    except checker.Rejected as error:
        raise UnsolvableError(f"the solution of {solution.game!r} is wrong: {error}") from error
