"""What a game is called in words: its actions, and how play ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..exact import Exact
from ..game import MAX, Action, Game, Player
from ..optional import SupportsEnding, part_text
from ..words.written import in_quotes


def action_text(action: Action) -> str:
    """An action for people: `1 6` for a tuple, `{2, 3}` for a set."""
    return " ".join(map(part_text, action)) if isinstance(action, tuple) else part_text(action)


def actions_in_words(actions: Iterable[Action]) -> dict[Action, str]:
    """Each of the actions for people, with quotes where it would read as another one: 1 and
    "1".
    """
    texts = {action: action_text(action) for action in actions}
    times = Counter(texts.values())
    return {
        action: in_quotes(action) if times[text] > 1 else text for action, text in texts.items()
    }


def ending(game: Game, payoff: Exact, player: Player) -> str:
    """How play ended: the game's own words (`game.ending`), else a win, a loss or a draw."""
    if isinstance(game, SupportsEnding):
        return game.ending(payoff)
    # Values are to MAX, and the games are zero-sum.
    won = payoff if player == MAX else -payoff
    if won == 0:
        return "a draw"
    return "you win" if won > 0 else "you lose"
