"""Results that are kept for arguments that cannot change."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., object])


def kept(size: int) -> Callable[[Function], Function]:
    """`functools.lru_cache` of so many results, with the types of the function.

    Games of one class that are equal are one game; a class that is patched is not told apart. An
    object that is equal to itself alone, or has no hash, may change unseen: with one, or with what
    is about such a game, the function is called each time.
    """

    def decorate(function: Function) -> Function:
        remembered = lru_cache(maxsize=size, typed=True)(function)

        @wraps(function)
        def asked(*arguments: object) -> object:
            if any(map(_may_change, arguments)):
                return function(*arguments)
            try:
                return remembered(*arguments)
            except TypeError:
                try:
                    hash(arguments)
                except TypeError:
                    return function(*arguments)  # what has no hash may change, too
                raise  # it is the error of the function

        asked.cache_clear = remembered.cache_clear  # type: ignore[attr-defined]  # as lru_cache
        return cast("Function", asked)

    return decorate


def _may_change(argument: object) -> bool:
    if argument is None or type(argument).__eq__ is not object.__eq__:
        return hasattr(argument, "game") and _may_change(argument.game)
    return True
