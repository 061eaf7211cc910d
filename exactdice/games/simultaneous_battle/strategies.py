"""The strategies by name in the simultaneous Dice Battle: those of Dice Battle, and the optimal
play of its two neighbours, the game in turns and one simultaneous throw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from ...distribution import point
from ...errors import QueryError, unknown_option
from ...game import MAX, Action, ActionLaw, Player, State, Strategy, always, strategy
from ...solvers.fast_path import fast_path_of, the_generic
from ...words.register import IN_TURNS_WITH
from ..dice_battle.rules import BattleState, DiceBattle
from ..dice_battle.strategies import battle_makers
from ..one_shot_battle.rules import OneShotBattle
from ..strategies import (
    Chooser,
    Makers,
    OpenMakers,
    makers_of,
    open_makers_of,
    solved,
    tie_break,
)
from .rules import SimultaneousBattle, SimultaneousState


@fast_path_of(makers_of, SimultaneousBattle)
def simultaneous_makers(game: SimultaneousBattle, player: Player) -> Makers:
    """The strategies with a name in this game, for this player."""
    return {
        **battle_makers(game, player),
        "in_turns": lambda: as_in_turns(game, player),
        IN_TURNS_WITH: partial(_in_turns_with, game, player),
        "one_shot": lambda: as_one_shot(game),
    }


@fast_path_of(open_makers_of, SimultaneousBattle)
def simultaneous_open_makers(game: SimultaneousBattle, player: Player) -> OpenMakers:
    """The strategies by name that leave ties in this game: optimal play in turns comes in."""
    return {
        "in_turns": lambda: partial(_laws_in_turns, in_turns(game), player),
        **the_generic(open_makers_of)(game, player),
    }


def as_in_turns(game: SimultaneousBattle, player: Player, ties: object = "first") -> Strategy:
    """The strategy that throws as many dice as are optimal in turns, with the same points and
    oneself to throw; `ties` says which of several optimal numbers.
    """
    return strategy(partial(_chosen_in_turns, in_turns(game), player, tie_break(ties)))


def _in_turns_with(game: SimultaneousBattle, player: Player, **options: object) -> Strategy:
    for option in options:
        if option != "ties":
            raise QueryError(unknown_option(option, ["ties"], "in_turns"))
    return as_in_turns(game, player, **options)


Bests = Mapping[State, Sequence[Action]]


def in_turns(game: SimultaneousBattle) -> Bests:
    """[state in turns, MAX to throw]: all optimal numbers of dice."""
    return solved(DiceBattle(**_options(game))).optimal_actions


def _own_first(player: Player, state: SimultaneousState) -> BattleState:
    """The state in turns with the player to throw, who is called MAX there."""
    own, other = state if player == MAX else state[::-1]
    return BattleState(own, other, MAX)


def _chosen_in_turns(
    best: Bests, player: Player, choose: Chooser, state: SimultaneousState
) -> object:
    return choose(tuple(best[_own_first(player, state)]))


def _laws_in_turns(best: Bests, player: Player, state: SimultaneousState) -> tuple[ActionLaw, ...]:
    return tuple(map(point, best[_own_first(player, state)]))


def as_one_shot(game: SimultaneousBattle) -> Strategy:
    """The strategy that always mixes as is optimal in one simultaneous throw."""
    options = {name: value for name, value in _options(game).items() if name != "target"}
    return always(solved(OneShotBattle(**options)).mixtures["choose"][MAX])


def _options(game: SimultaneousBattle) -> dict[str, Any]:  # each of the type of its field
    return {field.name: getattr(game, field.name) for field in fields(game)}
