"""Strategies by name: what `blind`, `optimal`, `random` and `dice(n)` mean in a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, singledispatch
from typing import Any

from ..distribution import uniform
from ..errors import QueryError, nearest
from ..exact import shown
from ..game import MAX, Game, Player, Strategy, strategy
from ..games.dice_battle import BattleState, DiceBattle, blind, dice
from ..games.dice_battle_fast import opening
from ..solution import Solution
from ..solve import solve
from .registry import Word, watcher, whole

# Strategies that are called with arguments: {name: maker(game, the player, the arguments)}; a module enters its own here.
CALLED: dict[str, Callable[[Any, Player, tuple[Any, ...]], Strategy]] = {}
STRATEGIES = ("blind", "dice(n)", "optimal", "random", "search(n)")
LARGE = 300  # beyond this target a whole table of exact values no longer fits comfortably in memory


@lru_cache(maxsize=4)
def solved(game: Game) -> Solution:
    """The solution of the game, kept for the queries that follow."""
    return solve(game, watcher.get())


def named_strategy(game: Any, word: Any, player: Player) -> Strategy:
    """The player's strategy of this name; `QueryError` with the nearest name when there is none."""
    if isinstance(word, Word) and word.arguments is not None and word.name in CALLED:
        return CALLED[word.name](game, player, word.arguments)
    if isinstance(word, Word) and word.name in ("blind", "dice") and not hasattr(game, "dice"):
        raise QueryError(f"{word} is a strategy of games that choose a number of dice, which {shown(game)} does not")
    count = dice_count(word, game)
    if count is not None:
        return dice(count)
    makers: dict[str, Callable[[], Strategy]] = {
        "blind": lambda: blind(game),
        "optimal": lambda: optimal(game, player),
        "random": lambda: lambda state: uniform(game.actions(state, player)),
    }
    return makers[plain_name(word)]()


def dice_count(word: Any, game: Any) -> int | None:
    """n when the word is `dice(n)`, at most the game's dice; None for another word."""
    if not (isinstance(word, Word) and word.name == "dice" and word.arguments and len(word.arguments) == 1):
        return None
    count = whole(word.arguments[0], "the number of dice", 1)
    if count > game.dice:
        raise QueryError(f"dice({shown(count)}) needs a game with that many dice, but dice={game.dice}")
    return count


def plain_name(word: Any) -> str:
    """The word's name when it is a strategy that takes no argument."""
    if isinstance(word, Word) and word.arguments is None and word.name in STRATEGIES:
        return word.name
    got = str(word) if isinstance(word, Word) else shown(word)
    raise QueryError(f"a strategy must be one of {', '.join(STRATEGIES)}, got {got}{nearest(got, STRATEGIES)}")


@singledispatch
def optimal(game: Any, player: Player) -> Strategy:
    """The player's optimal strategy."""
    return strategy(solved(game).strategies[player])


@optimal.register
@lru_cache(maxsize=4)
def _optimal_battle(game: DiceBattle, player: Player) -> Strategy:  # noqa: ARG001 - both players share it
    best = solved(game).optimal_actions if game.target <= LARGE else opening(game, progress=watcher.get()).first_best
    return strategy(lambda state: best[BattleState(state.own, state.other, MAX)][0])
