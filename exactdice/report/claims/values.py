"""The exact values of the queries of claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count, islice, product

from ...exact.errors import ExactDiceError, QueryError, UnsolvableError
from ...exact.numbers import (
    Exact,
    Interval,
    Rounding,
    decimal_text,
    is_symbolic,
    round_scaled,
    shown,
)
from ...query.corners import evaluate_tightly, is_bounded
from ...query.evaluate import evaluate_query
from ...query.syntax import LONGEST
from ...query.values import is_law, said
from .claim import Claim, options_text

FINER = (4, 16)  # times the digits that a claim asks bounds for, until the verdict is clear

Ends = tuple[Exact, ...]  # the value, or the two ends of its bounds


def value_claimed(claim: Claim) -> object:
    """The exact value of the claim's query; `ExactDiceError` when there is none."""
    evaluate = evaluate_tightly if is_bounded(claim.node) else evaluate_query
    value = evaluate(claim.node, claim.given)
    if is_symbolic(value):
        from ...symbolic.expressions import refuse_unknowns

        refuse_unknowns(value)
    return value


class LastValue:
    """The same, remembered for the next claim, which often asks the same: thousands of cells may
    hold one query, whose value is an expression or an error.
    """

    def __init__(self) -> None:
        self.asked: object = None
        self.found: object = None
        self.error: ExactDiceError | None = None

    def __call__(self, claim: Claim) -> object:
        """The value of the claim's query."""
        asked = (claim.node, options_text(claim.given))
        if asked != self.asked:
            self.asked, self.error = asked, None
            try:
                self.found = value_claimed(claim)
            except ExactDiceError as error:
                self.error = error
        if self.error is not None:
            raise self.error.with_traceback(None)
        return self.found


def enclosures(claim: Claim, value: object) -> Iterator[Ends]:
    """The value, or ever narrower bounds on it; `QueryError` when it is no number."""
    if is_symbolic(value):
        from ...symbolic.expressions import REFINEMENTS, enclosure

        for bits in REFINEMENTS:
            yield ends_of(enclosure(value, bits + 4 * abs(claim.printed.places or 0)))
        return
    yield ends_of(value)
    if isinstance(value, Interval):  # of a claim that asks for bounds, more digits
        for finer in islice(ever_finer(claim), 1, None):
            try:
                yield ends_of(evaluate_query(finer.node, finer.given))
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
    if isinstance(value, Interval):
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
            if (
                isinstance(part, Exact)
                and max(abs(part.numerator), part.denominator) >= 10**LONGEST
            ):
                raise QueryError(
                    f"option {key} must have at most {LONGEST} digits, as a query must, got "
                    f"{shown(part)}"
                )


# --- how numbers are shown in messages ------------------------------------------------------------


def short_decimal(number: Exact, places: int | None = None) -> str:
    """The number as a decimal: all of it, or cut off, then with dots.

    It has four digits that are not leading zeros, or so many places where they are given.

    >>> from fractions import Fraction
    >>> short_decimal(Fraction(1, 8)), short_decimal(Fraction(1, 3000)), short_decimal(8)
    ('0.125', '0.0003333...', '8')
    """
    most = places_of(number) if places is None else places
    shown = next((k for k in range(most) if (number * 10**k).denominator == 1), most)
    dots = "" if (number * 10**shown).denominator == 1 else "..."
    return decimal_text(number, shown, Rounding.DOWN) + dots


def places_of(number: Exact) -> int:
    """How many decimals show the number, or four digits of it that are not leading zeros."""
    for places in count():
        scaled = abs(number) * 10**places
        if scaled.denominator == 1 or (places >= 4 and scaled >= 1000):
            return places
    raise AssertionError("the number is not 0")


def telling_places(numbers: Iterable[Exact], others: Iterable[Exact]) -> int:
    """How many decimals show these numbers, and tell each of the one from each of the others.

    >>> from fractions import Fraction
    >>> telling_places([Fraction(1, 3)], [Fraction(333333, 10**6)])
    7
    """
    ones, rest = list(numbers), list(others)
    places = max(map(places_of, (*ones, *rest)))
    for pair in product(ones, rest):
        while len(set(pair)) > 1:
            # Until the digits that stand before the dots differ.
            cut = {round_scaled(number, places, Rounding.DOWN) for number in pair}
            if len(cut) > 1:
                break
            places += 1
    return places


def interval_text(lowest: Exact, highest: Exact, places: int | None) -> str:
    """The interval in decimals, some more than are printed, rounded outwards where they go on.

    >>> from fractions import Fraction
    >>> interval_text(Fraction(1, 4), Fraction(1, 3), 1)
    '[0.25, 0.3334]'
    """
    most = max(places or 0, 0) + 3
    ends = ((lowest, Rounding.FLOOR), (highest, Rounding.CEILING))
    texts = []
    for end, mode in ends:
        shown_places = 8 if 10**8 % end.denominator == 0 else most
        text = decimal_text(end, shown_places, mode)
        texts.append(text.rstrip("0").rstrip("."))
    return f"[{', '.join(texts)}]"
