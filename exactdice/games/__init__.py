"""The games: one file is the rule sheet of one game; a neighbour ending in `_fast` is its fast path."""

from collections.abc import Callable

from ..game import Game
from . import dice_battle_fast, domineering_fast, hog_fast, phantom_domineering_fast, pig_fast
from .dice_battle import BattleState, DiceBattle, blind, dice, random
from .domineering import Domineering
from .hog import Hog, HogState
from .one_shot_battle import OneShotBattle
from .phantom_domineering import PhantomDomineering
from .pig import Pig, PigState, piglet
from .rates import best_win_rate, win_rate

GAMES: dict[str, Callable[..., Game]] = {
    "dice-battle": DiceBattle,
    "one-shot-battle": OneShotBattle,
    "pig": Pig,
    "piglet": piglet,
    "hog": Hog,
    "domineering": Domineering,
    "phantom-domineering": PhantomDomineering,
}

__all__ = [
    "GAMES",
    "BattleState",
    "DiceBattle",
    "Domineering",
    "Hog",
    "HogState",
    "OneShotBattle",
    "PhantomDomineering",
    "Pig",
    "PigState",
    "best_win_rate",
    "blind",
    "dice",
    "dice_battle_fast",
    "domineering_fast",
    "hog_fast",
    "phantom_domineering_fast",
    "pig_fast",
    "piglet",
    "random",
    "win_rate",
]
