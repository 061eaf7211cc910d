"""What a solver returns: values or bounds, strategies, all optimal actions, and the proof file that anyone can check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from . import checker
from .distribution import Distribution, point
from .errors import UnsolvableError
from .exact import Bounds, Exact, shown
from .files import json_text, write_atomically
from .game import MAX, MIN, PLAYERS, Action, Game, Player, State, mover
from .graph import Node, StateGraph, explore

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
    """The exact solution of a game.

    - `values[state]`: what MAX is paid on average under optimal play from this state (finished states are left out:
      their value is their payoff).
    - `optimal_actions[state]`: every optimal action of the player to move, in the order of `actions`.
    - `mixtures[state]`: where both players choose instead, an optimal law of the action for MAX and one for MIN.
    - `chosen[state]`: the optimal action that strategies play where the first optimal one might never end play.
    - `strategies[player][state]`: the law of the player's action: its mixture, or an optimal action (the first as a rule), or its only one.
    - `method`: the name of the solver that found it.
    """

    game: Game
    values: Mapping[State, Exact]
    optimal_actions: Mapping[State, tuple[Action, ...]]
    method: str
    mixtures: Mapping[State, tuple[Distribution[Any], Distribution[Any]]] = field(default_factory=dict)
    chosen: Mapping[State, Action] = field(default_factory=dict)

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
            if state in self.mixtures:
                return self.mixtures[state][player]
            if mover(self.game, state) != player:
                return point(self.game.actions(state, PLAYERS[player])[0])
            return point(self.chosen[state] if state in self.chosen else self.optimal_actions[state][0])

        return Lazy(lambda: self.values, choice)


@dataclass(frozen=True)
class Enclosure:
    """Certified bounds on the values of a game, with the strategies that prove them.

    - `bounds[state]`: the value of this state, paid to MAX, lies between these exact ends.
    - `strategies[MAX][state]`, `strategies[MIN][state]`: the law of the player's action. Against any play of the other, MAX's
      strategy is paid the lower end or more on average, and MIN's pays the upper end or less.
    - `method`: the name of the solver that found it.
    - `exact`: the exact solution that was rounded outwards, where there is one; it is the proof then.
    """

    game: Game
    bounds: Mapping[State, Bounds]
    strategies: tuple[Mapping[State, Distribution[Any]], Mapping[State, Distribution[Any]]]
    method: str
    exact: Solution | None = None

    @property
    def value(self) -> Bounds:
        """The bounds at the start."""
        payoff = self.game.payoff(self.game.start)
        return self.bounds[self.game.start] if payoff is None else Bounds(payoff, payoff)


# --- proof files --------------------------------------------------------------------------------------------------


@runtime_checkable
class Family(Protocol):
    """A game whose rules the checker restates from a few parameters, so that the proof need not list every state."""

    def family(self) -> dict[str, Any]:
        """{"family": name, parameter: value, ...} in the words of the checker."""

    def family_states(self) -> Iterable[State]:
        """The unfinished states in the checker's order."""

    def family_optimal(self, state: State, optimal: Callable[[State], Any]) -> Any:
        """What is optimal at one of them in the words of the checker, given what an explicit graph would say of states."""


def proof(solution: Solution | Enclosure) -> dict[str, Any]:
    """The proof as a JSON document: the rules, each state's value or bounds, what is optimal there, and a digest."""
    if isinstance(solution, Enclosure) and solution.exact is not None:
        return proof(solution.exact)
    game = solution.game
    known = solution.bounds if isinstance(solution, Enclosure) else solution.values
    if isinstance(game, Family) and (isinstance(solution, Solution) or game.family()["family"] in checker.WITH_BOUNDS):
        states = list(game.family_states())
        with suppress(KeyError):  # a solution of the reachable states alone
            values = [_value(known[state]) for state in states]
            return _document(game.family(), values, [game.family_optimal(state, partial(_optimal, solution)) for state in states])
    rules, states = _listed(explore(game))
    return _document(rules, [_value(known[state]) for state in states], [_optimal(solution, state) for state in states])


def _value(value: Exact | Bounds) -> Any:
    return [checker.ratio_text(end) for end in (value.lower, value.upper)] if isinstance(value, Bounds) else checker.ratio_text(value)


def _document(rules: dict[str, Any], values: list[Any], optimal: list[Any]) -> dict[str, Any]:
    document = {"format": checker.FORMAT, "game": rules, "values": values, "optimal": optimal}
    return document | {"digest": checker.digest(document)}


def _optimal(solution: Solution | Enclosure, state: State) -> Any:
    """The names of all optimal actions, for bounds of the one that guarantees its end; where both choose a mixture for each."""
    game = solution.game
    if isinstance(solution, Solution):
        mixed = solution.mixtures.get(state)
    else:
        chooses = all(len(game.actions(state, player)) > 1 for player in PLAYERS)
        mixed = (solution.strategies[MAX][state], solution.strategies[MIN][state]) if chooses else None
    return _named(game, state, _chosen(solution, state)) if mixed is None else _mixtures(game, state, mixed)


def _chosen(solution: Solution | Enclosure, state: State) -> tuple[Action, ...]:
    """All optimal actions of the player to move, for bounds the one that guarantees its end."""
    if isinstance(solution, Solution):
        return solution.optimal_actions[state]
    return tuple(solution.strategies[mover(solution.game, state)][state])


def _named(game: Game, state: State, chosen: tuple[Action, ...]) -> list[Any]:
    actions = [game.actions(state, player) for player in PLAYERS]
    names = {a: name for its in actions for a, name in zip(its, action_names(its), strict=True)}
    return [names[action] for action in chosen]


def _mixtures(game: Game, state: State, laws: tuple[Distribution[Any], Distribution[Any]]) -> dict[str, list[str]]:
    return {
        name: [checker.ratio_text(laws[player].probability(action)) for action in game.actions(state, player)]
        for name, player in zip(("row", "column"), PLAYERS, strict=True)
    }


def _listed(graph: StateGraph) -> tuple[dict[str, Any], list[State]]:
    """The explicit graph in the words of the checker, and its unfinished states."""
    states: list[dict[str, Any]] = []
    for node in graph.nodes:
        name = shown(node.state)
        if node.payoff is not None:
            states.append({"state": name, "payoff": checker.ratio_text(node.payoff)})
            continue
        laws = [[[[k, hex(w)] for k, w in law] for law in row] for row in node.laws]
        states.append({"state": name, "actions": [_names(node, player) for player in PLAYERS], "laws": laws})
    return {"family": "graph", "states": states}, [node.state for node in graph.nodes if node.payoff is None]


def _names(node: Node, player: Player) -> list[int | str]:
    """The names of the player's actions; a single one of who is not to move is called wait, whatever it is."""
    return action_names(node.actions[player]) if node.mover in (None, player) else ["wait"]


def action_names(actions: tuple[Action, ...]) -> list[int | str]:
    """A name for each action as JSON can hold it, numbered where two would have the same."""
    names = [plain(action) for action in actions]
    return names if len(set(names)) == len(names) else [f"{k}: {name}" for k, name in enumerate(names, 1)]


def plain(action: Action) -> int | str:
    """The action as JSON can hold it: a text or a small int as it is, a huge int in hexadecimal, anything else by its text."""
    if isinstance(action, int) and not isinstance(action, bool):
        return action if action.bit_length() < 64 else hex(action)
    return action if isinstance(action, str) else shown(action)


def write_proof(solution: Solution | Enclosure, path: Path) -> None:
    """Write the proof file of the solution, whole or not at all."""
    write_atomically(path, json_text(proof(solution)))


def check(solution: Solution | Enclosure) -> str:
    """One line saying what was proved; `UnsolvableError` when the solution is wrong (a defect of the solver)."""
    try:
        return checker.check(proof(solution))
    except checker.Rejected as error:
        raise UnsolvableError(f"the solution of {shown(solution.game)} is wrong: {error}") from error
