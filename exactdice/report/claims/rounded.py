"""Numbers printed to some decimals: exact, rounded to nearest, or cut off."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from ...exact.numbers import NEAREST, Exact, Rounding, exact_text, round_scaled, shown
from ..printed.spellings import Printed
from .claim import Claim, Kind
from .values import Ends, enclosures, interval_text, short_decimal, telling_places
from .verdict import Finding, Verdict
from .without_decimals import as_meant, said_by, unsaid


def judge_rounded(claim: Claim, value: object) -> Finding:
    """The finding on a number that is exact, rounded or cut off, given the value of its query; an
    irrational one is enclosed ever more narrowly.
    """
    for ends in enclosures(claim, value):
        meant = as_meant(claim, ends)
        found = replace(_judge_ends(meant, ends), claim=claim, value=value)
        # A number outside bounds is wrong; what is right, narrower ones may tell.
        if found.correct or found.verdict not in (Verdict.UNDECIDED, Verdict.CONTRADICTED):
            break
    # What a rounded number does not say, and what a whole number says where it is no rounding.
    if meant is claim:
        is_rounded = found.verdict in (Verdict.ROUNDED, Verdict.CUT)
        return replace(found, reason=unsaid(claim, ends)) if is_rounded else found
    said = said_by(claim)
    if not said or claim.kind == Kind.EXACT or found.verdict != Verdict.CONTRADICTED:
        return found
    is_it = found.reason or f"it is {found.correct}"
    return replace(found, reason=f"{claim.printed.text} {said}: {is_it}")


def _judge_ends(claim: Claim, ends: Ends) -> Finding:
    """The verdict that holds for every number between the ends of an enclosure, or undecided."""
    found = [_compared(claim, end) for end in ends]
    if len(found) == 1:
        return found[0]
    printed = claim.printed
    is_within = min(ends) <= printed.value <= max(ends)
    known = interval_text(min(ends), max(ends), printed.places)
    reason = f"the value is only known to lie in {known}"
    undecided = Finding(claim, Verdict.UNDECIDED, reason=reason)
    if is_within and _is_exact(
        claim
    ):  # of a number meant exactly bounds can only say that it is another
        return undecided
    # Rounded to nearest, or cut off as declared: a mode that gives the printed number at both ends
    # is monotone, so it does between them too.
    shared = set(Rounding)
    for one in found:
        if one.verdict != Verdict.EXACT:
            shared &= set(one.modes)
    is_cut = claim.kind == Kind.TRUNCATED
    if shared & ({Rounding.DOWN} if is_cut else set(NEAREST)):
        common = tuple(mode for mode in Rounding if mode in shared)
        verdict = Verdict.CUT if is_cut else Verdict.ROUNDED
        return Finding(claim, verdict, correct=printed.spelled(printed.value), modes=common)
    told = {(one.verdict, one.modes, one.correct) for one in found}
    if len(told) == 1 and found[0].verdict != Verdict.EXACT:
        return found[0]
    # Between the ends it is not nearer than at them.
    if is_within or not all(one.verdict == Verdict.CONTRADICTED for one in found):
        return undecided
    return Finding(claim, Verdict.CONTRADICTED, reason=f"it is in {known}")


def _compared(claim: Claim, value: Exact) -> Finding:
    printed = claim.printed
    wrong_sign = printed.is_minus_zero and value >= 0  # only a negative number is rounded to -0
    if printed.value == value and not wrong_sign:
        # Dots say that digits follow, even where these are 0.
        return Finding(claim, Verdict.CUT if printed.is_cut_off else Verdict.EXACT)
    doubt = _doubt(printed.text, value)
    if doubt:
        return Finding(claim, Verdict.UNCHECKED, reason=f"{doubt}, got {shown(printed.text)}")
    if _is_exact(claim):
        return Finding(claim, Verdict.CONTRADICTED, correct=_exact_spelled(printed, value))
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
        verdict = Verdict.CUT
    elif is_nearest:
        verdict = Verdict.ROUNDED
    # 5 for 5.7 is no number of fewer decimals: only its author can say that it is cut off.
    elif is_cut and not printed.shows_whole:
        verdict = Verdict.TRUNCATED
    else:
        is_beside = _is_beside(printed, value)
        verdict = Verdict.OFF_BY_ONE if is_beside else Verdict.CONTRADICTED
    return Finding(claim, verdict, correct=printed.spelled(value), modes=modes)


def _exact_spelled(printed: Printed, value: Exact) -> str:
    """The value that a number meant exactly should be, as a decimal where it has many digits."""
    if value.numerator.bit_length() + value.denominator.bit_length() > 120:
        spelled = "" if printed.places is None else printed.spelled(value)
        if spelled and spelled != printed.text:
            return spelled
        return short_decimal(value, telling_places([value], [printed.value]))
    return exact_text(value) if _is_rounded(printed) else printed.spelled(value)


def _is_exact(claim: Claim) -> bool:
    """Whether every digit of the number is meant."""
    return claim.kind == Kind.EXACT or not _is_rounded(claim.printed)


def _is_rounded(printed: Printed) -> bool:
    """Whether the number may have been rounded, as one with decimals and the 25 of 1 in 25."""
    return printed.places is not None or printed.per is not None


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
