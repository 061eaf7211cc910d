"""The games: one file is the rule sheet of one game; a neighbour ending in `_fast` is its fast path."""

from collections.abc import Callable

from ..game import Game
from . import dice_battle_fast, hog_fast, pig_fast, pig_profile, simultaneous_fast, tokens_fast
from .dice_battle import BattleState, DiceBattle, blind, dice, random
from .hog import Hog, HogState
from .one_shot_battle import OneShotBattle
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
    "tokens": TokenGame,
}

__all__ = [
    "GAMES",
    "BattleState",
    "DiceBattle",
    "Hog",
    "HogState",
    "OneShotBattle",
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
    "dice_battle_fast",
    "expected_score",
    "hog_fast",
    "hold_at",
    "outcome_bounds",
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
