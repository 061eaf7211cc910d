"""Under what work is done: one session, which the command line, a notebook or a program makes.

A query is a text, so that what solves it cannot be handed the limit of its cost or who is told of
its progress: they are looked up here. Nothing else is ambient. No value depends on a session but
for the game that is meant by a query which names none.

`cost` is the module to read and to use for the limit of cost: here is what it shares with
`numbers`, which stands before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from math import isqrt
from pathlib import Path
from typing import Any

from .errors import TooCostly

MOST_STEPS = 10**9
BOUNDLESS = 10**100  # stands for every larger cost, where to work it out would be work itself
SURELY_CHEAP = 1000  # digits that are not worth an estimate


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
    workers: Any = None  # on other machines, that explore a graph (`game.graph.exploring.copies`)
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


# --- the limit of cost ----------------------------------------------------------------------------


def refuse_beyond_limit(what: str, steps: int, smaller: str) -> None:
    """Raise `TooCostly` when the work takes more steps than are allowed; `smaller` says what to ask
    for instead.
    """
    most = session().limit
    if most is not None and steps > most:
        raise TooCostly(
            f"{what} would cost {rounded(steps)} steps (of about 10^-7 s, or 2 bytes) and the "
            f"limit is {rounded(most)}: ask for {smaller}, "
            "or raise the limit by limit=none at the command line, `with "
            "exactdice.exact.cost.limit(None):` in Python"
        )


def rounded(steps: int) -> str:
    """The number of steps with two digits and a power of ten, rounded up.

    >>> rounded(10**9), rounded(27_000_001), rounded(9_990_000), rounded(3 * BOUNDLESS)
    ('10^9', '2.8*10^7', '10^7', 'more than 10^100')
    """
    if steps > BOUNDLESS:
        return "more than 10^100"
    if steps < 1000:
        return str(steps)
    power = len(str(steps)) - 1
    # Rounded up, so that a cost beyond the limit is never shown as the limit itself.
    tenths = -(-steps // 10 ** (power - 1))
    if tenths == 100:  # rounded up to the next power
        power = power + 1
        tenths = 10
    whole, tenth = divmod(tenths, 10)
    lead = f"{whole}.{tenth}" if tenth else f"{whole}"
    return f"10^{power}" if lead == "1" else f"{lead}*10^{power}"


def digits_steps(digits: int) -> int:
    """About what the power of ten with so many digits costs.

    Measured: 0.6 s for a million, 17 s for ten million.
    """
    known = min(digits, BOUNDLESS)
    return known * isqrt(known) // 150 + known


def refuse_digits(digits: int) -> None:
    """Raise `TooCostly` for more digits than can be had."""
    if digits > SURELY_CHEAP:
        refuse_beyond_limit(f"{rounded(digits)} digits", digits_steps(digits), "fewer digits")
