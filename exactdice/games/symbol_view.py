"""A game whose weights or payoffs hold a symbol, as the words of every game see it: what it is
worth is a function of the symbol.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import QueryError
from ..game import Action, Game, State
from ..optional import SupportsFamily, exploring_cost
from ..parametric.function import PiecewiseFunction
from ..solvers.parametric import PiecewiseSolution, solve_pieces
from ..unaltered import kept
from ..words.register import Argument, watcher
from .states import as_written
from .view import View


@dataclass(frozen=True)
class SymbolView(View):
    """The game, with answers in pieces."""

    def state_cost(self, given: Sequence[Argument]) -> int:
        """What the game says; the pieces are counted as they are found."""
        return exploring_cost(self.game)

    def contains(self, state: State) -> bool:
        """Whether play can reach the state; the states of a family are known for all."""
        if state == self.game.start or state in pieces_of(self.game).found:
            return True
        return isinstance(self.game, SupportsFamily) and state in set(self.game.family_states())

    def value_within(self, state: State) -> Any:  # no number, but it is calculated with as one
        """What MAX is paid on average from the state, as a function of the symbol."""
        solution = pieces_of(self.game)
        if state not in solution.found:
            solution = pieces_from(self.game, state)
        return solution.values[state]

    def best_within(self, state: State) -> tuple[Action, ...]:
        """Refused: what is best depends on the symbol."""
        function: PiecewiseFunction = self.value_within(state)
        raise QueryError(
            f"what is best at {as_written(state)} depends on {function.name}: give it a number, as "
            f"in {function.name}=1/3, or ask for breaks(worth(...)) and choices(worth(...))"
        )


@kept(2)
def pieces_of(game: Game) -> PiecewiseSolution:
    """The solution in pieces, kept for the queries that follow."""
    return solve_pieces(game, watcher.get())


@kept(16)
def pieces_from(game: Game, state: State) -> PiecewiseSolution:
    """The same from another state."""
    return solve_pieces(game, watcher.get(), [state])
