"""Numbers and choices that depend on how ties between optimal actions are broken.

A printed choice that is another optimal one holds. So does a number that the query has under
another optimal strategy: what it may be is an exact range, solved for over all ways to break ties.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..errors import UnsolvableError
from ..exact import Bounds, Exact, Rounding, decimal_text
from ..queries.ties import ANY, optimal_choices, range_over_ties, tie_breaks
from ..words.written import as_written
from .claim import Claim
from .verdict import WRONG, Finding, Verdict, holds

MORE = 4  # decimals of a range beyond those that are printed

JudgeOfValue = Callable[[Claim, object], Finding]


def of_another_optimum(finding: Finding, judge: JudgeOfValue) -> Finding:
    """The finding; where a number is wrong that holds for another optimum, that it does.

    `judge` is the judge of the claim, given the value of its query.
    """
    if finding.verdict not in WRONG or finding.claim.ties not in ("", ANY):
        return finding
    try:
        return _another_choice(finding) or _another_value(finding, judge) or finding
    except UnsolvableError as error:
        # Wrong for one optimum, it may be right for another: nobody has looked.
        reason = f"{finding.verdict} for the first optimum; for the others {error}"
        return replace(finding, verdict=Verdict.UNDECIDED, reason=reason)


def _another_choice(finding: Finding) -> Finding | None:
    """The finding on a choice among several optimal ones; None where there is but one."""
    claim = finding.claim
    choices = optimal_choices(claim.node, claim.given)
    if choices is None or len(choices) == 1:
        return None
    if claim.printed.value not in choices:
        return replace(finding, reason=f"it is one of {as_written(choices)}")
    reason = f"all optimal ones are {as_written(choices)}"
    return replace(finding, verdict=Verdict.ANOTHER, reason=reason, modes=())


def _another_value(finding: Finding, judge: JudgeOfValue) -> Finding | None:
    """The finding on a number that another optimal strategy gives."""
    claim = finding.claim
    found = range_over_ties(claim.node, claim.given)
    # What a printed number allows is an interval around it: it holds for some value of the range
    # when it does for the nearest one.
    if found is None or not holds(judge(claim, _nearest(claim.printed.value, found))):
        return None
    named = [
        name for name, value in tie_breaks(claim.node, claim.given) if holds(judge(claim, value))
    ]
    by = f"ties = {' or '.join(named)} gives it" if named else "a mixture gives it"
    reason = f"over all optimal strategies it is in {_text(claim, found)}; {by}"
    return replace(finding, verdict=Verdict.OTHER_TIES, reason=reason, modes=())


def _nearest(number: Exact, bounds: Bounds) -> Exact:
    """The number within the bounds that is nearest to this one."""
    return min(max(number, bounds.lower), bounds.upper)


def _text(claim: Claim, bounds: Bounds) -> str:
    """The range with some more decimals than are printed, rounded outwards."""
    places = max(claim.printed.places or 0, 0) + MORE
    lower = decimal_text(bounds.lower, places, Rounding.FLOOR)
    return f"[{lower}, {decimal_text(bounds.upper, places, Rounding.CEILING)}]"
