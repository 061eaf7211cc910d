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
    """What a solve, a query and a document are done under; the last three hold types of packages
    above this one.
    """

    limit: int | None = MOST_STEPS  # of cost, in steps (`exact.cost`); None for no limit
    progress: Callable[[int, int | None], None] | None = None  # told how far a solve has come
    game: str = "dice-battle"  # what a query means that names none
    folder: Path | None = None  # of the document that is verified: its tables lie below it
    store: Any = None  # that solutions are read from (`solvers.stored`)
    workers: Any = None  # on other machines, that explore a graph (as `game.graph.copies`)
    ledger: Any = None  # of what is proved (`query.proving`)


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
