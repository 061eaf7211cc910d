"""Making the arrays of a graph, state by state."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...distributions.distribution import Distribution
from ...exact.argument_checks import raise_rule_failed
from ...exact.errors import RulesError
from ...exact.numbers import Exact, as_exact, shown
from ...symbolic.rational_function import HoldsSymbol, Polynomial, holds_symbol
from ..protocol import NAMES, PLAYERS, RULES, Action, Game, State, mover_among
from .arrays import FINISHED, Actions, Menu, StateGraph, WeightLists

OF_SYMBOLS = "solve(game) gives its values in pieces; for anything else give the symbol a number"

Weights = tuple[int, ...]  # of a law


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
    laws: list[Weights]
    menu: array[int]
    first_move: array[int]
    law: array[int]
    successors: array[int]


class Compiler:
    """The arrays of a graph as they grow."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.numbers = Numbering()
        self.states = self.numbers.states
        self.payoffs: dict[int, Exact] = {}
        self.menus: list[Menu] = []
        self.menu = array("i")
        self.first_move = array("q", [0])
        self.law = array("i")
        self.successors = array("i")
        self.laws: list[Weights] = []
        self._menus: dict[object, int] = {}
        self.law_numbers: dict[tuple[int, ...], int] = {}

    @property
    def done(self) -> int:
        """How many states have been looked at."""
        return len(self.menu)

    # --- states -----------------------------------------------------------------------------------

    def look_at(self, state: State) -> None:
        """Add the state; a rule of the user's that fails there is a `RulesError`."""
        try:
            self.add_state(state)
        except Exception as error:
            raise_rule_failed(self.game, state, RULES, error)

    def add_state(self, state: State) -> None:
        """The same, with whatever the rule raises."""
        # The payoff first: rules need not answer for actions where the game is over.
        payoff = self.game.payoff(state)
        if payoff is not None:
            if type(payoff) is not int:  # most are, and need no text for a message
                payoff = self.check_payoff(payoff, f"the payoff of {shown(state)}")
            self.end(payoff)
            return
        # Rows are MAX's actions, columns MIN's; new states are numbered in the order of these laws.
        rows = actions_at(self.game, state, 0)
        columns = actions_at(self.game, state, 1)
        number = self.numbers.__getitem__
        for a in rows:
            for law in [distribution_at(self.game, state, (a, b)) for b in columns]:
                self.successors.extend(map(number, law.weights))
                self.law.append(self.distribution_number(tuple(law.weights.values())))
        self._close(self._menu_number((rows, columns)))

    def check_payoff(self, payoff: object, what: str) -> Exact:
        """The payoff as an exact number; `HoldsSymbol` where it holds a parameter."""
        if holds_symbol(payoff):
            raise HoldsSymbol(f"{what} holds a symbol: {OF_SYMBOLS}")
        return as_exact(payoff, what)

    def end(self, payoff: Exact) -> None:
        """The game is over at the next state."""
        self.payoffs[self.done] = payoff
        self._close(FINISHED)

    def _menu_number(self, actions: Actions) -> int:
        # 1 and True are equal, and not the same action.
        rows, columns = actions
        key = (actions, *map(_kind, rows), *map(_kind, columns))
        number = self._menus.get(key)
        if number is None:
            number = self._menus[key] = len(self.menus)
            self.menus.append(Menu(actions, mover_among(*actions)))
        return number

    def _close(self, menu: int) -> None:
        self.menu.append(menu)
        self.first_move.append(len(self.law))

    def distribution_number(self, weights: Weights) -> int:
        """The number of the list of weights; `HoldsSymbol` where they hold a parameter."""
        number = self.law_numbers.get(weights)
        if number is None:
            total = sum(weights)
            if isinstance(total, Polynomial):
                names = ", ".join(parameter.name for parameter in total.parameters)
                raise HoldsSymbol(f"{shown(self.game)} holds the symbol {names}: {OF_SYMBOLS}")
            number = self.law_numbers[weights] = len(self.laws)
            self.laws.append(weights)
        return number

    def distributions_of(self, k: int) -> list[Weights]:
        """The weights of each law of state k."""
        moves = self.law[self.first_move[k] : self.first_move[k + 1]]
        return [self.laws[number] for number in moves]

    # --- the whole --------------------------------------------------------------------------------

    def graph(self) -> StateGraph:
        """The graph of all that was added."""
        return StateGraph(
            self.game,
            self.states,
            dict(self.numbers),
            self.payoffs,
            self.menus,
            _array(self.menu),
            _array(self.first_move),
            _array(self.law),
            _array(self.successors),
            WeightLists(self.laws),
        )

    def part(self) -> Part:
        """All that was added, for a graph of more states."""
        menus = [menu.actions for menu in self.menus]
        states = (self.states, self.payoffs, menus, self.laws)
        return Part(*states, self.menu, self.first_move, self.law, self.successors)

    def append(self, part: Part) -> None:
        """Add the states of a part that was made apart, with numbers of its own."""
        number = self.numbers.__getitem__
        new = np.array([*map(number, part.states)], dtype=np.intc)
        laws = np.array([*map(self.distribution_number, part.laws)], dtype=np.intc)
        # The last is that of finished states, whose menu is -1.
        menus = np.array([*map(self._menu_number, part.menus), FINISHED], dtype=np.intc)
        begun = self.done
        moved = len(self.law)
        self.payoffs.update({begun + k: payoff for k, payoff in part.payoffs.items()})
        _extend(self.successors, new[np.frombuffer(part.successors, np.intc)])
        _extend(self.law, laws[np.frombuffer(part.law, np.intc)])
        _extend(self.menu, menus[np.frombuffer(part.menu, np.intc)])
        _extend(self.first_move, np.frombuffer(part.first_move, np.int64)[1:] + moved)


# --- what the rules answer ------------------------------------------------------------------------


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


def distribution_at(game: Game, state: State, joint: tuple[Action, Action]) -> Distribution[State]:
    """The law of the next state; `RulesError` unless it is a `Distribution`."""
    law = game.outcomes(state, joint)
    if not isinstance(law, Distribution):
        raise RulesError(
            f"outcomes({shown(state)}, {shown(joint)}) must be a Distribution, got {shown(law)}"
        )
    return law


def hashable(state: State) -> State:
    """The state, when it can be hashed; else `RulesError`."""
    try:
        hash(state)
    except TypeError:
        raise RulesError(
            f"a state must be hashable (a NamedTuple reads best), got {shown(state)}"
        ) from None
    return state


# --- arrays ---------------------------------------------------------------------------------------


def _kind(action: object) -> object:
    """The types of the action and of what is in it."""
    kind = type(action)
    return (kind, *map(_kind, action)) if isinstance(action, tuple) else kind


def _array(grown: array[int]) -> Any:
    """The numbers as an array of numpy, without a copy."""
    kind = grown.typecode
    return np.frombuffer(grown, kind) if grown else np.zeros(0, kind)


def _extend(grown: array[int], numbers: Any) -> None:
    """Add the numbers of an array of numpy."""
    grown.frombytes(numbers.astype(grown.typecode).tobytes())
