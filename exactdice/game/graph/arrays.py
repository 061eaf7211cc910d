"""The explicit graph of a game in flat arrays: no object for each transition.

States are numbered 0, 1, 2, ... The moves of a state follow each other, by MAX's action and then by
MIN's: those of state k are numbered `first_move[k]` to `first_move[k + 1] - 1`. A move has a list
of successors, which begins in `successors` at its `start`, and a list of weights, its `law`. Lists
of weights are few as a rule, since throws are the same everywhere, so each is stored once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import fmpq

from ...exact.numbers import Exact
from ..protocol import MAX, MIN, Action, Game, Player, State, mover_among

Ints = npt.NDArray[np.integer[Any]]
Floats = npt.NDArray[np.float64]
Actions = tuple[tuple[Action, ...], tuple[Action, ...]]  # of MAX and of MIN
Law = tuple[tuple[int, int], ...]  # ((successor, weight), ...)
FINISHED = -1  # the menu of a state where the game is over
BOTH = -1  # to move: both players have a choice
NOBODY = -2  # to move: the game is over


@dataclass(frozen=True)
class Menu:
    """The actions of both players, which many states share."""

    actions: Actions
    mover: Player | None


@dataclass(frozen=True)
class WeightLists:
    """The lists of weights of the distributions, each once."""

    weights: Sequence[tuple[int, ...]]

    @cached_property
    def totals(self) -> list[int]:
        """The total of each list."""
        return list(map(sum, self.weights))

    @cached_property
    def shares(self) -> list[list[fmpq]]:
        """The probabilities of each list."""
        lists = zip(self.weights, self.totals, strict=True)
        return [[fmpq(weight, total) for weight in listed] for listed, total in lists]

    @cached_property
    def sizes(self) -> Ints:
        """How many weights each list has."""
        return np.array([len(listed) for listed in self.weights], dtype=np.int64)

    @cached_property
    def first(self) -> Ints:
        """Where each list begins among the `chances`."""
        return np.cumsum(self.sizes) - self.sizes

    @cached_property
    def chances(self) -> Floats:
        """weight / total, each rounded once, one list after the other."""
        lists = zip(self.weights, self.totals, strict=True)
        return np.array([weight / total for listed, total in lists for weight in listed])


@dataclass(frozen=True)
class Node:
    """One state: its payoff when the game is over there, else its actions and the distributions of
    its successors.

    `distributions[a][b]` is ((successor index, weight), ...) under MAX's action a and MIN's action
    b.
    """

    state: State
    payoff: Exact | None
    actions: Actions = ((), ())
    laws: tuple[tuple[Law, ...], ...] = ()

    @property
    def totals(self) -> list[list[int]]:
        """The total of the weights of each of the distributions."""
        return [[sum(weight for _, weight in law) for law in row] for row in self.laws]

    @property
    def mover(self) -> Player | None:
        """The player to move; None where both have a choice. A single action is no choice, whether
        it is WAIT or another.
        """
        return mover_among(*self.actions)

    def move(self, action: int) -> tuple[Law, int]:
        """The law of the successors and its total weight when the player to move plays its action
        of this index.
        """
        a, b = (action, 0) if self.mover == MAX else (0, action)
        return self.laws[a][b], self.totals[a][b]

    def successors(self) -> Iterator[int]:
        """The indices of every state that can follow, possibly repeated."""
        for row in self.laws:
            for law in row:
                for index, _ in law:
                    yield index


class Nodes(Sequence[Node]):
    """The nodes of a graph, each made when it is asked for; those asked for last are kept."""

    def __init__(self, count: int, make: Callable[[int], Node]) -> None:
        # some laws each: a few hundred bytes
        self._places = range(count)
        self._make = lru_cache(10_000)(make)

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, k: int) -> Node:  # type: ignore[override]  # no slices
        return self._make(self._places[k])  # from the end too, and refused beyond it


@dataclass(frozen=True, eq=False)
class StateGraph:
    """All states reachable from the start (node 0), in the order they were found.

    `nodes[k]` is state k with all its distributions as an object, made when asked for; solvers read
    the arrays, which the module describes. `payoffs` holds the finished states alone.
    """

    game: Game
    states: Sequence[State]
    index: dict[State, int]
    payoffs: Mapping[int, Exact]
    menus: Sequence[Menu]
    menu: Ints  # of each state, or FINISHED
    first_move: Ints
    law: Ints
    successors: Ints
    lists: WeightLists

    def __len__(self) -> int:
        return len(self.menu)

    @cached_property
    def nodes(self) -> Nodes:
        """The states with their distributions, as objects."""
        return Nodes(len(self), self.node)

    def node(self, k: int) -> Node:
        """State k with its distributions."""
        if self.menu[k] == FINISHED:
            return Node(self.states[k], self.payoffs[k])
        actions = self.menus[self.menu[k]].actions
        laws = [self.move(m)[0] for m in self.moves_of(k)]
        width = len(actions[MIN])
        rows = [tuple(laws[begin : begin + width]) for begin in range(0, len(laws), width)]
        return Node(self.states[k], None, actions, tuple(rows))

    def laws(self, moves: Ints) -> Iterator[tuple[list[int], tuple[int, ...], int]]:
        """(successors, their weights, the total of these) of each of the moves."""
        sizes = self.sizes[moves]
        after = self.led_to(moves).tolist()
        begin = 0
        for law, size in zip(self.law[moves].tolist(), sizes.tolist(), strict=True):
            end = begin + size
            yield after[begin:end], self.lists.weights[law], self.lists.totals[law]
            begin = end

    def move(self, m: int) -> tuple[Law, int]:
        """((successor, weight), ...) of move m, and the total of the weights."""
        number, start = self.law[m], int(self.start[m])
        weights = self.lists.weights[number]
        after = self.successors[start : start + len(weights)].tolist()
        return tuple(zip(after, weights, strict=True)), self.lists.totals[number]

    def moves_of(self, k: int) -> range:
        """The numbers of the moves of state k."""
        return range(int(self.first_move[k]), int(self.first_move[k + 1]))

    def actions(self, k: int) -> Actions:
        """The actions of both players at state k, where the game goes on."""
        return self.menus[int(self.menu[k])].actions

    def mover_actions(self, k: int) -> tuple[Action, ...]:
        """The actions of the one player to move at state k."""
        menu = self.menus[int(self.menu[k])]
        return menu.actions[menu.mover or MAX]

    def mover(self, k: int) -> Player | None:
        """The player to move at state k; None where both have a choice."""
        return self.menus[int(self.menu[k])].mover

    @cached_property
    def to_move(self) -> Ints:
        """MAX or MIN for each state, BOTH or NOBODY."""
        movers = [BOTH if menu.mover is None else menu.mover for menu in self.menus]
        # The last is that of finished states, whose menu is -1.
        return np.array([*movers, NOBODY], dtype=np.int8)[self.menu]

    @cached_property
    def sizes(self) -> Ints:
        """How many successors each move has."""
        return self.lists.sizes[self.law]

    @cached_property
    def start(self) -> Ints:
        """Where the successors of each move begin."""
        return np.cumsum(self.sizes) - self.sizes

    @cached_property
    def width(self) -> Ints:
        """How many successors each state has, those of several moves several times."""
        before = np.concatenate([[0], np.cumsum(self.sizes)])
        return np.diff(before[self.first_move])

    def moves_from(self, states: Ints) -> tuple[Ints, Ints]:
        """The moves of these states, one state's after the other's, and how many each has."""
        first = self.first_move[states]
        counts = self.first_move[states + 1] - first
        return ranges(first, counts), counts

    def led_to_from(self, states: Ints) -> Ints:
        """The successors of these states, one state's after the other's."""
        moves, _ = self.moves_from(states)
        return self.led_to(moves)

    def led_to(self, moves: Ints) -> Ints:
        """The successors of these moves, one move's after the other's."""
        return self.successors[ranges(self.start[moves], self.sizes[moves])]

    def all_successors(self) -> list[list[int]]:
        """The successors of each state."""
        every = np.arange(len(self))
        split = np.split(self.led_to_from(every), np.cumsum(self.width)[:-1])
        return [led_to.tolist() for led_to in split]

    def batches(self, states: Ints) -> Iterator[Ints]:
        """The states in parts with about half a million ways on at most, each for work at once."""
        before = np.cumsum(self.width[states])
        # Always one: a state may have more ways on than that by itself.
        cuts = np.flatnonzero(np.diff(before // 500_000)) + 1
        yield from np.split(states, cuts)

    def paying(self, payoffs: Mapping[int, Exact]) -> StateGraph:
        """The graph with these payoffs at finished states; play ends at a state that has moves when
        it is among them.
        """
        menu = self.menu.copy()
        menu[list(payoffs)] = FINISHED
        counts = np.where(menu == FINISHED, 0, np.diff(self.first_move))
        moves, _ = self.moves_from(np.flatnonzero(counts))
        return replace(
            self,
            payoffs=dict(payoffs),
            menu=menu,
            first_move=np.concatenate([[0], np.cumsum(counts)]),
            law=self.law[moves],
            successors=self.led_to(moves),
        )


def ranges(starts: Ints, counts: Ints) -> Ints:
    """start, start + 1, ... for each start, as many as its count, one after the other.

    >>> ranges(np.array([5, 0, 9]), np.array([2, 0, 3])).tolist()
    [5, 6, 9, 10, 11]
    """
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(starts - ends + counts, counts) + np.arange(total)
