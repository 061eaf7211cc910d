"""A claim: what a document prints, the query it should equal, how that is meant, and the
verdict on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from ...exact.numbers import Exact, Interval, Rounding, exact_text
from ...query.laws import Sampled
from ...query.register import Answer
from ...query.syntax import Entries, Node, Number
from ...symbolic.rational_function import Polynomial
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
    CONVERGED = "converged"  # found by an iteration that stopped within a tolerance
    UNCERTAIN = "uncertain"  # with a printed error: 0.0672 ± 0.001
    MONTECARLO = "montecarlo"  # the mean of n random games
    STATEMENT = "statement"  # a sentence, which is true or false


# The kinds that say what a sample of random games gave.
SAMPLED = (Kind.MONTECARLO, Kind.UNCERTAIN)
# The word before a mark, and before a line of a claims file, that is proposed and not accepted.
SUGGESTED = "suggested "


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


ALPHA = Fraction(1, 100)


@dataclass(frozen=True)
class Settings:
    """The options, decimal mark and words that a document gives for all its claims."""

    decimal: str | None = None  # its decimal mark; None: either
    given: Entries = field(default_factory=dict)  # options of its queries
    words: Mapping[str, Exact] = field(default_factory=dict)  # texts that mean numbers
    ties: str = ""  # how its strategies choose among optimal actions, where it says
    alpha: Exact = ALPHA  # the level of its estimates


@dataclass(frozen=True)
class Document:
    """All claims of one file, and the file's text when the claims stand in the document itself."""

    path: Path
    title: str
    claims: tuple[Claim, ...]
    alpha: Exact = ALPHA
    source: Source | None = None
    tables: tuple[tuple[int, int], ...] = ()  # where tables stand that are bound as a whole
    has_marks: bool = True  # perhaps none that claims a number
    empty_cells: int = 0  # of these tables, which print nothing and so claim nothing
    proposals: tuple[Claim, ...] = ()  # of marks, that nobody accepted yet: they claim nothing


def no_number(text: str) -> Printed:
    """A stand-in for a text that is no number: only the text means something."""
    return Printed(" ".join(text.split()), 0, None)


def no_claim(
    name: str, line: int, text: str, why: str, span: tuple[int, int] | None = None
) -> Claim:
    """A stand-in for an entry that makes no claim: its text, why, and where the text stands."""
    printed, nothing = no_number(text), Number(0)
    return Claim(
        name, line, "", printed, "no query", nothing, Kind.ROUNDED, {}, unclear=why, span=span
    )


def not_accepted(number: int, line: int, text: str, span: tuple[int, int] | None = None) -> Claim:
    """A stand-in for a proposal that is not accepted."""
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


class Verdict(StrEnum):
    """The outcomes, best first, each with its meaning in a line for people."""

    EXACT = "exact", "the printed number is the exact value"
    TRUE = "true", "the statement is true"
    ROUNDED = "correctly rounded", "rounded to nearest, the exact value is printed so"
    CORRECTLY_TRUNCATED = (
        "correctly truncated",
        "declared as cut off, and cut off the exact value is printed so",
    )
    WITHIN = (
        "within what it says",
        "the exact value is within the tolerance, the interval or the bound that is printed",
    )
    ANOTHER = (
        "another optimum",
        "the printed choice is optimal too; all that are optimal are listed",
    )
    OTHER_TIES = (
        "holds for another optimum",
        "right for an optimal strategy that chooses otherwise among actions that are equally good",
    )
    CONSISTENT = "consistent", "random games would well give this estimate"
    AGREES = (
        "consistent with the rounding",
        "numbers that are printed elsewhere, or a count, may well give what is printed",
    )
    MATCHES = (
        "matches its source",
        "rounded to nearest, the number of the author's result file is printed so",
    )
    TRUNCATED = "truncated", "the decimals are cut off where they should be rounded"
    SUSPECT = (
        "suspect",
        "an estimate that is rare, or too close to be true, without proof that it is wrong",
    )
    OFF_BY_ONE = (
        "off by one in the last place",
        "one unit of the last decimal place away from the rounded value",
    )
    CONTRADICTED = (
        "contradicted",
        "the exact value is another; an estimate is proved to be that rare",
    )
    DIFFERS = "differs from its source", "the author's result file has another number"
    FALSE = "false", "the statement is false, with its first counterexample"
    UNDECIDED = (
        "undecided",
        "the exact value is known only within bounds that do not decide, or the games of an "
        "estimate are so few that a number twice as far away would pass as well",
    )
    UNCLEAR = (
        "unclear",
        "what is printed has two readings that get different verdicts; both are said",
    )
    UNREADABLE = "unreadable", "the printed number cannot be read"
    UNCHECKED = "unchecked", "the query has no answer, or it is not clear what is claimed"

    meaning: str

    def __new__(cls, value: str, meaning: str) -> Verdict:
        """The verdict of this text."""
        verdict = str.__new__(cls, value)
        verdict._value_, verdict.meaning = value, meaning
        return verdict


MEANINGS = {verdict: verdict.meaning for verdict in Verdict}
WRONG = (Verdict.OFF_BY_ONE, Verdict.CONTRADICTED, Verdict.DIFFERS, Verdict.FALSE)
OPEN = (Verdict.UNDECIDED, Verdict.UNCLEAR, Verdict.UNREADABLE, Verdict.UNCHECKED)
NOT_ROUNDED = (*WRONG, Verdict.TRUNCATED)  # what another optimum may give better
HOLDS = tuple(verdict for verdict in Verdict if verdict not in (*WRONG, *OPEN))
# A number that should have been rounded is no number that holds strictly, nor is a rare one.
STRICTLY_HOLDS = tuple(
    verdict for verdict in HOLDS if verdict not in (Verdict.TRUNCATED, Verdict.SUSPECT)
)


@dataclass(frozen=True)
class Estimate:
    """How a printed mean of n games compares with the exact law.

    - `z`: how many standard errors the nearest point of the cell is off, rounded to 12 decimals for
      printing.
    - `p`: an upper bound, tight to 12 digits, on the two-sided p-value by `method`; `corrected`:
      after Holm's correction.
    - `bound`: a proven upper bound on p; it is p itself for two outcomes. `corrected_bound`: after
      Holm's correction.
    - `near`: a proven upper bound on the chance that a mean is as near the exact one as every
      number in the cell.
    - `resolved`: the last decimal place that n games resolve: 10^-resolved is at least 2 standard
      errors.
    - `least`: where the mean is known within bounds, a lower bound on all that p may be; `p` and
      `bound` are then the most. `corrected_least`: after Holm's correction.
    - `together`: a proven upper bound on the chance that the independent estimates of the document
      are together as near the exact means as they are, after Holm's correction.
    - `blind`: the largest proven bound on p of the numbers twice as far away, and `passing`: the
      one that has it, where the games are too few to contradict that.
    - `law`, `cell`: what the estimate was compared with, and where the printed mean lies.
    """

    games: int | None  # None where the author says an error instead
    z: Exact | None  # None where the standard error is not known
    p: Fraction
    method: str
    resolved: int
    corrected: Fraction | None = None
    bound: Fraction = Fraction(1)
    corrected_bound: Fraction | None = None
    near: Fraction = Fraction(1)
    least: Fraction | None = None
    corrected_least: Fraction | None = None
    # The tie-break of the optimal strategies that makes it likeliest; "" for that of the query.
    ties: str = ""
    blind: Fraction = Fraction(0)
    passing: Exact | None = None
    together: Fraction | None = None  # None for a document of fewer than two
    law: Sampled | None = field(default=None, repr=False, compare=False)
    cell: Interval | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class Finding:
    """A claim, its verdict, the exact value where there is one, and what a reader should know."""

    claim: Claim
    verdict: Verdict
    value: Answer = None
    correct: str = ""  # the exact value written like the printed number
    modes: tuple[Rounding, ...] = ()
    estimate: Estimate | None = None
    reason: str = ""
    of_source: str = ""  # what the author's result file says, where the claim names it as well
    hints: tuple[str, ...] = ()  # what a wrong number is the right value of
    # What the checker said of the solutions behind the value; None when it was not asked.
    proofs: tuple[str, ...] | None = None
    enclosed: Interval | None = None  # around an irrational value


def holds(finding: Finding, strict: bool = False) -> bool:
    """Whether the claim holds; when strict, a truncated number does not."""
    return finding.verdict in (STRICTLY_HOLDS if strict else HOLDS)


def rounding_modes(findings: Iterable[Finding]) -> tuple[int, tuple[Rounding, ...]]:
    """How many numbers were rounded to what they print, and the modes that give all of them; wrong
    numbers and exact ones are left out.
    """
    printed = (Verdict.ROUNDED, Verdict.TRUNCATED)
    rounded = [set(finding.modes) for finding in findings if finding.verdict in printed]
    if not rounded:
        return 0, ()
    of_all = set.intersection(*rounded)
    return len(rounded), tuple(mode for mode in Rounding if mode in of_all)


def exit_status(findings: Iterable[Finding], strict: bool = False) -> int:
    """0 when all claims hold, 1 when one is wrong, 2 when one is undecided, unclear,
    unreadable or unchecked; strict: truncation is wrong too.
    """
    verdicts = {finding.verdict for finding in findings}
    if verdicts & set(OPEN):
        return 2
    return 0 if verdicts <= set(STRICTLY_HOLDS if strict else HOLDS) else 1


def document_status(document: Document, findings: Iterable[Finding], strict: bool = False) -> int:
    """The exit status of the findings on the document; strict: 1 at least while it holds proposals
    of marks that are not accepted.
    """
    return max(exit_status(findings, strict), int(strict and bool(document.proposals)))
