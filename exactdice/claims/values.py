"""The exact values of the queries of claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import NoReturn

from ..errors import ExactDiceError, QueryError, UnsolvableError
from ..exact import Bounds, Exact, is_symbolic, shown
from ..queries.corners import evaluate_tightly, is_bounded
from ..queries.evaluate import evaluate_query
from ..queries.syntax import LONGEST
from ..words.written import is_law, said
from .claim import Claim, options_text

FINER = (4, 16)  # times the digits that a claim asks bounds for, until the verdict is clear

Ends = tuple[Exact, ...]  # the value, or the two ends of its bounds


def value_claimed(claim: Claim) -> object:
    """The exact value of the claim's query; `ExactDiceError` when there is none."""
    evaluate = evaluate_tightly if is_bounded(claim.node) else evaluate_query
    value = evaluate(claim.node, claim.given)
    if is_symbolic(value):
        from ..symbolic import refuse_unknowns

        refuse_unknowns(value)
    return value


class LastValue:
    """The same, remembered for the next claim, which often asks the same: thousands of cells may
    hold one query, whose value is an expression or an error.
    """

    def __init__(self) -> None:
        self.asked: object = None
        self.found: Callable[[], object] = lambda: None

    def __call__(self, claim: Claim) -> object:
        """The value of the claim's query."""
        asked = (claim.node, options_text(claim.given))
        if asked != self.asked:
            self.asked, self.found = asked, _outcome(claim)
        return self.found()


def _outcome(claim: Claim) -> Callable[[], object]:
    """What gives the value of the claim's query, or raises its error, each time."""
    try:
        value = value_claimed(claim)
    except ExactDiceError as error:
        return partial(_raise, error)
    return lambda: value


def _raise(error: ExactDiceError) -> NoReturn:
    raise error.with_traceback(None)


def enclosures(claim: Claim, value: object) -> Iterator[Ends]:
    """The value, or ever narrower bounds on it; `QueryError` when it is no number."""
    if not is_symbolic(value):
        yield ends_of(value)
        if isinstance(value, Bounds):
            yield from map(ends_of, finer_values(claim))
        return
    from ..symbolic import REFINEMENTS, enclosure

    for bits in REFINEMENTS:
        yield ends_of(enclosure(value, bits + 4 * abs(claim.printed.places or 0)))


def finer_values(claim: Claim) -> Iterator[object]:
    """The values of a claim that asks for bounds, of ever more digits than it asks for."""
    for finer in islice(ever_finer(claim), 1, None):
        try:
            yield evaluate_query(finer.node, finer.given)
        except UnsolvableError:  # what is known already stands
            return


def ever_finer(claim: Claim) -> Iterator[Claim]:
    """The claim, then with ever more digits where it asks for bounds."""
    yield claim
    digits = claim.given.get("digits")
    if isinstance(digits, int):
        for times in FINER:
            yield replace(claim, given={**claim.given, "digits": digits * times})


def ends_of(value: object) -> Ends:
    """The value, or the two ends of its bounds."""
    if isinstance(value, Exact) and not isinstance(value, bool):
        return (value,)
    if isinstance(value, Bounds):
        return (value.lower, value.upper)
    if isinstance(value, bool):
        raise QueryError(
            f"a printed number needs a query whose value is a number, got {said(value)}: a "
            'sentence is claimed by `statement = "..."` or by the mark `exactdice claim:`'
        )
    got = said(value)
    hint = ": mean(LAW), chance(LAW, x) and chance(LAW > x) are some" if is_law(value) else ""
    raise QueryError(f"a claim needs a query whose value is a number, got {got}{hint}")


def check_options(claim: Claim) -> None:
    """Refuse a number that is longer than a query may be: TOML can write one, and no game has such
    an option.
    """
    for key, value in claim.given.items():
        for part in value if isinstance(value, tuple) else (value,):
            if _is_long(part):
                raise QueryError(
                    f"option {key} must have at most {LONGEST} digits, as a query must, got "
                    f"{shown(part)}"
                )


def _is_long(value: object) -> bool:
    """Whether it is a number of more digits than a query may have."""
    if not isinstance(value, Exact):
        return False
    is_long: bool = max(abs(value.numerator), value.denominator) >= 10**LONGEST
    return is_long
