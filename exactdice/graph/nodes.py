"""One state of a graph as an object: made from the arrays when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from ..exact import Exact
from ..game import MAX, Action, Player, State, mover_among

MOST_KEPT = 10_000  # nodes that a view remembers


@dataclass(frozen=True)
class Node:
    """One state: its payoff when the game is over there, else its actions and the laws of its
    successors.

    `laws[a][b]` is ((successor index, weight), ...) under MAX's action a and MIN's action b, with
    `totals[a][b]`.
    """

    state: State
    payoff: Exact | None
    actions: tuple[tuple[Action, ...], tuple[Action, ...]] = ((), ())
    laws: tuple[tuple[tuple[tuple[int, int], ...], ...], ...] = ()
    totals: tuple[tuple[int, ...], ...] = ()

    @property
    def mover(self) -> Player | None:
        """The player to move; None where both have a choice. A single action is no choice, whether
        it is WAIT or another.
        """
        return mover_among(*self.actions)

    def moves(self) -> Iterator[tuple[tuple[tuple[int, int], ...], int]]:
        """The law of the successors and its total weight for each action of the player to move."""
        for row, totals in zip(self.laws, self.totals, strict=True):
            yield from zip(row, totals, strict=True)

    def move(self, action: int) -> tuple[tuple[tuple[int, int], ...], int]:
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
        self._count, self._make = count, make
        self._kept: dict[int, Node] = {}

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, k: int) -> Node: ...
    @overload
    def __getitem__(self, k: slice) -> Sequence[Node]: ...
    def __getitem__(self, k: int | slice) -> Node | Sequence[Node]:
        if isinstance(k, slice):
            return tuple(self[one] for one in range(*k.indices(self._count)))
        kept = self._kept.get(k)
        if kept is None:
            place = range(self._count)[k]  # from the end too, and refused beyond it
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            kept = self._kept[place] = self._make(place)
        return kept

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nodes) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(tuple(self))
