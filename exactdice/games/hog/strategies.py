"""The strategies by name in Hog: always the same number of dice, besides those of every game."""

from ...solvers.fast_path import fast_path_of
from ..dice_battle.strategies import dice_makers
from ..strategies import makers_of
from .rules import Hog

fast_path_of(makers_of, Hog)(dice_makers)
