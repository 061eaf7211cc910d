"""Written trees, to be searched like any game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..argument_checks import got
from ..errors import InexactError, RulesError
from ..exact import Exact, as_exact, shown, whole_or_none
from ..game import MAX, MIN, Action, Player, State, checked_player


@dataclass(frozen=True)
class Valued:
    """An inner node of a tree with a value of its own, for searches that stop there."""

    value: Exact
    branches: tuple[object, ...]


@dataclass(frozen=True)
class Tree:
    """A written tree as something to search.

    A number is a leaf, a list of trees (or a `Valued`) an inner node. The players alternate,
    `first` at the root. A state is the path to a node: the indices of the branches taken.

    >>> from exactdice.arenas.search import alpha_beta, minimax
    >>> alpha_beta(Tree([Valued(5, (3, 4)), 4], first=MAX), depth=1).value
    5
    >>> minimax(Tree([[3, 4], 4])).variation
    (1,)
    """

    root: object
    first: Player = MAX
    start: tuple[int, ...] = field(default=(), init=False)

    def __post_init__(self) -> None:
        # Copied into tuples: the lists that it was written in may change.
        object.__setattr__(self, "root", _kept(self.root, ()))
        object.__setattr__(self, "first", checked_player(self.first))

    def node(self, state: tuple[int, ...]) -> Any:
        """What stands at the end of the path, a number or branches; `RulesError` when there is no
        such path.
        """
        node = self.root
        for index in state if isinstance(state, tuple) else (state,):
            below = self._below(node)
            # Python would read -1 as the last branch, and True as the second.
            if whole_or_none(index) is None or not 0 <= index < len(below):
                raise RulesError(
                    "a state of a tree must be a path, a tuple of indices of branches, got "
                    f"{shown(state)}"
                )
            node = below[index]
        return node

    def position(self, state: State) -> tuple[int, ...]:
        """The path, after a look at whether the tree has it; `RulesError` when it is none."""
        if not isinstance(state, tuple):
            raise RulesError(
                f"a state of a tree must be a path, a tuple of indices of branches, {got(state)}"
            )
        # It raises where the path leads nowhere; what stands there is not needed.
        self.node(state)
        return state

    @staticmethod
    def _below(node: object) -> Sequence[object]:
        if isinstance(node, Valued):
            return node.branches
        return node if isinstance(node, tuple) else ()

    def payoff(self, state: tuple[int, ...]) -> Exact | None:
        """The number of a leaf; None at an inner node."""
        node = self.node(state)
        if self._below(node):
            return None
        number: Exact = node
        return number

    def mover(self, state: tuple[int, ...]) -> Player:
        """The player whose level the node is on."""
        # The players alternate, so the length of the path tells whose turn it is.
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
        # Its own number first: a search that stops here must not ask what lies below.
        if isinstance(node, Valued):
            return node.value
        number = self.payoff(state)
        if number is None:
            raise RulesError(
                f"the search stops at the inner node {shown(state)}, which has no value: give "
                "it one with Valued, or go deeper"
            )
        return number


def _kept(node: object, path: tuple[int, ...]) -> object:
    """The node with tuples for lists, so that a tree can be hashed and nobody changes it.

    `RulesError` naming what is no tree.
    """
    branches = node.branches if isinstance(node, Valued) else node
    if isinstance(branches, (list, tuple)) and branches:
        below = tuple(_kept(branch, (*path, k)) for k, branch in enumerate(branches))
        if isinstance(node, Valued):
            return Valued(as_exact(node.value, f"the value at {shown(path)}"), below)
        return below
    try:
        return as_exact(node)
    except InexactError:
        raise RulesError(
            f"a leaf of a tree must be an int or a Fraction, {got(node)} at {shown(path)}"
        ) from None
