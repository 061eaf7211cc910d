"""The strategies by name in Hog: always the same number of dice, besides those of every game."""

from __future__ import annotations

from ...games.hog import Hog
from ...solvers.fast_path import fast_path_of
from ..strategies import makers_of
from .dice_battle import dice_makers

fast_path_of(makers_of, Hog)(dice_makers)
