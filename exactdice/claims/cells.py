"""What a printed number may have been before it was rounded or cut off."""

from __future__ import annotations

from fractions import Fraction

from ..errors import QueryError
from ..exact import Bounds, Exact, Value, simplest
from ..printed.numbers import Printed
from .approximate import ALLOWED, near_allowed
from .claim import Claim, Kind

# Kinds that say more than one number, or none.
SAYING_NO_NUMBER = (Kind.STATEMENT, Kind.AT_MOST, Kind.AT_LEAST, Kind.ORDER)
NEAR = (Kind.ABOUT, Kind.INTERVAL, Kind.CONVERGED)


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
    if claim.kind in NEAR or claim.is_near:
        allowed = near_allowed(claim) if claim.is_near else ALLOWED[claim.kind](claim)
        return _between(allowed.least, allowed.most)
    return claim.printed.cell


def _cut(printed: Printed) -> Value:
    """All numbers that are cut off to the printed one, towards 0; of `1 in N`, N is cut off."""
    if printed.per:
        return Fraction(1) / _cut(printed.per)
    if printed.places is None:
        return printed.value
    unit = _unit(printed)
    # What is printed as 0 was cut off from either side.
    below = printed.value <= 0
    above = printed.value >= 0 and not printed.is_minus_zero
    return Bounds(printed.value - unit * below, printed.value + unit * above)


def _between(least: Exact | None, most: Exact | None) -> Bounds:
    assert least is not None  # these kinds have both ends
    assert most is not None
    return Bounds(least, most)


def _unit(printed: Printed) -> Fraction:
    """One unit of the last decimal place."""
    assert printed.places is not None
    return Fraction(10) ** -printed.places


def ends_of_cell(value: Value) -> tuple[Exact, Exact]:
    """The ends of what a number may have been; twice the number where it is known."""
    if isinstance(value, Bounds):
        return simplest(value.lower), simplest(value.upper)
    return value, value
