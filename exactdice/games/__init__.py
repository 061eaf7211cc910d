"""The games: one file is the rule sheet of one game; a neighbour ending in `_fast` is its fast path."""

from collections.abc import Callable

from ..evaluation.rates import best_win_rate, win_rate
from ..game import Game
from .connect_four import fast as connect_four_fast
from .connect_four.rules import ConnectFour
from .dice_battle import fast as dice_battle_fast
from .dice_battle.rules import BattleState, DiceBattle, blind, dice, random
from .domineering import fast as domineering_fast
from .domineering.rules import Domineering
from .hog import fast as hog_fast
from .hog.rules import Hog, HogState
from .on_graphs import by_name as graph_games
from .one_shot_battle.rules import OneShotBattle
from .phantom_domineering import fast as phantom_domineering_fast
from .phantom_domineering.rules import PhantomDomineering
from .pig import fast as pig_fast
from .pig import profile as pig_profile
from .pig.rules import Pig, PigState, hold_at, piglet
from .simultaneous_battle import fast as simultaneous_fast
from .simultaneous_battle.fast import SimultaneousEnclosure, outcome_bounds, profile_bounds, reply_bounds
from .simultaneous_battle.rules import SimultaneousBattle, SimultaneousState
from .tokens import fast as tokens_fast
from .tokens.fast import best_choices, expected_score, score_law
from .tokens.rules import TokenGame, TokenState, policy

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
