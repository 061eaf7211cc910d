"""Sentences claimed as statements, and claims compared with numbers that are printed elsewhere:
what is known of those is how they are rounded, so a claim is consistent with the rounding, or it is
refuted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import pairwise

from ...exact.errors import QueryError, UndecidedError
from ...exact.numbers import Interval, shown
from ...query.arithmetic import listed_values
from ...query.corners import is_bounded, tightened
from ...query.evaluate import Scope, sorted_out, value_of
from ...query.reasons import reason
from ...query.register import Multiples
from ...query.syntax import Comparison, Logic, Node, Quantified
from ...query.values import said
from .approximate import cell_of, ends_of_cell
from .claim import Claim
from .values import ends_of, ever_finer, interval_text
from .verdict import Finding, Verdict
from .without_decimals import as_meant

# --- numbers --------------------------------------------------------------------------------------


def judge_within_rounding(claim: Claim, value: object) -> Finding:
    """The finding on a number whose value is an interval, as it follows from rounded numbers: it is
    refuted when nothing that is printed so lies in the interval.
    """
    lowest, highest = ends_of(value)[0], ends_of(value)[-1]
    least, most = ends_of_cell(cell_of(as_meant(claim, (lowest, highest))))
    interval = interval_text(lowest, highest, claim.printed.places)
    if least <= highest and lowest <= most:
        return Finding(claim, Verdict.AGREES, value, reason=f"it lies in {interval}")
    return Finding(claim, Verdict.CONTRADICTED, value, reason=f"it should lie in {interval}")


# --- counts ---------------------------------------------------------------------------------------


def judge_multiples(claim: Claim, value: Multiples) -> Finding:
    """The finding on a number that must be a whole number of parts, as the mean of n whole numbers
    is: one of them is printed so, or the nearest are named.
    """
    least, most = ends_of_cell(cell_of(claim))
    counts, parts = value.counts(Interval(least, most)), shown(value.parts)
    if not counts:
        near = (claim.printed.spelled(number) for number in value.around(claim.printed.value))
        texts = list(dict.fromkeys(near))
        are = "is" if len(texts) == 1 else "are"
        reason = f"no {value.what} is printed so: the nearest {are} {' and '.join(texts)}"
        return Finding(claim, Verdict.CONTRADICTED, reason=reason)
    first, last = shown(counts[0]), shown(counts[-1])
    which = f"{first}/{parts} is printed so"
    if first != last:
        which = f"k/{parts} is printed so for k = {first}..{last}"
    return Finding(claim, Verdict.AGREES, reason=which)


# --- statements -----------------------------------------------------------------------------------


def judge_statement(claim: Claim, value_of: Callable[[Claim], object]) -> Finding:
    """The finding on a statement; where bounds overlap, they are asked for with more digits."""
    undecided = ""
    for finer in ever_finer(claim):
        try:
            value = _a_truth(value_of(finer))
        except UndecidedError as error:
            undecided = str(error)
            continue
        verdict = Verdict.TRUE if value else Verdict.FALSE
        return Finding(claim, verdict, value, reason=reason(finer.node, finer.given))
    return Finding(claim, Verdict.UNDECIDED, reason=undecided)


def _a_truth(value: object) -> bool:
    """The value of a statement; `QueryError` for anything else."""
    if isinstance(value, bool):
        return value
    raise QueryError(
        "a statement must be a comparison or several, such as EG(0,0) > 0, which is true or "
        f"false; this one is {said(value)}"
    )


def judge_statement_within_rounding(claim: Claim) -> Finding:
    """The finding on a statement about rounded numbers, which may leave it open."""
    truth = _truth(claim.node, sorted_out(claim.node, claim.given))
    if truth is None:
        return Finding(claim, Verdict.AGREES, reason="the rounding leaves it open")
    why = ""
    with suppress(UndecidedError):  # of a part that is open
        why = reason(claim.node, claim.given)
    return Finding(claim, Verdict.TRUE if truth else Verdict.FALSE, truth, reason=why)


def _truth(node: Node, scope: Scope) -> bool | None:
    """Whether a statement is true; None where the rounding leaves it open."""
    parts: Iterable[tuple[Node, Scope]]
    is_all = True
    if isinstance(node, Logic) and node.mark == "not":
        opposite = _truth(node.parts[0], scope)
        return None if opposite is None else not opposite
    if isinstance(node, Logic):
        parts, is_all = ((part, scope) for part in node.parts), node.mark == "and"
    elif isinstance(node, Comparison) and len(node.parts) > 2:
        pairs = zip(node.marks, pairwise(node.parts), strict=True)
        parts = ((Comparison((mark,), pair), scope) for mark, pair in pairs)
    elif isinstance(node, Quantified) and node.quantifier in ("all", "any"):
        values = listed_values(value_of(node.values, scope))
        parts = ((node.body, scope.bound(node.variable, value)) for value in values)
        is_all = node.quantifier == "all"
    else:
        try:
            return _a_truth(value_of(tightened(node, scope), scope))
        except UndecidedError:
            if not is_bounded(node):  # more digits may decide it, and no rounding is to blame
                raise
            return None
    is_open = False
    for part, bound in parts:  # one that decides does so whatever is open
        found = _truth(part, bound)
        if found is not is_all and found is not None:
            return found
        is_open = is_open or found is None
    return None if is_open else is_all
