"""What a game may say besides its rules: each protocol here is one more member, which a game may
leave out.

`exactdice.testing.check_game` checks the members that a game has. Ask for one by the function
beside its protocol, so that it stands in one place what holds when a game is silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, runtime_checkable

from .exact import Exact
from .game import State


@runtime_checkable
class SupportsSolo(Protocol):
    """A game that MAX plays alone: MIN always waits."""

    @property
    def solo(self) -> bool:
        """Whether MAX plays alone."""


def is_solo(game: object) -> bool:
    """Whether MAX plays the game alone."""
    # A game that says nothing is one for two: MIN is then asked for its actions.
    return isinstance(game, SupportsSolo) and game.solo


@runtime_checkable
class SupportsText(Protocol):
    """A game that draws its states, as a board for instance."""

    def text(self, state: State) -> str:
        """The state for people, on one or more lines."""


@runtime_checkable
class SupportsEnding(Protocol):
    """A game with words of its own for its payoffs, where win, loss and draw do not fit."""

    def ending(self, payoff: Exact) -> str:
        """How play ended, in words."""


@runtime_checkable
class SupportsHeuristic(Protocol):
    """A game that can be searched a few moves deep: in turns, without chance."""

    def heuristic(self, state: State) -> Exact:
        """A guess at what MAX will be paid from this state, exact as a number."""


@runtime_checkable
class SupportsCost(Protocol):
    """A game, or the rules of a game on a graph, that knows how large it is from its options."""

    @property
    def exploring_cost(self) -> int:
        """The steps that listing all states takes, estimated before any work (see `cost`)."""


def exploring_cost(rules: object) -> int:
    """The steps that listing all states takes; 0 where the rules do not say."""
    # 0 refuses nothing: the graph is counted as it grows all the same.
    return rules.exploring_cost if isinstance(rules, SupportsCost) else 0


@runtime_checkable
class SupportsNames(Protocol):
    """A game with options that are chosen by name, such as the special rules of Hog."""

    @property
    def named(self) -> Mapping[str, tuple[str, ...]]:
        """{option: the names it takes}."""


def named_options(game: object) -> Mapping[str, tuple[str, ...]]:
    """{option: the names it takes}; {} where every option is a number."""
    return game.named if isinstance(game, SupportsNames) else {}


@runtime_checkable
class SupportsFamily(Protocol):
    """A game whose rules the checker restates from a few parameters: a proof lists no state."""

    def family(self) -> dict[str, object]:
        """{"family": name, parameter: value, ...} in the words of the checker."""

    def family_states(self) -> Iterable[State]:
        """The unfinished states in the checker's order."""

    def family_optimal(self, state: State, optimal: Callable[[State], object]) -> object:
        """What is optimal at one of them in the words of the checker.

        `optimal` says what an explicit graph would say of a state.
        """


@runtime_checkable
class SupportsExtremes(Protocol):
    """A game that is won or lost: a proof may follow the winner's chosen actions alone."""

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        """The least and the greatest payoff."""
