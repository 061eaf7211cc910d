"""Whole numbers that say more than a rounding does: 0 says impossible, and 1 certain.

A number without decimals is a rounding where whole numbers say something of the quantity, as of
points. Of a chance they say nothing, nor of a mean of what is at most 1, as of a gain; and 0 leaves
no digit of any number. There such a number is meant exactly, unless its author says otherwise by a
kind, "rounded" written out among them. A word such as `about`, or a sign such as ≈, says that the
value is near: within a twentieth of 1, or for 0 of all that the value may be, which of a chance is
1/20 and of a gain 1/10. Of points it says that the number is rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product

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
from ...query.evaluate import evaluate_query, quantities_in
from ...query.laws import Sampled, ends_of_draws, outcomes_of
from ...query.register import CHANCE, Outcomes
from ...query.syntax import LONGEST
from ...query.values import is_distribution, said
from ..printed.spellings import Printed, Spelling
from .claim import Claim, Kind, options_text

FINER = (4, 16)  # times the digits that a claim asks bounds for, until the verdict is clear
LONGER = 10**LONGEST

Ends = tuple[Exact, ...]  # the value, or the two ends of its bounds


def claimed_value(claim: Claim) -> object:
    """The exact value of the claim's query; `ExactDiceError` when there is none."""
    evaluate = evaluate_tightly if is_bounded(claim.node) else evaluate_query
    value = evaluate(claim.node, claim.given)
    if is_symbolic(value):
        from ...symbolic.expressions import refuse_unknowns

        refuse_unknowns(value)
    return value


class LastValue:
    """The values of claims, the last one remembered: thousands of cells may hold one query, whose
    value is an expression or an error.
    """

    query: object = None
    value: object = None  # or the error in its place

    def __call__(self, claim: Claim) -> object:
        """The value of the claim's query."""
        query = (claim.node, options_text(claim.given))
        if query != self.query:
            self.query = query
            try:
                self.value = claimed_value(claim)
            except ExactDiceError as error:
                self.value = error
        if isinstance(self.value, ExactDiceError):
            raise self.value.with_traceback(None)
        return self.value


def enclosures(claim: Claim, value: object) -> Iterator[Ends]:
    """The value, or ever narrower bounds on it; `QueryError` when it is no number."""
    if is_symbolic(value):
        from ...symbolic.expressions import REFINEMENTS, enclosure

        for bits in REFINEMENTS:
            yield ends_of(enclosure(value, bits + 4 * abs(claim.printed.places or 0)))
        return
    yield ends_of(value)
    if isinstance(value, Interval):  # of a claim that asks for bounds, more digits
        for finer in islice(refined_claims(claim), 1, None):
            try:
                yield ends_of(evaluate_query(finer.node, finer.given))
            except UnsolvableError:  # what is known already stands
                return


def refined_claims(claim: Claim) -> Iterator[Claim]:
    """The claim, then with ever more digits where it asks for bounds."""
    yield claim
    digits = claim.given.get("digits")
    if isinstance(digits, int):
        for times in FINER:
            yield replace(claim, given={**claim.given, "digits": digits * times})


def ends_of(value: object) -> Ends:
    """The value, or the two ends of its bounds."""
    if isinstance(value, Interval):
        return (value.lower, value.upper)
    if isinstance(value, bool):
        raise QueryError(
            f"a printed number needs a query whose value is a number, got {said(value)}: a "
            'sentence is claimed by `statement = "..."` or by the mark `exactdice claim:`'
        )
    if isinstance(value, Exact):
        return (value,)
    hint = (
        ": mean(LAW), probability(LAW, x) and probability(LAW > x) are some"
        if is_distribution(value)
        else ""
    )
    raise QueryError(f"a claim needs a query whose value is a number, got {said(value)}{hint}")


def check_options(claim: Claim) -> None:
    """Refuse a number that is longer than a query may be: TOML can write one, and no game has such
    an option.
    """
    for key, value in claim.given.items():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Exact) and max(abs(part.numerator), part.denominator) >= LONGER:
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
    places, scaled = 0, abs(Fraction(number))
    while scaled.denominator > 1 and (places < 4 or scaled < 1000):
        places, scaled = places + 1, scaled * 10
    return places


def telling_places(numbers: Iterable[Exact], others: Iterable[Exact]) -> int:
    """How many decimals show these numbers, and tell each of the one from each of the others.

    >>> from fractions import Fraction
    >>> telling_places([Fraction(1, 3)], [Fraction(333333, 10**6)])
    7
    """
    ones, rest = list(numbers), list(others)
    places = max(map(places_of, (*ones, *rest)))
    for one, other in product(ones, rest):
        # Until the digits that stand before the dots differ.
        while one != other and round_scaled(one, places, Rounding.DOWN) == round_scaled(
            other, places, Rounding.DOWN
        ):
            places += 1
    return places


def interval_text(lowest: Exact, highest: Exact, places: int | None) -> str:
    """The interval in decimals, some more than are printed, rounded outwards where they go on.

    >>> from fractions import Fraction
    >>> interval_text(Fraction(1, 4), Fraction(1, 3), 1)
    '[0.25, 0.3334]'
    """
    most = max(places or 0, 0) + 3
    texts = [
        decimal_text(end, 8 if 10**8 % end.denominator == 0 else most, mode)
        for end, mode in ((lowest, Rounding.FLOOR), (highest, Rounding.CEILING))
    ]
    return f"[{', '.join(text.rstrip('0').rstrip('.') for text in texts)}]"


HALF = Fraction(1, 2)
UNKNOWN = Outcomes(None, None)
PERCENT = 100  # what is certain, where a chance is asked for in percent
WIDEST = Fraction(1, 10**6)  # bounds on a value, around a number that is printed for it
NEAR = Fraction(1, 20)  # how near what is said to be near is, where nothing else is said


def interpret_whole_number(claim: Claim, ends: Ends) -> Claim:
    """The claim, its number meant exactly where a whole number is no rounding of a value between
    these ends.
    """
    printed, low, high = claim.printed, min(ends), max(ends)
    if not is_whole(printed) or is_declared_rounding(claim) or low <= -1 or high >= 1:
        return claim
    if low <= printed.value <= high and high - low <= WIDEST:
        return claim
    draws = outcome_range(claim)
    is_meant = draws.are_within(-1, 1)
    # A word or a sign says that the number is near.
    if (claim.is_near or printed.is_approximate) and not is_meant:
        return claim
    if printed.value == 0 or (low > -HALF and high < HALF):
        is_meant = not _is_percentage(draws)
    if not is_meant:
        return claim
    has_exponent = any(mark.isdigit() for mark in printed.spelling.after)
    spelling = Spelling() if printed.per or has_exponent else printed.spelling
    return replace(claim, printed=replace(printed, places=None, per=None, spelling=spelling))


def is_whole(printed: Printed) -> bool:
    """Whether it shows a whole number alone, as 0, 1 and `1 in 1` do; 0 % shows hundredths."""
    if printed.per is not None:
        return printed.per.value == 1 and is_whole(printed.per)
    return printed.places is not None and printed.places <= 0


def is_declared_rounding(claim: Claim) -> bool:
    """Whether its author says that a whole number is a rounding, or cut off."""
    return claim.says_rounded or claim.kind == Kind.TRUNCATED


def meant_mean(printed: Printed, law: Sampled) -> Interval | None:
    """The means that a whole number says of draws from this law; None where it is a rounding."""
    if not is_whole(printed) or printed.value not in (-1, 0, 1):
        return None
    draws = ends_of_draws(law) or UNKNOWN
    is_within = draws.are_within(-1, 1)
    if printed.is_approximate:
        room = tolerance_at_zero(draws) if printed.value == 0 else NEAR
        return Interval(printed.value - room, printed.value + room) if is_within else None
    is_meant = is_within if printed.value else not _is_percentage(draws)
    return Interval(printed.value, printed.value) if is_meant else None


def tolerance_at_zero(draws: Outcomes) -> Fraction:
    """How far from 0 a number that is said to be near 0 may be, where its draws have both ends; 0
    where they have not.
    """
    if draws.least is None or draws.greatest is None:
        return Fraction(0)
    return NEAR * (draws.greatest - draws.least)


def whole_number_meaning(claim: Claim) -> str:
    """The words for a whole number that is meant exactly; "" where it is one of many numbers."""
    number, draws = claim.printed.value, outcome_range(claim)
    if number == 0 and not draws.are_within(-1, 1):
        return "shows no digit of it"
    if number not in (-1, 0, 1) or not draws.are_within(-1, 1):
        return ""
    if number != 0:
        return "says certain"
    return "says impossible" if draws.are_within(0, 1) else "says fair"


def rounding_remark(claim: Claim, ends: Ends) -> str:
    """A remark where a number is rounded to 0 or 1: the value is not 0, or the chance is not 1."""
    number, low, high = claim.printed.value, min(ends), max(ends)
    if low <= number <= high:
        return ""
    places = places_of(low)
    value = short_decimal(low, places)
    if value != short_decimal(high, places):
        return ""  # bounds that are known to few digits
    if number == 0:
        return f"no digit is left of {value}"
    return f"{value} is not certain" if outcome_range(claim).are_within(0, 1) else ""


def outcome_range(claim: Claim) -> Outcomes:
    """Between which numbers what is drawn lies, as far as is known; of several quantities the
    chances count.
    """
    if claim.printed.per is not None:  # 1 in N is said of a chance
        return CHANCE
    found = outcomes_of(claim.node, claim.given)
    has_chance = any(one.outcomes == CHANCE for one in quantities_in(claim.node))
    return found or (CHANCE if has_chance else UNKNOWN)


def _is_percentage(draws: Outcomes) -> bool:
    """Whether a chance is asked for in percent or less, as by 100 * win(a, b)."""
    return draws.has_two and draws.least == 0 and (draws.greatest or 0) >= PERCENT
