"""The strategies by name in one simultaneous throw: those of Dice Battle."""

from ...solvers.fast_path import fast_path_of
from ..dice_battle.strategies import battle_makers
from ..strategies import makers_of
from .rules import OneShotBattle

fast_path_of(makers_of, OneShotBattle)(battle_makers)
