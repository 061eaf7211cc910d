"""Whole numbers that say more than a rounding does: 0 says impossible, and 1 certain.

A number without decimals is a rounding where whole numbers say something of the quantity, as of
points. Of a chance they say nothing, nor of a mean of what is at most 1, as of a gain; and 0 leaves
no digit of any number. There such a number is meant exactly, unless its author says otherwise by a
kind, "rounded" written out among them. A word such as `about`, or a sign such as ≈, says that the
value is near: within a twentieth of 1, or for 0 of all that the value may be, which of a chance is
1/20 and of a gain 1/10. Of points it says that the number is rounded.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ...exact.numbers import Interval
from ...query.evaluate import quantities_in
from ...query.laws import Sampled, ends_of_draws, outcomes_of
from ...query.register import CHANCE, Outcomes
from ..printed.spellings import Printed, Spelling
from .claim import Claim, Kind
from .values import Ends, places_of, short_decimal

HALF = Fraction(1, 2)
UNKNOWN = Outcomes(None, None)
PERCENT = 100  # what is certain, where a chance is asked for in percent
WIDEST = Fraction(1, 10**6)  # bounds on a value, around a number that is printed for it
NEAR = Fraction(1, 20)  # how near what is said to be near is, where nothing else is said


def as_meant(claim: Claim, ends: Ends) -> Claim:
    """The claim, its number meant exactly where a whole number is no rounding of a value between
    these ends.
    """
    printed, low, high = claim.printed, min(ends), max(ends)
    if not is_whole(printed) or is_declared(claim) or low <= -1 or high >= 1:
        return claim
    if low <= printed.value <= high and high - low <= WIDEST:
        return claim
    draws = draws_of(claim)
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


def is_declared(claim: Claim) -> bool:
    """Whether its author says that a whole number is a rounding, or cut off."""
    return claim.says_rounded or claim.kind == Kind.TRUNCATED


def meant_mean(printed: Printed, law: Sampled) -> Interval | None:
    """The means that a whole number says of draws from this law; None where it is a rounding."""
    if not is_whole(printed) or printed.value not in (-1, 0, 1):
        return None
    draws = ends_of_draws(law) or UNKNOWN
    is_within = draws.are_within(-1, 1)
    if printed.is_approximate:
        room = near_zero(draws) if printed.value == 0 else NEAR
        return Interval(printed.value - room, printed.value + room) if is_within else None
    is_meant = is_within if printed.value else not _is_percentage(draws)
    return Interval(printed.value, printed.value) if is_meant else None


def near_zero(draws: Outcomes) -> Fraction:
    """How far from 0 a number that is said to be near 0 may be, where its draws have both ends; 0
    where they have not.
    """
    if draws.least is None or draws.greatest is None:
        return Fraction(0)
    return NEAR * (draws.greatest - draws.least)


def room_near(claim: Claim) -> Fraction:
    """How far the value may be from a number that is said to be near."""
    number = Fraction(claim.printed.value)
    if claim.tolerance is not None:
        return Fraction(claim.tolerance.around(number))
    return NEAR * abs(number) if number else near_zero(draws_of(claim))


def said_by(claim: Claim) -> str:
    """What a whole number says where it is meant exactly; "" where it is one of many numbers."""
    number, draws = claim.printed.value, draws_of(claim)
    if number == 0 and not draws.are_within(-1, 1):
        return "shows no digit of it"
    if number not in (-1, 0, 1) or not draws.are_within(-1, 1):
        return ""
    if number != 0:
        return "says certain"
    return "says impossible" if draws.are_within(0, 1) else "says fair"


def unsaid(claim: Claim, ends: Ends) -> str:
    """What a rounded number does not say: that the value is not 0, or that a chance is not 1."""
    number, low, high = claim.printed.value, min(ends), max(ends)
    if number not in (0, 1) or low <= number <= high:
        return ""
    places = places_of(low)
    value = short_decimal(low, places)
    if value != short_decimal(high, places):
        return ""  # bounds that are known to few digits
    if number == 0:
        return f"no digit is left of {value}"
    return f"{value} is not certain" if draws_of(claim).are_within(0, 1) else ""


def draws_of(claim: Claim) -> Outcomes:
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
