"""Making the arrays of a graph, state by state."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..argument_checks import raise_rule_failed
from ..distribution import Distribution
from ..errors import RulesError
from ..exact import Exact, as_exact, shown
from ..game import NAMES, PLAYERS, RULES, Action, Game, State
from ..parametric.polynomial import HoldsSymbol, Polynomial, holds_symbol
from .arrays import FINISHED, Menu, Node, StateGraph, WeightLists, menu_of

INT64 = 2**62  # total up to which a list of weights is kept in int64
BLOCK = (
    64  # states, from a multiple of it on, among which lists of successors that repeat are shared
)
OF_SYMBOLS = "solve(game) gives its values in pieces; for anything else give the symbol a number"

Actions = tuple[tuple[Action, ...], tuple[Action, ...]]


class Numbering(dict[State, int]):
    """{state: its number}; a state that is asked for and has none is given the next."""

    def __init__(self) -> None:
        super().__init__()
        self.states: list[State] = []

    def __missing__(self, state: State) -> int:
        self[state] = number = len(self)
        self.states.append(state)
        return number


@dataclass(frozen=True)
class Part:
    """Some states of a graph, looked at apart: their successors are numbered by `states`."""

    states: list[State]  # that follow, in the order they were found
    payoffs: dict[int, Exact]
    menus: list[Actions]
    laws: list[tuple[tuple[int, ...], int]]
    menu: array[int]
    first_move: array[int]
    start: array[int]
    law: array[int]
    successors: array[int]


class Compiler:
    """The arrays of a graph as they grow."""

    def __init__(self, game: Game, index: dict[State, int] | None = None) -> None:
        self.game = game
        self.numbers = Numbering()
        for state in index or ():
            self.numbers[state]
        self.states = self.numbers.states
        self.payoffs: dict[int, Exact] = {}
        self.menus: list[Menu] = []
        self.menu, self.first_move = array("i"), array("q", [0])
        self.start, self.law, self.successors = array("q"), array("i"), array("i")
        self.weights, self.first = array("q"), array("q", [0])
        self.totals: list[int] = []
        self.long: dict[int, tuple[int, ...]] = {}
        self._menus: dict[object, int] = {}
        self._laws: dict[tuple[int, ...], int] = {}
        self._lists: dict[tuple[int, ...], int] = {}  # {successors: where they stand}, of a block

    @property
    def done(self) -> int:
        """How many states have been looked at."""
        return len(self.menu)

    # --- states -----------------------------------------------------------------------------------

    def look_at(self, state: State) -> None:
        """Add the state; a rule of the user's that fails there is a `RulesError`."""
        try:
            self._look_at(state)
        except Exception as error:
            raise_rule_failed(self.game, state, RULES, error)

    def _look_at(self, state: State) -> None:
        # The payoff first: rules need not answer for actions where the game is over.
        payoff = self.game.payoff(state)
        if payoff is not None:
            # Most payoffs are whole: the text for the message is made for the others alone.
            self.end(payoff if type(payoff) is int else exact_payoff(state, payoff))
            return
        # Rows are MAX's actions, columns MIN's; new states are numbered in the order of these laws.
        rows, columns = actions_at(self.game, state, 0), actions_at(self.game, state, 1)
        for a in rows:
            laws = [law_at(self.game, state, (a, b)) for b in columns]
            for law in laws:
                # Add a move of the next state, with this law of successors
                number = self.numbers.__getitem__
                self._add([*map(number, law.weights)], tuple(law.weights.values()), law.total)
        self.close((rows, columns))

    def add_node(self, node: Node) -> None:
        """Add a state from its node."""
        if node.payoff is not None:
            self.end(node.payoff)
            return
        for law, total in node.moves():
            self._add([k for k, _ in law], tuple([w for _, w in law]), total)
        self.close(node.actions)

    def end(self, payoff: Exact) -> None:
        """The game is over at the next state."""
        self.payoffs[self.done] = payoff
        self._close(FINISHED)

    def close(self, actions: Actions) -> None:
        """All moves of the next state have been added; these are its actions."""
        self._close(self._menu_number(actions))

    def _menu_number(self, actions: Actions) -> int:
        key = tuple(map(_kinds, actions))
        number = self._menus.get(key)
        if number is None:
            number = self._menus[key] = len(self.menus)
            self.menus.append(menu_of(actions))
        return number

    def _close(self, menu: int) -> None:
        self.menu.append(menu)
        self.first_move.append(len(self.law))
        # Forgotten, so that a part that is made apart shares the same lists.
        if self.done % BLOCK == 0:
            self._lists.clear()

    # --- moves ------------------------------------------------------------------------------------

    def _add(self, successors: list[int], weights: tuple[int, ...], total: int) -> None:
        self.law.append(self._law_number(weights, total))
        self.start.append(self._place(successors))

    def _law_number(self, weights: tuple[int, ...], total: int) -> int:
        number = self._laws.get(weights)
        return self._new_law(weights, total) if number is None else number

    def _place(self, successors: list[int]) -> int:
        """Where this list of successors begins; one of the same block is not stored again."""
        key = tuple(successors)
        place = self._lists.get(key)
        if place is not None:
            return place
        self._lists[key] = place = len(self.successors)
        self.successors.extend(successors)
        return place

    def _new_law(self, weights: tuple[int, ...], total: int) -> int:
        refuse_symbol(self.game, total)
        self._laws[weights] = number = len(self.totals)
        if total > INT64:
            self.long[number] = weights
            self.weights.extend([0] * len(weights))
        else:
            self.weights.extend(weights)
        self.totals.append(total)
        self.first.append(len(self.weights))
        return number

    def ways_of(self, k: int) -> int:
        """How many ways lead on from state k."""
        first, moves = self.first, self.law[self.first_move[k] : self.first_move[k + 1]]
        return sum([first[law + 1] - first[law] for law in moves])

    def totals_of(self, k: int) -> Iterator[int]:
        """The totals of the laws of state k."""
        moves = self.law[self.first_move[k] : self.first_move[k + 1]]
        return map(self.totals.__getitem__, moves)

    # --- the whole --------------------------------------------------------------------------------

    def graph(self) -> StateGraph:
        """The graph of all that was added."""
        lists = WeightLists(_array(self.first), _array(self.weights), self.totals, self.long)
        index = dict(self.numbers)
        parts = (self.game, self.states, index, self.payoffs, self.menus)
        moves = (_array(self.start), _array(self.law), _array(self.successors))
        return StateGraph(*parts, _array(self.menu), _array(self.first_move), *moves, lists)

    def part(self) -> Part:
        """All that was added, for a graph of more states."""
        lists = WeightLists(_array(self.first), _array(self.weights), self.totals, self.long)
        laws = [(lists[k], total) for k, total in enumerate(self.totals)]
        menus = [menu.actions for menu in self.menus]
        moves = (self.start, self.law, self.successors)
        return Part(self.states, self.payoffs, menus, laws, self.menu, self.first_move, *moves)

    def append(self, part: Part) -> None:
        """Add the states of a part that was made apart, with numbers of its own."""
        number = self.numbers.__getitem__
        new = np.array([*map(number, part.states)], dtype=np.intc)
        laws = np.array([self._law_number(*law) for law in part.laws], dtype=np.intc)
        # The last is that of finished states, whose menu is -1.
        menus = np.array([*map(self._menu_number, part.menus), FINISHED], dtype=np.intc)
        begun, moved = self.done, len(self.law)
        self.payoffs.update({begun + k: payoff for k, payoff in part.payoffs.items()})
        _extend(self.start, np.frombuffer(part.start, np.int64) + len(self.successors))
        _extend(self.successors, new[np.frombuffer(part.successors, np.intc)])
        _extend(self.law, laws[np.frombuffer(part.law, np.intc)])
        _extend(self.menu, menus[np.frombuffer(part.menu, np.intc)])
        _extend(self.first_move, np.frombuffer(part.first_move, np.int64)[1:] + moved)


def graph_of_nodes(game: Game, nodes: Iterable[Node], index: dict[State, int]) -> StateGraph:
    """The graph of nodes that were made one by one."""
    compiler = Compiler(game, index)
    for node in nodes:
        compiler.add_node(node)
    return compiler.graph()


# --- what the rules answer ------------------------------------------------------------------------


def exact_payoff(state: State, payoff: object) -> Exact:
    """The payoff, when it is exact; else `InexactError` naming the state, or `HoldsSymbol`."""
    if holds_symbol(payoff):
        raise HoldsSymbol(f"the payoff of {shown(state)} holds a symbol: {OF_SYMBOLS}")
    return as_exact(payoff, f"the payoff of {shown(state)}")


def actions_at(game: Game, state: State, player: int) -> tuple[Action, ...]:
    """The player's actions at the state; `RulesError` unless there are some, all different."""
    listed = game.actions(state, PLAYERS[player])
    if not isinstance(listed, (tuple, list)):
        raise RulesError(
            f"the actions of {NAMES[player]} at {shown(state)} must be a tuple, got {shown(listed)}"
        )
    actions = tuple(listed)
    if not actions:
        raise RulesError(
            f"{NAMES[player]} must have at least one action at {shown(state)} (WAIT when it is "
            "not to move), got none"
        )
    try:
        different = len(set(actions))
    except TypeError:
        raise RulesError(
            f"the actions of {NAMES[player]} at {shown(state)} must be hashable, got "
            f"{shown(actions)}"
        ) from None
    if different < len(actions):
        twice = next(action for k, action in enumerate(actions) if action in actions[:k])
        raise RulesError(
            f"the actions of {NAMES[player]} at {shown(state)} must differ, but {shown(twice)} "
            "is listed twice"
        )
    return actions


def law_at(game: Game, state: State, joint: tuple[Action, Action]) -> Distribution[State]:
    """The law of the next state; `RulesError` unless it is a `Distribution`."""
    law = game.outcomes(state, joint)
    if not isinstance(law, Distribution):
        raise RulesError(
            f"outcomes({shown(state)}, {shown(joint)}) must be a Distribution, got {shown(law)}"
        )
    return law


def refuse_symbol(game: Game, total: object) -> None:
    """Raise `HoldsSymbol` when the total of a law's weights holds a symbol."""
    if isinstance(total, Polynomial):
        names = ", ".join(parameter.name for parameter in total.parameters)
        raise HoldsSymbol(f"{shown(game)} holds the symbol {names}: {OF_SYMBOLS}")


def hashable(state: State) -> State:
    """The state, when it can be hashed; else `RulesError`."""
    try:
        hash(state)
    except TypeError:
        raise RulesError(
            f"a state must be hashable (a NamedTuple reads best), got {shown(state)}"
        ) from None
    return state


def node_at(game: Game, state: State, index: dict[State, int], pending: list[State]) -> Node:
    """The node of the state; states not in the index are entered there and in the list of pending
    ones.
    """
    # The payoff first: rules need not answer for actions where the game is over.
    payoff = game.payoff(state)
    if payoff is not None:
        # Most payoffs are whole: the text for the message is made for the others alone.
        return Node(state, payoff if type(payoff) is int else exact_payoff(state, payoff))
    # Rows are MAX's actions, columns MIN's; new states are numbered in the order of these laws.
    actions = (actions_at(game, state, 0), actions_at(game, state, 1))
    numbered, totals = [], []
    for a in actions[0]:
        laws = [law_at(game, state, (a, b)) for b in actions[1]]
        for law in laws:
            refuse_symbol(game, law.total)
        numbered.append(tuple(_numbered(law, index, pending) for law in laws))
        totals.append(tuple(law.total for law in laws))
    return Node(state, None, actions, tuple(numbered), tuple(totals))


def _numbered(
    law: Distribution[State], index: dict[State, int], pending: list[State]
) -> tuple[tuple[int, int], ...]:
    numbered = []
    for successor, weight in law.items():
        if successor not in index:
            index[successor] = len(pending)
            pending.append(successor)
        numbered.append((index[successor], weight))
    return tuple(numbered)


# --- arrays ---------------------------------------------------------------------------------------


def _kinds(actions: tuple[Action, ...]) -> object:
    """What tells these actions from others: 1 and True are equal, and not the same action."""
    return tuple([(action, _kind(action)) for action in actions])


def _kind(action: object) -> object:
    inside = map(_kind, action) if isinstance(action, tuple) else ()
    return (type(action), *inside)


def _array(grown: array[int]) -> Any:
    """The numbers as an array of numpy, without a copy."""
    kind = np.dtype(np.intc if grown.typecode == "i" else np.int64)
    return np.frombuffer(grown, kind) if grown else np.zeros(0, kind)


def _extend(grown: array[int], numbers: Any) -> None:
    """Add the numbers of an array of numpy."""
    grown.frombytes(numbers.astype(np.intc if grown.typecode == "i" else np.int64).tobytes())
