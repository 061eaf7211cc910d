"""The games: one file is the rule sheet of one game; a neighbour ending in `_fast` is its fast path."""

from collections.abc import Callable

from ..game import Game
from . import (
    connect_four_fast,
    dice_battle_fast,
    domineering_fast,
    graph_games,
    hog_fast,
    phantom_domineering_fast,
    pig_fast,
    pig_profile,
    simultaneous_fast,
    tokens_fast,
)
from .connect_four import ConnectFour
from .dice_battle import BattleState, DiceBattle, blind, dice, random
from .domineering import Domineering
from .hog import Hog, HogState
from .one_shot_battle import OneShotBattle
from .phantom_domineering import PhantomDomineering
from .pig import Pig, PigState, hold_at, piglet
from .rates import best_win_rate, win_rate
from .simultaneous_battle import SimultaneousBattle, SimultaneousState
from .simultaneous_fast import SimultaneousEnclosure, outcome_bounds, profile_bounds, reply_bounds
from .tokens import TokenGame, TokenState, policy
from .tokens_fast import best_choices, expected_score, score_law

GAMES: dict[str, Callable[..., Game]] = {
    "dice-battle": DiceBattle,
    "one-shot-battle": OneShotBattle,
    "simultaneous-battle": SimultaneousBattle,
    "pig": Pig,
    "piglet": piglet,
    "hog": Hog,
    "domineering": Domineering,
    "phantom-domineering": PhantomDomineering,
    "chomp": graph_games.chomp,
    "wythoff": graph_games.wythoff,
    "nim": graph_games.nim,
    "subtraction": graph_games.subtraction,
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
    "connect_four_fast",
    "dice",
    "dice_battle_fast",
    "domineering_fast",
    "expected_score",
    "graph_games",
    "hog_fast",
    "hold_at",
    "outcome_bounds",
    "phantom_domineering_fast",
    "pig_fast",
    "pig_profile",
    "piglet",
    "policy",
    "profile_bounds",
    "random",
    "reply_bounds",
    "score_law",
    "simultaneous_fast",
    "tokens_fast",
    "win_rate",
]
