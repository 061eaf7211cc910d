"""The games: one folder a game, its rule sheet in `rules.py`, its faster way, where it has one, in
`fast.py`; of a game without one the folder may be a single `__init__.py`.
"""

from typing import TYPE_CHECKING

from ..exact.loading import on_request

if TYPE_CHECKING:
    from .adaptive_phantom_domineering import AdaptivePhantomDomineering, AdaptiveState
    from .blotto import Blotto
    from .connect_four import ConnectFour
    from .dice_battle import BattleState, DiceBattle, blind, dice, random
    from .domineering import Domineering
    from .farkle import Farkle, FarkleState
    from .goofspiel import Goofspiel, GoofspielState
    from .hog import Hog, HogState
    from .kuhn import Kuhn, KuhnState
    from .leduc import Leduc, LeducState
    from .liars_dice import LiarsDice, LiarsDiceState
    from .on_graphs import by_name
    from .one_card_poker import OneCardPoker, OneCardState
    from .one_shot_battle import OneShotBattle
    from .phantom_domineering import PhantomDomineering
    from .pig import Pig, PigState, hold_at, piglet
    from .race import Race, RaceState
    from .simultaneous_battle import SimultaneousBattle, SimultaneousState
    from .simultaneous_battle.fast import (
        SimultaneousEnclosure,
        outcome_bounds,
        profile_bounds,
        reply_bounds,
    )
    from .snakes_and_ladders import SnakesAndLadders, SnakesState
    from .tokens import TokenGame, TokenState, policy
    from .tokens.strategies import best_choices, expected_score, score_law

HOMES = {
    "adaptive_phantom_domineering": ("AdaptivePhantomDomineering", "AdaptiveState"),
    "blotto": ("Blotto",),
    "connect_four": ("ConnectFour",),
    "dice_battle": ("BattleState", "DiceBattle", "blind", "dice", "random"),
    "domineering": ("Domineering",),
    "farkle": ("Farkle", "FarkleState"),
    "goofspiel": ("Goofspiel", "GoofspielState"),
    "hog": ("Hog", "HogState"),
    "kuhn": ("Kuhn", "KuhnState"),
    "leduc": ("Leduc", "LeducState"),
    "liars_dice": ("LiarsDice", "LiarsDiceState"),
    "on_graphs": ("by_name",),
    "one_card_poker": ("OneCardPoker", "OneCardState"),
    "one_shot_battle": ("OneShotBattle",),
    "phantom_domineering": ("PhantomDomineering",),
    "pig": ("Pig", "PigState", "hold_at", "piglet"),
    "race": ("Race", "RaceState"),
    "simultaneous_battle": ("SimultaneousBattle", "SimultaneousState"),
    "simultaneous_battle.fast": (
        "SimultaneousEnclosure",
        "outcome_bounds",
        "profile_bounds",
        "reply_bounds",
    ),
    "snakes_and_ladders": ("SnakesAndLadders", "SnakesState"),
    "tokens": ("TokenGame", "TokenState", "policy"),
    "tokens.strategies": ("best_choices", "expected_score", "score_law"),
}
__getattr__ = on_request(__name__, HOMES)

__all__ = [
    "AdaptivePhantomDomineering",
    "AdaptiveState",
    "BattleState",
    "Blotto",
    "ConnectFour",
    "DiceBattle",
    "Domineering",
    "Farkle",
    "FarkleState",
    "Goofspiel",
    "GoofspielState",
    "Hog",
    "HogState",
    "Kuhn",
    "KuhnState",
    "Leduc",
    "LeducState",
    "LiarsDice",
    "LiarsDiceState",
    "OneCardPoker",
    "OneCardState",
    "OneShotBattle",
    "PhantomDomineering",
    "Pig",
    "PigState",
    "Race",
    "RaceState",
    "SimultaneousBattle",
    "SimultaneousEnclosure",
    "SimultaneousState",
    "SnakesAndLadders",
    "SnakesState",
    "TokenGame",
    "TokenState",
    "best_choices",
    "blind",
    "by_name",
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
]
