"""The strategies by name in Farkle: `bank_at(n)`, besides those of every game."""

from __future__ import annotations

from functools import partial

from ...distribution import Distribution, point
from ...exact import as_whole
from ...game import Action, Player, Strategy
from ...solvers.fast_path import fast_path_of, the_generic
from ...words.register import whole
from ..strategies import Makers, makers_of
from .rules import BANK, THROW, Farkle, FarkleState


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


@fast_path_of(makers_of, Farkle)
def farkle_makers(game: Farkle, player: Player) -> Makers:
    """The strategies with a name in Farkle, for this player."""
    return {
        "bank_at(n)": lambda total: bank_at(whole(total, "the turn total to bank at", 1)),
        **the_generic(makers_of)(game, player),
    }


GAMES = {"farkle": Farkle}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"farkle": {"target": 100, "dice": 2}}

__all__ = ["EXAMPLES", "GAMES", "Farkle", "FarkleState"]
