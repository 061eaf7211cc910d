"""The solution of a game that holds a symbol."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...exact import Exact
from ...game import Action, Game, State
from ...parametric.pieces import Pieces
from ...parametric.points import Line, Point


@dataclass(frozen=True)
class PiecewiseSolution:
    """The exact solution of a game as a function of its symbol.

    - `values[state]`: the pieces of what MAX is paid from this state; in each piece and at each end
      the numbers of all optimal actions.
    - `actions[state]`: the actions by these numbers.
    - `cuts`: points at which moves between states that play comes back to are missing; there the
      game is solved by itself, as its value need not be what it is beside them.
    - `symbol`, `domain`: the name of the symbol, and the ends between which it lies.
    """

    game: Game
    symbol: str
    domain: tuple[Point, Point]
    values: Mapping[State, Pieces]
    actions: Mapping[State, tuple[Action, ...]]
    method: str
    line: Line
    cuts: frozenset[Point] = frozenset()

    @property
    def value(self) -> Pieces:
        """The pieces of the value of the game: at its start."""
        return self.values[self.game.start]

    def value_at(self, value: Exact, state: State | None = None) -> Exact:
        """The exact value of a state (the start) where the symbol is this number."""
        pieces = self.value if state is None else self.values[state]
        piece, _ = pieces.at(self.line, value)
        return piece.value.exactly_at(value)

    def optimal_at(self, value: Exact, state: State | None = None) -> tuple[Action, ...]:
        """All optimal actions in a state (the start) where the symbol is this number."""
        state = self.game.start if state is None else state
        _, best = self.values[state].at(self.line, value)
        return tuple(self.actions[state][c] for c in best)
