"""Queries that ask for proofs: a solution passes the checker before it is used, and a ledger says
what was proved.

Floats guide the solvers, within error bounds that are proven for a correct numpy; a faulty one
could mislead them. What the checker accepts rests on it alone, on Python's whole numbers and on the
rules: inside `proving()` nothing else is read from a solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeVar, cast

from ..exact.argument_checks import kept
from ..exact.errors import QueryError
from ..exact.session import in_session, session

Function = TypeVar("Function", bound=Callable[..., Any])

READ_OFF: set[str] = set()  # the quantities whose value is read off a solution as it stands
FOLLOWING: set[str] = set()  # those that follow from their arguments alone, as the mean of a law


@dataclass
class Ledger:
    """The checker's words on the solutions that were used, and the quantities whose value no
    proof covers.
    """

    said: list[str] = field(default_factory=list)
    uncovered: list[str] = field(default_factory=list)

    @property
    def proofs(self) -> tuple[str, ...]:
        """The checker's words, each once; none when some value is covered by no proof."""
        return () if self.uncovered else tuple(dict.fromkeys(self.said))

    def cover(self, name: str, before: int) -> None:
        """Note a quantity whose value rests on no proof, when so much was said before it."""
        if name not in FOLLOWING and (name not in READ_OFF or len(self.said) == before):
            self.uncovered.append(name)

    def required(self, query: str) -> tuple[str, ...]:
        """The proofs; `QueryError` naming what is not covered when there are none."""
        if self.proofs:
            return self.proofs
        what = ", ".join(dict.fromkeys(self.uncovered)) or "it asks for no solution"
        raise QueryError(
            f"{query} is not covered by the checker ({what}): the value is computed exactly, "
            "without --proved"
        )


def ledger() -> Ledger | None:
    """The ledger of the queries that are evaluated here; None where no proofs are asked for."""
    book: Ledger | None = session().ledger
    return book


@contextmanager
def proving() -> Iterator[Ledger]:
    """Queries evaluated inside use no solution that the checker has not accepted; the
    ledger fills.
    """
    book = Ledger()
    with in_session(ledger=book):
        yield book


def read_off(quantity: Function) -> Function:
    """Enter the decorated quantity among those whose value is read off a solution."""
    READ_OFF.add(quantity.__name__)
    return quantity


def checked(check: Callable[..., str | None], size: int) -> Callable[[Function], Function]:
    """Keep the last results of the decorated function; while proofs are asked for, one is checked
    before its first use.

    `check(result, *arguments)` says what was proved, None when that would take the checker too
    long, or raises `UnsolvableError`.
    """

    def decorate(make: Function) -> Function:
        # `wanted` is part of the key: a result kept unchecked is never taken for a checked one
        @kept(size)
        def answer(wanted: bool, *arguments: object) -> tuple[object, str | None]:
            made = make(*arguments)
            return made, check(made, *arguments) if wanted else None

        @wraps(make)
        def made_and_checked(*arguments: object) -> object:
            book = session().ledger
            made, said = answer(book is not None, *arguments)
            if book is not None and said is not None:
                book.said.append(said)
            return made

        made_and_checked.cache_clear = answer.cache_clear  # type: ignore[attr-defined]
        return cast("Function", made_and_checked)

    return decorate
