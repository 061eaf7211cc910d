"""What queries know of single games: the modules of `query.games`, each loaded when it is needed.

A module of `query.games` enters its ways with `fast_path_of(generic, TheGame)`, where `generic` was
made by `by_game`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from types import ModuleType
from typing import TypeVar, cast

from ..exact.loading import has_room, room
from ..solvers.fast_path import FAST_PATHS, by_exact_class, the_generic
from . import games as functions_of_games

Function = TypeVar("Function", bound=Callable[..., object])
OUR_GAMES = "exactdice.games."


@lru_cache(maxsize=256)  # of every folder, of which there are fewer
def load_functions_of(folder: str) -> ModuleType | None:
    """The module on the games in this folder of `exactdice.games`, loaded; None without one."""
    is_there = has_room(functions_of_games, folder)
    return room(functions_of_games, folder) if is_there else None


def load_module_of(game: object) -> None:
    """Load what queries know of the class of this game."""
    home = type(game).__module__
    if home.startswith(OUR_GAMES):
        load_functions_of(home.split(".")[2])


def by_game(generic: Function, *, also_with_symbols: bool = False) -> Function:
    """The function that answers for a game by what `query.games` enters for its exact class, else
    by the generic function.
    """
    chosen = by_exact_class(generic, also_with_symbols=also_with_symbols)

    @wraps(generic)
    def answered(game: object, *rest: object, **options: object) -> object:
        load_module_of(game)
        return chosen(game, *rest, **options)

    FAST_PATHS[answered] = FAST_PATHS[chosen]
    answered.__wrapped__ = the_generic(chosen)
    return cast("Function", answered)
