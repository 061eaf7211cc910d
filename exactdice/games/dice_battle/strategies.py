"""The strategies of the source reports: always the same number of dice, the blind one, and one
drawn anew each turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from ...distribution import point, uniform
from ...errors import QueryError, RulesError
from ...evaluation.ties import OpenPlan
from ...exact import as_whole, shown
from ...game import MAX, Action, ActionLaw, Game, Player, State, Strategy, always
from ...kept import kept
from ...parametric.polynomial import holds_symbol
from ...solvers.fast_path import fast_path_of, the_generic
from ...throws.options import refuse_no_throws
from ...throws.scores import best_dice
from ...words.register import Argument, watcher, whole
from ..strategies import Makers, all_optimal, makers_of, optimal, optimal_choices, solved
from .fast import Opening, opening
from .rules import BattleState, DiceBattle

LARGE = 300  # beyond this target a whole table of exact values no longer fits comfortably in memory


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


@fast_path_of(optimal, DiceBattle)
@kept(4)
def optimal_battle(game: DiceBattle, player: Player) -> Strategy:
    """The first of the optimal numbers of dice, by the player's own and the other's points."""
    # solved once, not at each throw of a match
    return partial(_first_of_own, _laws(game), all_bests(game))


@fast_path_of(optimal_choices, DiceBattle)
def _optimal_dice(game: DiceBattle, state: BattleState) -> tuple[Action, ...]:
    # MIN plays as MAX would with the points exchanged
    return tuple(all_bests(game)[BattleState(state.own, state.other, MAX)])


@fast_path_of(all_optimal, DiceBattle)
def all_optimal_battle(game: DiceBattle, player: Player) -> OpenPlan:
    """All optimal numbers of dice, by the player's own and the other's points."""
    return partial(_laws_of_own, _laws(game), all_bests(game))


def _laws(game: DiceBattle) -> dict[Action, ActionLaw]:
    """{number of dice: the law of who throws it}."""
    return {d: point(d) for d in range(1, game.dice + 1)}


def _laws_of_own(
    laws: Mapping[Action, ActionLaw], best: Bests, state: BattleState
) -> tuple[ActionLaw, ...]:
    # the game is symmetric, so MIN plays as MAX would with the points exchanged
    return tuple(laws[d] for d in best[BattleState(state.own, state.other, MAX)])


Bests = Mapping[State, Sequence[Action]]


def all_bests(game: DiceBattle) -> Bests:
    """[state with MAX to throw]: its optimal actions."""
    # a kept table serves other questions too
    if game.target <= LARGE:
        return solved(game).optimal_actions
    return _opening(game).best


# its choices are asked for one by one
@kept(4)
def _opening(game: DiceBattle) -> Opening:
    return opening(game, progress=watcher.get())


def _first_of_own(laws: Mapping[Action, ActionLaw], best: Bests, state: BattleState) -> ActionLaw:
    # the game is symmetric, so MIN plays as MAX would with the points exchanged
    return laws[best[BattleState(state.own, state.other, MAX)][0]]
