"""Results that are kept for arguments that cannot change."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., object])


def kept(size: int) -> Callable[[Function], Function]:
    """`functools.lru_cache` of so many results, with the types of the function.

    Games of one class that are equal are one game; a class that is patched is not told apart.
    """

    def decorate(function: Function) -> Function:
        return cast("Function", lru_cache(maxsize=size, typed=True)(function))

    return decorate
