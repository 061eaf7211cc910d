"""Results that are kept for arguments that cannot change: plain data, and frozen games made of it.

A class has the rules with which it was made: one that was patched since is not told apart.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, wraps
from typing import TypeVar, cast

from .parametric.polynomial import Polynomial

Function = TypeVar("Function", bound=Callable[..., object])

PLAIN = {type(None), bool, int, str, Fraction, Polynomial}


class Changeable(Exception):
    """A result for this argument cannot be kept, as it may change unseen."""


def kept(size: int) -> Callable[[Function], Function]:
    """Keep so many results of the decorated function for arguments that are plain data or games
    made of it; for others the function is called each time.
    """

    def decorate(function: Function) -> Function:
        """The function with its results kept."""

        @lru_cache(maxsize=size)
        def remembered(_: tuple[object, ...], given: _Given) -> object:
            return function(*given.arguments)

        @wraps(function)
        def asked(*arguments: object) -> object:
            try:
                made_of = tuple(map(_made_of, arguments))
            except Changeable:
                return function(*arguments)
            return remembered(made_of, _Given(arguments))

        asked.cache_clear = remembered.cache_clear  # type: ignore[attr-defined]  # as lru_cache
        return cast("Function", asked)

    return decorate


class _Given:
    """Arguments, for a cache the same as any others: what they are made of tells them apart, and
    not what their own classes call equal.
    """

    def __init__(self, arguments: tuple[object, ...]) -> None:
        self.arguments = arguments

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Given)

    def __hash__(self) -> int:
        return 0


def _made_of(argument: object) -> tuple[object, ...]:
    """The class of an argument with all its parts, each as this says what it is made of;
    `Changeable` unless it is plain data, or a named tuple or a frozen dataclass made of it.

    So 1 and true differ, and so do a game and one of a derived class, whatever they call equal.
    """
    kind = type(argument)
    if kind in PLAIN:
        return kind, argument
    if kind is frozenset:
        return kind, frozenset(map(_made_of, cast("frozenset[object]", argument)))
    has_attributes = hasattr(argument, "__dict__")
    if isinstance(argument, tuple) and not has_attributes:  # as states are
        return kind, *map(_made_of, argument)
    is_frozen = getattr(getattr(kind, "__dataclass_params__", None), "frozen", False)
    fields = getattr(kind, "__dataclass_fields__", {})
    if not is_frozen or not has_attributes or not vars(argument).keys() <= fields.keys():
        raise Changeable
    return kind, *((name, _made_of(getattr(argument, name))) for name in sorted(vars(argument)))
