"""The strategies of the source reports: always the same number of dice, the blind one, and one
drawn anew each turn.
"""

from __future__ import annotations

from typing import Any

from ...distribution import point, uniform
from ...errors import QueryError, RulesError
from ...exact import as_whole, shown
from ...game import Game, Player, Strategy, always
from ...parametric.polynomial import holds_symbol
from ...solvers.fast_path import fast_path_of, the_generic
from ...throws.options import refuse_no_throws
from ...throws.scores import best_dice
from ...words.register import Argument, whole
from ..strategies import Makers, makers_of
from .rules import DiceBattle


def dice(count: int) -> Strategy:
    """The strategy that always throws this many dice."""
    return always(point(as_whole(count, "the number of dice", 1)))


def blind(game: DiceBattle) -> Strategy:
    """The strategy that always throws d*(D) dice, the number with the best expected score on one
    throw.
    """
    refuse_no_throws(game, "blind")
    if holds_symbol(game):
        raise RulesError(
            f"which number of dice is best on one throw of {shown(game)} depends on its symbol: "
            "name it, as dice(2)"
        )
    return dice(best_dice(game.dice, game.one_die, game.bust, game.bust_score))


def random(game: DiceBattle) -> Strategy:
    """The strategy that throws a number of dice drawn anew each turn, uniformly from 1..dice."""
    refuse_no_throws(game, "random")
    return always(uniform(range(1, game.dice + 1)))


# --- by name --------------------------------------------------------------------------------------


Thrown = Any  # a game with dice, a die and a bust, of whichever class


def dice_count(game: Thrown, count: Argument) -> int:
    """n of `dice(n)`, when it is from 1 to the game's dice."""
    number = whole(count, "the number of dice", 1)
    if number > game.dice:
        raise QueryError(
            f"dice({shown(count)}) needs a game with that many dice, but dice={game.dice}"
        )
    return number


def dice_makers(game: Game, player: Player) -> Makers:
    """The strategies with a name where a player chooses its number of dice: `dice(n)` comes in."""
    return {
        "dice(n)": lambda count: dice(dice_count(game, count)),
        **the_generic(makers_of)(game, player),
    }


@fast_path_of(makers_of, DiceBattle)
def battle_makers(game: Thrown, player: Player) -> Makers:
    """The strategies with a name where the higher score pays, too: `blind` comes in, and `random`
    is one law for all states.
    """
    return {
        "blind": lambda: blind(game),
        **dice_makers(game, player),
        "random": lambda: random(game),
    }
