"""Numbers and choices that depend on how ties between optimal actions are broken.

A printed choice that is another optimal one holds. So does a number that the query has under
another optimal strategy: what it may be is an exact range, solved for over all ways to break ties.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..errors import UnsolvableError
from ..exact import Bounds, Exact, Rounding, decimal_text
from ..queries.evaluate import evaluate_query
from ..queries.optimal_mixtures import mixtures_in
from ..queries.ties import (
    ANY,
    by_membership,
    given_with_ties,
    optimal_choices,
    range_over_ties,
    tie_breaks,
    ties_matter,
    with_ties,
)
from ..words.written import as_written
from .claim import Claim
from .printed_strategies import better_of, of_another_mixture, statement_over_mixtures, unknown
from .verdict import NOT_ROUNDED, Finding, Verdict, holds

OPEN_TIES = ("", ANY, "random")  # of a document, where any optimal choice may be printed
NAMED = ("last", "random")  # other tie-breaks than the first
MORE = 4  # decimals of a range beyond those that are printed

JudgeOfValue = Callable[[Claim, object], Finding]


def of_another_optimum(finding: Finding, judge: JudgeOfValue) -> Finding:
    """The finding; where a number is wrong that holds for another optimum, that it does.

    `judge` is the judge of the claim, given the value of its query.
    """
    is_of_mixture = bool(mixtures_in(finding.claim.node))
    # A mixture has no ties to break.
    if finding.verdict not in NOT_ROUNDED:
        return finding
    if not (is_of_mixture or finding.claim.ties in OPEN_TIES):
        return finding
    try:
        if is_of_mixture:
            other = of_another_mixture(finding, judge)
        else:
            other = _another_choice(finding) or _another_value(finding, judge) or finding
    except UnsolvableError as error:
        other = unknown(finding, str(error))
    return better_of(finding, other)


def statement_of_another_optimum(finding: Finding) -> Finding:
    """The finding on a statement; where it is false but true for another optimum, that it is."""
    claim = finding.claim
    if mixtures_in(claim.node):
        return statement_over_mixtures(finding)
    if finding.verdict != Verdict.FALSE or claim.ties not in ("", ANY):
        return finding
    try:
        if _holds_by_membership(claim):
            reason = "an optimal choice is as it says; the first one is another"
            return replace(finding, verdict=Verdict.OTHER_TIES, value=True, reason=reason)
        named = [name for name in NAMED if _is_true(claim, name)]
    except UnsolvableError as error:
        return unknown(finding, str(error))
    if not named:
        return finding
    reason = f"with ties = {' or '.join(named)}"
    return replace(finding, verdict=Verdict.OTHER_TIES, value=True, reason=reason)


def _holds_by_membership(claim: Claim) -> bool:
    """Whether the statement holds when each choice in it may be any optimal one."""
    node = by_membership(claim.node)
    return node is not None and evaluate_query(node, claim.given) is True


def _is_true(claim: Claim, ties: str) -> bool:
    """Whether the statement is true when ties are broken so."""
    node = with_ties(claim.node, ties, claim.given)
    given = given_with_ties(claim.given, ties)
    is_other = node != claim.node or given != dict(claim.given)
    return is_other and evaluate_query(node, given) is True


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
    if claim.ties not in ("", ANY):  # the document says which
        return None
    if not ties_matter(claim.node, claim.given):
        return None
    values = dict(tie_breaks(claim.node, claim.given))
    judged = {name: judge(claim, value) for name, value in values.items()}
    found = range_over_ties(claim.node, claim.given)
    if found is None and len(set(values.values())) == 1:
        return None  # as far as anyone knows, ties do not matter
    named = [name for name, one in judged.items() if holds(one)]
    by = f"ties = {' or '.join(named)} gives it" if named else "a mixture gives it"
    right = [judged[name] for name in named]
    if found is None:
        if not named:
            return unknown(finding, "no exact range of this query is known")
        return _by_another(finding, right, by)
    # What a printed number allows is an interval around it: it holds for some value of the range
    # when it does for the nearest one.
    nearest = judge(claim, _nearest(claim.printed.value, found))
    right += [nearest] if holds(nearest) else []
    where = f"over all optimal strategies it is in {_text(claim, found)}"
    if not right:
        return replace(finding, reason=where)
    return _by_another(finding, right, f"{where}; {by}")


def _by_another(finding: Finding, right: Sequence[Finding], reason: str) -> Finding:
    """The finding on a number that these other findings call right, or all of them cut off."""
    is_cut = all(one.verdict == Verdict.TRUNCATED for one in right)
    if is_cut:
        return replace(finding, verdict=Verdict.TRUNCATED, reason=reason, modes=(Rounding.DOWN,))
    return replace(finding, verdict=Verdict.OTHER_TIES, reason=reason, modes=())


def _nearest(number: Exact, bounds: Bounds) -> Exact:
    """The number within the bounds that is nearest to this one."""
    return min(max(number, bounds.lower), bounds.upper)


def _text(claim: Claim, bounds: Bounds) -> str:
    """The range with some more decimals than are printed, rounded outwards."""
    places = max(claim.printed.places or 0, 0) + MORE
    lower = decimal_text(bounds.lower, places, Rounding.FLOOR)
    return f"[{lower}, {decimal_text(bounds.upper, places, Rounding.CEILING)}]"
