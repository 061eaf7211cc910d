"""Strategies by name: what `blind`, `optimal`, `random`, `dice(n)`, `hold_at(n)` and others mean in
a game, and which of them fit it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import partial
from typing import Any

from ..arenas.search import searcher
from ..distribution import Distribution, point, uniform
from ..errors import QueryError, nearest
from ..exact import shown
from ..game import MAX, Action, Game, Player, Strategy, always, strategy
from ..optional import SupportsHeuristic
from ..proofs.checking import check
from ..solution import Enclosure, Solution
from ..solvers import enclose, solve
from ..solvers.fast_path import by_exact_class, fast_path_of, the_generic
from ..unaltered import kept
from ..words.proving import checked
from ..words.register import WORDS, Word, watcher, whole
from .dice_battle.fast import opening
from .dice_battle.rules import BattleState, DiceBattle
from .dice_battle.strategies import blind, dice
from .domineering.rules import Domineering
from .hog.rules import Hog
from .one_shot_battle.rules import OneShotBattle
from .pig.rules import HOLD, ROLL, Pig, hold_at
from .simultaneous_battle.rules import SimultaneousBattle
from .tokens.rules import TokenGame

Makers = dict[
    str, Callable[..., Strategy]
]  # {name as it is written: what makes it from its arguments}
MOST_CELLS, MOST_TOKENS = (
    25,
    12,
)  # of a board and of a token game whose proof is checked for a query
LARGE = 300  # beyond this target a whole table of exact values no longer fits comfortably in memory


@by_exact_class
def is_checked_soon(game: Game) -> bool:
    """Whether the checker needs seconds, not many minutes, for what proves the game; families know
    their own limit.
    """
    return True


@fast_path_of(is_checked_soon, Domineering)
def _small_board(game: Domineering) -> bool:
    return game.rows * game.columns - len(game.banned) <= MOST_CELLS


@fast_path_of(is_checked_soon, TokenGame)
def _few_tokens(game: TokenGame) -> bool:
    return len(game.start.left) <= MOST_TOKENS


def _check(solution: Solution | Enclosure, game: Game, *_: int) -> str | None:
    return check(solution) if is_checked_soon(game) else None


@checked(_check, size=4)
def solved(game: Game) -> Solution:
    """The solution of the game, kept for the queries that follow."""
    return solve(game, watcher.get())


@checked(_check, size=4)
def enclosed(game: Game, digits: int) -> Enclosure:
    """The bounds of the game, kept in the same way."""
    return enclose(game, digits, watcher.get())


def named_strategy(game: Any, word: Any, player: Player) -> Strategy:
    """The player's strategy of this name; `QueryError` listing the names that fit the game when it
    is none of them.
    """
    makers = makers_of(game, player)
    name, arguments = name_of(word, makers)
    return makers[name](*arguments)


def name_of(word: Any, names: Iterable[str]) -> tuple[str, tuple[Any, ...]]:
    """The one of the names that the word is, as `dice(n)`, and its arguments; `QueryError` listing
    the names otherwise.

    >>> name_of(Word("dice", (3,)), ["blind", "dice(n)"])
    ('dice(n)', (3,))
    """
    known = tuple(names)
    if isinstance(word, Word):
        written = (
            word.name
            if word.arguments is None
            else f"{word.name}({', '.join('n' * len(word.arguments))})"
        )
        if written in known:
            return written, word.arguments or ()
    got = str(word) if isinstance(word, Word) else shown(word)
    raise QueryError(
        f"a strategy must be one of {', '.join(known)}, got {got}{nearest(got, known)}"
    )


# --- the names that fit a game --------------------------------------------------------------------

EVERY_NAME = (
    "blind",
    "dice(n)",
    "hold_at(n)",
    "in_turns",
    "one_shot",
    "optimal",
    "random",
    "search(n)",
)  # in some game
WORDS.update(name.partition("(")[0] for name in EVERY_NAME if "(" in name)
MOST_DEPTH = 12  # of a search


@by_exact_class
def makers_of(game: Any, player: Player) -> Makers:
    """The strategies that have a name in this game, for this player."""
    made: Makers = {
        "optimal": lambda: optimal(game, player),
        "random": lambda: partial(_any_action, game, player),
    }
    if isinstance(game, SupportsHeuristic):  # looks n moves ahead before each move
        made["search(n)"] = lambda n: searcher(
            game, whole(n, "the depth of a search", 1, MOST_DEPTH)
        )
    return made


def _any_action(game: Any, player: Player, state: Any) -> Distribution[Action]:
    return uniform(game.actions(state, player))


@fast_path_of(makers_of, DiceBattle)
@fast_path_of(makers_of, OneShotBattle)
def _makers_battle(game: Any, player: Player) -> Makers:
    return {"blind": lambda: blind(game), **_makers_hog(game, player)}


@fast_path_of(makers_of, SimultaneousBattle)
def _makers_simultaneous(game: SimultaneousBattle, player: Player) -> Makers:
    """Besides the others: the optimal play of the game in turns, and of one simultaneous throw."""
    return {
        **_makers_battle(game, player),
        "in_turns": lambda: as_in_turns(game, player),
        "one_shot": lambda: as_one_shot(game),
    }


@fast_path_of(makers_of, Hog)
def _makers_hog(game: Any, player: Player) -> Makers:
    return {
        "dice(n)": lambda count: dice(dice_count(game, count)),
        **the_generic(makers_of)(game, player),
    }


@fast_path_of(makers_of, Pig)
def _makers_pig(game: Pig, player: Player) -> Makers:
    made: Makers = {
        "hold_at(n)": lambda total: hold_at(whole(total, "the turn total to hold at", 1))
    }
    return {**made, **the_generic(makers_of)(game, player)}


def dice_count(game: Any, count: Any) -> int:
    """n of `dice(n)`, when it is from 1 to the game's dice."""
    if whole(count, "the number of dice", 1) > game.dice:
        raise QueryError(
            f"dice({shown(count)}) needs a game with that many dice, but dice={game.dice}"
        )
    return int(count)


def as_in_turns(game: SimultaneousBattle, player: Player) -> Strategy:
    """The strategy that throws as many dice as are optimal in turns, with the same points and
    oneself to throw.
    """
    best: Any = solved(DiceBattle(**_options(game))).optimal_actions
    order = 1 if player == MAX else -1
    return strategy(partial(_first_in_turns, best, order))


def _first_in_turns(best: Any, order: int, state: Any) -> Any:
    return best[(*state[::order], MAX)][0]


def as_one_shot(game: SimultaneousBattle) -> Strategy:
    """The strategy that always mixes as is optimal in one simultaneous throw."""
    options = {name: value for name, value in _options(game).items() if name != "target"}
    return always(solved(OneShotBattle(**options)).mixtures["choose"][MAX])


def _options(game: Any) -> dict[str, Any]:
    return {field.name: getattr(game, field.name) for field in fields(game)}


# --- optimal play ---------------------------------------------------------------------------------


@by_exact_class
def optimal(game: Any, player: Player) -> Strategy:
    """The player's optimal strategy."""
    return strategy(solved(game).strategies[player])


@fast_path_of(optimal, DiceBattle)
@kept(4)
def _optimal_battle(game: DiceBattle, player: Player) -> Strategy:
    best = (
        solved(game).optimal_actions
        if game.target <= LARGE
        else opening(game, progress=watcher.get()).first_best
    )
    return strategy(partial(_first_of_own, best))


def _first_of_own(best: Any, state: BattleState) -> Any:
    return best[BattleState(state.own, state.other, MAX)][0]


@fast_path_of(optimal, Pig)
def _optimal_pig(game: Pig, player: Player) -> Strategy:
    laws: dict[Action, Distribution[Action]] = {action: point(action) for action in (ROLL, HOLD)}
    best = solved(game).optimal_actions
    return partial(_first_law, laws, best)


def _first_law(laws: Any, best: Any, state: Any) -> Any:
    return laws[best[state][0]]
