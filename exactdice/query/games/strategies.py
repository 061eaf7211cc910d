"""The strategies by name in Farkle, `bank_at(n)`, in Goofspiel, `match`, and in Hog, always as many
dice, besides those of every game.
"""

from __future__ import annotations

from functools import partial

from ...game.protocol import Player
from ...games.farkle import Farkle, bank_at
from ...games.goofspiel import Goofspiel, match
from ...games.hog import Hog
from ...solvers.fast_path import fast_path_of, generic_function
from ..register import whole
from ..strategies import Makers, makers_of
from .dice_battle import dice_makers


@fast_path_of(makers_of, Farkle)
def farkle_makers(game: Farkle, player: Player) -> Makers:
    """The strategies with a name in Farkle, for this player."""
    return {
        "bank_at(n)": lambda total: bank_at(whole(total, "the turn total to bank at", 1)),
        **generic_function(makers_of)(game, player),
    }


@fast_path_of(makers_of, Goofspiel)
def goofspiel_makers(game: Goofspiel, player: Player) -> Makers:
    """The strategies with a name in Goofspiel, for this player."""
    return {"match": partial(match, player), **generic_function(makers_of)(game, player)}


fast_path_of(makers_of, Hog)(dice_makers)
