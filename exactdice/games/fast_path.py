"""Registering a fast path: a function for one game in the place of a generic one, which stays in charge of the rest."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from ..game import MissingEntry

Fast = TypeVar("Fast", bound=Callable[..., Any])


def fast_path_of(generic: Any, game: type, *uncovered: type[Exception]) -> Callable[[Fast], Fast]:
    """Register the decorated function for this class of games in the place of the generic function.

    What raises one of the `uncovered` errors goes to the generic function. So does a plan that is a table of the reachable states
    alone, since a fast path asks it for every state.
    """

    beyond: tuple[type[Exception], ...] = (MissingEntry, *uncovered)

    def register(function: Fast) -> Fast:
        @wraps(function)
        def either(rules: Any, *rest: Any, **options: Any) -> Any:
            try:
                return function(rules, *rest, **options)
            except beyond:
                return generic.dispatch(object)(rules, *rest, **options)

        generic.register(game, either)
        return cast("Fast", either)

    return register
