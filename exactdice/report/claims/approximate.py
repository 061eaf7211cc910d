"""Numbers that are meant to be near: what each kind of approximate word allows.

about       |value - printed| <= tolerance, which may be a part of the printed number: 5 % of it
            where nothing is said, and around 0 5 % of all that a chance or a gain may be; or the
            value is printed so when it is rounded
interval    the value is between the two printed numbers, or one of them
at-most     value <= printed
at-least    value >= printed
order       printed / sqrt(10) <= value <= 10 printed: of the printed order of magnitude, whether
            that is the power of ten below the value or the nearest one
converged   |value - printed| <= tolerance plus half a unit of the last place printed
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from ...exact.errors import QueryError
from ...exact.numbers import Exact, Interval, Value, ends_of, simplest
from ..printed.spellings import Printed
from .claim import Claim, Kind
from .values import enclosures, short_decimal, telling_places
from .verdict import Finding, Verdict
from .without_decimals import as_meant, draws_of, is_whole, room_near

APPROXIMATE = (
    Kind.ABOUT,
    Kind.INTERVAL,
    Kind.AT_MOST,
    Kind.AT_LEAST,
    Kind.ORDER,
    Kind.CONVERGED,
)
BOUNDS = (Kind.AT_MOST, Kind.AT_LEAST, Kind.INTERVAL)


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

    @property
    def ends(self) -> tuple[Exact, ...]:
        """The ends that it has."""
        return tuple(end for end in (self.least, self.most) if end is not None)

    def text(self, places: int) -> str:
        """What is allowed, to so many decimals."""
        shown = ", ".join(short_decimal(end, places) for end in self.ends)
        if self.least is None:
            return f"at most {shown}"
        return f"at least {shown}" if self.most is None else f"in [{shown}]"


def judge_approximate(claim: Claim, value: object) -> Finding:
    """The finding on a number that is near, given the value of its query; a printed bound may be
    rounded itself.
    """
    found = _judged(claim, value, allowed_by)
    if found.verdict != Verdict.CONTRADICTED or claim.kind not in BOUNDS:
        return found
    rounded = _judged(claim, value, _with_rounded_ends)
    if rounded.verdict != Verdict.WITHIN:
        return found
    return replace(rounded, reason=f"{rounded.reason}, as what is printed is itself rounded")


def _judged(claim: Claim, value: object, allowed: Callable[[Claim], Allowed]) -> Finding:
    is_order = claim.kind == Kind.ORDER  # whose ends are squares, with their signs
    for ends in enclosures(claim, value):
        wanted = allowed(as_meant(claim, ends) if claim.kind == Kind.CONVERGED else claim)
        places = {wanted.place_of(_signed_square(end) if is_order else end) for end in ends}
        if len(places) == 1:
            break
    decimals = telling_places(ends, () if is_order else wanted.ends)
    texts = list(dict.fromkeys(short_decimal(end, decimals) for end in ends))
    correct = texts[0] if len(texts) == 1 else f"in [{', '.join(texts)}]"
    if len(places) > 1:
        known = f"the value is only known to lie {correct}"
        return Finding(claim, Verdict.UNDECIDED, value, reason=known)
    said = wanted.text(decimals) if not is_order else claim.printed.text
    if is_order and not said[:1].isalpha():  # else the text says it in words
        said = f"of the order {said}"
    if places == {0}:
        return Finding(claim, Verdict.WITHIN, value, reason=f"it is {correct}, {said}")
    return Finding(claim, Verdict.CONTRADICTED, value, reason=f"it is {correct}, not {said}")


def _signed_square(value: Exact) -> Exact:
    square = Fraction(value) ** 2
    return square if value >= 0 else -square


def judge_near(claim: Claim, value: object) -> Finding:
    """The finding on a number which a word or a sign says is near, and to which the value is not
    rounded.
    """
    near = replace(_without_decimals(claim), kind=Kind.ABOUT)
    return replace(_judged(near, value, allowed_by), claim=replace(claim, kind=Kind.ABOUT))


def _without_decimals(claim: Claim) -> Claim:
    return replace(claim, printed=replace(claim.printed, places=None, per=None))


def allowed_by(claim: Claim) -> Allowed:
    """The numbers that a claim of these kinds allows; of an order of magnitude their signed
    squares.
    """
    printed = claim.printed
    number, cell = printed.value, printed.cell  # all that is rounded to what is printed
    match claim.kind:
        case Kind.AT_MOST:
            return Allowed(None, number)
        case Kind.AT_LEAST:
            return Allowed(number, None)
        case Kind.INTERVAL:
            if claim.upper is None:
                raise QueryError("an interval must be printed with two numbers, as 0.33 and 0.34")
            return Allowed(number, claim.upper.value)
        case Kind.ORDER:
            square = _signed_square(number)
            if square == 0:
                raise QueryError("an order of magnitude must not be 0")
            ends = (Fraction(square) / 10, square * 100)
            return Allowed(min(ends), max(ends))
        case Kind.CONVERGED:
            if claim.tolerance is None:
                raise QueryError(
                    "a number that converged needs the tolerance of its iteration, as 1e-9"
                )
            room = claim.tolerance.size
            return Allowed(cell.lower - room, cell.upper + room)
    near = room_near(claim)
    # What is rounded correctly is about right, however far it had to be rounded.
    return Allowed(min(number - near, cell.lower), max(number + near, cell.upper))


def _with_rounded_ends(claim: Claim) -> Allowed:
    """What is allowed where the decimals of a printed bound are rounded; a whole number is none."""
    low, high = claim.printed, claim.upper or claim.printed
    least = low.value if low.shows_whole else low.cell.lower
    most = high.value if high.shows_whole else high.cell.upper
    return Allowed(
        None if claim.kind == Kind.AT_MOST else least,
        None if claim.kind == Kind.AT_LEAST else most,
    )


# --- what a printed number may have been ----------------------------------------------------------


# Kinds that say more than one number, or none.
SAYING_NO_NUMBER = (Kind.STATEMENT, Kind.AT_MOST, Kind.AT_LEAST, Kind.ORDER)


def cell_of(claim: Claim) -> Value:
    """What the claim's number may have been, by how it is meant; `QueryError` where the claim says
    no number.
    """
    if claim.kind in SAYING_NO_NUMBER:
        raise QueryError(f'claim("{claim.name}") says no number: it is of kind {claim.kind}')
    if claim.doubt and claim.readings:  # else it is judged in one of them
        raise QueryError(f'claim("{claim.name}") has two readings: {claim.doubt}')
    if claim.law is not None and not claim.printed.value:
        raise QueryError(f'claim("{claim.name}") says no number: it prints a law')
    if claim.kind == Kind.EXACT:
        return claim.printed.value
    if claim.kind == Kind.TRUNCATED:
        return _cut(claim.printed)
    if claim.is_near:
        # A whole number for a chance or a gain is no rounding.
        is_rounding = not is_whole(claim.printed) or not draws_of(claim).are_within(-1, 1)
        claim = replace(claim if is_rounding else _without_decimals(claim), kind=Kind.ABOUT)
    if claim.kind in APPROXIMATE:
        return Interval(*allowed_by(claim).ends)  # these kinds have both ends
    return claim.printed.cell


def _cut(printed: Printed) -> Value:
    """All numbers that are cut off to the printed one, towards 0; of `1 in N`, N is cut off."""
    if printed.per:
        return Fraction(1) / _cut(printed.per)
    if printed.places is None:
        return printed.value
    unit = Fraction(10) ** -printed.places
    # What is printed as 0 was cut off from either side.
    below = printed.value <= 0
    above = printed.value >= 0 and not printed.is_minus_zero
    return Interval(printed.value - unit * below, printed.value + unit * above)


def ends_of_cell(value: Value) -> tuple[Exact, Exact]:
    """The ends of what a number may have been; twice the number where it is known."""
    lower, upper = ends_of(value)
    return simplest(lower), simplest(upper)
