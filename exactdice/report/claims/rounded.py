"""Printed numbers against exact values: rounded or cut off as their kind says, or near the value.

A *kind* is what the claim declares; a *mode* is a way of rounding by which the printed number comes
from the value; the *verdict* says whether the kind holds. Kinds that are meant to be near allow:

about       |value - printed| <= tolerance, which may be a part of the printed number: 5 % of it
            where nothing is said, and around 0 5 % of all that a chance or a gain may be; or the
            value is printed so when it is rounded
interval    the value is between the two printed numbers, or one of them
at-most     value <= printed
at-least    value >= printed
converged   |value - printed| <= tolerance plus half a unit of the last place printed
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from ...exact.errors import QueryError
from ...exact.numbers import (
    NEAREST,
    Exact,
    Interval,
    Rounding,
    Value,
    ends_of,
    exact_text,
    round_scaled,
    shown,
    simplest,
)
from ..printed.spellings import Printed
from .claim import Claim, Finding, Kind, Verdict
from .values import (
    NEAR,
    Ends,
    enclosures,
    interpret_whole_number,
    interval_text,
    is_whole,
    outcome_range,
    rounding_remark,
    short_decimal,
    telling_places,
    tolerance_at_zero,
    whole_number_meaning,
)


def judge_rounded(claim: Claim, value: object) -> Finding:
    """The finding on a number that is exact, rounded or cut off, given the value of its query; an
    irrational one is enclosed ever more narrowly.
    """
    for ends in enclosures(claim, value):
        meant = interpret_whole_number(claim, ends)
        found = _compare(meant, *ends) if len(ends) == 1 else _compare_bounds(meant, ends)
        found = replace(found, claim=claim, value=value)
        # A number outside bounds is wrong; what is right, narrower ones may tell.
        if found.correct or found.verdict not in (Verdict.UNDECIDED, Verdict.CONTRADICTED):
            break
    # What a rounded number does not say, and what a whole number says where it is no rounding.
    if meant is claim:
        is_rounded = found.verdict in (Verdict.ROUNDED, Verdict.CORRECTLY_TRUNCATED)
        is_told = is_rounded and claim.printed.value in (0, 1)
        return replace(found, reason=rounding_remark(claim, ends)) if is_told else found
    said = whole_number_meaning(claim)
    if not said or claim.kind == Kind.EXACT or found.verdict != Verdict.CONTRADICTED:
        return found
    is_it = found.reason or f"it is {found.correct}"
    return replace(found, reason=f"{claim.printed.text} {said}: {is_it}")


def _compare_bounds(claim: Claim, ends: Ends) -> Finding:
    """The verdict that holds for every number between the ends of an enclosure, or undecided."""
    printed, found = claim.printed, [_compare(claim, end) for end in ends]
    is_within = min(ends) <= printed.value <= max(ends)
    known = interval_text(min(ends), max(ends), printed.places)
    reason = f"the value is only known to lie in {known}"
    undecided = Finding(claim, Verdict.UNDECIDED, reason=reason)
    # Of a number meant exactly bounds can only say that it is another.
    if is_within and _is_exact(claim):
        return undecided
    # Rounded to nearest, or cut off as declared: a mode that gives the printed number at both ends
    # is monotone, so it does between them too.
    rounded = [one for one in found if one.verdict != Verdict.EXACT]
    common = tuple(mode for mode in Rounding if all(mode in one.modes for one in rounded))
    is_cut = claim.kind == Kind.TRUNCATED
    if set(common) & ({Rounding.DOWN} if is_cut else set(NEAREST)):
        verdict = Verdict.CORRECTLY_TRUNCATED if is_cut else Verdict.ROUNDED
        return Finding(claim, verdict, correct=printed.spelled(printed.value), modes=common)
    first, *others = ((one.verdict, one.modes, one.correct) for one in found)
    if others == [first] and found[0].verdict != Verdict.EXACT:
        return found[0]
    # Between the ends it is not nearer than at them.
    if is_within or not all(one.verdict == Verdict.CONTRADICTED for one in found):
        return undecided
    return Finding(claim, Verdict.CONTRADICTED, reason=f"it is in {known}")


def _compare(claim: Claim, value: Exact) -> Finding:
    printed = claim.printed
    wrong_sign = printed.is_minus_zero and value >= 0  # only a negative number is rounded to -0
    if printed.value == value and not wrong_sign:
        # Dots say that digits follow, even where these are 0.
        return Finding(claim, Verdict.CORRECTLY_TRUNCATED if printed.is_cut_off else Verdict.EXACT)
    doubt = _doubt(printed.text, value)
    if doubt:
        return Finding(claim, Verdict.UNCHECKED, reason=f"{doubt}, got {shown(printed.text)}")
    if _is_exact(claim):
        has_decimals = printed.places is not None
        # As a decimal where it has many digits.
        if value.numerator.bit_length() + value.denominator.bit_length() > 120:
            correct = printed.spelled(value) if has_decimals else printed.text
            if correct == printed.text:
                correct = short_decimal(value, telling_places([value], [printed.value]))
        else:
            is_rounded = has_decimals or printed.per is not None
            correct = exact_text(value) if is_rounded else printed.spelled(value)
        return Finding(claim, Verdict.CONTRADICTED, correct=correct)
    modes, cut = () if wrong_sign else printed.modes(value), printed.spelled(value, Rounding.DOWN)
    is_cut, is_nearest = Rounding.DOWN in modes, bool(set(modes) & set(NEAREST))
    if printed.is_cut_off and is_nearest and not is_cut:
        reason = (
            f"it is {cut}, and {shown(printed.text)} is rounded, "
            "though its dots say that digits follow: write it without dots, or cut off"
        )
        return Finding(claim, Verdict.UNCHECKED, reason=reason)
    if claim.kind == Kind.TRUNCATED and not is_cut:
        reason = f"it is {cut} (cut off)"
        return Finding(claim, Verdict.CONTRADICTED, correct=cut, reason=reason)
    if claim.kind == Kind.TRUNCATED:
        verdict = Verdict.CORRECTLY_TRUNCATED
    elif is_nearest:
        verdict = Verdict.ROUNDED
    # 5 for 5.7 is no number of fewer decimals: only its author can say that it is cut off.
    elif is_cut and not printed.shows_whole:
        verdict = Verdict.TRUNCATED
    else:
        verdict = Verdict.OFF_BY_ONE if _is_beside(printed, value) else Verdict.CONTRADICTED
    return Finding(claim, verdict, correct=printed.spelled(value), modes=modes)


def _is_exact(claim: Claim) -> bool:
    """Whether every digit of the number is meant; with decimals it may be rounded, as the 25 of
    1 in 25 may.
    """
    is_whole = claim.printed.places is None and claim.printed.per is None
    return claim.kind == Kind.EXACT or is_whole


def _doubt(text: str, value: Exact) -> str:
    """Why the number may mean something else than it was read as, "" when nothing says so."""
    plain = re.sub(r"[$*_`{} ]", "", text).replace(",", ".")  # in LaTeX the mark may be in braces
    whole, _, group = plain.partition(".")
    together = f"{whole}{group}"
    shaped = len(whole) <= 3 and len(group) == 3 and together.isdecimal()
    if shaped and value == int(together) and whole[0] != "0":
        return "the mark may be one of thousands: write 1296 or 12 345 for a whole number"
    if re.fullmatch(r"[+-]?\d{1,9}\.\d{1,30}\(\d{1,3}\)", plain, re.ASCII):
        return (
            "the digits in brackets may be an uncertainty or a period: write kind=uncertain where "
            "they are an error, or the exact fraction"
        )
    return ""


def _is_beside(printed: Printed, value: Exact) -> bool:
    """Whether the number is a unit of its last place away from the rounded value."""
    if printed.per:
        return value > 0 and _is_beside(printed.per, Fraction(1) / value)
    if printed.places is None:
        return False
    scaled = int(printed.value * Fraction(10) ** printed.places)
    distances = (abs(scaled - round_scaled(value, printed.places, mode)) for mode in NEAREST)
    return min(distances) == 1


APPROXIMATE = (
    Kind.ABOUT,
    Kind.INTERVAL,
    Kind.AT_MOST,
    Kind.AT_LEAST,
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
        """The allowed numbers in words, to so many decimals."""
        shown = ", ".join(short_decimal(end, places) for end in self.ends)
        if self.least is None:
            return f"at most {shown}"
        return f"at least {shown}" if self.most is None else f"in [{shown}]"


def judge_approximate(claim: Claim, value: object) -> Finding:
    """The finding on a number that is near, given the value of its query; a printed bound may be
    rounded itself.
    """
    found = _judge_within(claim, value)
    if found.verdict != Verdict.CONTRADICTED or claim.kind not in BOUNDS:
        return found
    low, high = claim.printed, claim.upper or claim.printed
    # The decimals of a bound may be rounded, a whole number is not.
    least = low.value if low.shows_whole else low.cell.lower
    most = high.value if high.shows_whole else high.cell.upper
    is_at_most, is_at_least = claim.kind == Kind.AT_MOST, claim.kind == Kind.AT_LEAST
    widened = Allowed(None if is_at_most else least, None if is_at_least else most)
    rounded = _judge_within(claim, value, widened)
    if rounded.verdict != Verdict.WITHIN:
        return found
    return replace(rounded, reason=f"{rounded.reason}, as what is printed is itself rounded")


def _judge_within(claim: Claim, value: object, allowed: Allowed | None = None) -> Finding:
    """The finding on a number by what is allowed; where nothing is given, by what its kind says."""
    is_converged = claim.kind == Kind.CONVERGED
    for ends in enclosures(claim, value):
        wanted = allowed or allowed_by(
            interpret_whole_number(claim, ends) if is_converged else claim
        )
        places = set(map(wanted.place_of, ends))
        if len(places) == 1:
            break
    decimals = telling_places(ends, wanted.ends)
    texts = list(dict.fromkeys(short_decimal(end, decimals) for end in ends))
    correct = texts[0] if len(texts) == 1 else f"in [{', '.join(texts)}]"
    if len(places) > 1:
        known = f"the value is only known to lie {correct}"
        return Finding(claim, Verdict.UNDECIDED, value, reason=known)
    said = wanted.text(decimals)
    if places == {0}:
        return Finding(claim, Verdict.WITHIN, value, reason=f"it is {correct}, {said}")
    return Finding(claim, Verdict.CONTRADICTED, value, reason=f"it is {correct}, not {said}")


def judge_near(claim: Claim, value: object) -> Finding:
    """The finding on a number which a word or a sign says is near, and to which the value is not
    rounded.
    """
    about = replace(claim, kind=Kind.ABOUT)
    near = replace(about, printed=replace(claim.printed, places=None, per=None))
    return replace(_judge_within(near, value), claim=about)


def allowed_by(claim: Claim) -> Allowed:
    """The numbers that a claim of these kinds allows."""
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
        case Kind.CONVERGED:
            if claim.tolerance is None:
                raise QueryError(
                    "a number that converged needs the tolerance of its iteration, as 1e-9"
                )
            room = claim.tolerance.size
            return Allowed(cell.lower - room, cell.upper + room)
    if claim.tolerance is not None:
        near = claim.tolerance.around(number)
    else:
        near = NEAR * abs(Fraction(number)) if number else tolerance_at_zero(outcome_range(claim))
    # What is rounded correctly is about right, however far it had to be rounded.
    return Allowed(min(number - near, cell.lower), max(number + near, cell.upper))


# --- what a printed number may have been ----------------------------------------------------------


# Kinds that say more than one number, or none.
SAYING_NO_NUMBER = (Kind.STATEMENT, Kind.AT_MOST, Kind.AT_LEAST)


def claim_cell(claim: Claim) -> Value:
    """The numbers that the claim's number may have been, by how it is meant; `QueryError` where
    the claim says no number.
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
        printed = claim.printed
        # A whole number for a chance or a gain is no rounding.
        if is_whole(printed) and outcome_range(claim).are_within(-1, 1):
            printed = replace(printed, places=None, per=None)
        claim = replace(claim, printed=printed, kind=Kind.ABOUT)
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


def cell_ends(value: Value) -> tuple[Exact, Exact]:
    """The ends of what a number may have been; twice the number where it is known."""
    lower, upper = ends_of(value)
    return simplest(lower), simplest(upper)
