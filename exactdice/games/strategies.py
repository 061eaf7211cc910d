"""Strategies by name: which names fit a game, and what each of them means there.

Every game has `optimal` and `random`. A game with strategies of its own enters them from its own
folder, `games/NAME/strategies.py`, with `fast_path_of(makers_of, TheGame)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from ..arenas.search import searcher
from ..distribution import Distribution, uniform
from ..errors import QueryError, nearest
from ..exact import shown
from ..game import Action, Game, Player, State, Strategy, strategy
from ..optional import SupportsHeuristic
from ..proofs.checking import check
from ..solution import Enclosure, Solution
from ..solvers import enclose, solve
from ..solvers.fast_path import by_exact_class
from ..words.proving import checked
from ..words.register import WORDS, Word, sized, watcher

# {name as it is written: what makes the strategy from its arguments}
Makers = dict[str, Callable[..., Strategy]]


@by_exact_class
def is_checked_soon(game: Game) -> bool:
    """Whether the checker needs seconds, not many minutes, for what proves the game.

    A game that may take longer enters its own limit beside its quantities, in `words.py`.
    """
    return True


def _check(solution: Solution | Enclosure, game: Game, *_: int) -> str | None:
    return check(solution) if is_checked_soon(game) else None


# A query often asks several quantities of one game, seldom of many; one table may fill the memory.
@checked(_check, size=4)
def solved(game: Game) -> Solution:
    """The solution of the game, kept for the queries that follow."""
    return solve(game, watcher.get())


@checked(_check, size=4)
def enclosed(game: Game, digits: int) -> Enclosure:
    """The bounds of the game, kept in the same way."""
    return enclose(game, digits, watcher.get())


def named_strategy(game: Game, word: object, player: Player) -> Strategy:
    """The player's strategy of this name; `QueryError` listing the names that fit the game when it
    is none of them.
    """
    makers = makers_of(game, player)
    name, arguments = name_of(word, makers)
    return makers[name](*arguments)


def name_of(word: object, names: Iterable[str]) -> tuple[str, tuple[Any, ...]]:
    """The one of the names that the word is, as `dice(n)`, and its arguments; `QueryError` listing
    the names otherwise.

    >>> name_of(Word("dice", (3,)), ["blind", "dice(n)"])
    ('dice(n)', (3,))
    """
    known = tuple(names)
    # compared as it is listed, the number of arguments is checked with the name
    if isinstance(word, Word) and as_listed(word) in known:
        return as_listed(word), word.arguments or ()
    got = str(word) if isinstance(word, Word) else shown(word)
    raise QueryError(
        f"a strategy must be one of {', '.join(known)}, got {got}{nearest(got, known)}"
    )


def as_listed(word: Word) -> str:
    """The word with n for each argument, as strategies are listed: `dice(n)`."""
    if word.arguments is None:
        return word.name
    return f"{word.name}({', '.join('n' * len(word.arguments))})"


# --- the names that fit a game --------------------------------------------------------------------

# The names in some game. They stand here together as the parser of queries and the completion of
# the terminal need them before there is a game; a test compares them with what the games enter.
EVERY_NAME = (
    "blind",
    "dice(n)",
    "hold_at(n)",
    "in_turns",
    "one_shot",
    "optimal",
    "random",
    "search(n)",
)
WORDS.update(name.partition("(")[0] for name in EVERY_NAME if "(" in name)
MOST_DEPTH = 12  # of a search: its time grows by the number of moves with each move looked ahead


@by_exact_class
def makers_of(game: Game, player: Player) -> Makers:
    """The strategies that have a name in this game, for this player."""
    made: Makers = {
        "optimal": lambda: optimal(game, player),
        "random": lambda: partial(_any_action, game, player),
    }
    if isinstance(game, SupportsHeuristic):
        made["search(n)"] = partial(_searching, game)
    return made


def _searching(game: Game, depth: object) -> Strategy:
    """The strategy that looks so many moves ahead before each move."""
    return searcher(game, sized(depth, "the depth of a search", 1, MOST_DEPTH))


def _any_action(game: Game, player: Player, state: State) -> Distribution[Action]:
    return uniform(game.actions(state, player))


@by_exact_class
def optimal(game: Game, player: Player) -> Strategy:
    """The player's optimal strategy."""
    return strategy(solved(game).strategies[player])
