"""Games by their names, from the folders of `exactdice.games`, from installed packages, and from a
file that the command line names.

A folder `games/NAME/` is all it takes to add a game: its `__init__.py` says in `GAMES` which names
stand for what makes a game. A module `query/games/NAME.py`, where there is one, enters functions of
its own, with `fast_path_of(generic, TheGame)` where `generic` was made by `by_game`; it is loaded
when it is needed. A package registers what makes a game under the entry point group
`exactdice.games`.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache, partial, wraps
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

from .. import games as rooms
from ..exact.argument_checks import FAILURES, said_by
from ..exact.errors import (
    ExactDiceError,
    InexactError,
    QueryError,
    RulesError,
    nearest,
    unknown_option,
)
from ..exact.loading import Installed, has_room, installed, module_of, room, rooms_in
from ..exact.numbers import shown
from ..game.optional import named_options
from ..game.protocol import Game, refuse_no_game
from ..solvers.fast_path import FAST_PATHS, by_exact_class, generic_function
from . import functions
from . import games as functions_of_games
from .functions.rolls import named_symbols
from .register import Options, Word
from .states import truth_written
from .values import as_several

Function = TypeVar("Function", bound=Callable[..., object])
GROUP = "exactdice.games"
Maker = Callable[..., Game]  # a class of games, or a function that makes one from its options

LOADED: dict[str, Maker] = {}  # games of files, by the reference that the command line gave
# How an option that takes no list is annotated.
ONE_VALUE = (int, bool, "int", "int | None", "bool")


# --- what queries know of single games ------------------------------------------------------------


@lru_cache(maxsize=256)  # of every folder, of which there are fewer
def load_functions_of(folder: str) -> ModuleType | None:
    """The module on the games in this folder of `exactdice.games`, loaded; None without one."""
    name = functions_of_games.SHARED.get(folder, folder)
    return room(functions_of_games, name) if has_room(functions_of_games, name) else None


def load_module_of(game: object) -> None:
    """Load what queries know of the class of this game."""
    package, _, home = type(game).__module__.partition(".games.")
    if package == "exactdice" and home:
        load_functions_of(home.partition(".")[0])


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
    answered.__wrapped__ = generic_function(chosen)
    return cast("Function", answered)


# --- the register ---------------------------------------------------------------------------------


class Register(Mapping[str, Maker]):
    """{name: what makes the game from its options}, of this package's own games; a folder is loaded
    when one of its names is asked for.
    """

    def __getitem__(self, name: str) -> Maker:
        folder = folder_of(name)
        if folder is None:
            raise KeyError(name)
        return games_of(folder)[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_all_names())

    def __len__(self) -> int:
        return len(_all_names())


@lru_cache(maxsize=256)  # of every folder, of which there are fewer
def games_of(folder: str) -> dict[str, Maker]:
    """The games of a folder by their names."""
    # A game whose options say more than the fields of its class has a maker of its own.
    of_queries = getattr(load_functions_of(folder), "GAMES", {})
    return {**_folder_names(folder), **of_queries}


def _folder_names(folder: str) -> Mapping[str, Maker]:
    """The names of a folder's games, without what queries know of them."""
    return getattr(room(rooms, folder), "GAMES", {})


@cache
def _all_names() -> tuple[str, ...]:
    return tuple(name for folder in rooms_in(rooms) for name in _folder_names(folder))


GAMES = Register()

FIRST = "dice_battle"  # the folder of the game of a query that names none


def folders() -> tuple[str, ...]:
    """The folders of games, the one that is asked for most first."""
    return (FIRST, *(folder for folder in rooms_in(rooms) if folder != FIRST))


@lru_cache(maxsize=1024)  # of names that documents say, too
def folder_of(name: str) -> str | None:
    """The folder with the game of this name; None when there is none."""
    # Most folders have the name of their game: then no other is loaded.
    likely = name.replace("-", "_")
    for folder in sorted(folders(), key=lambda folder: folder != likely):
        if name in _folder_names(folder):
            return folder
    return None


@cache
def load_own_words() -> None:
    """Load every word of this package."""
    # By its name, as functions of every game read this module.
    for name in ("distributions", "games", "parameters", "rolls"):
        room(functions, name)
    for folder in rooms_in(rooms):
        load_functions_of(folder)


def load_installed_words() -> None:
    """Load the words of every installed package that can be loaded; those of our own come first."""
    load_own_words()
    for found in installed_games():
        try:
            found.load()
        # One package that fails must not take the words of the others away; `games` names it.
        except ExactDiceError:
            continue


@cache
def installed_games() -> tuple[Installed, ...]:
    """The games that installed packages register."""
    return tuple(installed(GROUP))


def doubly_named() -> dict[str, str]:
    """{name: why no game is meant by it}, for the names that installed packages register and that
    this package or another one has too.
    """
    packages: dict[str, list[str]] = {}
    for found in installed_games():
        packages.setdefault(found.name, []).append(found.package)
    return {
        name: (
            f"{name} of the package {', '.join(by)} is not used: a game of exactdice has this name"
            if name in GAMES
            else f"{name} is not used, as several packages register it: {', '.join(sorted(by))}"
        )
        for name, by in packages.items()
        if name in GAMES or len(by) > 1
    }


# --- a game by its name ---------------------------------------------------------------------------


def is_known(name: str) -> bool:
    """Whether a game of this name is registered or was loaded."""
    plain = name.replace("_", "-")
    return (
        name in LOADED
        or plain in GAMES
        or any(found.name in (name, plain) for found in installed_games())
    )


def maker_named(name: str) -> Maker:
    """The maker of the games of this name; `QueryError` with the nearest names without one."""
    if name in LOADED:
        return LOADED[name]
    plain = name.replace("_", "-")
    folder = folder_of(plain)
    if folder is not None:
        load_functions_of(folder)
        return games_of(folder)[plain]
    for found in installed_games():
        if found.name in (name, plain):
            if found.name in doubly_named():
                raise QueryError(doubly_named()[found.name])
            # First, so that a word of ours that is taken is refused where it is taken.
            load_own_words()
            return _checked_maker(found.load(), f"{found.name} of the package {found.package}")
    known = [*GAMES, *(found.name for found in installed_games()), *LOADED]
    file = (
        "; a game in a file is named at the command line, by game=FILE.py:CLASS or --game"
        if ":" in name
        else ""
    )
    raise QueryError(
        f"unknown game {shown(name)[1:-1]}{nearest(name, known)}: known are "
        f"{', '.join(known)}{file}"
    )


def makers_loaded() -> Iterator[tuple[str, Maker]]:
    """(name, maker) of every game that can be named: ours, then those of installed packages. One
    that cannot be loaded is passed over.
    """
    others = (one.name for one in installed_games() if one.name not in doubly_named())
    for name in (*GAMES, *others):
        try:
            maker = maker_named(name)
        except ExactDiceError:
            continue
        yield name, maker


def game_named(name: str, options: Options) -> Game:
    """The game of this name with these options, whose values are as `parse_option` reads them."""
    return game_made(maker_named(name), name, options)


def game_made(maker: Maker, name: str, options: Options) -> Game:
    """The game that is made so; `QueryError` naming the option that is off."""
    values = _checked_options(maker, name, options)
    for key, default in options_of(maker).items():
        if default is inspect.Parameter.empty and key not in values:
            raise QueryError(f"{name} needs the option {key}, as in {key}=1")
    try:
        game = maker(**values)
        hash(game)
    except (RulesError, InexactError) as error:
        raise QueryError(str(error)) from error
    except ExactDiceError:
        raise  # it says already what is wrong
    except (*FAILURES, SystemExit) as error:
        hint = ": write @dataclass(frozen=True) above it" if "unhashable" in str(error) else ""
        raise QueryError(f"{name} cannot be made: {said_by(error)}{hint}") from error
    refuse_no_game(game)
    return game


def _checked_options(maker: Maker, name: str, options: Options) -> dict[str, object]:
    """The options as the game takes them; `QueryError` for one that it does not take."""
    known = options_of(maker)
    for key in options:
        if key not in known:
            raise QueryError(unknown_option(key, known, name))
    by_names = named_options(maker_within(maker)) if options else ()
    values: dict[str, object] = {}
    for key, value in options.items():
        option = _signature(maker).parameters[key]
        # Chosen by names: the game says so, or the default is one.
        if key in by_names or isinstance(option.default, str):
            names = tuple(str(one) if isinstance(one, Word) else one for one in as_several(value))
            chosen = names if isinstance(value, tuple) else names[0]
            values[key] = None if names == ("none",) else chosen
            continue
        # One whole number, as the annotation says.
        if isinstance(value, tuple) and option.annotation in ONE_VALUE:
            raise QueryError(
                f"{key} of {name} takes one value, got {len(value)}: {','.join(map(str, value))}"
            )
        is_truth = option.annotation in (bool, "bool")
        truth = truth_written(value) if is_truth else None
        values[key] = value if truth is None else truth
        if key == "weights":
            values[key] = named_symbols(value)
        for part in as_several(values[key]):
            if isinstance(part, Word):
                wanted = "True or False" if is_truth else "a number"
                raise QueryError(f"{key} must be {wanted}, got {part}")
    return values


def maker_within(maker: Maker) -> Any:  # a class, of which games are asked to be
    """The class or the function itself, where options are set before it is called."""
    return maker.func if isinstance(maker, partial) else maker


# Every call of a word asks for it; what it keeps are the games that there are, and a few in files.
_signature = lru_cache(maxsize=64)(inspect.signature)


def options_of(maker: Maker) -> dict[str, object]:
    """{option: default}; a default that is missing is `inspect.Parameter.empty`.

    Read off the signature, so that the list cannot fall behind the rules.
    """
    return {
        name: option.default
        for name, option in _signature(maker).parameters.items()
        if option.kind is not option.VAR_KEYWORD
    }


def home_of(name: str) -> ModuleType:
    """The folder of the game here, or the package or the file that it comes from."""
    maker = maker_named(name)
    for folder in rooms_in(rooms):
        if maker in games_of(folder).values():
            return room(rooms, folder)
    first, *_ = maker_within(maker).__module__.split(".")
    return sys.modules[first]


def needs_options(name: str) -> bool:
    """Whether the game has an option without a default."""
    return inspect.Parameter.empty in options_of(maker_named(name)).values()


# --- a game in a file -----------------------------------------------------------------------------


def load(path: Path, name: str, options: Options, reference: str) -> None:
    """Enter in the register, under the reference, the game that this class or function of the file
    makes, with these options as its defaults.

    Raises `ExactDiceError` in one line when the file cannot be run, has nothing of this name, or
    what it has makes no game.
    """
    load_own_words()  # first, so that one that the file takes is refused there
    module = module_of(path)
    made = getattr(module, name, None)
    if made is None:
        here = [
            found
            for found, thing in vars(module).items()
            if isinstance(thing, type) and thing.__module__.startswith(module.__name__)
        ]
        raise ExactDiceError(
            f"{path} has no {name}{nearest(name, here)}: its classes are "
            f"{', '.join(here) or 'none'}"
        )
    enter(reference, _checked_maker(made, f"{name} of {path}"), name, options)


def enter(reference: str, maker: Maker, name: str, options: Options) -> None:
    """Enter what makes a game under the reference, with these options as its defaults; `QueryError`
    for an option that the game of this name does not take.
    """
    LOADED[reference] = (
        partial(maker, **_checked_options(maker, name, options)) if options else maker
    )


@contextmanager
def entered(reference: str, game: Game) -> Iterator[None]:
    """While this lasts, the reference names the game: words ask of it as of any other."""
    LOADED[reference] = lambda: game
    try:
        yield
    finally:
        del LOADED[reference]


def _checked_maker(made: object, what: str) -> Maker:
    if not callable(made):
        raise ExactDiceError(
            f"{what} must be a class of games, or a function that makes one, got {shown(made)}"
        )
    maker: Maker = made
    return maker
