"""What a game is called in words: its actions, and how play ends."""

from __future__ import annotations

from ..exact import Exact
from ..game import MAX, Action, Game, Player
from ..optional import SupportsEnding, part_text


def action_text(action: Action) -> str:
    """An action for people: `1 6` for a tuple, `{2, 3}` for a set."""
    return " ".join(map(part_text, action)) if isinstance(action, tuple) else part_text(action)


def ending(game: Game, payoff: Exact, player: Player) -> str:
    """How play ended: the game's own words (`game.ending`), else a win, a loss or a draw."""
    if isinstance(game, SupportsEnding):
        return game.ending(payoff)
    # Values are to MAX, and the games are zero-sum.
    won = payoff if player == MAX else -payoff
    if won == 0:
        return "a draw"
    return "you win" if won > 0 else "you lose"
