"""The games: one folder a game, its rule sheet in `rules.py`, its faster way in `fast.py`, its
names in `words.py`.
"""

from collections.abc import Callable

from ..evaluation.rates import best_win_rate, win_rate
from ..game import Game
from .connect_four import ConnectFour
from .dice_battle import BattleState, DiceBattle, blind, dice, random
from .domineering import Domineering
from .hog import Hog, HogState
from .on_graphs import by_name
from .one_shot_battle import OneShotBattle
from .phantom_domineering import PhantomDomineering
from .pig import Pig, PigState, hold_at, piglet
from .simultaneous_battle import SimultaneousBattle, SimultaneousState
from .simultaneous_battle.fast import (
    SimultaneousEnclosure,
    outcome_bounds,
    profile_bounds,
    reply_bounds,
)
from .tokens import TokenGame, TokenState, policy
from .tokens.fast import best_choices, expected_score, score_law

GAMES: dict[str, Callable[..., Game]] = {
    "dice-battle": DiceBattle,
    "one-shot-battle": OneShotBattle,
    "simultaneous-battle": SimultaneousBattle,
    "pig": Pig,
    "piglet": piglet,
    "hog": Hog,
    "domineering": Domineering,
    "phantom-domineering": PhantomDomineering,
    "chomp": by_name.chomp,
    "wythoff": by_name.wythoff,
    "nim": by_name.nim,
    "subtraction": by_name.subtraction,
    "connect-four": ConnectFour,
    "tokens": TokenGame,
}

__all__ = [
    "GAMES",
    "BattleState",
    "ConnectFour",
    "DiceBattle",
    "Domineering",
    "Hog",
    "HogState",
    "OneShotBattle",
    "PhantomDomineering",
    "Pig",
    "PigState",
    "SimultaneousBattle",
    "SimultaneousEnclosure",
    "SimultaneousState",
    "TokenGame",
    "TokenState",
    "best_choices",
    "best_win_rate",
    "blind",
    "dice",
    "expected_score",
    "hold_at",
    "outcome_bounds",
    "piglet",
    "policy",
    "profile_bounds",
    "random",
    "reply_bounds",
    "score_law",
    "win_rate",
]
