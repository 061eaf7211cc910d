"""The games whose rules the checker knows as a family, and those that are searched rather than
listed.
"""

from __future__ import annotations

from ..game import Game
from ..optional import SupportsExtremes, SupportsFamily
from ..solvers.fast_path import by_exact_class

BOUNDED = {"graph", "pig", "simultaneous"}  # the families whose values may be bounds


@by_exact_class
# what a class has not registered it does not have
def family_of(game: Game) -> SupportsFamily | None:  # noqa: ARG001
    """The game, when it is of a class registered here with `itself`; None for others, whose proof
    is an explicit graph.
    """
    return None


@by_exact_class
def searched_of(game: Game) -> SupportsExtremes | None:  # noqa: ARG001
    """The game, when it is of a class registered here with `itself`; None for others, of which all
    states are listed.
    """
    return None


def itself(game: Game) -> object:
    """The game."""
    return game
