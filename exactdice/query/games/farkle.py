"""The strategies by name in Farkle: `bank_at(n)`, besides those of every game."""

from __future__ import annotations

from ...game.protocol import Player
from ...games.farkle import Farkle, bank_at
from ...solvers.fast_path import fast_path_of, the_generic
from ..register import whole
from ..strategies import Makers, makers_of


@fast_path_of(makers_of, Farkle)
def farkle_makers(game: Farkle, player: Player) -> Makers:
    """The strategies with a name in Farkle, for this player."""
    return {
        "bank_at(n)": lambda total: bank_at(whole(total, "the turn total to bank at", 1)),
        **the_generic(makers_of)(game, player),
    }
