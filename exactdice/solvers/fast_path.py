"""The one register of fast ways: a function for the games of one class.

It stands in the place of a generic function. It holds for that very class. A class derived from it
is another game, whose rules may differ in one line: it goes the generic way.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import ParamSpec, TypeVar, cast

from ..exact.argument_checks import got, no_progress
from ..exact.errors import RulesError
from ..exact.numbers import as_whole
from ..game.protocol import (
    MissingEntry,
    checked_player,
    checked_profile,
    refuse_no_game,
    strategy,
)
from ..symbolic.rational_function import HoldsSymbol, holds_symbol

Function = TypeVar("Function", bound=Callable[..., object])
Wanted = TypeVar("Wanted")
Given = ParamSpec("Given")
Answered = TypeVar("Answered")


def checked_keep(keep: object) -> str:
    """The part of a solution to be kept: "all", or the "start" alone."""
    if not isinstance(keep, str) or keep not in ("all", "start"):
        raise RulesError(f'keep must be "all" or "start", {got(keep)}')
    return keep


# How every function of a game checks these arguments, whichever way it goes.
CHECKS: dict[str, Callable[[object], object]] = {
    "game": refuse_no_game,
    "profile": checked_profile,
    "plan": strategy,
    "player": checked_player,
    "progress": no_progress,
    "keep": checked_keep,
    "jobs": lambda jobs: jobs is None or as_whole(jobs, "jobs", 1),
}
# {generic function: {class: its fast path}}
FAST_PATHS: dict[Callable[..., object], dict[type, Callable[..., object]]] = {}


def by_exact_class(generic: Function, *, also_with_symbols: bool = False) -> Function:
    """The function that goes the fast way when there is one.

    That is the fast path registered for the exact class of its first argument, else the generic
    function. A function of a game refuses first what is no game, no profile, no plan, no player or
    no function to tell of progress. A game that holds a symbol goes the generic way, as a fast one
    computes with numbers, but for a function that computes nothing; so does one with a store.
    """
    fast_paths: dict[type, Callable[..., object]] = {}
    accepted = signature(generic)
    first = next(iter(accepted.parameters))
    checks = CHECKS if first == "game" else {}
    # How the generic function goes about its work: a fast path goes its own way.
    hints = [
        name for name, one in accepted.parameters.items() if one.kind is Parameter.KEYWORD_ONLY
    ]

    @wraps(generic)
    def chosen(*given: object, **options: object) -> object:
        """The answer of the fast path where the game has one, else that of the generic one."""
        try:
            bound = accepted.bind(*given, **options)
        except TypeError as error:
            raise TypeError(f"{generic.__name__}(): {error}") from None
        for name, argument in bound.arguments.items():
            if name in checks:
                checks[name](argument)
        if not given:
            # Given by name: a fast path may call its game otherwise.
            given = (options.pop(first),)
        game = bound.arguments[first]
        fast = fast_paths.get(type(game))
        is_symbolic = not also_with_symbols and holds_symbol(game)
        if fast is None or is_symbolic or options.get("store") is not None:
            return generic(*given, **options)
        for name in hints:
            options.pop(name, None)
        return fast(*given, **options)

    FAST_PATHS[chosen] = fast_paths
    return cast("Function", chosen)


def generic_function(function: Callable[Given, Answered]) -> Callable[Given, Answered]:
    """The generic function itself, which takes every game."""
    # what `wraps` keeps
    generic: Callable[Given, Answered] = function.__wrapped__  # type: ignore[attr-defined]
    return generic


def exactly(game: object, wanted: type[Wanted], where: str) -> Wanted:
    """The game, when it is of exactly this class.

    `RulesError` for a derived class, whose rules may differ, and for anything else.
    """
    if type(game) is wanted:
        return game
    derived = (
        f": {type(game).__name__} may have other rules, and solve(game) takes every game"
        if isinstance(game, wanted)
        else ""
    )
    raise RulesError(f"{where} needs a {wanted.__name__}, {got(game)}{derived}")


def fast_path_of(
    function: Callable[..., object], game: type, *uncovered: type[Exception]
) -> Callable[[Function], Function]:
    """Register the decorated function for the games of exactly this class.

    What raises one of the `uncovered` errors goes to the generic function. So does a plan that is a
    table of the reachable states alone, since a fast path asks it for every state, and one that
    draws by weights with a symbol.
    """
    # A fast path may cover less than its class; what it cannot answer must not end in an error.
    beyond: tuple[type[Exception], ...] = (MissingEntry, HoldsSymbol, *uncovered)
    generic = generic_function(function)

    def register(fast: Function) -> Function:
        @wraps(fast)
        def fast_or_generic(rules: object, *rest: object, **options: object) -> object:
            try:
                return fast(rules, *rest, **options)
            except beyond:
                return generic(rules, *rest, **options)

        FAST_PATHS[function][game] = fast_or_generic
        return cast("Function", fast_or_generic)

    return register
