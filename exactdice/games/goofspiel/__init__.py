"""Goofspiel, and the strategy that matches the prize."""

from __future__ import annotations

from functools import partial

from ...distributions.distribution import Distribution, point
from ...game.protocol import MAX, WAIT, Action, Player, Strategy
from .rules import Goofspiel as Goofspiel
from .rules import GoofspielState as GoofspielState


def match(player: Player) -> Strategy:
    """The player's strategy that bids what the prize is worth, or the highest card that is left
    where the prize is worth more or that card is gone.

    It is best against bids at random when the difference is paid. Source: S. M. Ross, "Goofspiel,
    the game of pure strategy", Journal of Applied Probability 8 (1971), 621-625.

    >>> match(MAX)(GoofspielState(2, (1, 2, 3), (1, 2, 3), (1, 3)))
    Distribution({2: 1})
    """
    return partial(_matched, player)


def _matched(player: Player, state: GoofspielState) -> Distribution[Action]:
    if not state.prize:
        return point(WAIT)
    hand = state.cards_of_max if player == MAX else state.cards_of_min
    return point(state.prize if state.prize in hand else hand[-1])


GAMES = {"goofspiel": Goofspiel}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"goofspiel": {"cards": 4, "prizes": "order"}}
