"""The games: one file is the rule sheet of one game; a neighbour ending in `_fast` is its fast path."""

from collections.abc import Callable

from ..game import Game
from . import connect_four_fast, dice_battle_fast, graph_games, hog_fast, pig_fast
from .connect_four import ConnectFour
from .dice_battle import BattleState, DiceBattle, blind, dice, random
from .hog import Hog, HogState
from .one_shot_battle import OneShotBattle
from .pig import Pig, PigState, piglet
from .rates import best_win_rate, win_rate

GAMES: dict[str, Callable[..., Game]] = {
    "dice-battle": DiceBattle,
    "one-shot-battle": OneShotBattle,
    "pig": Pig,
    "piglet": piglet,
    "hog": Hog,
    "chomp": graph_games.chomp,
    "wythoff": graph_games.wythoff,
    "nim": graph_games.nim,
    "subtraction": graph_games.subtraction,
    "connect-four": ConnectFour,
}

__all__ = [
    "GAMES",
    "BattleState",
    "ConnectFour",
    "DiceBattle",
    "Hog",
    "HogState",
    "OneShotBattle",
    "Pig",
    "PigState",
    "best_win_rate",
    "blind",
    "connect_four_fast",
    "dice",
    "dice_battle_fast",
    "graph_games",
    "hog_fast",
    "pig_fast",
    "piglet",
    "random",
    "win_rate",
]
