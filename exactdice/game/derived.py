"""Games made of other games, as when strategies are fixed or a player knows more."""

from __future__ import annotations

from typing import Any

from ..exact.numbers import Exact
from .optional import is_pure
from .protocol import Action, Player, State


class GameFromGame:
    """A game made of another one: what it does not state anew is as there."""

    game: Any

    def __repr__(self) -> str:
        return repr(self.game)

    @property
    def pure(self) -> bool:
        """As the game."""
        return is_pure(self.game)

    @property
    def start(self) -> State:
        """The start of the game."""
        return self.game.start

    def payoff(self, state: State) -> Exact | None:
        """The payoff in the game."""
        payoff: Exact | None = self.game.payoff(state)
        return payoff

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """The actions of the game."""
        actions: tuple[Action, ...] = self.game.actions(state, player)
        return actions


class GameWithRecords(GameFromGame):
    """One whose states tell more than those of the game, which are their `state`."""

    def payoff(self, state: Any) -> Exact | None:
        """The payoff in the game."""
        return super().payoff(state.state)

    def actions(self, state: Any, player: Player) -> tuple[Action, ...]:
        """The actions of the game."""
        return super().actions(state.state, player)
