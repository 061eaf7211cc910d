"""A claim: what a document prints, the query it should equal, and how it is meant."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from ...exact.numbers import Exact, exact_text
from ...query.register import Answer
from ...query.syntax import Entries, Node, Number
from ...symbolic.polynomial import Polynomial
from ..printed.source import Source
from ..printed.spellings import Printed


class Kind(StrEnum):
    """How what is printed is meant."""

    ROUNDED = "rounded"  # to nearest, to the decimals it shows
    EXACT = "exact"
    TRUNCATED = "truncated"  # cut off after the decimals it shows
    ABOUT = "about"  # near the value, within a tolerance
    INTERVAL = "interval"  # two numbers, between which the value lies
    AT_MOST = "at-most"
    AT_LEAST = "at-least"
    ORDER = "order"  # of magnitude
    CONVERGED = "converged"  # found by an iteration that stopped within a tolerance
    UNCERTAIN = "uncertain"  # with a printed error: 0.0672 ± 0.001
    MONTECARLO = "montecarlo"  # the mean of n random games
    STATEMENT = "statement"  # a sentence, which is true or false


# The kinds that say what a sample of random games gave.
SAMPLED = (Kind.MONTECARLO, Kind.UNCERTAIN)
# The word before a mark, and before a line of a claims file, that is proposed and not accepted.
SUGGESTED = "suggested "
UNKNOWN_GAMES = 0  # of an estimate whose author does not say how many random games it is of


class Tolerance(NamedTuple):
    """How far the exact value may be from the printed number."""

    size: Exact
    is_relative: bool  # a part of the number, as 5 % is

    def around(self, number: Exact) -> Exact:
        """How far it may be from this number."""
        return abs(Fraction(number)) * self.size if self.is_relative else self.size


@dataclass(frozen=True)
class Claim:
    """One printed number, or one sentence, and the query it should equal."""

    name: str
    line: int
    where: str
    printed: Printed  # of a sentence the text alone; its value then means nothing
    query: str
    node: Node
    kind: Kind
    given: Entries
    games: int | None = None  # of an estimate
    note: str = ""
    # Where the number stands in the source, when the claim was read from the document itself.
    span: tuple[int, int] | None = None
    # Why it is not clear what is claimed, or why the printed number cannot be read; its value then
    # means nothing.
    unclear: str = ""
    unreadable: str = ""
    # What the number may be where its mark may be one of thousands, then it is unreadable, or where
    # there is another doubt, and what to do about that; the first is the likelier.
    readings: tuple[Printed, ...] = ()
    doubt: str = ""
    upper: Printed | None = None  # the second number of an interval
    tolerance: Tolerance | None = None
    level: Exact | None = None  # the chance with which a printed error is meant to hold
    # How the strategies of the query choose among optimal actions: already written in the query;
    # "" where the document leaves it open.
    ties: str = ""
    # The sample that an estimate was read off, or the strategy that an entry is of, where the
    # author says.
    run: str = ""
    origin: Node | None = None  # where the number stands in the author's own result file
    members: frozenset[Answer] | None = None  # of a printed set such as {1, 2}
    says_rounded: bool = False  # its author writes out that it is rounded
    # Whether a word before the number, such as `about`, says that it is near, and no kind is said.
    is_near: bool = False
    # Of a printed law such as {1: 1/3, 2: 2/3}: its outcomes and their chances.
    law: tuple[tuple[str, Printed], ...] | None = None

    @property
    def defect(self) -> str:
        """Why nothing can be compared, "" where something can."""
        return self.unclear or self.unreadable


@dataclass(frozen=True)
class Document:
    """All claims of one file, and the file's text when the claims stand in the document itself."""

    path: Path
    title: str
    claims: tuple[Claim, ...]
    alpha: Exact = field(default=Fraction(1, 100))
    source: Source | None = None
    tables: tuple[tuple[int, int], ...] = ()  # where tables stand that are bound as a whole
    has_marks: bool = True  # perhaps none that claims a number
    empty_cells: int = 0  # of these tables, which print nothing and so claim nothing
    proposals: tuple[Claim, ...] = ()  # of marks, that nobody accepted yet: they claim nothing


def no_number(text: str) -> Printed:
    """What stands for a text that is no number: only the text means something."""
    return Printed(" ".join(text.split()), 0, None)


def no_claim(
    name: str, line: int, text: str, why: str, span: tuple[int, int] | None = None
) -> Claim:
    """What stands for an entry that makes no claim: its text, why, and where the text stands."""
    printed, nothing = no_number(text), Number(0)
    return Claim(
        name, line, "", printed, "no query", nothing, Kind.ROUNDED, {}, unclear=why, span=span
    )


def not_accepted(number: int, line: int, text: str, span: tuple[int, int] | None = None) -> Claim:
    """What stands for a proposal that is not accepted."""
    return no_claim(f"proposal {number}", line, text, "the proposal is not accepted", span)


def unaccepted(count: int) -> str:
    """That so many proposals of marks are not accepted."""
    return f"{count} {'proposal is' if count == 1 else 'proposals are'} not accepted"


def options_text(given: Entries) -> list[str]:
    """`key=value` for each option, every digit of it.

    >>> options_text({"target": 2, "weights": (Fraction(1, 2), 1)})
    ['target=2', 'weights=1/2,1']
    >>> len(options_text({"dice": 10**5000})[0])
    5006
    """
    return [f"{key}={_option_text(value)}" for key, value in given.items()]


def _option_text(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(_option_text, value))
    if isinstance(value, Polynomial):
        return str(value.parameter)  # which stands alone with its domain
    return exact_text(value) if isinstance(value, Exact) else str(value)
