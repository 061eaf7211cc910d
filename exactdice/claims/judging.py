"""Judging claims: each by its kind, then the estimates of a document together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from ..errors import ExactDiceError
from ..exact import Progress
from ..games.strategy_table import tables_beside
from ..words.proving import proving
from .approximate import ALLOWED, judge_approximate
from .claim import Claim, Document, Kind, options_text
from .estimates import corrected, judge_estimate, judge_uncertain
from .rounded import judge_rounded
from .statements import judge_statement
from .values import LastValue, check_options, value_claimed
from .verdict import Finding, Verdict

ValueOf = Callable[[Claim], object]


def verify(document: Document, progress: Progress | None = None) -> list[Finding]:
    """A finding for each claim, in order; the p-values of all estimates of the document are
    corrected together (Holm).
    """
    return _verified(document, partial(judge, value_of=LastValue()), progress)


def verify_proved(document: Document, progress: Progress | None = None) -> list[Finding]:
    """The same from solutions that the checker has accepted; each finding says what it proved,
    nothing where no proof covers the value.
    """
    return _verified(document, judge_proved, progress)


def _verified(
    document: Document, judge: Callable[[Claim], Finding], progress: Progress | None
) -> list[Finding]:
    claims = document.claims
    # The claims about one game together, so that it is solved once.
    order = sorted(
        range(len(claims)), key=lambda k: (sorted(options_text(claims[k].given)), claims[k].query)
    )
    findings: dict[int, Finding] = {}
    for done, k in enumerate(order, 1):
        with tables_beside(document.path):
            findings[k] = judge(claims[k])
        if progress:
            progress(done, len(claims))
    return corrected((findings[k] for k in range(len(claims))), document.alpha)


def judge(claim: Claim, value_of: ValueOf = value_claimed) -> Finding:
    """The finding on one claim; an estimate is left CONSISTENT until the whole document
    is known.
    """
    if claim.unclear:
        return Finding(claim, Verdict.UNCHECKED, reason=claim.unclear)
    if claim.unreadable:
        return Finding(claim, Verdict.UNREADABLE, reason=claim.unreadable)
    try:
        check_options(claim)
        return JUDGES[claim.kind](claim, value_of)
    except ExactDiceError as error:
        return Finding(claim, Verdict.UNCHECKED, reason=str(error))


def judge_proved(claim: Claim) -> Finding:
    """The same with what the checker said; a claim is left unchecked when it rejects a solution."""
    with proving() as book:
        found = judge(claim)
    return replace(found, proofs=() if found.verdict == Verdict.UNCHECKED else book.proofs)


def _of_number(claim: Claim, value_of: ValueOf) -> Finding:
    return judge_rounded(claim, value_of(claim))


def _of_near_number(claim: Claim, value_of: ValueOf) -> Finding:
    return judge_approximate(claim, value_of(claim))


def _of_estimate(claim: Claim, _: ValueOf) -> Finding:
    return judge_estimate(claim)


def _of_uncertain(claim: Claim, value_of: ValueOf) -> Finding:
    return judge_uncertain(claim, value_of(claim))


def _of_statement(claim: Claim, value_of: ValueOf) -> Finding:
    return judge_statement(claim, value_of)


JUDGES: Mapping[Kind, Callable[[Claim, ValueOf], Finding]] = {
    **dict.fromkeys((Kind.ROUNDED, Kind.EXACT, Kind.TRUNCATED), _of_number),
    **dict.fromkeys(ALLOWED, _of_near_number),
    Kind.MONTECARLO: _of_estimate,
    Kind.UNCERTAIN: _of_uncertain,
    Kind.STATEMENT: _of_statement,
}
