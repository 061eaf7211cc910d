"""Verdicts on claims: what the exact value says of a printed number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from ..errors import ExactDiceError, QueryError
from ..exact import NEAREST, Bounds, Exact, Progress, Rounding, decimal_text, exact_text, round_scaled, shown
from ..query import evaluate_query, law_of_query
from .claims import Claim, Document, Kind
from .montecarlo import Estimate, estimate, holm
from .numbers import Printed


class Verdict(StrEnum):
    """The outcomes, best first."""

    EXACT = "exact"
    ROUNDED = "correctly rounded"
    TRUNCATED = "truncated"
    CONSISTENT = "consistent"  # an estimate from random games
    OFF_BY_ONE = "off by one in the last place"
    CONTRADICTED = "contradicted"
    UNDECIDED = "undecided"  # the exact value is known only within bounds that do not decide
    UNCHECKED = "unchecked"  # the query could not be answered


HOLDS = (Verdict.EXACT, Verdict.ROUNDED, Verdict.TRUNCATED, Verdict.CONSISTENT)
STRICTLY_HOLDS = (Verdict.EXACT, Verdict.ROUNDED, Verdict.CONSISTENT)
WRONG = (Verdict.OFF_BY_ONE, Verdict.CONTRADICTED)


@dataclass(frozen=True)
class Finding:
    """A claim, its verdict, the exact value where there is one, and what a reader should know."""

    claim: Claim
    verdict: Verdict
    value: Any = None
    correct: str = ""  # the exact value written like the printed number
    modes: tuple[Rounding, ...] = ()
    estimate: Estimate | None = None
    reason: str = ""


def verify(document: Document, progress: Progress | None = None) -> list[Finding]:
    """A finding for each claim, in order; the p-values of all estimates of the document are corrected together (Holm)."""
    findings = []
    for done, claim in enumerate(document.claims, 1):
        findings.append(judge(claim))
        if progress:
            progress(done, len(document.claims))
    return _corrected(findings, document.alpha)


def judge(claim: Claim) -> Finding:
    """The finding on one claim; an estimate is left CONSISTENT until the whole document is known."""
    try:
        if claim.kind == Kind.MONTECARLO:
            return _judge_estimate(claim)
        value = evaluate_query(claim.node, claim.given)
        return judge_number(claim, value)
    except ExactDiceError as error:
        return Finding(claim, Verdict.UNCHECKED, reason=str(error))


def judge_number(claim: Claim, value: Any) -> Finding:
    """The finding on a number that is no estimate, given the value of its query."""
    ends = _ends(claim.printed, value)
    verdicts = [_compared(claim, end) for end in ends]
    found = verdicts[0]
    if any(other.verdict != found.verdict or other.modes != found.modes for other in verdicts):
        return Finding(claim, Verdict.UNDECIDED, value, reason=f"the value is only known to lie in {_between(claim, ends)}")
    if len(ends) > 1 and found.verdict == Verdict.EXACT:
        return Finding(claim, Verdict.UNDECIDED, value)
    return replace(found, value=value)


def _between(claim: Claim, ends: tuple[Exact, ...]) -> str:
    """The ends with some more decimals than are printed, rounded outwards."""
    places = (claim.printed.places or 0) + 6
    lower, upper = (decimal_text(end, places, way) for end, way in zip(ends, (Rounding.FLOOR, Rounding.CEILING), strict=True))
    return f"[{lower}, {upper}]"


def _ends(printed: Printed, value: Any) -> tuple[Exact, ...]:
    """The value, or the two ends of an enclosure narrow enough to decide whenever the value is not a tie."""
    if isinstance(value, Exact):
        return (value,)
    if isinstance(value, Bounds):
        return (value.lower, value.upper)
    if type(value).__module__.startswith("sympy"):
        from ..symbolic import enclosure

        bounds = enclosure(value, 256 + 8 * (printed.places or 0))
        return (bounds.lower, bounds.upper)
    raise QueryError("a claim needs a query whose value is a number")


def _compared(claim: Claim, value: Exact) -> Finding:
    printed = claim.printed
    if printed.value == value:
        return Finding(claim, Verdict.EXACT)
    if printed.places is None:
        return Finding(claim, Verdict.CONTRADICTED, correct=exact_text(value) if _short(value) else shown(value))
    correct = decimal_text(value, printed.places, mark=printed.mark)
    if claim.kind == Kind.EXACT:
        return Finding(claim, Verdict.CONTRADICTED, correct=exact_text(value) if _short(value) else correct)
    scaled = int(printed.value * 10**printed.places)
    modes = tuple(mode for mode in Rounding if round_scaled(value, printed.places, mode) == scaled)
    return Finding(claim, _rounding_verdict(value, scaled, printed.places, modes), correct=correct, modes=modes)


def _rounding_verdict(value: Exact, scaled: int, places: int, modes: tuple[Rounding, ...]) -> Verdict:
    if set(modes) & set(NEAREST):
        return Verdict.ROUNDED
    if Rounding.DOWN in modes:
        return Verdict.TRUNCATED
    distance = min(abs(scaled - round_scaled(value, places, mode)) for mode in NEAREST)
    return Verdict.OFF_BY_ONE if distance == 1 else Verdict.CONTRADICTED


def _short(value: Exact) -> bool:
    return value.numerator.bit_length() + value.denominator.bit_length() <= 120


# --- estimates --------------------------------------------------------------------------------------------------------


def _judge_estimate(claim: Claim) -> Finding:
    law = law_of_query(claim.node, claim.given)
    mean = law.mean()
    printed = claim.printed
    if printed.places is None:
        raise QueryError("an estimate must be printed as a decimal, which shows how it was rounded")
    assert claim.games is not None
    correct = decimal_text(mean, printed.places, mark=printed.mark)
    half = Fraction(1, 2 * 10**printed.places)
    found = estimate(law, claim.games, Bounds(printed.value - half, printed.value + half))
    return Finding(claim, Verdict.CONSISTENT, mean, correct, estimate=found)


def _corrected(findings: Iterable[Finding], alpha: Exact) -> list[Finding]:
    """The findings with Holm's correction over all estimates, and those below alpha contradicted."""
    findings = list(findings)
    places = [k for k, finding in enumerate(findings) if finding.estimate]
    corrected = holm([finding.estimate.p for finding in findings if finding.estimate])
    for k, p in zip(places, corrected, strict=True):
        finding = findings[k]
        assert finding.estimate
        verdict = Verdict.CONTRADICTED if p < alpha else Verdict.CONSISTENT
        findings[k] = replace(finding, verdict=verdict, estimate=replace(finding.estimate, corrected=p))
    return findings


def exit_status(findings: Iterable[Finding], strict: bool = False) -> int:
    """0 when all claims hold, 1 when one is wrong, 2 when one is undecided or unchecked; strict: truncation is wrong too."""
    verdicts = {finding.verdict for finding in findings}
    if verdicts & {Verdict.UNDECIDED, Verdict.UNCHECKED}:
        return 2
    return 0 if verdicts <= set(STRICTLY_HOLDS if strict else HOLDS) else 1
