"""Verdicts on claims: what the exact value says of what is printed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from ...exact.numbers import Interval, Rounding
from ...query.register import Answer
from .claim import Claim, Document
from .montecarlo import Estimate


class Verdict(StrEnum):
    """The outcomes, best first."""

    EXACT = "exact"
    TRUE = "true"
    ROUNDED = "correctly rounded"
    CUT = "correctly truncated"
    WITHIN = "within what it says"
    ANOTHER = "another optimum"
    OTHER_TIES = "holds for another optimum"
    CONSISTENT = "consistent"
    AGREES = "consistent with the rounding"
    MATCHES = "matches its source"
    TRUNCATED = "truncated"
    SUSPECT = "suspect"
    OFF_BY_ONE = "off by one in the last place"
    CONTRADICTED = "contradicted"
    DIFFERS = "differs from its source"
    FALSE = "false"
    UNDECIDED = "undecided"
    UNCLEAR = "unclear"
    UNREADABLE = "unreadable"
    UNCHECKED = "unchecked"


# What each verdict means, in a line for people; the reference shows these as a table.
MEANINGS = {
    Verdict.EXACT: "the printed number is the exact value",
    Verdict.TRUE: "the statement is true",
    Verdict.ROUNDED: "rounded to nearest, the exact value is printed so",
    Verdict.CUT: "declared as cut off, and cut off the exact value is printed so",
    Verdict.WITHIN: "the exact value is within the tolerance, the interval or the bound that is "
    "printed",
    Verdict.ANOTHER: "the printed choice is optimal too; all that are optimal are listed",
    Verdict.OTHER_TIES: "right for an optimal strategy that chooses otherwise among actions that "
    "are equally good",
    Verdict.CONSISTENT: "random games would well give this estimate",
    Verdict.AGREES: "numbers that are printed elsewhere, or a count, may well give what is printed",
    Verdict.MATCHES: "rounded to nearest, the number of the author's result file is printed so",
    Verdict.TRUNCATED: "the decimals are cut off where they should be rounded",
    Verdict.SUSPECT: "an estimate that is rare, or too close to be true, without proof that it is "
    "wrong",
    Verdict.OFF_BY_ONE: "one unit of the last decimal place away from the rounded value",
    Verdict.CONTRADICTED: "the exact value is another; an estimate is proved to be that rare",
    Verdict.DIFFERS: "the author's result file has another number",
    Verdict.FALSE: "the statement is false, with its first counterexample",
    Verdict.UNDECIDED: "the exact value is known only within bounds that do not decide, or the "
    "games of an estimate are so few that a number twice as far away would pass as well",
    Verdict.UNCLEAR: "what is printed has two readings that get different verdicts; both are said",
    Verdict.UNREADABLE: "the printed number cannot be read",
    Verdict.UNCHECKED: "the query has no answer, or it is not clear what is claimed",
}
WRONG = (Verdict.OFF_BY_ONE, Verdict.CONTRADICTED, Verdict.DIFFERS, Verdict.FALSE)
OPEN = (Verdict.UNDECIDED, Verdict.UNCLEAR, Verdict.UNREADABLE, Verdict.UNCHECKED)
NOT_ROUNDED = (*WRONG, Verdict.TRUNCATED)  # what another optimum may give better
HOLDS = tuple(verdict for verdict in Verdict if verdict not in (*WRONG, *OPEN))
# A number that should have been rounded is no number that holds strictly, nor is a rare one.
STRICTLY_HOLDS = tuple(
    verdict for verdict in HOLDS if verdict not in (Verdict.TRUNCATED, Verdict.SUSPECT)
)


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
