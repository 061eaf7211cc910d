"""The games whose rules the checker knows as a family, and those that are searched rather than listed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from ..exact import Exact
from ..game import Game, State
from ..solvers.fast_path import by_exact_class

BOUNDED = {"graph", "pig", "simultaneous"}  # the families whose values may be bounds


class Family(Protocol):
    """A game whose rules the checker restates from a few parameters, so that the proof need not list every state."""

    def family(self) -> dict[str, Any]:
        """{"family": name, parameter: value, ...} in the words of the checker."""

    def family_states(self) -> Iterable[State]:
        """The unfinished states in the checker's order."""

    def family_optimal(self, state: State, optimal: Callable[[State], Any]) -> Any:
        """What is optimal at one of them in the words of the checker, given what an explicit graph would say of states."""


class Searched(Protocol):
    """A game that is won or lost and soon too large to list: its proof follows the winner's chosen actions alone."""

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        """The least and the greatest payoff."""


@by_exact_class
def family_of(game: Game) -> Family | None:  # noqa: ARG001 - what a class has not registered it does not have
    """The game, when it is of a class registered here with `itself`; None for others, whose proof is an explicit graph."""
    return None


@by_exact_class
def searched_of(game: Game) -> Searched | None:  # noqa: ARG001
    """The game, when it is of a class registered here with `itself`; None for others, of which all states are listed."""
    return None


def itself(game: Any) -> Any:
    """The game."""
    return game
