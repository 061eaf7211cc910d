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
from .estimates import corrected, judge_estimate
from .rounded import judge_rounded
from .statements import judge_statement
from .ties import of_another_optimum
from .values import LastValue, check_options, value_claimed
from .verdict import Finding, Verdict, holds

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
    if claim.readings:
        return _of_several_readings(claim, value_of)
    if claim.unreadable:
        return Finding(claim, Verdict.UNREADABLE, reason=claim.unreadable)
    try:
        check_options(claim)
        return JUDGES[claim.kind](claim, value_of)
    except ExactDiceError as error:
        return Finding(claim, Verdict.UNCHECKED, reason=str(error))


def _of_several_readings(claim: Claim, value_of: ValueOf) -> Finding:
    """The finding on a number whose mark may be one of thousands: the one reading that holds, if it
    is but one.
    """
    read = (replace(claim, printed=one, readings=(), unreadable="") for one in claim.readings)
    found = [finding for finding in (judge(one, value_of) for one in read) if holds(finding)]
    if len(found) == 1:
        return found[0]
    return Finding(claim, Verdict.UNREADABLE, reason=claim.unreadable)


def judge_proved(claim: Claim) -> Finding:
    """The same with what the checker said; a claim is left unchecked when it rejects a solution."""
    with proving() as book:
        found = judge(claim)
    return replace(found, proofs=() if found.verdict == Verdict.UNCHECKED else book.proofs)


def _of_number(claim: Claim, value_of: ValueOf) -> Finding:
    judge_value = judge_approximate if claim.kind in ALLOWED else judge_rounded
    return of_another_optimum(judge_value(claim, value_of(claim)), judge_value)


def _of_estimate(claim: Claim, _: ValueOf) -> Finding:
    return judge_estimate(claim)


def _of_statement(claim: Claim, value_of: ValueOf) -> Finding:
    return judge_statement(claim, value_of)


JUDGES: Mapping[Kind, Callable[[Claim, ValueOf], Finding]] = {
    **dict.fromkeys((Kind.ROUNDED, Kind.EXACT, Kind.TRUNCATED, *ALLOWED), _of_number),
    **dict.fromkeys((Kind.MONTECARLO, Kind.UNCERTAIN), _of_estimate),
    Kind.STATEMENT: _of_statement,
}
