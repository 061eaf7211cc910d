"""Claims compared with numbers that are printed elsewhere: what is known of those is how they are
rounded, so a claim is consistent with the rounding, or it is refuted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..errors import UndecidedError
from ..exact import Bounds, Exact, Rounding, decimal_text, shown
from ..queries.corners import is_bounded, tightened
from ..queries.evaluate import sorted_out, value_of
from ..queries.quantifiers import listed_values
from ..queries.reasons import reason
from ..queries.syntax import Comparison, Logic, Node, Quantified
from ..words.multiples import Multiples
from .cells import cell_of, ends_of_cell
from .claim import Claim
from .statements import a_truth
from .values import ends_of
from .verdict import Finding, Verdict
from .without_decimals import as_meant

FEW_PLACES = 8  # of the end of an interval that is written out
MORE_PLACES = 3  # of other ends than are printed


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


def interval_text(lowest: Exact, highest: Exact, places: int | None) -> str:
    """The interval in decimals, rounded outwards where they go on.

    >>> from fractions import Fraction
    >>> interval_text(Fraction(1, 4), Fraction(1, 3), 1)
    '[0.25, 0.3334]'
    """
    most = max(places or 0, 0) + MORE_PLACES
    low = _decimals(lowest, most, Rounding.FLOOR)
    return f"[{low}, {_decimals(highest, most, Rounding.CEILING)}]"


def _decimals(number: Exact, most: int, mode: Rounding) -> str:
    places = FEW_PLACES if 10**FEW_PLACES % number.denominator == 0 else most
    return decimal_text(number, places, mode).rstrip("0").rstrip(".")


# --- counts ---------------------------------------------------------------------------------------


def judge_multiples(claim: Claim, value: Multiples) -> Finding:
    """The finding on a number that must be a whole number of parts, as the mean of n whole numbers
    is: one of them is printed so, or the nearest are named.
    """
    least, most = ends_of_cell(cell_of(claim))
    counts = value.counts(Bounds(least, most))
    if counts:
        return Finding(claim, Verdict.AGREES, reason=_counts_text(counts, value.parts))
    nearest = [claim.printed.spelled(number) for number in value.around(claim.printed.value)]
    none = f"no {value.what} is printed so: {_nearest_text(nearest)}"
    return Finding(claim, Verdict.CONTRADICTED, reason=none)


def _counts_text(counts: range, parts: int) -> str:
    if counts[0] == counts[-1]:
        return f"{shown(counts[0])}/{shown(parts)} is printed so"
    ends = f"{shown(counts[0])}..{shown(counts[-1])}"
    return f"k/{shown(parts)} is printed so for k = {ends}"


def _nearest_text(nearest: Iterable[str]) -> str:
    texts = list(dict.fromkeys(nearest))
    return f"the nearest {'is' if len(texts) == 1 else 'are'} {' and '.join(texts)}"


# --- statements -----------------------------------------------------------------------------------


def judge_statement_within_rounding(claim: Claim) -> Finding:
    """The finding on a statement about rounded numbers, which may leave it open."""
    options, bindings = sorted_out(claim.node, claim.given)
    truth = _Truth(options)(claim.node, bindings)
    if truth is None:
        return Finding(claim, Verdict.AGREES, reason="the rounding leaves it open")
    verdict = Verdict.TRUE if truth else Verdict.FALSE
    return Finding(claim, verdict, truth, reason=_reason(claim))


def _reason(claim: Claim) -> str:
    """Why the statement is true or false; "" where a part of it is open."""
    try:
        return reason(claim.node, claim.given)
    except UndecidedError:
        return ""


class _Truth:
    """Whether a statement is true under these options; None where the rounding leaves it open."""

    def __init__(self, options: Mapping[str, object]) -> None:
        self.options = options

    def __call__(self, node: Node, bindings: Mapping[str, object]) -> bool | None:
        if isinstance(node, Logic):
            return self._of_logic(node, bindings)
        if isinstance(node, Comparison) and len(node.parts) > 2:
            pairs = zip(node.marks, node.parts[:-1], node.parts[1:], strict=True)
            links = (Comparison((mark,), (left, right)) for mark, left, right in pairs)
            return _all(self(link, bindings) for link in links)
        if isinstance(node, Quantified) and node.quantifier in ("all", "any"):
            return self._of_quantified(node, bindings)
        return self._of_one(node, bindings)

    def _of_logic(self, node: Logic, bindings: Mapping[str, object]) -> bool | None:
        parts = (self(part, bindings) for part in node.parts)
        if node.mark == "not":
            return _not(next(parts))
        return _all(parts) if node.mark == "and" else _any(parts)

    def _of_quantified(self, node: Quantified, bindings: Mapping[str, object]) -> bool | None:
        values = listed_values(value_of(node.values, self.options, bindings))
        parts = (self(node.body, {**bindings, node.variable: value}) for value in values)
        return _all(parts) if node.quantifier == "all" else _any(parts)

    def _of_one(self, node: Node, bindings: Mapping[str, object]) -> bool | None:
        tight = tightened(node, self.options, bindings)
        try:
            return a_truth(value_of(tight, self.options, bindings))
        except UndecidedError:
            if not is_bounded(node):  # more digits may decide it, and no rounding is to blame
                raise
            return None


def _not(part: bool | None) -> bool | None:
    return None if part is None else not part


def _all(parts: Iterable[bool | None]) -> bool | None:
    """Whether all are true: one that is false decides, whatever is open."""
    is_open = False
    for part in parts:
        if part is False:
            return False
        is_open = is_open or part is None
    return None if is_open else True


def _any(parts: Iterable[bool | None]) -> bool | None:
    return _not(_all(map(_not, parts)))
