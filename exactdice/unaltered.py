"""Whether a game has the rules of its class as this package wrote them, and results that are kept
only while it has.

Two equal games may differ in a rule that was put in the place of another, on the class or on one of
the games: what was found for the one says nothing of the other.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

RULES = ("start", "payoff", "actions", "outcomes", "options")  # what a class may say of its game
# {registered class: (class or module, name, its member) of every rule when it was registered}
RULES_OF: dict[type, tuple[tuple[type | ModuleType, str, Any], ...]] = {}


def remember_rules(kind: type) -> None:
    """Enter the rules that a class has now, unless they are known: its functions and properties,
    those too that only help the others, those of its bases, and the functions of the module where
    it stands. (What a function of another module calls there is not known.)
    """
    if kind not in RULES_OF:
        # Bases too: a rule exchanged there is exchanged in every class that inherits it.
        owners = [owner for owner in kind.__mro__ if owner is not object]
        names = sorted(set(RULES).union(*map(_functions, owners)))
        members = [(owner, name, vars(owner).get(name)) for owner in owners for name in names]
        RULES_OF[kind] = (*members, *_functions_beside(kind))


def _functions_beside(kind: type) -> list[tuple[ModuleType, str, FunctionType]]:
    """(the module of the class, name, function) for each function that has a name there, be it
    imported.
    """
    module = sys.modules.get(kind.__module__)
    if module is None:
        return []
    return [
        (module, name, member)
        for name, member in vars(module).items()
        if isinstance(member, FunctionType)
    ]


def _functions(owner: type) -> list[str]:
    """The names of the functions and properties of a class, all of which are descriptors."""
    return [name for name, member in vars(owner).items() if hasattr(member, "__get__")]


def is_unaltered(game: object) -> bool:
    """Whether a game of a registered class has the rules with which the class was registered: none
    of its own, none exchanged since.
    """
    kind = type(game)
    has_fields_alone = vars(game).keys() <= getattr(kind, "__dataclass_fields__", {}).keys()
    return (
        has_fields_alone
        and all(vars(owner).get(name) is rule for owner, name, rule in RULES_OF.get(kind, ()))
        and are_unaltered(vars(game).values())  # a game may be made of the rules of another
    )


def are_unaltered(given: Iterable[object]) -> bool:
    """Whether every game of a registered class among these is unaltered."""
    return all(is_unaltered(one) for one in given if type(one) in RULES_OF)


def kept(size: int) -> Callable[[Function], Function]:
    """Keep so many results of the decorated function of games, which stand among its arguments, for
    games that are unaltered; for others the function is called each time.
    """

    def decorate(function: Function) -> Function:
        remembered = lru_cache(maxsize=size)(function)

        @wraps(function)
        def asked(*arguments: object) -> object:
            return (remembered if are_unaltered(arguments) else function)(*arguments)

        asked.cache_clear = remembered.cache_clear  # type: ignore[attr-defined]  # as lru_cache
        return cast("Function", asked)

    return decorate
