"""Numbers that are meant to be near: what each kind of approximate word allows.

about       |value - printed| <= tolerance, which may be a part of the printed number: 5 % of it
            where nothing is said; or the value is printed so when it is rounded
interval    the value is between the two printed numbers, or one of them
at-most     value <= printed
at-least    value >= printed
order       printed / sqrt(10) <= value <= 10 printed: of the printed order of magnitude, whether
            that is the power of ten below the value or the nearest one
converged   |value - printed| <= tolerance plus half a unit of the last place printed
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..errors import QueryError
from ..exact import Exact, Rounding, decimal_text
from .claim import Claim, Kind, Tolerance
from .values import enclosures
from .verdict import Finding, Verdict

ABOUT = Tolerance(Fraction(1, 20), True)  # how near `about` is, where nothing is said
# Decimals that are shown of a number: at least so many, until they show four digits of it.
FEWEST_PLACES, MOST_PLACES, ENOUGH = 4, 40, 1000


@dataclass(frozen=True)
class Allowed:
    """The numbers that a claim allows: those from least to most; None leaves an end open."""

    least: Exact | None
    most: Exact | None

    def place_of(self, number: Exact) -> int:
        """0 for a number that is allowed, -1 below, 1 above."""
        if self.least is not None and number < self.least:
            return -1
        return int(self.most is not None and number > self.most)

    def __str__(self) -> str:
        if self.least is None:
            return f"at most {_short(self.most)}"
        if self.most is None:
            return f"at least {_short(self.least)}"
        return f"in [{_short(self.least)}, {_short(self.most)}]"


def _short(number: Exact | None) -> str:
    """The number as a decimal: all of it, or cut off after some digits that are not 0."""
    assert number is not None  # one end of each interval is there
    places = 0
    while places < MOST_PLACES and not _is_shown(number, places):
        places += 1
    dots = "" if _is_whole(number * 10**places) else "..."
    return decimal_text(number, places, Rounding.DOWN) + dots


def _is_shown(number: Exact, places: int) -> bool:
    """Whether so many decimals show the number, or enough of its digits."""
    scaled = abs(number) * 10**places
    return _is_whole(scaled) or (places >= FEWEST_PLACES and scaled >= ENOUGH)


def _is_whole(number: Exact) -> bool:
    return number.denominator == 1


def judge_approximate(claim: Claim, value: object) -> Finding:
    """The finding on a number that is near, given the value of its query."""
    wanted = ALLOWED[claim.kind](claim)
    for ends in enclosures(claim, value):
        places = {wanted.place_of(_measured(claim, end)) for end in ends}
        if len(places) == 1:
            break
    correct = _short(ends[0]) if len(ends) == 1 else f"in [{_short(ends[0])}, {_short(ends[1])}]"
    if len(places) > 1:
        known = f"the value is only known to lie {correct}"
        return Finding(claim, Verdict.UNDECIDED, value, reason=known)
    is_allowed = places == {0}
    said = f"of the order {claim.printed.text}" if claim.kind == Kind.ORDER else str(wanted)
    verdict = Verdict.WITHIN if is_allowed else Verdict.CONTRADICTED
    reason = f"it is {correct}, {said}" if is_allowed else f"it is {correct}, not {said}"
    return Finding(claim, verdict, value, reason=reason)


def _measured(claim: Claim, value: Exact) -> Exact:
    """What is compared of the value: of an order of magnitude its square, with its sign."""
    return _signed_square(value) if claim.kind == Kind.ORDER else value


def _signed_square(value: Exact) -> Exact:
    square = Fraction(value) ** 2
    return square if value >= 0 else -square


def _about(claim: Claim) -> Allowed:
    printed = claim.printed
    near = (claim.tolerance or ABOUT).around(printed.value)
    # What is rounded correctly is about right, however far it had to be rounded.
    room = max(near, _half_unit(claim))
    return Allowed(printed.value - room, printed.value + room)


def _interval(claim: Claim) -> Allowed:
    if claim.upper is None:
        raise QueryError("an interval must be printed with two numbers, as 0.33 and 0.34")
    return Allowed(claim.printed.value, claim.upper.value)


def _converged(claim: Claim) -> Allowed:
    if claim.tolerance is None:
        raise QueryError("a number that converged needs the tolerance of its iteration, as 1e-9")
    room = claim.tolerance.size + _half_unit(claim)
    return Allowed(claim.printed.value - room, claim.printed.value + room)


def _half_unit(claim: Claim) -> Exact:
    """Half a unit of the last decimal place that is printed."""
    places = claim.printed.places
    return 0 if places is None else Fraction(10) ** -places / 2


def _order(claim: Claim) -> Allowed:
    """The signed squares of the numbers of this order of magnitude."""
    square = _signed_square(claim.printed.value)
    if square == 0:
        raise QueryError("an order of magnitude must not be 0")
    ends = (Fraction(square) / 10, square * 100)
    return Allowed(min(ends), max(ends))


ALLOWED: Mapping[Kind, Callable[[Claim], Allowed]] = {
    Kind.ABOUT: _about,
    Kind.INTERVAL: _interval,
    Kind.AT_MOST: lambda claim: Allowed(None, claim.printed.value),
    Kind.AT_LEAST: lambda claim: Allowed(claim.printed.value, None),
    Kind.ORDER: _order,
    Kind.CONVERGED: _converged,
}
