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
    found = None
    for ends in enclosures(claim, value):
        found = _as_meant(claim, ends)
        if found.verdict != Verdict.UNDECIDED:
            break
    assert found is not None  # there is one enclosure at least
    return replace(found, value=value)


def _as_meant(claim: Claim, ends: Ends) -> Finding:
    """The verdict between these ends; what a whole number says where it is no rounding, and what a
    rounded one does not say.
    """
    meant = as_meant(claim, ends)
    found = replace(_judge_ends(meant, ends), claim=claim)
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
    found, *others = (_compared(claim, end) for end in ends)
    if not others:
        return found
    known = interval_text(min(ends), max(ends), claim.printed.places)
    undecided = f"the value is only known to lie in {known}"
    open_between = Finding(claim, Verdict.UNDECIDED, reason=undecided)
    if _is_exact(claim):
        # Of a number meant exactly bounds can only say that it is another.
        if min(ends) <= claim.printed.value <= max(ends):
            return open_between
        if {one.correct for one in others} == {found.correct}:
            return found
        return Finding(claim, Verdict.CONTRADICTED, reason=f"it is in {known}")
    rounded = _rounded_between(claim, [found, *others])
    if rounded:
        return rounded
    told = {(one.verdict, one.modes, one.correct) for one in (found, *others)}
    return found if len(told) == 1 and found.verdict != Verdict.EXACT else open_between


def _is_exact(claim: Claim) -> bool:
    """Whether every digit of the number is meant."""
    return claim.kind == Kind.EXACT or not _is_rounded(claim.printed)


def _rounded_between(claim: Claim, found: list[Finding]) -> Finding | None:
    """Correctly rounded, when a nearest mode gives the printed number at both ends, or cut off as
    declared: a mode is monotone, so it does between them too.
    """
    shared = set(Rounding)
    for one in found:
        if one.verdict != Verdict.EXACT:
            shared &= set(one.modes)
    is_cut = claim.kind == Kind.TRUNCATED
    if not shared & ({Rounding.DOWN} if is_cut else set(NEAREST)):
        return None
    common = tuple(mode for mode in Rounding if mode in shared)
    verdict = Verdict.CUT if is_cut else Verdict.ROUNDED
    correct = claim.printed.spelled(claim.printed.value)
    return Finding(claim, verdict, correct=correct, modes=common)


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
        return Finding(claim, Verdict.CONTRADICTED, correct=_exact_spelled(claim, value))
    modes = () if wrong_sign else printed.modes(value)
    verdict = _rounding_verdict(claim, value, modes)
    if printed.is_cut_off and set(modes) & set(NEAREST) and Rounding.DOWN not in modes:
        reason = (
            f"it is {printed.spelled(value, Rounding.DOWN)}, and {shown(printed.text)} is rounded, "
            "though its dots say that digits follow: write it without dots, or cut off"
        )
        return Finding(claim, Verdict.UNCHECKED, reason=reason)
    if claim.kind == Kind.TRUNCATED and verdict == Verdict.CONTRADICTED:
        correct = printed.spelled(value, Rounding.DOWN)
        reason = f"it is {correct} (cut off)"
        return Finding(claim, Verdict.CONTRADICTED, correct=correct, reason=reason)
    return Finding(claim, verdict, correct=printed.spelled(value), modes=modes)


def _exact_spelled(claim: Claim, value: Exact) -> str:
    """The value that a number meant exactly should be, as a decimal where it has many digits."""
    printed = claim.printed
    if value.numerator.bit_length() + value.denominator.bit_length() > 120:
        spelled = "" if printed.places is None else printed.spelled(value)
        if spelled and spelled != printed.text:
            return spelled
        return short_decimal(value, telling_places([value], [printed.value]))
    return printed.spelled(value) if not _is_rounded(printed) else exact_text(value)


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


def _rounding_verdict(claim: Claim, value: Exact, modes: tuple[Rounding, ...]) -> Verdict:
    if claim.kind == Kind.TRUNCATED:
        return Verdict.CUT if Rounding.DOWN in modes else Verdict.CONTRADICTED
    if set(modes) & set(NEAREST):
        return Verdict.ROUNDED
    # 5 for 5.7 is no number of fewer decimals: only its author can say that it is cut off.
    if Rounding.DOWN in modes and not claim.printed.shows_whole:
        return Verdict.TRUNCATED
    is_beside = _is_beside(claim.printed, value)
    return Verdict.OFF_BY_ONE if is_beside else Verdict.CONTRADICTED


def _is_beside(printed: Printed, value: Exact) -> bool:
    """Whether the number is a unit of its last place away from the rounded value."""
    if printed.per:
        return value > 0 and _is_beside(printed.per, Fraction(1) / value)
    if printed.places is None:
        return False
    scaled = int(printed.value * Fraction(10) ** printed.places)
    distances = (abs(scaled - round_scaled(value, printed.places, mode)) for mode in NEAREST)
    return min(distances) == 1
