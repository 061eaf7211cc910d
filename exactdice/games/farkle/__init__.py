"""Farkle, and a simple strategy of it."""

from __future__ import annotations

from functools import partial

from ...distributions.distribution import Distribution, point
from ...exact.numbers import as_whole
from ...game.protocol import Action, Strategy
from .rules import BANK, THROW
from .rules import Farkle as Farkle
from .rules import FarkleState as FarkleState


def bank_at(total: int) -> Strategy:
    """The strategy that sets aside all that scores, and throws until the turn total is `total` or
    more.

    >>> bank_at(200)(FarkleState(0, 0, 150, 2)), bank_at(200)(FarkleState(0, 0, 150, 2, (1, 5)))
    (Distribution({'throw': 1}), Distribution({(1, 5): 1}))
    """
    return partial(_banked, as_whole(total, "the turn total to bank at", 1))


def _banked(total: int, state: FarkleState) -> Distribution[Action]:
    if state.scoring:
        return point(state.scoring)
    return point(BANK if state.turn_total >= total else THROW)


GAMES = {"farkle": Farkle}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"farkle": {"target": 100, "dice": 2}}
