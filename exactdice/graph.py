"""The explicit graph of a game: every state reachable from the start, with the rules checked on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from .distribution import Distribution
from .errors import RulesError, UnsolvableError
from .exact import Exact, Progress, as_exact, shown
from .game import NAMES, PLAYERS, Action, Game, State


@dataclass(frozen=True)
class Node:
    """One state: its payoff when the game is over there, else its actions and the laws of its successors.

    `laws[a][b]` is ((successor index, weight), ...) under MAX's action a and MIN's action b, with `totals[a][b]`.
    """

    state: State
    payoff: Exact | None
    actions: tuple[tuple[Action, ...], tuple[Action, ...]] = ((), ())
    laws: tuple[tuple[tuple[tuple[int, int], ...], ...], ...] = ()
    totals: tuple[tuple[int, ...], ...] = ()

    def successors(self) -> Iterator[int]:
        """The indices of every state that can follow, possibly repeated."""
        return (index for row in self.laws for law in row for index, _ in law)


@dataclass(frozen=True)
class StateGraph:
    """All states reachable from the start (node 0), in the order they were found."""

    game: Game
    nodes: tuple[Node, ...]
    index: dict[State, int]


def explore(game: Game, starts: Iterable[State] | None = None, progress: Progress | None = None) -> StateGraph:
    """The graph of all states reachable from `game.start` (or from `starts`).

    Raises `RulesError` naming the state when a rule of the protocol is broken: no action, a payoff that is not exact,
    outcomes that are not a `Distribution`, a state that cannot be hashed.
    """
    index: dict[State, int] = {}
    for state in [game.start] if starts is None else starts:
        index.setdefault(_hashable(state), len(index))
    pending = list(index)
    nodes: list[Node] = []
    while len(nodes) < len(pending):
        node = _node(game, pending[len(nodes)], index, pending)
        nodes.append(node)
        if progress and len(nodes) % 1000 == 0:
            progress(len(nodes), len(pending))
    return StateGraph(game, tuple(nodes), index)


def _node(game: Game, state: State, index: dict[State, int], pending: list[State]) -> Node:
    payoff = game.payoff(state)
    if payoff is not None:
        return Node(state, as_exact(payoff, f"the payoff of {shown(state)}"))
    actions = (_actions(game, state, 0), _actions(game, state, 1))
    laws = [[_law(game, state, (a, b)) for b in actions[1]] for a in actions[0]]
    numbered = tuple(tuple(tuple(_numbered(law, index, pending)) for law in row) for row in laws)
    return Node(state, None, actions, numbered, tuple(tuple(law.total for law in row) for row in laws))


def _numbered(law: Distribution[State], index: dict[State, int], pending: list[State]) -> Iterator[tuple[int, int]]:
    for successor, weight in law.items():
        if successor not in index:
            index[successor] = len(pending)
            pending.append(successor)
        yield index[successor], weight


def _actions(game: Game, state: State, player: int) -> tuple[Action, ...]:
    actions = tuple(game.actions(state, PLAYERS[player]))
    if not actions:
        raise RulesError(f"{NAMES[player]} must have at least one action at {shown(state)} (WAIT when it is not to move), got none")
    try:
        different = len(set(actions))
    except TypeError:
        raise RulesError(f"the actions of {NAMES[player]} at {shown(state)} must be hashable, got {shown(actions)}") from None
    if different < len(actions):
        twice = next(action for k, action in enumerate(actions) if action in actions[:k])
        raise RulesError(f"the actions of {NAMES[player]} at {shown(state)} must differ, but {shown(twice)} is listed twice")
    return actions


def _law(game: Game, state: State, joint: tuple[Action, Action]) -> Distribution[State]:
    law = game.outcomes(state, joint)
    if not isinstance(law, Distribution):
        raise RulesError(f"outcomes({shown(state)}, {shown(joint)}) must be a Distribution, got {shown(law)}")
    return law


def _hashable(state: State) -> State:
    try:
        hash(state)
    except TypeError:
        raise RulesError(f"a state must be hashable (a NamedTuple reads best), got {shown(state)}") from None
    return state


def backward_order(graph: StateGraph) -> list[int]:
    """The indices of all nodes, each after all its successors.

    Raises `UnsolvableError` naming a cycle when play can come back to a state.
    """
    sorter = TopologicalSorter({k: set(node.successors()) for k, node in enumerate(graph.nodes)})
    try:
        return list(sorter.static_order())
    except CycleError as error:
        cycle = " -> ".join(shown(graph.nodes[k].state) for k in reversed(error.args[1][:5]))
        raise UnsolvableError(
            f"{shown(graph.game)} can come back to a state ({cycle}): backward induction needs play that always moves on"
        ) from None
