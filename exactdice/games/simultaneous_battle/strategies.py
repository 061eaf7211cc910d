"""The strategies by name in the simultaneous Dice Battle: those of Dice Battle, and the optimal
play of its two neighbours, the game in turns and one simultaneous throw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from ...game import MAX, Action, Player, State, Strategy, always, strategy
from ...solvers.fast_path import fast_path_of
from ..dice_battle.rules import DiceBattle
from ..dice_battle.strategies import battle_makers
from ..one_shot_battle.rules import OneShotBattle
from ..strategies import Makers, makers_of, solved
from .rules import SimultaneousBattle, SimultaneousState


@fast_path_of(makers_of, SimultaneousBattle)
def simultaneous_makers(game: SimultaneousBattle, player: Player) -> Makers:
    """The strategies with a name in this game, for this player."""
    return {
        **battle_makers(game, player),
        "in_turns": lambda: as_in_turns(game, player),
        "one_shot": lambda: as_one_shot(game),
    }


def as_in_turns(game: SimultaneousBattle, player: Player) -> Strategy:
    """The strategy that throws as many dice as are optimal in turns, with the same points and
    oneself to throw.
    """
    best = solved(DiceBattle(**_options(game))).optimal_actions
    order = 1 if player == MAX else -1  # own points first
    return strategy(partial(_first_in_turns, best, order))


def _first_in_turns(
    best: Mapping[State, Sequence[Action]], order: int, state: SimultaneousState
) -> Action:
    return best[(*state[::order], MAX)][0]


def as_one_shot(game: SimultaneousBattle) -> Strategy:
    """The strategy that always mixes as is optimal in one simultaneous throw."""
    options = {name: value for name, value in _options(game).items() if name != "target"}
    return always(solved(OneShotBattle(**options)).mixtures["choose"][MAX])


def _options(game: SimultaneousBattle) -> dict[str, Any]:  # each of the type of its field
    return {field.name: getattr(game, field.name) for field in fields(game)}
