"""Written trees, to be searched like any game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .errors import RulesError
from .exact import Exact, shown
from .game import MAX, MIN, Action, Player


@dataclass(frozen=True)
class Valued:
    """An inner node of a tree with a value of its own, for searches that stop there."""

    value: Exact
    branches: tuple[Any, ...]


@dataclass(frozen=True)
class Tree:
    """A written tree as something to search: a number is a leaf, a list of trees (or a `Valued`) an inner node.

    The players alternate, `first` at the root. A state is the path to a node: the indices of the branches taken.

    >>> from exactdice.search import alpha_beta, minimax
    >>> alpha_beta(Tree([Valued(5, (3, 4)), 4], first=MAX), depth=1).value, minimax(Tree([[3, 4], 4])).variation
    (5, (1,))
    """

    root: Any
    first: Player = MAX
    start: tuple[int, ...] = field(default=(), init=False)

    def node(self, state: tuple[int, ...]) -> Any:
        """What stands at the end of the path."""
        node = self.root
        for index in state:
            node = self._below(node)[index]
        return node

    @staticmethod
    def _below(node: Any) -> Sequence[Any]:
        return node.branches if isinstance(node, Valued) else node if isinstance(node, (list, tuple)) else ()

    def payoff(self, state: tuple[int, ...]) -> Exact | None:
        """The number of a leaf; None at an inner node."""
        node = self.node(state)
        if self._below(node):
            return None
        if not isinstance(node, Exact) or isinstance(node, bool):
            raise RulesError(f"a leaf of a tree must be an int or a Fraction, got {shown(node)} at {shown(state)}")
        return node

    def mover(self, state: tuple[int, ...]) -> Player:
        """The player whose level the node is on."""
        return MAX if (self.first == MAX) == (len(state) % 2 == 0) else MIN

    def moves(self, state: tuple[int, ...]) -> Sequence[Action]:
        """The indices of the branches."""
        return range(len(self._below(self.node(state))))

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        """The path with one more branch."""
        return (*state, move)

    def heuristic(self, state: tuple[int, ...]) -> Exact:
        """The number of a leaf or of a `Valued`; `RulesError` at an inner node without a value."""
        node = self.node(state)
        if isinstance(node, Valued):
            return node.value
        number = self.payoff(state)
        if number is None:
            raise RulesError(
                f"the search stops at the inner node {shown(state)}, which has no value: give it one with Valued, or go deeper"
            )
        return number
