"""Under what work is done: one session, which the command line, a notebook or a program makes.

A query is a text, so that what solves it cannot be handed the limit of its cost or who is told of
its progress: they are looked up here. Nothing else is ambient. No value depends on a session but
for the game that is meant by a query which names none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

MOST_STEPS = 10**9


@dataclass(frozen=True)
class Session:
    """The limit of cost in steps, None for no limit; who is told how far a solve has come; the game
    that a query means which names none; the folder of the document whose numbers are verified,
    below which its tables lie; the store that solutions are read from; what makes the crews that
    look at states, where that is not this machine; the ledger of what is proved.
    """

    limit: int | None = MOST_STEPS
    progress: Callable[[int, int | None], None] | None = None
    game: str = "dice-battle"
    folder: Path | None = None
    store: Any = None  # whose types stand above this module, as the next two
    crews: Any = None
    ledger: Any = None


# Seen by one thread or task alone.
_session: ContextVar[Session] = ContextVar("session", default=Session())  # noqa: B039  # frozen
session = _session.get


@contextmanager
def in_session(**changes: Any) -> Iterator[Session]:
    """Inside the `with` block the session is this one with these changes.

    >>> with in_session(limit=10**6) as here:
    ...     here is session(), session().limit
    (True, 1000000)
    """
    here = replace(session(), **changes)
    token = _session.set(here)
    try:
        yield here
    finally:
        _session.reset(token)
