"""The strategies of the source reports: always the same number of dice, the blind one, and one
drawn anew each turn.
"""

from __future__ import annotations

from ...distributions.distribution import point, uniform
from ...distributions.throwing import best_dice
from ...exact.errors import RulesError
from ...exact.numbers import as_whole, shown
from ...game.dice_options import refuse_no_throws
from ...game.protocol import Strategy, always
from ...symbolic.polynomial import holds_symbol
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
