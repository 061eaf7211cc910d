"""The strategies by name in Goofspiel: `match`, besides those of every game."""

from __future__ import annotations

from functools import partial

from ...game.protocol import Player
from ...games.goofspiel import Goofspiel, match
from ...solvers.fast_path import fast_path_of, the_generic
from ..strategies import Makers, makers_of


@fast_path_of(makers_of, Goofspiel)
def goofspiel_makers(game: Goofspiel, player: Player) -> Makers:
    """The strategies with a name in Goofspiel, for this player."""
    return {"match": partial(match, player), **the_generic(makers_of)(game, player)}
